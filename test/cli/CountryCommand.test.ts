import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { country } from "../../src/cli/pool/CountryCommand.ts"
import { Database } from "../../src/database/Database.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** The output of `doorstep country …` and whether it succeeds. Each call starts afresh from the database. */
const doorstep = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { url } = yield* Database
    const settings = ConfigProvider.fromUnknown({ DATABASE_URL: Redacted.value(url) })
    const run = Command.runWith(country, { version: "1.0.0", renderErrors: false })(args)
    return yield* Effect.gen(function* () {
      const exit = yield* Effect.exit(run)
      const lines = [...(yield* TestConsole.logLines), ...(yield* TestConsole.errorLines)]
      return { done: Exit.isSuccess(exit), lines: lines.map(String) }
    }).pipe(
      Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer), ConfigProvider.layer(settings)]),
      Effect.provideService(References.MinimumLogLevel, "Error")
    )
  })

const cells = (lines: ReadonlyArray<string>) => lines.map((line) => line.split(/ {2,}/))

layer(TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))))(
  "doorstep country",
  (it) => {
    it.effect("MUST set targets, and keep those that are not named", () =>
      Effect.gen(function* () {
        assert.match((yield* doorstep("list")).lines[0]!, /^There is no country yet\. To add one: /)
        const set = yield* doorstep(
          "set",
          "us",
          "--target-total",
          "50000",
          "--coverage",
          "0.95",
          "--regional-minimum",
          "20"
        )
        assert.deepStrictEqual(set, {
          done: true,
          lines: ["US is enabled. Targets: 50,000 homes, in 95% of the official regions, 20 in each."]
        })
        yield* doorstep("set", "US", "--regional-minimum", "7")
        const stronger = yield* doorstep("set", "US", "--evidence", "landuse")
        assert.match(
          stronger.lines[0]!,
          /50,000 homes.* 7 in each\. Evidence required: landuse or stronger\. It has 0 homes now\.$/
        )
        const { lines } = yield* doorstep("list")
        assert.deepStrictEqual(cells(lines), [
          ["COUNTRY", "STATE", "HOMES", "REGIONS WITH HOMES", "REGIONAL MINIMUM", "COVERAGE"],
          ["US", "enabled", "0 of 50,000", "0% of 95%", "7 each in 0%", "incomplete"]
        ])
      })
    )

    it.effect("MUST disable and enable countries, including those without a pool", () =>
      Effect.gen(function* () {
        const disabled = yield* doorstep("disable", "FR")
        assert.isTrue(disabled.done)
        assert.match(
          disabled.lines[0]!,
          /^FR is disabled\. Targets: 10,000 homes, in 90% of the official regions, 10 in each\./
        )
        const states = Effect.map(doorstep("list"), ({ lines }) => cells(lines).map((row) => row.slice(0, 2).join(" ")))
        assert.include(yield* states, "FR disabled")
        yield* doorstep("enable", "fr")
        assert.include(yield* states, "FR enabled")
      })
    )

    it.effect("MUST say what is wrong, and change nothing", () =>
      Effect.gen(function* () {
        const before = yield* doorstep("list")
        const refused = (...args: ReadonlyArray<string>) =>
          Effect.map(doorstep(...args), ({ done, lines }) => {
            assert.isFalse(done)
            return lines.join("\n")
          })
        for (const command of ["enable", "disable"]) {
          assert.match(yield* refused(command, "XX"), /^"XX" is not an ISO 3166-1 alpha-2 country code/)
        }
        assert.match(yield* refused("set", "Germany", "--coverage", "1"), /^"GERMANY" is not an ISO 3166-1/)
        assert.match(
          yield* refused("set", "US"),
          /^Nothing to set: add --target-total, --coverage, --regional-minimum or --evidence/
        )
        assert.match(yield* refused("set", "US", "--coverage", "1.5"), /share between 0 and 1/)
        assert.match(yield* refused("set", "US", "--target-total", "-4"), /target total must be a whole number/)
        assert.match(yield* refused("set", "US", "--regional-minimum", "-1"), /regional minimum must be a whole number/)
        yield* refused("set", "US", "--target-total", "many")
        yield* refused("set", "US", "--evidence", "against")
        assert.deepStrictEqual(yield* doorstep("list"), before)
      })
    )
  }
)
