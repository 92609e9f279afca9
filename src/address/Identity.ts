import { hash } from "node:crypto"
import type { AddressComponents } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import { identifyingForm } from "./identity/OneForm.ts"
import { alphabet, pairs } from "./Letters.ts"

/**
 * Stable identities, which are hashes of folded content: the same address or place has the same ID in every source,
 * synchronization and deployment.
 */

/** Length-prefixed, so that no two lists of parts hash the same text. */
export const writtenPart = (part: string): string => `\0${part.length}\0${part}`

/** The bytes of a SHA-256, as one character each. Node returns this in a third of the time that a Buffer takes. */
const bytesOf = (text: string): string => hash("sha256", text, "binary")

const digest = (domain: string, parts: ReadonlyArray<string>): string => {
  let text = domain
  for (const part of parts) text += writtenPart(part)
  return bytesOf(text)
}

const eight = new Uint8Array(8)
const eightAsNumber = new DataView(eight.buffer)

/** The first 64 bits of a digest. */
const bitsOf = (bytes: string): bigint => {
  for (let i = 0; i < 8; i++) eight[i] = bytes.charCodeAt(i)
  return eightAsNumber.getBigUint64(0)
}

/** Ten letters for the 50 bits that start at a byte of a digest. */
const lettersAt = (bytes: string, at: number): string => {
  const [third, sixth] = [bytes.charCodeAt(at + 2), bytes.charCodeAt(at + 5)]
  const high = (bytes.charCodeAt(at) << 12) | (bytes.charCodeAt(at + 1) << 4) | (third >>> 4)
  const low = ((third & 15) << 16) | (bytes.charCodeAt(at + 3) << 8) | bytes.charCodeAt(at + 4)
  const last = (sixth << 2) | (bytes.charCodeAt(at + 6) >>> 6)
  return pairs[high >>> 10]! + pairs[high & 1023]! + pairs[low >>> 10]! + pairs[low & 1023]! + pairs[last]!
}

/** The components except for the country, each folded. */
const foldComponents = (components: Partial<AddressComponents>): Partial<AddressComponents> => {
  const folded: Record<string, string> = {}
  for (const [name, text] of Object.entries(components)) if (name !== "country") folded[name] = fold(text)
  return folded
}

/**
 * The country in lower case, then 100 bits of the SHA-256 of the folded components, each reduced to the one form shared
 * by all its spellings: `us-4k2m9x0q7v1b3n5c8d6f`.
 */
export const addressId = (countryCode: string, components: Partial<AddressComponents>): string =>
  addressIdOfFolded(countryCode, foldComponents(components))

/** The same for components that are already folded. */
const addressIdOfFolded = (countryCode: string, folded: Partial<AddressComponents>): string => {
  const written = (name: keyof Own) => writtenOwn(countryCode, name, folded[name])
  return addressIdOfWritten(countryCode, writtenPlaces(countryCode, folded), {
    street: written("street"),
    houseNumber: written("houseNumber"),
    unit: written("unit"),
    building: written("building")
  })
}

/**
 * The text that an address ID is a hash of has two pieces: the places that contain the address, then its street,
 * number, unit and building. Most of these recur, so each can be cached and combined with others.
 */
export const writtenPlaces = (countryCode: string, folded: Partial<AddressComponents>): string => {
  const { city, district, postcode, region, regionCode } = folded
  const places: Record<string, string> = {}
  for (const [name, text] of Object.entries({ city, district, postcode, region, regionCode })) {
    if (text !== undefined) places[name] = text
  }
  const form: Partial<AddressComponents> = identifyingForm(countryCode, places)
  // If the code is known, it stands for the region: sources write "CA", "Calif." and "California".
  const parts = [countryCode, regionCode ?? form.region, form.city, form.district, form.postcode]
  return parts.map((part) => writtenPart(part ?? "")).join("")
}

/** The components of the second piece, each as written by {@link writtenOwn}. */
export type Own = Readonly<Record<"street" | "houseNumber" | "unit" | "building", string>>

/** A component of the second piece, which may be absent. */
export const writtenOwn = (countryCode: string, name: keyof Own, folded: string | undefined): string =>
  writtenPart(folded === undefined ? "" : (identifyingForm(countryCode, { [name]: folded })[name] ?? ""))

/** The 丁目 at the end of a district, and the postcode behind it, as written in the first piece. */
const chome = /\0\d+\0([^\0]*?)(\d+)丁目(\0\d+\0[^\0]*)$/u

/** In Japan, the 丁目 is the end of the district or the beginning of the number: 代々木四丁目58-6 is 代々木4-58-6. */
const withChomeInNumber = (places: string, houseNumber: string): readonly [places: string, houseNumber: string] => {
  const [all = "", district = "", number, postcode = ""] = chome.exec(places) ?? []
  const own = houseNumber.replace(/^\0\d+\0/, "")
  if (number === undefined || own === "") return [places, houseNumber]
  return [places.slice(0, -all.length) + writtenPart(district) + postcode, writtenPart(`${number}-${own}`)]
}

/** @param places the first piece */
export const addressIdOfWritten = (countryCode: string, places: string, own: Own): string => {
  const [around, houseNumber] =
    countryCode === "JP" ? withChomeInNumber(places, own.houseNumber) : [places, own.houseNumber]
  const bytes = bytesOf(`address${around}${own.street}${houseNumber}${own.unit}${own.building}`)
  return `${countryCode.toLowerCase()}-${lettersAt(bytes, 0)}${lettersAt(bytes, 8)}`
}

/** The country of an address ID; undefined for text that cannot be an address ID. */
export const countryOfAddressId = (id: string): string | undefined =>
  /^[a-z]{2}-[0-9a-hjkmnp-tv-z]{20}$/.test(id) ? id.slice(0, 2).toUpperCase() : undefined

/**
 * The position of an address in its country's key space: 63 uniformly distributed bits. If another address already has
 * that key, a higher `attempt` gives the next candidate.
 */
export const sampleKey = (id: string, attempt = 0): bigint => bitsOf(digest("sample-key", [id, String(attempt)])) >> 1n

export const placeTypes = ["region", "city", "district", "postcode"] as const
export type PlaceType = (typeof placeTypes)[number]

/**
 * A place's key: 63 bits of a hash of country, type and folded path (names from the region down, each in the one form of
 * its spellings). A postcode's path is the postcode alone, because one postcode can serve several cities.
 */
export const placeKey = (country: string, type: PlaceType, path: ReadonlyArray<string>): bigint =>
  bitsOf(digest("place", [country, type, ...path.map(fold)])) >> 1n

/** Six letters for 30 bits. */
const sixLetters = (bits: number): string => pairs[bits >>> 20]! + pairs[(bits >>> 10) & 1023]! + pairs[bits & 1023]!

/**
 * @param hi the upper 31 bits of a key
 * @param lo its lower 32 bits
 */
const placeIdOf = (type: PlaceType, hi: number, lo: number): string =>
  `${type[0]}-${alphabet[hi >>> 28]}${sixLetters(((hi & 0x0fffffff) << 2) | (lo >>> 30))}${sixLetters(lo & 0x3fffffff)}`

/** A place's public ID: the initial of its type, then its key. */
export const placeId = (type: PlaceType, key: bigint): string =>
  placeIdOf(type, Number(key >> 32n), Number(key & 0xffffffffn))

/** The same for a key in hexadecimal digits. */
export const placeIdOfHex = (type: PlaceType, key: string): string => {
  const upper = key.slice(0, -8)
  return placeIdOf(type, upper === "" ? 0 : Number.parseInt(upper, 16), Number.parseInt(key.slice(-8), 16))
}

/** The key in a public place ID of that type; undefined if it is none. */
export const placeKeyOf = (type: PlaceType, id: string): bigint | undefined => {
  if (!/^[rcdp]-[0-9a-hjkmnp-tv-z]{13}$/.test(id) || id[0] !== type[0]) return undefined
  let key = 0n
  for (const letter of id.slice(2)) key = (key << 5n) | BigInt(alphabet.indexOf(letter))
  // 0 stands for "in no place" in the summary of places.
  return key > 0n && key < 1n << 63n ? key : undefined
}

/** 63 bits that change when any part does. They tell a synchronization that a record has changed. */
export const contentDigest = (parts: ReadonlyArray<string>): bigint => bitsOf(digest("content", parts)) >> 1n

/** The same for parts already written with {@link writtenPart}, one after another. */
export const contentDigestOf = (parts: string): bigint => bitsOf(bytesOf(`content${parts}`)) >> 1n
