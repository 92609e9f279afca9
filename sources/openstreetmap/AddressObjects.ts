import type { TranslatedNames } from "../DataSource.ts"
import { type Use, type UseKind, useOfAddress, useOfBuilding } from "../surroundings/Uses.ts"
import { addressesOf, countryOf, placeKeys, type TaggedAddress } from "./AddressTags.ts"
import { readTranslations, type Translations, translationsOf, writeTranslations } from "./Languages.ts"
import type { Tags } from "./PbfBlock.ts"
import { first, text } from "./TagTexts.ts"
import type { TapeReader, TapeWriter } from "./Tape.ts"

/** What the tags of an object with addresses say about them. */
export interface AddressObject {
  /** As made by `refOf`. */
  readonly ref: number
  /** At least one. */
  readonly addresses: ReadonlyArray<TaggedAddress>
  /** ISO 3166-1 alpha-2 code of the country in the object's tags. */
  readonly country: string | undefined
  readonly use: Use
  readonly isBuilding: boolean
  /** Whether a place or a hamlet stands in the street field. */
  readonly isInPlace: boolean
  /** For an object without evidence: whether it has traces of a business or institution of unknown kind. */
  readonly hasSigns: boolean
  /** Names of the address in other languages, by component; undefined for keys without a language. */
  readonly names: ReadonlyArray<readonly [part: keyof TranslatedNames, Translations | undefined]>
}

/** Keys with names of the address in other languages, by component. */
const ownNames = [
  ["street", "addr:street"],
  ["street", "addr:place"],
  ["building", "addr:housename"],
  ["district", "addr:suburb"],
  ["city", "addr:city"],
  ["region", "addr:state"]
] as const

const parts: ReadonlyArray<keyof TranslatedNames> = ["street", "building", "district", "city", "region"]

const signs = ["name", "operator", "ref"]

const useKinds: ReadonlyArray<UseKind> = ["open", "home", "other", "unclear"]

const none: AddressObject["names"] = []

/** Only of tags that are the whole of a component: the key of a city may name its province. */
const namesOf = (tags: Tags, address: TaggedAddress): AddressObject["names"] => {
  let isTranslated = false
  for (const key of tags.keys()) if (key.startsWith("addr:") && key.includes(":", 5)) isTranslated = true
  if (!isTranslated) return none
  const has = (key: string) => Array.from(tags.keys()).some((name) => name.startsWith(`${key}:`))
  const isWhole = (part: keyof TranslatedNames, key: string) => tags.get(key)?.trim() === address[part]
  return ownNames
    .filter(([part, key]) => has(key) && isWhole(part, key))
    .map(([part, key]) => [part, translationsOf(tags, key)])
}

/** Undefined for an object without addresses. */
export const addressObjectOf = (ref: number, tags: Tags, country: string): AddressObject | undefined => {
  const addresses = addressesOf(tags, country)
  if (addresses.length === 0) return undefined
  const building = useOfBuilding(tags)
  const use = useOfAddress(tags, building)
  return {
    ref,
    addresses,
    country: countryOf(tags),
    use,
    isBuilding: building !== undefined,
    isInPlace: text(tags, "addr:street") === undefined && first(tags, placeKeys) !== undefined,
    hasSigns: use.kind === "open" && signs.some((key) => tags.has(key)),
    names: namesOf(tags, addresses[0]!)
  }
}

const shared = ["street", "building", "district", "city", "region", "county", "postcode"] as const
const single = ["part", "houseNumber", "unit"] as const

const bits = { building: 4, signs: 8, country: 16, names: 32, place: 64 } as const

const writeNames = (tape: TapeWriter, names: AddressObject["names"]): void => {
  tape.number(names.length)
  for (const [part, translations] of names) {
    tape.number(parts.indexOf(part))
    writeTranslations(tape, translations)
  }
}

const readNames = (tape: TapeReader): AddressObject["names"] =>
  Array.from({ length: tape.number() }, () => [parts[tape.number()]!, readTranslations(tape)])

export const writeAddresses = (tape: TapeWriter, object: AddressObject): void => {
  const { addresses, country, hasSigns, isBuilding, isInPlace, names, ref, use } = object
  tape.signed(ref)
  tape.number(
    useKinds.indexOf(use.kind) +
      (isBuilding ? bits.building : 0) +
      (hasSigns ? bits.signs : 0) +
      (country === undefined ? 0 : bits.country) +
      (names.length === 0 ? 0 : bits.names) +
      (isInPlace ? bits.place : 0)
  )
  tape.text(use.tag)
  if (country !== undefined) tape.text(country)
  if (names.length > 0) writeNames(tape, names)
  for (const part of shared) tape.text(addresses[0]![part])
  tape.number(addresses.length)
  for (const address of addresses) {
    for (const part of single) tape.text(address[part])
    // Most share the first one's street, and lists of numbers may be long.
    tape.text(address.street === addresses[0]!.street ? undefined : address.street)
  }
}

export const readAddresses = (tape: TapeReader): AddressObject => {
  const ref = tape.signed()
  const flags = tape.number()
  const tag = tape.text() ?? ""
  const country = (flags & bits.country) === 0 ? undefined : tape.text()
  const names = (flags & bits.names) === 0 ? none : readNames(tape)
  const street = tape.text()
  const building = tape.text()
  const district = tape.text()
  const city = tape.text()
  const region = tape.text()
  const county = tape.text()
  const postcode = tape.text()
  const addresses: Array<TaggedAddress> = []
  for (let left = tape.number(); left > 0; left--) {
    const part = tape.text() ?? ""
    const houseNumber = tape.text()
    const unit = tape.text()
    addresses.push({
      part,
      houseNumber,
      unit,
      street: tape.text() ?? street,
      building,
      district,
      city,
      region,
      county,
      postcode
    })
  }
  return {
    ref,
    addresses,
    country,
    use: { kind: useKinds[flags & 3]!, tag },
    isBuilding: (flags & bits.building) !== 0,
    isInPlace: (flags & bits.place) !== 0,
    hasSigns: (flags & bits.signs) !== 0,
    names
  }
}
