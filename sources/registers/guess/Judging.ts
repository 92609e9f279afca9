import type { Column } from "./Coordinates.ts"
import type { Family } from "./Families.ts"
import { keySeparator } from "../Joins.ts"
import { areLinks, type Key, ownName, referencesOf } from "./Keys.ts"
import { areCodes, isIdentifying, isNamedBy, referenceByName, sure } from "./References.ts"
import type { Hits } from "./Search.ts"

/** A reference that was found. */
export interface Reference {
  readonly key: Key
  readonly from: ReadonlyArray<Column>
  readonly hits: Hits
  /** The share of rows with a reference that have a match. */
  readonly share: number
  readonly matched: number
  readonly rank: number
  /** Whether no two rows refer to the same. */
  readonly isOwn: boolean
}

/** The least number of different values that cannot be among a table's keys by chance. */
const fewest = 5

/** Columns that may refer to a key, with what was found of it. */
interface Case {
  readonly family: Family
  readonly key: Key
  readonly from: ReadonlyArray<Column>
  readonly hits: Hits
  readonly isWhole: boolean
  /** How other tables are referred to. */
  readonly ways: ReadonlySet<string>
}

/** By which column which key is referred to. Some publishers refer to tables of several kinds in the same way. */
export const wayOf = (from: ReadonlyArray<Column>, { columns }: Key): string =>
  JSON.stringify([from.map(ownName), columns])

/** From how many characters on a value that is found is no chance, where such values refer to keys like this. */
const longEnough = 5

/** Whether a column refers to a key: by its name, or because its values could not be there otherwise. */
export const judge = ({ family, from, hits, isWhole, key, ways }: Case): Reference | undefined => {
  const filled = referencesOf(from, key)
    .filter((value) => value !== "")
    .map((value) => value.split(keySeparator).find((one) => hits.rows.has(one)) ?? value)
  const found = filled.filter((value) => hits.rows.has(value))
  const distinct = new Set(filled).size
  const matched = new Set(found).size
  if (matched === 0) return undefined
  const contradictory = Array.from(new Set(found)).filter((value) => hits.contradictory.has(value)).length
  if (contradictory > matched * 0.02) return undefined
  const share = found.length / filled.length
  const isLinked = from.every(areLinks)
  const byName = from.length > 1 || isLinked ? 1 : referenceByName(ownName(from[0]!), family, key.columns[0]!)
  // Words are no references unless both columns are called the same: a kind of street is not its street.
  if (byName < 1 && !areCodes(from[0]!)) return undefined
  // Of a single value, only a column that identifies something is no chance, or one with long codes that is called as
  // the key is: registers begin with many rows of one town.
  const isCalledAlike = byName === 1 && filled.every((value) => value.length >= longEnough)
  if (distinct < 2 && !isLinked && !isCalledAlike && !from.every((column) => isIdentifying(ownName(column)))) {
    return undefined
  }
  const chance = hits.density.chance
  const isTelling = matched >= fewest && chance < 0.2 && matched >= 20 * distinct * chance
  const isNamed = byName >= sure || (byName > 0 && chance < 0.01)
  const isUsual = ways.has(wayOf(from, key)) && found.every((value) => value.length >= longEnough)
  const isEnough = isNamed ? share >= 0.5 || !isWhole : isUsual || (isTelling && (share >= 0.1 || !isWhole))
  if (!isEnough) return undefined
  return {
    key,
    from,
    hits,
    share,
    matched: found.length,
    rank: (isWhole ? share : 1) * Math.max(byName, isTelling || isUsual ? 0.8 : 0),
    isOwn: hits.repeated.size === 0 && distinct >= filled.length * 0.97
  }
}

/**
 * The best of the references that were found. Several columns that the tables have in common are a key rather than one
 * of them, unless that one is shown to be unique where the others vary.
 */
export const bestOf = (
  family: Family,
  found: ReadonlyArray<Reference>,
  varying: ReadonlySet<string>
): Reference | undefined => {
  const single = found.filter(({ from }) => from.length === 1).toSorted((one, other) => other.rank - one.rank)[0]
  const several = found.filter(({ from }) => from.length > 1)
  const [least] = several
  if (least === undefined) return single
  const whole = several.findLast(({ share }) => share >= least.share - 0.01) ?? least
  if (single === undefined || whole.rank > single.rank + 0.05) return whole
  const column = single.key.columns[0]!
  const isPart = whole.key.columns.includes(column)
  const isProven =
    single.hits.isUnique &&
    (isNamedBy(column, family) || whole.key.columns.some((name) => name !== column && varying.has(name)))
  return isPart && !isProven && whole.share >= single.share - 0.01 ? whole : single
}
