import { Effect } from "effect"
import assert from "node:assert/strict"
import type { Availability, Country } from "../../../schemas/Countries.ts"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import { Deployment } from "../Deployment.ts"
import { ask, call, generate, path, table, uncovered } from "./Asking.ts"

const countries = ask<ReadonlyArray<Country>>("/countries")
const availability = ask<ReadonlyArray<typeof Availability.Type>>("/availability")

const assertCodes = (entries: ReadonlyArray<{ readonly code: string }>) => {
  const codes = entries.map(({ code }) => code)
  assert.ok(codes.length > 0)
  assert.ok(codes.every(isCountryCode), `Not all of ${codes.join()} are in ISO 3166-1.`)
  assert.deepEqual(codes, Array.from(new Set(codes)).sort(), "They are listed by code, each once.")
}

export const countryRows = [
  ...table(import.meta.url, "Probe result", {
    "status | string | Health returns one fixed status word for ok; readiness returns one fixed status word for ready":
      Effect.gen(function* () {
        assert.deepEqual((yield* call("/health", { token: null })).body, { status: "ok" })
        assert.deepEqual((yield* call("/ready", { token: null })).body, { status: "ready" })
      })
  }),

  ...table(import.meta.url, "Country entry (countries)", {
    "code | string | ISO 3166-1 alpha-2": Effect.gen(function* () {
      const listed = yield* countries
      assertCodes(listed)
      const { setup } = yield* Deployment
      assert.ok(listed.every(({ code }) => code !== setup.disabledCountry))
    }),

    "residentialAvailable | boolean": Effect.gen(function* () {
      const all = yield* countries
      for (const { residentialAvailable, residentialCount } of all) {
        assert.equal(residentialAvailable, residentialCount > 0)
      }
      const [present, absent] = [true, false].map((wanted) =>
        all.find(({ residentialAvailable }) => residentialAvailable === wanted)
      )
      assert.equal((yield* generate({ country: present!.code })).country, present!.code)
      const { setup } = yield* Deployment
      for (const country of [absent?.code, setup.disabledCountry]) {
        if (country !== undefined) yield* uncovered(path("/generate", { country }), "country")
      }
    }),

    "residentialCount | integer | number of published residential addresses": Effect.gen(function* () {
      const { country } = yield* Deployment
      const entry = (yield* countries).find(({ code }) => code === country)
      assert.equal(entry?.residentialCount, (yield* generate({ country })).eligibleCount)
    }),

    "generationMode | string | observed value: synchronized-pool": Effect.map(countries, (all) => {
      for (const { generationMode } of all) assert.equal(generationMode, "synchronized-pool")
    })
  }),

  ...table(import.meta.url, "Availability entry", {
    "code | string (ISO 3166-1 alpha-2)": Effect.gen(function* () {
      const listed = yield* availability
      assertCodes(listed)
      assert.deepEqual(
        listed.map(({ code }) => code),
        (yield* countries).map(({ code }) => code)
      )
    }),

    "residentialAvailable | boolean": Effect.gen(function* () {
      const listed = (yield* countries).map(({ code, residentialAvailable }) => ({ code, residentialAvailable }))
      assert.deepEqual(yield* availability, listed)
    })
  })
]
