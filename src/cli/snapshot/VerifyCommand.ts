import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { bytesText } from "../../shared/Amounts.ts"
import { expectedKey, openScoped, requireKey, verifyChunks } from "../../snapshot/Verify.ts"
import { snapshotKey } from "../../snapshot/SnapshotKey.ts"
import { reportFailure } from "../Failure.ts"
import { sayManifest } from "./Say.ts"
import { invocation } from "../../shared/Invocation.ts"

export const files = Argument.Path("file").pipe(
  Argument.withDescription(`File written by ${invocation("snapshot create")}`),
  Argument.variadic({ min: 1 })
)

export const trusted = Flag.String("key").pipe(
  Flag.withDescription("Who must have signed: a fingerprint (sha256:…), or a file with a public key"),
  Flag.optional
)

/** `doorstep snapshot verify`: whether files are whole, and by whom. */
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
          yield* Console.log(`\n${path}: whole, ${bytesText(file.bytes)}, written by ${file.writtenBy}`)
          yield* Console.log(`  ID           ${file.id}`)
          yield* Console.log(`  signed by    ${file.fingerprint}`)
          if (wanted === undefined) {
            yield* Console.log("  Anybody can sign a file with a key of their own: --key says whose it has to be.")
          }
        })
      )
    }
  }, reportFailure)
).pipe(
  Command.withDescription("Check that snapshot files are whole, and who signed them"),
  Command.withExamples([
    { command: "doorstep snapshot verify de-42.doorstep", description: "Whether all of it is what was written" },
    { command: "doorstep snapshot verify de-42.doorstep --key ci.pub.pem", description: "And whether you wrote it" }
  ])
)

/** `doorstep snapshot key`: what others check snapshots of this DATA_DIR by. */
export const key = Command.make(
  "key",
  {},
  Effect.fn(function* () {
    const { fingerprint, path, publicPem } = yield* snapshotKey
    // Standard output is a file that `--key` takes.
    yield* Console.log(publicPem.trimEnd())
    yield* Console.error(`\n  fingerprint  ${fingerprint}\n  private key  ${path}`)
  }, reportFailure)
).pipe(
  Command.withDescription("Print the public key that snapshots are signed with; made at first use"),
  Command.withExamples([
    {
      command: "doorstep snapshot key > ci.pub.pem",
      description: "The public key as a file; its fingerprint is shown beside"
    }
  ])
)
