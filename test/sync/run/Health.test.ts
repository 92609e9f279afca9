import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { Countries } from "../../../src/pool/Countries.ts"
import { PoolHealth } from "../../../src/sync/run/Health.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { Feed, type House, memory, postgres, publish, street } from "../../catalog/CatalogHouse.ts"
import { sourceOf } from "../support.ts"

/** Short, so that a test need not advance the clock for everything else that depends on it. */
const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ POOL_MAX_AGE: "2 seconds" }))

const report = Effect.flatMap(PoolHealth, (health) => health.report)

const countryOf = (code: string) =>
  Effect.map(report, ({ countries }) => countries.find((country) => country.code === code))

/** A country's errors, by code and path. */
const errorsOf = (text: string) =>
  Effect.map(report, ({ configurationErrors }) =>
    configurationErrors
      .filter(({ message, path }) => path.includes(text) || message.includes(text))
      .map(({ code, path }) => `${code} ${path}`)
  )

const synchronize = (country: string, force = true) =>
  Effect.flatMap(Synchronizer, (synchronizer) => synchronizer.run({ country, force }))

const berlin = (count: number) => street(count, { city: "Berlin", region: "BE", postcode: "10115" })

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(PoolHealth.layerNoDeps.pipe(Layer.provideMerge(house), Layer.provide(settings)))(
    `Health of pools in ${storage}`,
    (it) => {
      it.effect("MUST report every country of a source, as ready if it has homes", () =>
        Effect.gen(function* () {
          yield* publish("DE", berlin(3))
          yield* publish("FR", street(2, { city: "Lyon", region: "ARA", evidence: undefined }))
          const { configurationErrors, countries } = yield* report
          const codes = countries.map(({ code }) => code)
          assert.deepStrictEqual(codes, [...codes].sort())
          assert.includeMembers(codes, ["AU", "DE", "FR"])
          assert.deepInclude(countries, { code: "DE", ready: true, count: 3 })
          assert.deepInclude(countries, { code: "FR", ready: false, count: 0 })
          assert.deepInclude(countries, { code: "AU", ready: false, count: 0 })
          // A country that was never synchronized is not an error, but one without homes is.
          assert.deepStrictEqual(
            configurationErrors.map(({ code, path }) => `${code} ${path}`),
            ["SOURCE_RESULT_DOUBTFUL sources.feed"]
          )
          assert.match(configurationErrors[0]!.message, /in FR .*no evidence of being a home.*can give `evidence`/)
        })
      )

      it.effect("MUST name every country that is not ready, with the reason, and no other", () =>
        Effect.gen(function* () {
          yield* publish("DE", berlin(3))
          yield* publish("FR", street(2, { city: "Lyon", region: "ARA", evidence: undefined }))
          const feed = yield* Feed
          feed.delete("NL")
          yield* synchronize("NL")
          const { countries, notReady } = yield* report
          assert.deepStrictEqual(
            notReady.map(({ country }) => country),
            countries.filter(({ ready }) => !ready).map(({ code }) => code)
          )
          const reasonOf = (country: string) => notReady.find((one) => one.country === country)?.error.code
          assert.deepStrictEqual(["AU", "DE", "FR", "NL"].map(reasonOf), [
            "COUNTRY_NOT_SYNCHRONIZED",
            undefined,
            "SOURCE_RESULT_DOUBTFUL",
            "SOURCE_RUN_FAILED"
          ])
          yield* publish("NL", street(3, { city: "Utrecht", region: "NL-UT", postcode: "3511 AA" }))
        })
      )

      it.effect("MUST call a result doubtful if most records were rejected, until a better one is published", () =>
        Effect.gen(function* () {
          const nowhere = street(12, { street: "Waldweg", city: undefined, region: "BE" })
          ;(yield* Feed).set("DE", [...berlin(8), ...nowhere])
          yield* synchronize("DE")
          assert.isTrue((yield* countryOf("DE"))!.ready)
          const [error] = (yield* report).configurationErrors.filter(({ message }) => message.includes("in DE"))
          assert.deepInclude(error, { code: "SOURCE_RESULT_DOUBTFUL", path: "sources.feed" })
          assert.match(error!.message, /60 percent of the records have no (city|postcode)\./)
          yield* synchronize("DE", false)
          assert.deepStrictEqual(yield* errorsOf("in DE"), ["SOURCE_RESULT_DOUBTFUL sources.feed"])
          yield* publish("DE", berlin(9))
          assert.deepStrictEqual(yield* errorsOf("in DE"), [])
        })
      )

      it.effect("MUST name a pool that has no homes because the country requires stronger evidence", () =>
        Effect.gen(function* () {
          const countries = yield* Countries
          yield* publish("DE", berlin(3))
          yield* countries.setEvidence("DE", "register")
          assert.deepStrictEqual(yield* errorsOf("DE"), ["POOL_WITHOUT_HOMES countries.DE"])
          yield* countries.setEvidence("DE", "assumed")
          assert.deepStrictEqual(yield* errorsOf("DE"), [])
        })
      )

      it.effect("MUST name sources whose last run failed or was held back, until one succeeds", () =>
        Effect.gen(function* () {
          yield* publish("DE", berlin(10))
          const feed = yield* Feed
          feed.delete("DE")
          yield* synchronize("DE")
          const [failed] = (yield* report).configurationErrors
          assert.deepStrictEqual(failed, {
            code: "SOURCE_RUN_FAILED",
            message: "The last run of feed in DE failed. The published pool is unchanged. It is not there.",
            path: "sources.feed"
          })
          assert.deepStrictEqual(yield* countryOf("DE"), { code: "DE", ready: true, count: 10 })
          feed.set("DE", berlin(1))
          yield* synchronize("DE")
          assert.match((yield* report).configurationErrors[0]!.message, /in DE was held back.*Its records fall from 10/)
          yield* publish("DE", berlin(9))
          assert.deepStrictEqual(yield* errorsOf("DE"), [])
        })
      )

      it.effect("MUST not count a cancelled run as a fault, nor as the end of one", () =>
        Effect.gen(function* () {
          const publisher = yield* Publisher
          const cancel = Effect.scoped(
            Effect.flatMap(publisher.begin("feed", "NL", "x"), (staging) =>
              staging.abandon("cancelled", { read: 1, kept: 1, rejected: {}, samples: {} }, "Cancelled.")
            )
          )
          yield* cancel
          assert.strictEqual((yield* publisher.runs(1))[0]!.outcome, "cancelled")
          assert.deepStrictEqual(yield* errorsOf("NL"), [])
          ;(yield* Feed).delete("NL")
          yield* synchronize("NL")
          yield* cancel
          assert.deepStrictEqual(yield* errorsOf("NL"), ["SOURCE_RUN_FAILED sources.feed"])
          yield* publish("NL", street(3, { city: "Utrecht", region: "NL-UT", postcode: "3511 AA" }))
          yield* cancel
          assert.deepStrictEqual(yield* errorsOf("NL"), [])
        })
      )

      it.effect("MUST call a pool stale if no source was read for long, whether or not it changed", () =>
        Effect.gen(function* () {
          yield* publish("DE", berlin(3))
          yield* TestClock.adjust("1900 millis")
          assert.isTrue((yield* countryOf("DE"))!.ready)
          yield* TestClock.adjust("200 millis")
          assert.deepStrictEqual(yield* countryOf("DE"), { code: "DE", ready: false, count: 3 })
          assert.deepStrictEqual(yield* errorsOf("DE"), ["POOL_STALE countries.DE"])
          // Another country's source keeps nothing else up to date.
          yield* publish("NL", street(3, { city: "Utrecht", region: "NL-UT", postcode: "3511 AA" }))
          assert.deepStrictEqual(yield* errorsOf("POOL_MAX_AGE"), ["POOL_STALE countries.DE"])
          const [{ outcome } = { outcome: "failed" }] = yield* synchronize("DE", false)
          assert.strictEqual(outcome, "unchanged")
          assert.isTrue((yield* countryOf("DE"))!.ready)
          assert.deepStrictEqual(yield* errorsOf("DE"), [])
        })
      )

      it.effect("MUST name targets that contradict each other, and countries that nothing can fill", () =>
        Effect.gen(function* () {
          const countries = yield* Countries
          yield* countries.setTargets("DE", { total: 100, regionalMinimum: 7 })
          assert.deepStrictEqual(yield* errorsOf("contradict"), ["INVALID_TARGETS countries.DE.targets"])
          yield* countries.setTargets("DE", { total: 112 })
          assert.deepStrictEqual(yield* errorsOf("contradict"), [])
          yield* countries.setEnabled("SE", true)
          assert.deepStrictEqual(yield* errorsOf("SE"), ["COUNTRY_WITHOUT_SOURCE countries.SE"])
          assert.deepStrictEqual(yield* countryOf("SE"), { code: "SE", ready: false, count: 0 })
          yield* countries.setEnabled("SE", false)
          assert.deepStrictEqual(yield* errorsOf("SE"), [])
        })
      )

      it.effect("MUST say nothing about a disabled country", () =>
        Effect.gen(function* () {
          yield* publish("DE", berlin(3))
          ;(yield* Feed).delete("DE")
          yield* synchronize("DE")
          const countries = yield* Countries
          yield* countries.setEnabled("DE", false)
          assert.isUndefined(yield* countryOf("DE"))
          assert.deepStrictEqual(yield* errorsOf("DE"), [])
          yield* countries.setEnabled("DE", true)
          assert.deepStrictEqual(yield* errorsOf("DE"), ["SOURCE_RUN_FAILED sources.feed"])
        })
      )

      it.effect("MUST not call a pool stale that one of its sources keeps up to date", () =>
        Effect.gen(function* () {
          const more = street(2, { city: "Berlin", region: "BE", postcode: "10115" }, "Other Street")
          yield* (yield* SourceRegistry).register(sourceOf("other", () => Stream.fromIterable(more), {}, ["DE"]))
          yield* publish("DE", berlin(3))
          yield* TestClock.adjust("1500 millis")
          yield* (yield* Synchronizer).run({ source: "feed", country: "DE" })
          yield* TestClock.adjust("1 second")
          assert.deepStrictEqual(yield* countryOf("DE"), { code: "DE", ready: true, count: 5 })
          yield* TestClock.adjust("1500 millis")
          assert.deepStrictEqual(yield* countryOf("DE"), { code: "DE", ready: false, count: 5 })
        })
      )
    }
  )

promises("memory", memory)
promises("PostgreSQL", postgres)
