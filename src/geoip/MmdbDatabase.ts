import { ByteSize, Effect, FileSystem, Option } from "effect"
import type { PlatformError } from "effect"
import { type Attribution, attributionOf } from "./Attribution.ts"
import { DatabaseUnusable } from "./GeoIpErrors.ts"
import { fromRecord, type GeoLocation } from "./GeoLocation.ts"
import type { IpAddress } from "./IpAddress.ts"
import { MalformedDatabase } from "./MmdbGuard.ts"
import * as MmdbReader from "./MmdbReader.ts"
import { sampleOf } from "./MmdbSample.ts"

/** What a file says of itself. */
export interface MmdbHeader {
  readonly metadata: MmdbReader.Metadata
  readonly attribution: Attribution | undefined
}

/** A database of either layout, held in memory. */
export interface MmdbDatabase extends MmdbHeader {
  /** None where the database has no place for the address. */
  readonly find: (address: IpAddress) => Effect.Effect<Option.Option<GeoLocation>, DatabaseUnusable>
}

/** A file's own name: data-health shows it to clients, whom the folders of this machine do not concern. */
const fileName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== "") ?? path

/** What a failure to read the file means for whoever set it up. */
export const unusable =
  (path: string) =>
  (error: MalformedDatabase | PlatformError.PlatformError): DatabaseUnusable => {
    const name = fileName(path)
    if (error._tag === "MalformedDatabase") {
      return new DatabaseUnusable({
        code: "GEOIP_DATABASE_CORRUPT",
        message: `The GeoIP database ${name} is damaged: ${error.message}. Download it again.`
      })
    }
    return error.reason._tag === "NotFound"
      ? new DatabaseUnusable({
          code: "GEOIP_DATABASE_MISSING",
          message: `The GeoIP database ${name} does not exist. Put it there, or name another file.`
        })
      : new DatabaseUnusable({
          code: "GEOIP_DATABASE_UNREADABLE",
          message: `The GeoIP database ${name} cannot be read (${error.reason._tag}). Name a file that this user may read.`
        })
  }

/** What is thrown of a file, as an error; anything else is a defect. */
const attempt = <A>(read: () => A): Effect.Effect<A, MalformedDatabase> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(read())
    } catch (thrown) {
      return thrown instanceof MalformedDatabase ? Effect.fail(thrown) : Effect.die(thrown)
    }
  })

const headerOf = (path: string, metadata: MmdbReader.Metadata): MmdbHeader => ({
  metadata,
  attribution: attributionOf(metadata.databaseType, fileName(path))
})

/**
 * Looks at a file's end and at three places in it, and reads no more: enough to tell that it is no database, cut off, or
 * one that was overwritten in part.
 */
export const peek = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.open(path, { flag: "r" })
    const size = ByteSize.toNumberUnsafe((yield* file.stat).size)
    const read = (start: number, length: number) =>
      file
        .readAlloc(Math.min(length, size - start), { position: BigInt(start) })
        .pipe(Effect.map((bytes) => Buffer.from(Option.getOrElse(bytes, () => new Uint8Array()))))
    const tail = yield* read(Math.max(0, size - MmdbReader.metadataReach), MmdbReader.metadataReach)
    const head = yield* read(0, 2)
    const metadata = yield* attempt(() => MmdbReader.readMetadata(tail, size, head))
    const separator = yield* read(metadata.treeSize, MmdbReader.separatorLength)
    yield* attempt(() => MmdbReader.checkSeparator(separator))
    return headerOf(path, metadata)
  },
  (effect, path) => Effect.mapError(Effect.scoped(effect), unusable(path))
)

/**
 * Reads a database into memory, and checks it: its metadata, that tree and data lie where these say, and the records of a
 * sample of its networks. What comes out answers look-ups; what is damaged elsewhere fails those that meet it.
 */
export const load = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<MmdbDatabase, DatabaseUnusable, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const asUnusable = unusable(path)
  const bytes = yield* Effect.mapError(fs.readFile(path), asUnusable)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = yield* Effect.mapError(
    attempt(() => MmdbReader.make(content)),
    asUnusable
  )
  const records = yield* Effect.mapError(
    attempt(() => sampleOf(reader)),
    asUnusable
  )
  const { metadata } = reader
  if (records.length > 0 && !records.some((record) => Option.isSome(fromRecord(record)))) {
    return yield* new DatabaseUnusable({
      code: "GEOIP_DATABASE_UNSUPPORTED",
      message: `The GeoIP database ${fileName(path)} (${metadata.databaseType}) holds no countries. Name a City or a Country database.`
    })
  }
  return {
    ...headerOf(path, metadata),
    find: (address) =>
      attempt(() => reader.look(address)).pipe(
        Effect.map(({ record }) => fromRecord(record)),
        Effect.mapError(asUnusable)
      )
  }
})
