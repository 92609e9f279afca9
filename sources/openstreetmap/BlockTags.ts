import type { Tags } from "./PbfBlock.ts"
import { text } from "./TagTexts.ts"

/** Blocks in addresses: of streets, of houses, and of flats. */

/**
 * Whether a house is numbered in its block, as in Japan. A street that is tagged there as well is no part of the address.
 */
export const isInBlock = (tags: Tags, country: string): boolean =>
  tags.has("addr:block_number") &&
  (!tags.has("addr:street") || (country === "JP" && (tags.has("addr:quarter") || tags.has("addr:neighbourhood"))))

/** Countries in which a street's name or number says nothing without its block. */
const blocksOfStreets = new Set(["BD", "IN", "KW", "PH", "PK"])

/** The block before the street, with the word for it if it is a bare number or letter. */
export const blockOf = (tags: Tags, country: string, street: string | undefined): string | undefined => {
  if (!blocksOfStreets.has(country)) return undefined
  const block = text(tags, "addr:block") ?? (isInBlock(tags, country) ? undefined : text(tags, "addr:block_number"))
  if (block === undefined || !/^[\p{N}\p{L}][\p{N}-]*$/u.test(block)) return block
  return `${country === "KW" && /\p{Script=Arabic}/u.test(street ?? block) ? "قطعة" : "Block"} ${block}`
}

/** Words for a block of flats, before its letter or number or behind it. */
const blockWords = String.raw`(?:bl(?:k|oc|oco|ock|ok|oque)?|b(?:[âa]t(?:iment)?|t)|bldg|building|imm(?:euble)?|ed(?:if[ií]cio|if)?|haus|portal|torre|tower|wing|бл|блок|корп|корпус|épület)`
const namedBlock = new RegExp(
  String.raw`^${blockWords}(?:\.\s*|\s+)[\p{L}\p{N}-]{1,6}$|^[\p{L}\p{N}]{1,4}(?:\s+${blockWords}|\s*[座栋棟동])$`,
  "iu"
)

/** A house number that is the name of a block and no number: `Bloco C`. */
export const isLettered = (number: string): boolean => !/\p{N}/u.test(number) && namedBlock.test(number)

/** Where blocks of one number are told apart by a letter alone, with the word for it. */
const lettersOfBlocks: Readonly<Record<string, (letter: string) => string>> = {
  BG: (letter) => `бл. ${letter}`,
  BR: (letter) => `Bloco ${letter}`,
  MD: (letter) => `Bloc ${letter}`,
  RO: (letter) => `Bloc ${letter}`,
  TR: (letter) => `${letter} Blok`
}

/** The block of flats among those with one house number, which is a building; elsewhere the key is that of city blocks. */
export const namedBlockOf = (tags: Tags, country: string): string | undefined => {
  const block = blocksOfStreets.has(country) ? undefined : text(tags, "addr:block")
  if (block === undefined || block === text(tags, "addr:housenumber")) return undefined
  if (namedBlock.test(block)) return block
  return /^[\p{N}\p{L}]{1,4}$/u.test(block) ? lettersOfBlocks[country]?.(block) : undefined
}
