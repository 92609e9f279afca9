import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, FileSystem, Layer, Stream } from "effect"
import { decodeText, Reader } from "../../sources/SourceFiles.ts"
import { Archives } from "../gazetteer/Archive.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { layerReader } from "../shared/ConfiguredReader.ts"
import { dataDir } from "../settings/Settings.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"

/** The result of updating a country's table. */
export type TableUpdate =
  | {
      readonly country: string
      readonly outcome: "taken"
      readonly file: string
      readonly lines: number
    }
  /** The previous table, if any, stays. */
  | { readonly country: string; readonly outcome: "failed"; readonly message: string }

/** A line of GeoNames: country, postcode, place, seven names and codes, latitude, longitude, perhaps accuracy. */
const isLine = (country: string) => (line: string) => {
  const columns = line.split("\t")
  return columns.length >= 11 && columns[0] === country && columns[1] !== "" && columns[2] !== ""
}

/**
 * GeoNames' postal codes, one country at a time, which the gazetteer uses if Doorstep includes no table for the
 * country. https://download.geonames.org/export/zip/ (CC BY 4.0)
 */
export class PostcodeTables extends Context.Service<
  PostcodeTables,
  {
    /** Downloads a country's table into `DATA_DIR/postcodes`, where the gazetteer looks for it. */
    readonly take: (country: string) => Effect.Effect<TableUpdate>
    /** Whether there is a table for the country, included in Doorstep or in `DATA_DIR`. */
    readonly has: (country: string) => Effect.Effect<boolean>
  }
>()("doorstep/PostcodeTables") {
  static readonly layerNoDeps = Layer.effect(
    PostcodeTables,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const reader = yield* Reader
      const archives = yield* Archives
      const folder = `${yield* dataDir}/postcodes`
      const fileOf = (country: string) => `${folder}/${country}.txt`

      /** The text of `XX.txt` in `XX.zip`, which also contains a readme. */
      const fetched = Effect.fnUntraced(function* (country: string) {
        const url = `${reader.upstreams.geoNames}/export/zip/${country}.zip`
        const location = yield* reader.at("postcodes", url)
        const [text] = yield* location.entries({ select: (path) => path === `${country}.txt` }).pipe(
          Stream.mapEffect((entry) => Stream.mkString(decodeText(entry.origin)(entry.bytes))),
          Stream.runCollect
        )
        return { url, text }
      })

      const written = Effect.fnUntraced(function* (country: string, text: string) {
        const aside = `${fileOf(country)}.new`
        yield* makeFolder(fs, folder)
        yield* fs.writeFileString(aside, text)
        yield* fs.rename(aside, fileOf(country))
      })

      return PostcodeTables.of({
        take: Effect.fn("PostcodeTables.take")(
          function* (country: string) {
            const { text = "", url } = yield* fetched(country)
            const lines = text.split(/\r?\n/).filter((line) => line !== "")
            const strange = lines.findIndex((line) => !isLine(country)(line))
            if (lines.length === 0 || strange >= 0) {
              const what =
                lines.length === 0
                  ? `it holds no ${country}.txt`
                  : `line ${strange + 1} does not belong to a table of postcodes`
              return { country, outcome: "failed" as const, message: `${url}: ${what}.` }
            }
            yield* written(country, text)
            return { country, outcome: "taken" as const, file: fileOf(country), lines: lines.length }
          },
          (taken, country) =>
            Effect.catch(taken, (error) =>
              Effect.succeed({
                country,
                outcome: "failed" as const,
                message:
                  error._tag === "SourceError"
                    ? error.message
                    : `${fileOf(country)} cannot be written: ${fileFault(error)}.`
              })
            )
        ),
        has: (country) =>
          archives.open("postcodes").pipe(
            Effect.flatMap((archive) => archive.read(country)),
            Effect.flatMap((text) => (text === undefined ? fs.exists(fileOf(country)) : Effect.succeed(true))),
            Effect.orElseSucceed(() => false)
          )
      })
    })
  )

  static readonly layer = PostcodeTables.layerNoDeps.pipe(
    Layer.provide([layerReader, Archives.layer]),
    Layer.provide(NodeServices.layer)
  )
}
