import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Countries, defaultTargets } from "../../src/pool/Countries.ts"
import { Coverage, type CoverageRequest } from "../../src/catalog/Coverage.ts"
import { type House, memory, postgres, publish, street } from "./CatalogHouse.ts"

const report = (request: Partial<CoverageRequest>) =>
  Effect.flatMap(Coverage, (coverage) => coverage.report({ includeComplete: true, ...request }))

const rulesOf = (country: string) => Effect.map(report({ country }), ([found]) => found!.rules)

const setTargets = (country: string, targets: Parameters<Countries["Service"]["setTargets"]>[1]) =>
  Effect.flatMap(Countries, (countries) => countries.setTargets(country, targets))

/** Homes in four of Germany's 16 states: 12, 5, 1 and none. */
const germany = [
  street(12, { city: "Berlin", region: "BE", postcode: "10115" }),
  street(5, { city: "Karlsruhe", region: "BW", postcode: "76131" }),
  street(1, { city: "Mainz", region: "RP", postcode: "55116" }),
  street(3, { city: "Jena", region: "TH", postcode: "07743", evidence: undefined })
]

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(house)(`Coverage in ${storage}`, (it) => {
    it.effect("MUST measure the three rules against the targets", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany)
        assert.deepStrictEqual(yield* report({ country: "DE" }), [
          {
            countryCode: "DE",
            complete: false,
            rules: {
              total: { current: 18, target: defaultTargets.total, met: false },
              administrativeCoverage: { actual: 3 / 16, target: defaultTargets.coverage, met: false },
              regionalMinimums: { actual: 1 / 16, target: 1, met: false }
            }
          }
        ])
        const { targets } = yield* setTargets("DE", { total: 18, coverage: 0.1875, regionalMinimum: 5 })
        assert.deepStrictEqual(targets, { total: 18, coverage: 0.1875, regionalMinimum: 5 })
        const [found] = yield* report({ country: "DE" })
        assert.isFalse(found!.complete)
        assert.isTrue(found!.rules.total.met)
        assert.isTrue(found!.rules.administrativeCoverage.met)
        assert.deepStrictEqual(found!.rules.regionalMinimums, { actual: 2 / 16, target: 1, met: false })
        yield* setTargets("DE", { regionalMinimum: 0 })
        assert.isTrue((yield* report({ country: "DE" }))[0]!.complete)
        yield* setTargets("DE", { total: 19 })
        assert.isFalse((yield* rulesOf("DE")).total.met)
        yield* setTargets("DE", { coverage: 0.1876 })
        assert.isFalse((yield* rulesOf("DE")).administrativeCoverage.met)
        yield* publish("DE", ...germany, street(1, { city: "München", region: "BY", postcode: "80331" }))
        assert.strictEqual((yield* rulesOf("DE")).total.current, 19)
        assert.strictEqual((yield* rulesOf("DE")).administrativeCoverage.actual, 4 / 16)
      })
    )

    it.effect("MUST count an address for the official unit of its region", () =>
      Effect.gen(function* () {
        yield* setTargets("IT", { regionalMinimum: 5 })
        yield* publish(
          "IT",
          street(3, { city: "Milano", region: "MI" }),
          street(2, { city: "Como", region: "Lombardia" }),
          street(9, { city: "Roma", region: "Agro Pontino" })
        )
        const rules = yield* rulesOf("IT")
        assert.strictEqual(rules.total.current, 14)
        assert.strictEqual(rules.administrativeCoverage.actual, 1 / 20)
        assert.strictEqual(rules.regionalMinimums.actual, 1 / 20)
      })
    )

    it.effect("MUST treat a country without official subdivisions as one unit", () =>
      Effect.gen(function* () {
        yield* setTargets("VA", { total: 2, coverage: 1, regionalMinimum: 2 })
        assert.strictEqual((yield* rulesOf("VA")).administrativeCoverage.actual, 0)
        yield* publish("VA", street(1, { city: "Città del Vaticano" }))
        assert.strictEqual((yield* rulesOf("VA")).administrativeCoverage.actual, 1)
        assert.strictEqual((yield* rulesOf("VA")).regionalMinimums.actual, 0)
        yield* publish("VA", street(2, { city: "Città del Vaticano" }))
        assert.isTrue((yield* report({ country: "VA" }))[0]!.complete)
      })
    )

    it.effect("MUST report enabled countries by code, and complete ones only on request", () =>
      Effect.gen(function* () {
        yield* publish("MC", street(1, { city: "Monaco" }))
        yield* publish("AU", street(1, { city: "Sydney", region: "NSW", postcode: "2000" }))
        yield* setTargets("MC", { total: 0, coverage: 0, regionalMinimum: 0 })
        const codes = (request: Partial<CoverageRequest>) =>
          Effect.map(report(request), (found) => found.map(({ countryCode }) => countryCode))
        const all = yield* codes({})
        assert.includeMembers(Array.from(all), ["AU", "MC"])
        assert.deepStrictEqual(all, [...all].sort())
        const incomplete = yield* codes({ includeComplete: false })
        assert.include(incomplete, "AU")
        assert.notInclude(incomplete, "MC")
        assert.deepStrictEqual(yield* codes({ country: "MC" }), ["MC"])
        assert.deepStrictEqual(yield* codes({ country: "MC", includeComplete: false }), [])
        assert.deepStrictEqual(yield* codes({ country: "ZW" }), [])
        const countries = yield* Countries
        yield* countries.setEnabled("AU", false)
        assert.notInclude(yield* codes({}), "AU")
        assert.deepStrictEqual(yield* codes({ country: "AU" }), [])
        yield* countries.setEnabled("AU", true)
        assert.include(yield* codes({}), "AU")
      })
    )

    it.effect("MUST list settings by code, with defaults from a country's first pool on", () =>
      Effect.gen(function* () {
        const countries = yield* Countries
        yield* publish("PR", street(1, { city: "San Juan" }))
        yield* countries.setTargets("CA", { total: 7 })
        const settings = yield* countries.list
        const codes = settings.map(({ country }) => country)
        assert.deepStrictEqual(codes, [...codes].sort())
        const of = (code: string) => settings.find(({ country }) => country === code)
        assert.deepStrictEqual(of("PR"), {
          country: "PR",
          enabled: true,
          targets: defaultTargets,
          evidence: "assumed"
        })
        assert.deepStrictEqual(of("CA"), {
          country: "CA",
          enabled: true,
          targets: { ...defaultTargets, total: 7 },
          evidence: "assumed"
        })
        // Settings made before a country's first pool are kept.
        yield* countries.setEnabled("NL", false)
        yield* publish("NL", street(1, { city: "Utrecht", region: "UT", postcode: "3511 AA" }))
        const later = (yield* countries.list).find(({ country }) => country === "NL")
        assert.deepStrictEqual(later, {
          country: "NL",
          enabled: false,
          targets: defaultTargets,
          evidence: "assumed"
        })
      })
    )

    it.effect("MUST refuse invalid codes, and targets that no pool could have", () =>
      Effect.gen(function* () {
        const countries = yield* Countries
        const refused = (country: string, targets: Parameters<typeof countries.setTargets>[1]) =>
          Effect.map(Effect.flip(countries.setTargets(country, targets)), (error) =>
            error._tag === "CountryRefused" ? error.reason : error._tag
          )
        for (const country of ["XX", "us", "USA", ""]) {
          assert.strictEqual(yield* refused(country, { total: 1 }), "UnknownCountry")
          assert.strictEqual((yield* Effect.flip(countries.setEnabled(country, true)))._tag, "CountryRefused")
        }
        for (const targets of [
          { total: -1 },
          { total: 1.5 },
          { total: NaN },
          { total: 2 ** 31 },
          { coverage: -0.1 },
          { coverage: 1.1 },
          { coverage: NaN },
          { regionalMinimum: -1 },
          { regionalMinimum: 0.5 }
        ]) {
          assert.strictEqual(yield* refused("FR", targets), "InvalidTarget", JSON.stringify(targets))
        }
        assert.notInclude(
          (yield* countries.list).map(({ country }) => country),
          "FR"
        )
      })
    )
  })

promises("memory", memory)
promises("PostgreSQL", postgres)
