import { Console, Effect, FileSystem } from "effect"
import { verifyReport } from "../../../properties/report/Directory.ts"
import { newKeys, publicKey, SignatureRefused } from "../../../properties/report/Signature.ts"
import { CommandFailed } from "../Failure.ts"
import { invocation } from "../../shared/Invocation.ts"

const failed = (message: string) => Effect.andThen(Console.error(message), Effect.fail(new CommandFailed()))

/** Whatever went wrong has a sentence. */
const told = <A, R>(effect: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.catch(effect, ({ message }) => failed(message))

/** Makes a pair of keys beside each other. */
export const makeKeys = (name: string) =>
  told(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const pair = newKeys()
      // A key that is lost cannot be made again: none is written over.
      yield* fs.writeFileString(`${name}.key`, pair.privateKey, { mode: 0o600, flag: "wx" })
      yield* fs.writeFileString(`${name}.pub`, pair.publicKey, { flag: "wx" })
      yield* Console.log(
        `Sign reports with ${name}.key, and keep it to yourself. Publish ${name}.pub: who has it can check them with\n  ${invocation(`report verify <directory> --key ${name}.pub`)}`
      )
    })
  )

/** Checks a report, or one file of it, with a public key. */
export const checkReport = (target: string, key: string) =>
  told(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const pem = yield* Effect.mapError(
        fs.readFileString(key),
        () => new SignatureRefused({ file: key, message: `There is no key at ${key}.` })
      )
      const { files, signedAt } = yield* verifyReport(target, yield* publicKey(key, pem))
      yield* Console.log(`As it was signed at ${signedAt}: ${Object.keys(files).join(", ")}.`)
    })
  )
