import { assert, layer } from "@effect/vitest"
import { Effect, Layer, References } from "effect"
import { country } from "../../src/cli/pool/CountryCommand.ts"
import { onDatabase, runCommand } from "../support/RunCommand.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const doorstep = runCommand(country, onDatabase())

const cells = ({ text }: { readonly text: string }) => text.split("\n").map((line) => line.split(/ {2,}/))

layer(TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))))(
  "doorstep country",
  (it) => {
    it.effect("MUST set targets, and keep those that are not named", () =>
      Effect.gen(function* () {
        assert.match((yield* doorstep("list")).text, /^There is no country yet\. To add one: /)
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
        assert.strictEqual(set.code, 0)
        assert.strictEqual(
          set.text,
          "US is enabled. Targets: 50,000 homes, in 95% of the official regions, 20 in each."
        )
        yield* doorstep("set", "US", "--regional-minimum", "7")
        const stronger = yield* doorstep("set", "US", "--evidence", "landuse")
        assert.match(
          stronger.text,
          /50,000 homes.* 7 in each\. Evidence required: landuse or stronger\. It has 0 homes now\.$/
        )
        assert.deepStrictEqual(cells(yield* doorstep("list")), [
          ["COUNTRY", "STATE", "HOMES", "REGIONS WITH HOMES", "REGIONAL MINIMUM", "COVERAGE"],
          ["US", "enabled", "0 of 50,000", "0% of 95%", "7 each in 0%", "incomplete"]
        ])
      })
    )

    it.effect("MUST disable and enable countries, including those without a pool", () =>
      Effect.gen(function* () {
        const disabled = yield* doorstep("disable", "FR")
        assert.strictEqual(disabled.code, 0)
        assert.match(
          disabled.text,
          /^FR is disabled\. Targets: 10,000 homes, in 90% of the official regions, 10 in each\./
        )
        const states = Effect.map(doorstep("list"), (list) => cells(list).map((row) => row.slice(0, 2).join(" ")))
        assert.include(yield* states, "FR disabled")
        yield* doorstep("enable", "fr")
        assert.include(yield* states, "FR enabled")
      })
    )

    it.effect("MUST say what is wrong, and change nothing", () =>
      Effect.gen(function* () {
        const before = yield* doorstep("list")
        const refused = (...args: ReadonlyArray<string>) =>
          Effect.map(doorstep(...args), ({ code, text }) => {
            assert.strictEqual(code, 1)
            return text
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
