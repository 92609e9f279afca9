import { Context, Effect, FileSystem, Layer, Schema } from "effect"
import { brotliDecompressSync } from "node:zlib"

/** Data included with Doorstep cannot be read: the installation is incomplete. */
export class GazetteerUnavailable extends Schema.TaggedError<GazetteerUnavailable>()("GazetteerUnavailable", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Position and length of a country's text in an archive, after the index. */
const Index = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.String,
    countries: Schema.Record(Schema.String, Schema.Tuple([Schema.Int, Schema.Int]))
  })
)

/** Bytes with the length of the index, at the start of the file. */
const lengthBytes = 4

/** One text per country, compressed with Brotli: a synchronization reads only its country. */
export interface Archive {
  /** Changes with the data. */
  readonly version: string
  /** The country's text; undefined if the archive has none. */
  readonly read: (country: string) => Effect.Effect<string | undefined, GazetteerUnavailable>
}

/** Opens one of the files of `src/gazetteer/data`, which `test/gazetteer/fixtures/GenerateData.ts` writes. */
const open = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, file: string) {
  const bytes = yield* fs.readFile(file)
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const text = new TextDecoder().decode(bytes.subarray(lengthBytes, lengthBytes + length))
  const { countries, version } = yield* Schema.decodeEffect(Index)(text)
  return { bytes, start: lengthBytes + length, countries, version }
})

/** The files of `data`, without extension. */
export const archiveNames = ["regions", "region-places", "postcodes", "settlements"] as const
type ArchiveName = (typeof archiveNames)[number]

/** The included archives. */
export class Archives extends Context.Service<
  Archives,
  { readonly open: (name: ArchiveName) => Effect.Effect<Archive, GazetteerUnavailable> }
>()("doorstep/gazetteer/Archives") {
  static readonly layer = Layer.effect(
    Archives,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      return Archives.of({
        open: Effect.fnUntraced(function* (name) {
          const file = `${import.meta.dirname}/data/${name}.bin`
          const failed = Effect.mapError(
            (cause: unknown) =>
              new GazetteerUnavailable({
                message: `${file} cannot be read. It comes with Doorstep: install it again.`,
                cause
              })
          )
          const { version } = yield* failed(open(fs, file))
          return {
            version,
            // The file is small compared with what is made of it, and read once per country.
            read: (country) =>
              failed(
                Effect.map(open(fs, file), ({ bytes, countries, start }) => {
                  const place = countries[country]
                  if (place === undefined) return undefined
                  const [offset, size] = place
                  return brotliDecompressSync(bytes.subarray(start + offset, start + offset + size)).toString("utf8")
                })
              )
          }
        })
      })
    })
  )
}
