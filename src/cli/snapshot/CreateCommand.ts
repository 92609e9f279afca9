import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { Database, SlowDatabase } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { refuseMismatch } from "../../database/Migrator.ts"
import { create as createSnapshot } from "../../snapshot/Create.ts"
import { publishedCountries } from "../../snapshot/PoolFacts.ts"
import { snapshotKey } from "../../snapshot/SnapshotKey.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { reportFailure, sayIfStopped, unwrittenFile } from "../Failure.ts"
import { sayManifest } from "./Say.ts"
import { countryCode, optionalPath } from "../Flags.ts"

const countries = countryCode("DE; if omitted, every pool").pipe(Argument.variadic())

const output = optionalPath(
  "output",
  "File to write, which must not exist yet; by default named after country and version"
)

/** `doorstep snapshot create`: the current pools, in a file that another machine can serve. */
export const create = Command.make(
  "create",
  { countries, output },
  Effect.fn(
    function* ({ countries, output }) {
      yield* refuseMismatch(migrations)
      const sql = yield* SlowDatabase
      const chosen = yield* publishedCountries(sql, countries)
      const named = Option.getOrElse(output, () =>
        chosen
          .map(({ country, version }) => `${country.toLowerCase()}-${version}`)
          .join("-")
          .concat(".doorstep")
      )
      const key = yield* snapshotKey
      const { bytes, id, manifest } = yield* createSnapshot(
        named,
        chosen.map(({ country }) => country),
        key
      )
      yield* sayManifest(manifest)
      yield* Console.log(`\n${named}: ${bytesText(bytes)}`)
      yield* Console.log(`  ID           ${id}`)
      yield* Console.log(`  signed by    ${key.fingerprint}`)
    },
    Effect.provide(Database.layer),
    sayIfStopped(unwrittenFile),
    reportFailure
  )
).pipe(
  Command.withDescription("Write the current pools to a signed file that any machine can serve"),
  Command.withExamples([
    { command: "doorstep snapshot create DE", description: "Germany, into de-42.doorstep" },
    { command: "doorstep snapshot create DE CH --output spring.doorstep", description: "Two countries in one file" }
  ])
)
