import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { bytesText } from "../../shared/Amounts.ts"
import { expectedKey, openScoped, requireKey, verifyChunks } from "../../snapshot/Verify.ts"
import { snapshotKey } from "../../snapshot/SnapshotKey.ts"
import { reportFailure } from "../Failure.ts"
import { sayManifest } from "./Say.ts"
import { invocation } from "../../shared/Invocation.ts"
import { optionalText } from "../Flags.ts"

export const files = Argument.Path("file").pipe(
  Argument.withDescription(`File written by ${invocation("snapshot create")}`),
  Argument.variadic({ min: 1 })
)

export const trusted = optionalText(
  "key",
  "Whose signature to require: a fingerprint (sha256:…), or a file with a public key"
)

/** `doorstep snapshot verify`: whether files are intact, and who signed them. */
export const verify = Command.make(
  "verify",
  { files, key: trusted },
  Effect.fn(function* ({ files, key }) {
    const wanted = Option.isSome(key) ? yield* expectedKey(key.value) : undefined
    for (const path of files) {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const file = yield* openScoped(path)
          if (wanted !== undefined) yield* requireKey(file, wanted)
          yield* verifyChunks(file)
          yield* sayManifest(file.manifest)
          yield* Console.log(`\n${path}: intact, ${bytesText(file.bytes)}, written by ${file.writtenBy}`)
          yield* Console.log(`  ID           ${file.id}`)
          yield* Console.log(`  signed by    ${file.fingerprint}`)
          if (wanted === undefined) {
            yield* Console.log("  Anybody can sign a file with a key of their own: use --key to require a certain one.")
          }
        })
      )
    }
  }, reportFailure)
).pipe(
  Command.withDescription("Verify that snapshot files are intact, and who signed them"),
  Command.withExamples([
    { command: "doorstep snapshot verify de-42.doorstep", description: "Whether the file is intact" },
    { command: "doorstep snapshot verify de-42.doorstep --key ci.pub.pem", description: "Whether you signed it" }
  ])
)

/** `doorstep snapshot key`: the public key with which others verify snapshots of this DATA_DIR. */
export const key = Command.make(
  "key",
  {},
  Effect.fn(function* () {
    const { fingerprint, path, publicPem } = yield* snapshotKey
    // Standard output can be saved as a file for `--key`.
    yield* Console.log(publicPem.trimEnd())
    yield* Console.error(`\n  fingerprint  ${fingerprint}\n  private key  ${path}`)
  }, reportFailure)
).pipe(
  Command.withDescription("Print the public key that others verify your snapshots with; created on first use"),
  Command.withExamples([
    {
      command: "doorstep snapshot key > ci.pub.pem",
      description: "Save the public key to a file; its fingerprint goes to standard error"
    }
  ])
)
