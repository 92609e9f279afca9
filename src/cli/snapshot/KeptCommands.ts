import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { countryName } from "../../../schemas/CountryAliases.ts"
import { Database, SlowDatabase } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { refuseMismatch } from "../../database/Migrator.ts"
import { bytesOf, drop as dropVersion, keep as keepVersion, keptVersions } from "../../snapshot/KeptSchema.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { refuse, reportFailure, sayIfStopped } from "../Failure.ts"
import { countryCode } from "../Flags.ts"
import { wholeNumberArgument } from "../Numbers.ts"
import { printTable } from "../Table.ts"
import { invocation } from "../../shared/Invocation.ts"

const country = countryCode("DE")

/** `doorstep snapshot keep`: keeps the current version after the next publication. */
export const keep = Command.make(
  "keep",
  { country },
  Effect.fn(
    function* ({ country }) {
      yield* refuseMismatch(migrations)
      const kept = yield* keepVersion(country)
      if (kept === undefined) return
      const size = bytesText(yield* bytesOf(yield* SlowDatabase, kept))
      yield* Console.log(
        kept.isNew
          ? `Version ${kept.version} of ${countryName(country)} (${country}) is now kept: it takes ${size}.`
          : `Version ${kept.version} of ${countryName(country)} (${country}) is already kept: it takes ${size}.`
      )
      yield* Console.log(`Requests with poolVersion=${kept.version} are answered from it after later publications.`)
    },
    Effect.provide(Database.layer),
    sayIfStopped("A version is kept as a whole or not at all. To keep it, run the command again."),
    reportFailure
  )
).pipe(
  Command.withDescription("Keep the current version of a country's pool, for requests with poolVersion"),
  Command.withExamples([{ command: "doorstep snapshot keep DE", description: "The current version of Germany" }])
)

/** `doorstep snapshot list`: the kept versions. */
export const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const sql = yield* SlowDatabase
      const kept = yield* keptVersions(sql)
      if (kept.length === 0)
        return yield* Console.log(`No version is kept. To keep one: ${invocation("snapshot keep COUNTRY")}`)
      const rows = yield* Effect.forEach(kept, (one) =>
        Effect.map(bytesOf(sql, one), (bytes) => [one.country, String(one.version), bytesText(bytes)])
      )
      yield* printTable(["COUNTRY", "VERSION", "TAKES"], rows)
    },
    Effect.provide(Database.layer),
    reportFailure
  )
).pipe(
  Command.withDescription("List kept versions and their size"),
  Command.withExamples([{ command: "doorstep snapshot list", description: "All of them" }])
)

/** `doorstep snapshot drop`: deletes a kept version. */
export const drop = Command.make(
  "drop",
  {
    country,
    version: wholeNumberArgument("version", { what: "a version", least: 1 }).pipe(
      Argument.withDescription("The version, as `snapshot list` prints it")
    )
  },
  Effect.fn(
    function* ({ country, version }) {
      const sql = yield* SlowDatabase
      const found = Option.fromNullishOr(
        (yield* keptVersions(sql)).find((one) => one.country === country && one.version === version)
      )
      if (Option.isNone(found)) {
        return yield* refuse(
          `Version ${version} of ${country} is not kept. To list kept versions: ${invocation("snapshot list")}`
        )
      }
      yield* dropVersion(sql, found.value)
      yield* Console.log(`Version ${version} of ${country} is no longer kept.`)
    },
    Effect.provide(Database.layer),
    reportFailure
  )
).pipe(
  Command.withDescription("Delete a kept version"),
  Command.withExamples([{ command: "doorstep snapshot drop DE 42", description: "Frees its space" }])
)
