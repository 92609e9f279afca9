import { Effect, Layer } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { KnownTowns, type Position, type Towns } from "../../sources/registers/guess/Towns.ts"
import { Archives } from "./Archive.ts"

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

const townsIn = (named: ReadonlyArray<Named>): Towns => {
  const byName = new Map<string, Array<Position>>()
  for (const [name, latitude, longitude] of named) {
    if (name === "" || latitude === "") continue
    const key = fold(name)
    const position: Position = [Number(longitude), Number(latitude)]
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [position])
    else known.push(position)
  }
  return (text) => byName.get(fold(text)) ?? []
}

/** The included settlements and postcodes. Without them, a guess goes on with what else it knows. */
export const layerNoDeps = Layer.effect(
  KnownTowns,
  Effect.map(Archives, (archives) => {
    const textOf = (name: "settlements" | "postcodes", country: string) =>
      Effect.flatMap(archives.open(name), ({ read }) => read(country))
    return (country: string) =>
      Effect.all([textOf("settlements", country), textOf("postcodes", country)]).pipe(
        Effect.map(([settlements, postcodes]) => townsIn([...bySettlements(settlements), ...byPostcodes(postcodes)])),
        Effect.catch(({ message }) => Effect.as(Effect.logWarning(message), townsIn([])))
      )
  })
)
