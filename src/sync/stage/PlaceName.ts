import type { SqlClient, Statement } from "effect/sql"
import { fold } from "../../../schemas/Fold.ts"
import { placeForm } from "../../address/identity/PlaceForm.ts"

/** Registers often use capitals only; mixed case says more. */
const shouts = (name: string): boolean => name === name.toUpperCase()

/** How many accents and other separable marks a name has. */
const marks = (name: string): number => name.normalize("NFD").length - name.length

/**
 * Which spelling of a place's name the catalog shows: mixed case before capitals, then the one with more accents, then
 * the longer one, because it abbreviates less, and then the first by code unit. The result does not depend on the order
 * of spellings.
 */
const betterName = (a: string, b: string): string => {
  if (shouts(a) !== shouts(b)) return shouts(a) ? b : a
  if (marks(a) !== marks(b)) return marks(a) > marks(b) ? a : b
  if (a.length !== b.length) return a.length > b.length ? a : b
  return a <= b ? a : b
}

/** A name of a place, and how many addresses state it. */
export interface StatedName {
  readonly name: string
  readonly addresses: number
}

/**
 * Which name of a city or district the catalog shows: of its names in several languages, the one that most addresses
 * state, in its best spelling.
 */
export const shownName = (country: string, stated: ReadonlyArray<StatedName>): string => {
  const [first, ...others] = Map.groupBy(stated, ({ name }) => placeForm(country, fold(name)))
    .values()
    .map((spellings) => ({
      name: spellings.map(({ name }) => name).reduce(betterName),
      addresses: spellings.reduce((sum, { addresses }) => sum + addresses, 0)
    }))
    .toArray()
  return others.reduce((best, other) => {
    if (best.addresses !== other.addresses) return best.addresses > other.addresses ? best : other
    return betterName(best.name, other.name) === best.name ? best : other
  }, first!).name
}

/** What `betterName` compares, of a row with a `name`: the better one has the lesser. */
const rank = (row: string): string =>
  `${row}.name = upper(${row}.name), length(${row}.name) - length(normalize(${row}.name, NFD)), -length(${row}.name),
    ${row}.name COLLATE "C"`

/** Whether the name of the row `excluded` is better than that of the row `known`, as `betterName` would have it. */
export const isBetterName = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`((${rank("excluded")}) < (${rank("known")}))`)

interface Named {
  readonly name: string
  /** Folded names by which filters find the place, those of its own name first. */
  readonly names: ReadonlyArray<string>
}

/** One place of two spellings of it: with the better name, and all names of both. The same as `known` if that has them. */
export const joined = <Place extends Named>(known: Place, other: Named): Place => {
  const isBetter = betterName(known.name, other.name) !== known.name
  if (!isBetter && other.names.every((name) => known.names.includes(name))) return known
  const [better, worse] = isBetter ? [other, known] : [known, other]
  return { ...known, name: better.name, names: Array.from(new Set([...better.names, ...worse.names])) }
}
