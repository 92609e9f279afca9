import { Context, Effect } from "effect"
import { metresPerDegree, type Position, radians } from "../../../schemas/Earth.ts"
import type { Column } from "./Fields.ts"

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

const distance = ([x, y]: Position, [longitude, latitude]: Position): number =>
  Math.hypot((x - longitude) * Math.cos(radians(latitude)), y - latitude) * metresPerDegree

/** Meters from the nearest town within which half of the places are; infinite without places or towns. */
export const distanceTo = (towns: ReadonlyArray<Position>, places: ReadonlyArray<Position>): number => {
  const distances = places
    .map((place) => towns.reduce((least, town) => Math.min(least, distance(place, town)), Infinity))
    .sort((one, other) => one - other)
  return distances[Math.floor(distances.length / 2)] ?? Infinity
}
