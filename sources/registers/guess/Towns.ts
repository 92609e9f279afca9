import { Context, Effect } from "effect"
import { metresPerDegree, type Position, radians } from "../../../schemas/Earth.ts"
import { type Column, filledOf, isCalled } from "./Fields.ts"

/** The positions of a country's towns by their name in whichever spelling, or by a postcode; empty if none is known. */
export type Towns = (text: string) => ReadonlyArray<Position>

/**
 * Where the towns of a country are. By them, a guess recognizes the grid of a table that does not name it. By default,
 * none is known.
 */
export const KnownTowns = Context.Reference<(country: string) => Effect.Effect<Towns>>("doorstep/KnownTowns", {
  defaultValue: () => () => Effect.succeed(() => [])
})

/** How many different texts of a column are looked up. */
const mostTexts = 50

const telling: ReadonlySet<string> = new Set(["city", "district", "postcode"])

/** Where most of the texts in a column are; undefined if it has other texts. */
const townsIn = ({ contents }: Column, towns: Towns): ReadonlyArray<Position> | undefined => {
  const texts = Array.from(new Set(contents.values.filter((value) => value !== ""))).slice(0, mostTexts)
  const known = texts.map(towns).filter((positions) => positions.length > 0)
  return known.length > texts.length / 2 ? known.flat() : undefined
}

const isTelling = ({ named }: Column): boolean => named.some(({ part, score }) => telling.has(part) && score >= 0.5)

/** Words in a column whose name says nothing, as in tables without names of columns. */
const mayTell = ({ contents, named }: Column): boolean => named.length === 0 && contents.numeric < 0.5

/** The columns that may name towns: those of cities and postcodes, then those without a telling name. */
export const columnsOfTowns = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> => [
  ...columns.filter(isTelling),
  ...columns.filter(mayTell)
]

/** Where the towns are that the first of these columns names of which most texts are known. */
export const townsOf = (columns: ReadonlyArray<Column>, towns: Towns): ReadonlyArray<Position> => {
  for (const column of columns) {
    const found = townsIn(column, towns)
    if (found !== undefined) return found
  }
  return []
}

/** In how many countries, and with how much that speaks for each, the cities of a table are looked up. */
const mostCountries = 6
const leastHint = 0.2

/** The one country, of those that something speaks for, that has most of the cities that a table names. */
export const countryOfTowns = Effect.fnUntraced(function* (
  columns: ReadonlyArray<Column>,
  hints: ReadonlyMap<string, number>
) {
  const column = columns.find((one) => isCalled(one, "city", 0.6) && one.contents.letters >= 0.9)
  const texts = Array.from(new Set(column === undefined ? [] : filledOf(column))).slice(0, mostTexts)
  const candidates = Array.from(hints)
    .filter(([, weight]) => weight >= leastHint)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostCountries)
  if (texts.length === 0) return undefined
  const known = yield* KnownTowns
  const found = yield* Effect.forEach(candidates, ([country]) =>
    known(country).pipe(
      Effect.map((towns) => ({ country, count: texts.filter((text) => towns(text).length > 0).length }))
    )
  )
  const [first, second] = found.toSorted((one, other) => other.count - one.count)
  // Neighbours have a few towns of the same name.
  return first !== undefined && first.count >= texts.length * 0.6 && (second?.count ?? 0) * 2 <= first.count
    ? first.country
    : undefined
})

const distance = ([x, y]: Position, [longitude, latitude]: Position): number =>
  Math.hypot((x - longitude) * Math.cos(radians(latitude)), y - latitude) * metresPerDegree

/** Meters from the nearest town within which half of the places are; infinite without places or towns. */
export const distanceTo = (towns: ReadonlyArray<Position>, places: ReadonlyArray<Position>): number => {
  const distances = places
    .map((place) => towns.reduce((least, town) => Math.min(least, distance(place, town)), Infinity))
    .sort((one, other) => one - other)
  return distances[Math.floor(distances.length / 2)] ?? Infinity
}
