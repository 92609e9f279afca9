import { Context, Effect, FileSystem, Layer } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { type Archive, archiveNames, Archives, GazetteerUnavailable } from "./Archive.ts"
import { Postcodes } from "./Postcodes.ts"
import { RegionPlaces } from "./RegionPlaces.ts"
import { RegionShapes } from "./RegionShapes.ts"
import { Settlements } from "./Settlements.ts"

/** What is known about a country's places. */
export interface CountryGazetteer {
  readonly country: string
  readonly regions: RegionShapes | undefined
  /** Used if borders are not known. */
  readonly regionPlaces: RegionPlaces | undefined
  readonly postcodes: Postcodes | undefined
  readonly settlements: Settlements | undefined
}

/** A country about which nothing is known. */
export const nothingKnown = (country: string): CountryGazetteer => ({
  country,
  regions: undefined,
  regionPlaces: undefined,
  postcodes: undefined,
  settlements: undefined
})

/** Part of a run's fingerprint: increase it when the same data and tables would complete an address differently. */
const rules = "8"

/** A table of GeoNames' postal codes in its published form: twelve columns, the country first. */
const fromGeoNames = (text: string, regionOf: (name: string, lon: number, lat: number) => string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => {
      const [, postcode, place, region = "", , , , municipality, , lat = "", lon = ""] = line.split("\t")
      return [postcode, place?.trim(), regionOf(region, Number(lon), Number(lat)), lat, lon, municipality].join("\t")
    })
    .join("\n")

/**
 * Regions, postcodes and settlements of the world, from the included data; see `data/README.md`. A table of GeoNames'
 * postal codes at `DATA_DIR/postcodes/XX.txt` replaces the country's own.
 */
export class Gazetteer extends Context.Service<
  Gazetteer,
  {
    readonly open: (country: string) => Effect.Effect<CountryGazetteer, GazetteerUnavailable>
    /** Changes when what is known about the country changes. */
    readonly version: (country: string) => Effect.Effect<string, GazetteerUnavailable>
  }
>()("doorstep/Gazetteer") {
  /** `findRegion` gives the ISO 3166-2 code of a region that a table names. */
  static readonly layerNoDeps = (findRegion: (country: string, name: string) => string | undefined) =>
    Layer.effect(
      Gazetteer,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const archives = yield* Archives
        const folder = yield* dataDir
        const fileOf = (country: string) => `${folder}/postcodes/${country}.txt`
        const failed = (file: string) =>
          Effect.mapError(
            (cause: unknown) =>
              new GazetteerUnavailable({ message: `${file} cannot be read. Make it readable or remove it.`, cause })
          )

        const textOf = (archive: Archive, country: string) => archive.read(country)

        const tableOf = Effect.fnUntraced(function* (country: string, shapes: RegionShapes | undefined) {
          const file = fileOf(country)
          if (!(yield* failed(file)(fs.exists(file)))) return yield* textOf(yield* archives.open("postcodes"), country)
          const text = yield* failed(file)(fs.readFileString(file))
          return fromGeoNames(text, (name, lon, lat) => findRegion(country, name) ?? shapes?.at(lon, lat) ?? "")
        })

        return Gazetteer.of({
          open: Effect.fn("Gazetteer.open")(function* (country) {
            const borders = yield* textOf(yield* archives.open("regions"), country)
            const places = yield* textOf(yield* archives.open("settlements"), country)
            const around = yield* textOf(yield* archives.open("region-places"), country)
            const regions = borders === undefined ? undefined : new RegionShapes(borders)
            const regionPlaces = around === undefined ? undefined : new RegionPlaces(around)
            const settlements = places === undefined ? undefined : new Settlements(places)
            const table = yield* tableOf(country, regions)
            const postcodes =
              table === undefined ? undefined : new Postcodes(country, table, (name) => settlements?.has(name) === true)
            return { country, regions, regionPlaces, postcodes, settlements }
          }),
          version: Effect.fnUntraced(function* (country) {
            const versions = yield* Effect.forEach(archiveNames, (name) =>
              Effect.map(archives.open(name), (a) => a.version)
            )
            const file = fileOf(country)
            const own = (yield* failed(file)(fs.exists(file))) ? yield* failed(file)(fs.stat(file)) : undefined
            const table = own === undefined ? "" : `${own.size} ${JSON.stringify(own.mtime)}`
            return [rules, ...versions, table].join(" ")
          })
        })
      })
    )

  /** Knows nothing: only what a source's own records agree on is derived. */
  static readonly layerEmpty = Layer.succeed(
    Gazetteer,
    Gazetteer.of({ open: (country) => Effect.succeed(nothingKnown(country)), version: () => Effect.succeed(rules) })
  )
}
