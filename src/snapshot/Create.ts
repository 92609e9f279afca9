import { Effect, FileSystem, type PlatformError, Schema, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { hash } from "node:crypto"
import { constants, zstdCompressSync } from "node:zlib"
import packageJson from "../../package.json" with { type: "json" }
import { SlowDatabase } from "../database/Database.ts"
import { unwritten } from "../database/FullDisk.ts"
import { causeMessage } from "../database/ServerSession.ts"
import { existing, partBeside, writeNew } from "../shared/NewFile.ts"
import { drawRules, firstLine, formatVersion, limits, Manifest, type PoolManifest, Seal } from "./Format.ts"
import { factsOf, holdCountry, requirePools } from "./PoolFacts.ts"
import { chunksOf, poolTables, type RowChunk } from "./PoolRows.ts"
import { publicKeyOf, signatureOf } from "./Signing.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"
import type { SnapshotKey } from "./SnapshotKey.ts"

/** What was written. */
interface SnapshotReport {
  readonly id: string
  readonly manifest: Manifest
  /** Size of the file. */
  readonly bytes: number
}

type Sql = SlowDatabase["Service"]

/** Writes packed chunks, one after the other. */
type Put = (bytes: Uint8Array) => Effect.Effect<void, PlatformError.PlatformError>

const level = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

const sha256 = (bytes: Uint8Array): string => hash("sha256", bytes, "hex")

// Members are in the order of the format, which readers require.
const manifestLine = Schema.encodeSync(Schema.fromJsonString(Manifest))
const sealLine = Schema.encodeSync(Schema.fromJsonString(Seal))

const tooLarge = new SnapshotFailed({
  reason: "Database",
  message: `A piece of the pool takes more than ${limits.chunk} bytes, which no snapshot can hold.`
})

/** Packs the rows of a pool, chunk by chunk, and returns their description. */
const writePool = Effect.fnUntraced(function* (
  sql: Sql,
  country: string,
  sealed: Array<Seal["chunks"][number]>,
  put: Put
) {
  const facts = yield* factsOf(sql, country)
  const tables: Array<PoolManifest["tables"][number]> = []
  for (const table of poolTables) {
    const chunks: Array<PoolManifest["tables"][number]["chunks"][number]> = []
    const write = Effect.fnUntraced(function* ({ rows, text }: RowChunk) {
      const bytes = Buffer.from(text)
      const packed = zstdCompressSync(bytes, level)
      if (Math.max(bytes.length, packed.length) > limits.chunk) return yield* tooLarge
      chunks.push({ rows, bytes: bytes.length, sha256: sha256(bytes) })
      sealed.push({ bytes: packed.length, sha256: sha256(packed) })
      yield* put(packed)
    })
    yield* Stream.runForEach(chunksOf(sql, country, table), write)
    tables.push({ table: table.name, columns: table.columns, chunks })
  }
  const pool: PoolManifest = { ...facts, tables }
  return pool
})

/** The pools as of one moment; publications of other rows continue meanwhile. Needs a transaction. */
const writePools = Effect.fnUntraced(function* (sql: Sql, countries: ReadonlyArray<string>, put: Put) {
  yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
  for (const country of countries) yield* holdCountry(sql, country)
  yield* sql`SET LOCAL work_mem = '128MB'`
  const sealed: Array<Seal["chunks"][number]> = []
  const pools: Array<PoolManifest> = []
  for (const country of countries) pools.push(yield* writePool(sql, country, sealed, put))
  const manifest: Manifest = { format: formatVersion, drawRules, pools }
  return { manifest, sealed }
})

const unreadable = (cause: SqlError.SqlError) =>
  new SnapshotFailed({ reason: "Database", message: `The pools cannot be read: ${causeMessage(cause)}`, cause })

const unwritable = (file: string) => (cause: PlatformError.PlatformError) =>
  new SnapshotFailed({
    reason: "File",
    message: unwritten("snapshot", file, cause),
    cause
  })

/**
 * Writes published pools into a file that anybody who has it can serve. The ID depends only on what is published.
 * Memory use is bounded whatever the size, and the file appears once it is complete.
 */
export const create = Effect.fn("Snapshot.create")(function* (
  file: string,
  countries: ReadonlyArray<string>,
  { key }: Pick<SnapshotKey, "key">
) {
  const fs = yield* FileSystem.FileSystem
  const sql = yield* SlowDatabase
  if (yield* Effect.orElseSucceed(fs.exists(file), () => false)) {
    return yield* new SnapshotFailed({ reason: "File", message: existing(file) })
  }
  const sorted = Array.from(new Set(countries)).toSorted()
  const work = Effect.gen(function* () {
    yield* requirePools(sql, sorted)
    const body = yield* partBeside(file)
    const { manifest, sealed } = yield* Effect.scoped(
      Effect.gen(function* () {
        const chunks = yield* fs.open(body, { flag: "wx", mode: 0o600 })
        return yield* sql.withTransaction(writePools(sql, sorted, (bytes) => chunks.writeAll(bytes)))
      })
    )
    const line = manifestLine(manifest)
    const id = hash("sha256", line, "hex")
    const writtenBy = `Doorstep ${packageJson.version}`
    const seal: Seal = {
      writtenBy,
      publicKey: publicKeyOf(key),
      signature: signatureOf(key, id, writtenBy),
      chunks: sealed
    }
    const bytes = yield* writeNew(file, 0o644, (out) =>
      Effect.gen(function* () {
        yield* out.writeAll(Buffer.from(`${firstLine}${line}\n${sealLine(seal)}\n`))
        yield* Stream.runForEach(fs.stream(body, { chunkSize: 1024 * 1024 }), (bytes) => out.writeAll(bytes))
        return Number((yield* out.stat).size)
      })
    )
    const report: SnapshotReport = { id, manifest, bytes }
    return report
  })
  return yield* work.pipe(
    Effect.catchTags({
      PlatformError: (cause) => Effect.fail(unwritable(file)(cause)),
      SqlError: (cause) => Effect.fail(unreadable(cause))
    }),
    Effect.scoped
  )
})
