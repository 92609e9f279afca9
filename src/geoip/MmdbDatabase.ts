import { ByteSize, Effect, FileSystem, Option } from "effect"
import type { PlatformError } from "effect"
import { type Attribution, attributionOf } from "./Attribution.ts"
import { DatabaseUnusable } from "./GeoIpErrors.ts"
import { fromRecord, type GeoLocation } from "./GeoLocation.ts"
import type { IpAddress } from "./IpAddress.ts"
import { MalformedDatabase } from "./MmdbGuard.ts"
import * as MmdbReader from "./MmdbReader.ts"
import { sampleOf } from "./MmdbSample.ts"

/** What a file says about itself. */
export interface MmdbHeader {
  readonly metadata: MmdbReader.Metadata
  readonly attribution: Attribution | undefined
}

/** A database of either layout, in memory. */
export interface MmdbDatabase extends MmdbHeader {
  /** None if the database has no location for the address. */
  readonly find: (address: IpAddress) => Effect.Effect<Option.Option<GeoLocation>, DatabaseUnusable>
}

/** The file's name without its folder: data-health shows it to clients, who should not see this machine's folders. */
const fileName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== "") ?? path

/** It is a folder, a pipe or a device. */
export const noFile = (path: string): DatabaseUnusable =>
  new DatabaseUnusable({
    code: "GEOIP_DATABASE_UNREADABLE",
    message: `The GeoIP database ${fileName(path)} is not a file. Name a file, unpacked.`
  })

/** What a failure to read the file means for the operator. */
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

/** Turns what the reader throws about a file into an error; anything else is a defect. */
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
 * Reads only the end of a file and three places within it: enough to recognize a file that is not a database, is
 * truncated, or was partly overwritten.
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
 * Reads a database into memory and checks it: the metadata, that tree and data are where it says, and the records of a
 * sample of its networks. The result can answer look-ups. Damage elsewhere fails the look-ups that encounter it.
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
