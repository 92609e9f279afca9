import { Effect, FileSystem, Path } from "effect"
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { dataDir } from "../settings/Settings.ts"
import { writeNew } from "../shared/NewFile.ts"
import { fingerprintOf, publicKeyOf } from "./Signing.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"

/** The signing key, and what others need to check a signature. */
export interface SnapshotKey {
  readonly key: KeyObject
  /** Path of the file that only the owner may read. */
  readonly path: string
  /** SPKI, as PEM. */
  readonly publicPem: string
  readonly fingerprint: string
}

const failed = (message: string, cause?: unknown) =>
  new SnapshotFailed({ reason: "Key", message, ...(cause !== undefined && { cause }) })

const keyOf = (path: string, pem: string) =>
  Effect.try({
    try: (): SnapshotKey => {
      const key = createPrivateKey(pem)
      if (key.asymmetricKeyType !== "ed25519") throw new Error("no Ed25519 key")
      return { key, path, ...describe(publicKeyOf(key)) }
    },
    catch: (cause) =>
      failed(
        `${path} holds no private key of Ed25519. Restore it from a copy, or move it away: a new one is then made.`,
        cause
      )
  })

const spkiOfEd25519 = "302a300506032b6570032100"

const describe = (publicKey: string) => {
  const body = Buffer.from(spkiOfEd25519 + publicKey, "hex").toString("base64")
  return {
    publicPem: `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`,
    fingerprint: fingerprintOf(publicKey)
  }
}

/** The key of this DATA_DIR, created on first use. */
export const snapshotKey = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* dataDir
  const file = path.join(folder, "snapshot-key.pem")
  const work = Effect.gen(function* () {
    if (!(yield* fs.exists(file))) {
      yield* makeFolder(fs, folder)
      const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()
      // If two processes create one at once, the first stays.
      yield* writeNew(file, 0o600, (out) => out.writeAll(Buffer.from(pem))).pipe(
        Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.void)
      )
    }
    return yield* fs.readFileString(file)
  })
  const pem = yield* work.pipe(
    Effect.catchTag("PlatformError", (cause) =>
      Effect.fail(failed(`The key that signs snapshots, ${file}, cannot be read or made: ${fileFault(cause)}.`, cause))
    )
  )
  return yield* keyOf(file, pem)
})
