import { Effect } from "effect"
import assert from "node:assert/strict"
import type { Country } from "../../../schemas/Countries.ts"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import type { CoverageReport, DataHealth } from "../../../schemas/Reports.ts"
import { Deployment } from "../Deployment.ts"
import { ask, call, errorOf, path, refused, skip, table } from "./Asking.ts"
import { wrongCountries } from "./SearchRows.ts"

const coverage = (parameters: Parameters<typeof path>[1] = {}) =>
  Effect.gen(function* () {
    const { setup } = yield* Deployment
    const { countries } = yield* ask<CoverageReport>(path("/coverage", parameters))
    assert.ok(countries.every(({ countryCode }) => countryCode !== setup.disabledCountry))
    return countries
  })

/** Every entry of the report; skips the row if there is none. */
const reported = Effect.flatMap(coverage(), (countries) =>
  countries.length === 0 ? skip("The deployment reports on no country.") : Effect.succeed(countries)
)

/** Checks a share of units, and whether it meets its target. */
const shares = (rule: "administrativeCoverage" | "regionalMinimums") =>
  Effect.map(reported, (countries) => {
    for (const { rules } of countries) {
      const { actual, met, target } = rules[rule]
      assert.ok(actual >= 0 && actual <= 1)
      assert.ok(target >= 0 && target <= 1)
      assert.equal(met, actual >= target)
    }
  })

const health = ask<DataHealth>("/data-health")

export const reportRows = [
  ...table(import.meta.url, "Coverage result (`data`)", {
    "countryCode | string": Effect.map(reported, (countries) => {
      const codes = countries.map(({ countryCode }) => countryCode)
      assert.ok(codes.every(isCountryCode))
      assert.deepEqual(codes, Array.from(new Set(codes)).sort())
    }),
    "complete | boolean | true when all three rules are met": Effect.map(reported, (countries) => {
      for (const { complete, rules } of countries) {
        assert.equal(complete, rules.total.met && rules.administrativeCoverage.met && rules.regionalMinimums.met)
      }
    }),
    "rules.total | object | `current` (integer), `target` (integer), `met` (boolean)": Effect.gen(function* () {
      const counts = new Map(
        (yield* ask<ReadonlyArray<Country>>("/countries")).map(({ code, residentialCount }) => [code, residentialCount])
      )
      for (const { countryCode, rules } of yield* reported) {
        const { current, met, target } = rules.total
        assert.equal(current, counts.get(countryCode))
        assert.ok(Number.isInteger(target))
        assert.equal(met, current >= target)
      }
    }),
    "rules.administrativeCoverage | object | `actual` (number, ratio), `target` (number), `met` (boolean)":
      shares("administrativeCoverage"),
    "rules.regionalMinimums | object | `actual` (number, ratio), `target` (number), `met` (boolean)":
      shares("regionalMinimums")
  }),

  ...table(import.meta.url, "GET /api/v1/coverage", {
    "country | string | country code filter": Effect.gen(function* () {
      const all = yield* reported
      const { countryCode } = all[0]!
      assert.deepEqual(yield* coverage({ country: countryCode.toLowerCase() }), all.slice(0, 1))
      assert.deepEqual(
        yield* coverage({ country: "AQ" }),
        all.filter((entry) => entry.countryCode === "AQ")
      )
      for (const country of wrongCountries) yield* refused(path("/coverage", { country }), "country")
    }),
    "includeComplete | boolean | true | when false, countries that satisfy all three rules are omitted": Effect.gen(
      function* () {
        const all = yield* coverage()
        assert.deepEqual(yield* coverage({ includeComplete: true }), all)
        assert.deepEqual(
          yield* coverage({ includeComplete: false }),
          all.filter(({ complete }) => !complete)
        )
        for (const value of ["yes", "", "2"]) {
          yield* refused(path("/coverage", { includeComplete: value }), "includeComplete")
        }
      }
    )
  }),

  ...table(import.meta.url, "Data health result (`data`)", {
    "healthy | boolean": Effect.gen(function* () {
      const { configurationErrors, healthy } = yield* health
      if (configurationErrors.length > 0) assert.equal(healthy, false)
      const { setup } = yield* Deployment
      if (setup.during === undefined) return
      errorOf(yield* setup.during("outage", call("/data-health")), "SERVICE_UNAVAILABLE")
    }),
    "countries | array | each: `code` (string), `ready` (boolean), `count` (integer)": Effect.gen(function* () {
      const counts = new Map(
        (yield* ask<ReadonlyArray<Country>>("/countries")).map(({ code, residentialCount }) => [code, residentialCount])
      )
      const { countries } = yield* health
      const codes = countries.map(({ code }) => code)
      const { setup } = yield* Deployment
      assert.ok(codes.every((code) => code !== setup.disabledCountry))
      assert.deepEqual(codes, Array.from(new Set(codes)).sort())
      for (const { code, count, ready } of countries) {
        assert.equal(count, counts.get(code))
        if (ready) assert.ok(count > 0)
      }
      for (const [code, count] of counts) assert.ok(count === 0 || codes.includes(code))
    }),
    "configurationErrors | array | empty when there are none; the shape of an element: not shown.": Effect.map(
      health,
      ({ configurationErrors }) => {
        for (const { code, message, path } of configurationErrors) {
          assert.match(code, /^[A-Z_]+$/)
          assert.notEqual(message, "")
          assert.notEqual(path, "")
        }
      }
    )
  })
]
