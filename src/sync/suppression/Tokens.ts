import { createHmac } from "node:crypto"
import { fold } from "../../../schemas/Fold.ts"
import type { AddressComponents, Coordinates } from "../../../schemas/Address.ts"
import { radians } from "../../../schemas/Earth.ts"
import { identifyingForm } from "../../address/identity/OneForm.ts"

/**
 * How a suppressed home is recognized, whoever writes it and however: by keyed hashes, from which nobody can tell which
 * homes they are about.
 *
 * A record is about the home if it has the home's number (and its unit, if only one unit is suppressed), and
 *
 * - is within about 35 to 70 metres of it, whatever the street is called there, or
 * - names the same street within one to two kilometres, or
 * - names the same street and postcode, or
 * - names the same street and city, if neither positions nor postcodes can decide.
 *
 * This may withhold a neighbour on the next street with the same number. It errs on that side, because a missing home
 * harms nobody. Distances are measured in cells, including those around the home's own, so that a record needs to be
 * compared with a single cell only.
 *
 * Each text is read twice: by the rules that bring addresses into one form, and as it is written. What is stored cannot
 * be read again, so when the rules change, a record that is written as before must still be recognized.
 */

/** What distinguishes a home from others. Texts as sources write them. */
export interface Described {
  readonly houseNumber?: string | undefined
  readonly unit?: string | undefined
  readonly building?: string | undefined
  readonly street?: string | undefined
  readonly district?: string | undefined
  readonly city?: string | undefined
  readonly postcode?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
}

type Text = keyof AddressComponents

/** Sides of cells, in degrees of latitude. */
const nearCell = 0.0003
const streetCell = 0.01

/** How a folded text is read. */
type Reading = (country: string, name: Text, folded: string) => string

const byRules: Reading = (country, name, folded) => identifyingForm(country, { [name]: folded })[name] ?? ""
const asWritten: Reading = (_country, _name, folded) => folded
const readings = [byRules, asWritten]

/** Letters and digits only: "12-A", "12 a" and "012a" are equal. */
const loose = (read: Reading, country: string, name: Text, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const bare = read(country, name, fold(text))
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=\d)/, "")
  return bare === "" ? undefined : bare
}

/** What identifies the house itself. */
const numberOf = (read: Reading, country: string, { building, houseNumber }: Described): string =>
  loose(read, country, "houseNumber", houseNumber) ?? `named ${loose(read, country, "building", building) ?? ""}`

/** A cell by its row, and its column in that row. Rows towards the poles have fewer columns. */
const columnIn = (row: number, longitude: number, side: number): number =>
  Math.floor((longitude / side) * Math.max(0.01, Math.cos(radians(row * side))))

const rowOf = (latitude: number, side: number): number => Math.floor(latitude / side)

const ownCell = ({ latitude, longitude }: Coordinates, side: number): string => {
  const row = rowOf(latitude, side)
  return `${row}/${columnIn(row, longitude, side)}`
}

const cellsAround = ({ latitude, longitude }: Coordinates, side: number): ReadonlyArray<string> => {
  const middle = rowOf(latitude, side)
  return [middle - 1, middle, middle + 1].flatMap((row) => {
    const column = columnIn(row, longitude, side)
    return [column - 1, column, column + 1].map((one) => `${row}/${one}`)
  })
}

const positionOf = ({ latitude, longitude }: Described): Coordinates | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }

/** 32 hexadecimal digits, which PostgreSQL reads as a UUID. */
const digest = (secret: Uint8Array, parts: ReadonlyArray<string>): string =>
  createHmac("sha256", secret).update(parts.join("\0")).digest("hex").slice(0, 32)

type Numbered = Pick<Described, "building" | "houseNumber">

const tagRead = (read: Reading, secret: Uint8Array, country: string, home: Numbered): number =>
  Number.parseInt(digest(secret, ["tag", country, numberOf(read, country, home)]).slice(0, 4), 16) >> 4

/** What thousands of numbers share: enough to skip most records, too little to identify one. */
export const tagOf = (secret: Uint8Array, country: string, home: Numbered): number =>
  tagRead(byRules, secret, country, home)

/** The tags that a suppressed home may have if a record with this number is about it. */
export const tagsToAsk = (secret: Uint8Array, country: string, record: Numbered): ReadonlyArray<number> =>
  readings.map((read) => tagRead(read, secret, country, record))

/** Stands for every unit of a house. */
const everyUnit = "*"

interface Forms {
  readonly number: string
  readonly unit: string | undefined
  readonly street: string
  readonly city: string
  readonly postcode: string | undefined
  readonly position: Coordinates | undefined
}

const formsOf = (read: Reading, country: string, home: Described): Forms => {
  const form = (name: keyof Described & Text) => loose(read, country, name, home[name])
  return {
    number: numberOf(read, country, home),
    unit: form("unit"),
    // Where houses are numbered in blocks, the district replaces the street.
    street: form("street") ?? form("district") ?? "",
    city: form("city") ?? form("district") ?? "",
    postcode: form("postcode"),
    position: positionOf(home)
  }
}

/** What is known about a home's location. */
const knows = (hasPosition: boolean, hasPostcode: boolean): string =>
  `${hasPosition ? "position" : ""}+${hasPostcode ? "postcode" : ""}`

/** Makes tokens of a house, or of one of its units. */
const makeTokens =
  (secret: Uint8Array, country: string, number: string, unit: string) =>
  (kind: string, ...parts: ReadonlyArray<string>): string =>
    digest(secret, [kind, country, number, unit, ...parts])

const tokensRead = (
  read: Reading,
  secret: Uint8Array,
  country: string,
  home: Described,
  withUnits: boolean
): ReadonlyArray<string> => {
  const forms = formsOf(read, country, home)
  const { city, number, position, postcode, street } = forms
  const unit = withUnits ? everyUnit : (forms.unit ?? everyUnit)
  const make = makeTokens(secret, country, number, unit)
  const tokens = [make("city", knows(position !== undefined, postcode !== undefined), street, city)]
  if (postcode !== undefined) tokens.push(make("postcode", street, postcode))
  if (position === undefined) return tokens
  const near = cellsAround(position, nearCell).map((cell) => make("near", cell))
  return [...tokens, ...near, ...cellsAround(position, streetCell).map((cell) => make("street", street, cell))]
}

/** The tokens of a home to withhold: with all its units, or with the one that it names. */
export const tokensOf = (
  secret: Uint8Array,
  country: string,
  home: Described,
  withUnits: boolean
): ReadonlySet<string> => new Set(readings.flatMap((read) => tokensRead(read, secret, country, home, withUnits)))

/** Otherwise undecided, either of the two decides whether two homes are the same. */
const undecided = (record: Forms) =>
  [true, false].flatMap((hasPosition) =>
    [true, false].flatMap((hasPostcode) =>
      (hasPosition && record.position !== undefined) || (hasPostcode && record.postcode !== undefined)
        ? []
        : [knows(hasPosition, hasPostcode)]
    )
  )

const askedBy = (read: Reading, secret: Uint8Array, country: string, record: Described): ReadonlyArray<string> => {
  const forms = formsOf(read, country, record)
  const { city, number, position, postcode, street } = forms
  return (forms.unit === undefined ? [everyUnit] : [everyUnit, forms.unit]).flatMap((unit) => {
    const make = makeTokens(secret, country, number, unit)
    const tokens = undecided(forms).map((known) => make("city", known, street, city))
    if (postcode !== undefined) tokens.push(make("postcode", street, postcode))
    if (position === undefined) return tokens
    return [...tokens, make("near", ownCell(position, nearCell)), make("street", street, ownCell(position, streetCell))]
  })
}

/** The tokens that a record of a suppressed home would share with it. */
export const tokensToAsk = (secret: Uint8Array, country: string, record: Described): ReadonlySet<string> =>
  new Set(readings.flatMap((read) => askedBy(read, secret, country, record)))
