import { Console, Effect, FileSystem } from "effect"
import { verifyReport } from "../../../properties/report/Directory.ts"
import { newKeys, publicKey } from "../../../properties/report/Signature.ts"
import { refuse, sentence } from "../Failure.ts"
import { textOf } from "../NamedFile.ts"
import { invocation } from "../../shared/Invocation.ts"

/** Every failure has a sentence. */
const told = <A, R>(effect: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.catch(effect, (error) => refuse(sentence(error)))

/** Creates a key pair, as two files side by side. */
export const makeKeys = (name: string) =>
  told(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const pair = newKeys()
      // A lost key cannot be made again, so none is overwritten.
      yield* fs.writeFileString(`${name}.key`, pair.privateKey, { mode: 0o600, flag: "wx" })
      yield* fs.writeFileString(`${name}.pub`, pair.publicKey, { flag: "wx" })
      yield* Console.log(
        `Sign reports with ${name}.key, and keep it secret. Publish ${name}.pub: anyone can then verify them with\n   ${invocation(`report verify <directory> --key ${name}.pub`)}`
      )
    })
  )

/** Verifies a report, or one of its files, with a public key. */
export const checkReport = (target: string, key: string) =>
  told(
    Effect.gen(function* () {
      const { files, signedAt } = yield* verifyReport(target, yield* publicKey(key, yield* textOf(key)))
      yield* Console.log(`Unchanged since it was signed at ${signedAt}: ${Object.keys(files).join(", ")}.`)
    })
  )
