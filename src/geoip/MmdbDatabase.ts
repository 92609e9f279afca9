import { Effect, Option, Path } from "effect"
import type { FileSystem, PlatformError, Scope } from "effect"
import { type Attribution, attributionOf } from "./Attribution.ts"
import { DatabaseUnusable } from "./GeoIpErrors.ts"
import { fromRecord, type GeoLocation } from "./GeoLocation.ts"
import { type IpAddress, octetsOf } from "./IpAddress.ts"
import { lookUp, type MalformedDatabase, type Metadata, readMetadata, recordsOf } from "./MmdbFormat.ts"
import * as PagedFile from "./PagedFile.ts"

/** An open database of either layout. */
export interface MmdbDatabase {
  readonly metadata: Metadata
  readonly attribution: Attribution | undefined
  /** None where the database has no place for the address. */
  readonly find: (address: IpAddress) => Effect.Effect<Option.Option<GeoLocation>, DatabaseUnusable>
}

/** A database of up to so many nodes is looked at whole before it is used; of a larger one, a sample is. */
const smallNodeCount = 4096
const sampledNodes = 512

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

const sample = Effect.fnUntraced(function* (file: PagedFile.PagedFile, metadata: Metadata) {
  const { nodeCount } = metadata
  const count = nodeCount <= smallNodeCount ? nodeCount : sampledNodes
  let records = 0
  let locations = 0
  for (let i = 0; i < count; i++) {
    const node = Math.floor((i * nodeCount) / count)
    const found = yield* file.read((bytes) => recordsOf(bytes, metadata, node))
    records += found.length
    locations += found.filter((record) => Option.isSome(fromRecord(record))).length
  }
  return { records, locations }
})

/**
 * Opens a database for as long as the scope is, and checks it: its metadata, that tree and data lie where these say, and
 * the records of a sample of its nodes. What comes out answers look-ups; what is damaged elsewhere fails those that meet it.
 *
 * @param open what is opened, where that is not the file itself but a copy of it
 */
export const open = Effect.fnUntraced(function* (
  path: string,
  openFile: Effect.Effect<
    PagedFile.PagedFile,
    PlatformError.PlatformError,
    FileSystem.FileSystem | Path.Path | Scope.Scope
  > = PagedFile.open(path)
): Effect.fn.Return<MmdbDatabase, DatabaseUnusable, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const asUnusable = unusable(path)
  const { basename } = yield* Path.Path
  const file = yield* Effect.mapError(openFile, asUnusable)
  const metadata = yield* Effect.mapError(file.read(readMetadata), asUnusable)
  const { locations, records } = yield* Effect.mapError(sample(file, metadata), asUnusable)
  if (records > 0 && locations === 0) {
    return yield* new DatabaseUnusable({
      code: "GEOIP_DATABASE_UNSUPPORTED",
      message: `The GeoIP database ${fileName(path)} (${metadata.databaseType}) holds no countries. Name a City or a Country database.`
    })
  }
  return {
    metadata,
    attribution: attributionOf(metadata.databaseType, basename(path)),
    find: (address) =>
      file
        .read((bytes) => lookUp(bytes, metadata, octetsOf(address)))
        .pipe(Effect.map(fromRecord), Effect.mapError(asUnusable))
  }
})
