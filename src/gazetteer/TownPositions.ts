import { Effect } from "effect"
import type { Position } from "../../schemas/Earth.ts"
import { fold } from "../../schemas/Fold.ts"
import { Archives } from "./Archive.ts"

/** Where the towns of a name are, in whichever spelling, or those of a postcode. */
type Towns = (text: string) => ReadonlyArray<Position>

type Named = readonly [name: string, latitude: string, longitude: string]

const columnsOf = (text: string | undefined): ReadonlyArray<ReadonlyArray<string>> =>
  (text ?? "").split("\n").map((line) => line.split("\t"))

/** Settlements by name; see `Settlements.ts`. */
const bySettlements = (text: string | undefined): ReadonlyArray<Named> =>
  columnsOf(text).map(([name = "", , latitude = "", longitude = ""]) => [name, latitude, longitude])

/** Postcodes, and the places and municipalities that have them; see `Postcodes.ts`. */
const byPostcodes = (text: string | undefined): ReadonlyArray<Named> =>
  columnsOf(text).flatMap(([postcode = "", place = "", , latitude = "", longitude = "", municipality = ""]) =>
    [postcode, place, municipality].map((name): Named => [name, latitude, longitude])
  )

/** Tables write postcodes with or without their space, and names with spaces or hyphens. */
const keyOf = (text: string): string => fold(text).replaceAll(/[ -]/g, "")

const townsIn = (named: ReadonlyArray<Named>): Towns => {
  const byName = new Map<string, Array<Position>>()
  for (const [name, latitude, longitude] of named) {
    if (name === "" || latitude === "") continue
    const key = keyOf(name)
    const position: Position = [Number(longitude), Number(latitude)]
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [position])
    else known.push(position)
  }
  return (text) => byName.get(keyOf(text)) ?? []
}

/** A country's towns, by the included settlements and postcodes. Where these cannot be read, none is known. */
export const townPositions = Effect.map(Archives, (archives) => {
  const textOf = (name: "settlements" | "postcodes", country: string) =>
    Effect.flatMap(archives.open(name), ({ read }) => read(country))
  return (country: string): Effect.Effect<Towns> =>
    Effect.all([textOf("settlements", country), textOf("postcodes", country)]).pipe(
      Effect.map(([settlements, postcodes]) => townsIn([...bySettlements(settlements), ...byPostcodes(postcodes)])),
      Effect.catch(({ message }) => Effect.as(Effect.logWarning(message), townsIn([])))
    )
})
