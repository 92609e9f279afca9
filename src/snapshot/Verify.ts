import { Effect, Schema } from "effect"
import { createPublicKey } from "node:crypto"
import { readFileSync } from "node:fs"
import { poolTables } from "./PoolRows.ts"
import { fingerprintOf, publicKeyOf } from "./Signing.ts"
import { SnapshotFile } from "./SnapshotFile.ts"
import { SnapshotRefused } from "./SnapshotErrors.ts"

const isRefused = Schema.is(SnapshotRefused)

/** Runs synchronous work on a snapshot that throws only `SnapshotRefused`. */
export const attempt = <A>(use: () => A): Effect.Effect<A, SnapshotRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(use())
    } catch (cause) {
      return isRefused(cause) ? Effect.fail(cause) : Effect.die(cause)
    }
  })

/** An effect that reads a snapshot, and throws if that is damaged; here it fails instead. */
export const refusing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SnapshotRefused, R> =>
  Effect.catchDefect(effect, (defect) => (isRefused(defect) ? Effect.fail(defect) : Effect.die(defect)))

/** A snapshot that is open until the scope closes. */
export const openScoped = (path: string) =>
  Effect.acquireRelease(
    attempt(() => SnapshotFile.open(path)),
    (file) => Effect.sync(() => file.close())
  )

/** The fingerprint of the required signer, given directly or as a file with a public key in PEM. */
export const expectedKey = (given: string): Effect.Effect<string, SnapshotRefused> =>
  attempt(() => {
    if (/^sha256:[0-9a-f]{64}$/.test(given)) return given
    try {
      const key = createPublicKey(readFileSync(given))
      if (key.asymmetricKeyType !== "ed25519") throw new Error("no Ed25519 key")
      return fingerprintOf(publicKeyOf(key))
    } catch (cause) {
      throw new SnapshotRefused({
        reason: "Signature",
        message: `--key ${given} is neither a fingerprint (sha256:…) nor a file with a public key of Ed25519.`,
        cause
      })
    }
  })

/** Fails if somebody else has signed the snapshot. */
export const requireKey = (file: SnapshotFile, fingerprint: string): Effect.Effect<void, SnapshotRefused> =>
  file.fingerprint === fingerprint
    ? Effect.void
    : Effect.fail(
        new SnapshotRefused({
          reason: "Signature",
          message: `${file.path} is signed by ${file.fingerprint}, not by ${fingerprint}. Do not use it unless you know that key.`
        })
      )

/** Fails if a pool has other tables than responses are made of. */
export const requireTables = (file: SnapshotFile): Effect.Effect<void, SnapshotRefused> =>
  attempt(() => {
    const wanted = poolTables.map(({ columns, name }) => `${name} ${columns.join()}`).join("\n")
    for (const { country, tables } of file.manifest.pools) {
      if (tables.map(({ columns, table }) => `${table} ${columns.join()}`).join("\n") !== wanted) {
        throw file.damaged(`${country} has other tables than a snapshot has`)
      }
    }
  })

/** Reads all chunks, and fails at the first that does not match the ID. Other work can run between two chunks. */
export const verifyChunks = Effect.fn("Snapshot.verify")(function* (file: SnapshotFile) {
  yield* requireTables(file)
  for (const pool of file.manifest.pools) {
    const { country, residential, tables, total } = pool
    for (const { table } of tables) {
      let rows = 0
      let homes = 0
      const isHome = file.columns(country, table).indexOf("is_residential")
      for (let nth = 0; nth < file.chunkCount(country, table); nth++) {
        const columns = yield* attempt(() => file.chunk(country, table, nth))
        rows += columns[0]!.length
        if (table === "address") homes += columns[isHome]!.filter((value) => value === "true").length
        yield* Effect.yieldNow
      }
      if (table === "address" && (rows !== total || homes !== residential)) {
        return yield* file.damaged(`${country} has other addresses than its manifest says`)
      }
    }
  }
})
