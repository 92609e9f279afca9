import { createHash } from "node:crypto"
import { Effect, type FileSystem, Stream } from "effect"
import type { Digest, DownloadRequest } from "../../../sources/reading/Downloads.ts"

/** A checksum file has one line: 32 digits, and perhaps a name. */
const longestChecksum = 4096

/**
 * The checksum that a publisher puts beside a file. Publishers of OpenStreetMap extracts (Geofabrik, the planet's
 * mirrors) append `.md5` to its name.
 */
const besideFile = Effect.fnUntraced(function* ({ http, origin, url }: DownloadRequest) {
  const address = new URL(url)
  if (!address.pathname.endsWith(".osm.pbf")) return undefined
  address.pathname += ".md5"
  const bytes = yield* http.beside(origin, address.href, longestChecksum)
  const value = /^([0-9a-f]{32})(?:\s|$)/i.exec(Buffer.from(bytes ?? []).toString("latin1"))?.[1]
  return value === undefined ? undefined : ({ algorithm: "md5", value: value.toLowerCase() } as const)
})

const hashOf = (fs: FileSystem.FileSystem, path: string, algorithm: Digest["algorithm"]) =>
  Stream.runFold(
    fs.stream(path, { chunkSize: 1024 ** 2 }),
    () => createHash(algorithm),
    (hash, chunk) => hash.update(chunk)
  ).pipe(Effect.map((hash) => hash.digest("hex")))

/** The algorithm by which a downloaded file has a wrong checksum; undefined if none says so. */
export const mismatch = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: string,
  request: DownloadRequest,
  stated: Digest | undefined,
  version: string | undefined
) {
  const { md5, sha256 } = request.expectation ?? {}
  const certain: ReadonlyArray<Digest> = [
    ...(sha256 === undefined ? [] : [{ algorithm: "sha256", value: sha256 } as const]),
    ...(md5 === undefined ? [] : [{ algorithm: "md5", value: md5 } as const]),
    ...(stated === undefined ? [] : [stated])
  ]
  for (const { algorithm, value } of certain) {
    if ((yield* hashOf(fs, path, algorithm)) !== value.toLowerCase()) return algorithm
  }
  if (certain.length > 0) return undefined
  const beside = yield* besideFile(request)
  if (beside === undefined || (yield* hashOf(fs, path, beside.algorithm)) === beside.value) return undefined
  // The publisher may have put up a newer file with its checksum meanwhile.
  const now = yield* Effect.orElseSucceed(request.http.version(request.origin, request.url), () => version)
  return now === version ? beside.algorithm : undefined
})
