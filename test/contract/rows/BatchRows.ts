import { Effect } from "effect"
import assert from "node:assert/strict"
import { fold } from "../../../schemas/Fold.ts"
import { Deployment } from "../Deployment.ts"
import {
  addressWith,
  ask,
  batch,
  eachOf,
  type Field,
  fields,
  liesIn,
  refusedBatch,
  table,
  uncovered
} from "./Asking.ts"
import { smallCity } from "./GenerateRows.ts"
import { wrongCountries } from "./SearchRows.ts"

const long = (length: number) => "x".repeat(length)

const idsOf = ({ results }: { readonly results: ReadonlyArray<{ readonly address: { readonly id: string } }> }) =>
  results.map(({ address }) => address.id)

/** A batch from the deployment's main country. */
const of = (body: Partial<Parameters<typeof batch>[0]>) =>
  Effect.flatMap(Deployment, ({ country }) => batch({ count: 5, filters: { country }, ...body }))

/** Checks bodies that are wrong in one place. */
const wrong = (place: string, ...bodies: ReadonlyArray<object>) =>
  Effect.flatMap(Deployment, ({ country }) =>
    Effect.forEach(bodies, (body) => refusedBatch({ count: 1, filters: { country }, ...body }, place), {
      discard: true
    })
  )

const byName = (field: Field) =>
  Effect.gen(function* () {
    const { address, value } = yield* addressWith(field)
    const country = address.countryCode
    const { filters, results } = yield* batch({ count: 20, filters: { country, [field]: value.toLowerCase() } })
    assert.ok(results.length > 0)
    const id = address.locationIds[`${field}Id`]!
    for (const { address } of results) liesIn(address, field, value, id)
    assert.deepEqual(filters, { [field]: value.toLowerCase() })
    const byId = yield* batch({ count: 20, filters: { country, [`${field}Id`]: id } })
    for (const { address } of byId.results) assert.equal(address.locationIds[`${field}Id`], id)
    for (const [name, none] of [
      [field, "Nowhere at all"],
      [`${field}Id`, `${field[0]}-0000000000001`]
    ] as const) {
      yield* uncovered("/generate/batch", `filters.${name}`, { body: { count: 1, filters: { country, [name]: none } } })
      yield* refusedBatch({ count: 1, filters: { country, [name]: "" } }, `filters.${name}`)
      yield* refusedBatch({ count: 1, filters: { country, [name]: long(301) } }, `filters.${name}`)
      yield* refusedBatch({ count: 1, filters: { country, [name]: 5 } }, `filters.${name}`)
    }
  })

const byText = Effect.gen(function* () {
  const { address, value } = yield* addressWith("street")
  const country = address.countryCode
  const q = value.slice(0, 6).trim()
  const { results } = yield* batch({ count: 20, filters: { country, q } })
  for (const { address } of results) {
    assert.ok(Object.values(address.components).some((component) => fold(component).includes(fold(q))))
  }
  yield* uncovered("/generate/batch", "filters.q", { body: { count: 1, filters: { country, q: "qqqzzzxxx" } } })
})

export const batchRows = [
  ...table(import.meta.url, "Batch result (`data` of generate/batch)", {
    "requestId | string": Effect.gen(function* () {
      assert.equal((yield* of({ options: { requestId: "row-2" } })).requestId, "row-2")
      assert.notEqual((yield* of({})).requestId, (yield* of({})).requestId)
    }),
    "requestedCount | integer": Effect.map(of({ count: 7 }), ({ requestedCount }) => assert.equal(requestedCount, 7)),

    "returnedCount | integer": Effect.gen(function* () {
      const { cityId, country, homes } = yield* smallCity
      const { exhausted, results, returnedCount } = yield* batch({ count: 50, filters: { country, cityId } })
      assert.equal(returnedCount, homes)
      assert.equal(results.length, homes)
      assert.equal(exhausted, true)
      assert.equal((yield* batch({ count: 1, filters: { country, cityId } })).returnedCount, 1)
    }),

    "unique | boolean | whether uniqueness was applied": Effect.gen(function* () {
      assert.equal((yield* of({})).unique, true)
      assert.equal((yield* of({ options: { unique: true } })).unique, true)
      assert.equal((yield* of({ options: { unique: false } })).unique, false)
    }),

    "results | array | each element is an object with `address` (containing `id`, `countryCode`)": Effect.gen(
      function* () {
        const { country } = yield* Deployment
        const { results } = yield* of({ count: 3 })
        assert.ok(results.length > 0)
        for (const { address } of results) {
          assert.equal(address.countryCode, country)
          assert.deepEqual(yield* ask(`/addresses/${address.id}`), { address })
        }
      }
    )
  }),

  ...table(import.meta.url, "POST /api/v1/generate/batch", {
    "count | integer | yes | 1 to 50": Effect.gen(function* () {
      const { country } = yield* Deployment
      for (const count of [1, 50]) assert.equal((yield* of({ count })).requestedCount, count)
      yield* wrong("count", ...[0, 51, -1, 1.5, "5", null, true, [5]].map((count) => ({ count })))
      yield* refusedBatch({ filters: { country } }, "count")
    }),

    "filters | object | yes | no members other than those below are allowed": Effect.gen(function* () {
      const { country } = yield* Deployment
      yield* refusedBatch({ count: 1 }, "filters")
      yield* wrong("filters", ...[null, [], "US", 1].map((filters) => ({ filters })))
      for (const name of ["town", "ip", "mode", "Country", "__proto__x", "seed"]) {
        yield* wrong(`filters.${name}`, { filters: { country, [name]: "x" } })
      }
    }),

    "filters.country | string | yes": Effect.gen(function* () {
      const { country } = yield* Deployment
      assert.equal((yield* batch({ count: 1, filters: { country: country.toLowerCase() } })).country, country)
      const values = [...wrongCountries, null, 1, ["US"]]
      yield* wrong("filters.country", { filters: {} }, ...values.map((country) => ({ filters: { country } })))
    }),

    "filters.region, regionId, city, cityId, district, districtId, postcode, postcodeId, q | string | no | exact filters (q is text filter)":
      Effect.andThen(eachOf(fields, byName), byText),

    "options | object | no | no members other than those below are allowed": Effect.gen(function* () {
      yield* of({ options: {} })
      yield* wrong("options", ...[null, [], "x"].map((options) => ({ options })))
      for (const name of ["mode", "residential", "limit", "Unique"]) {
        yield* wrong(`options.${name}`, { options: { [name]: true } })
      }
    }),

    "options.unique | boolean | no | default true": Effect.gen(function* () {
      const { cityId, country, homes } = yield* smallCity
      const drawn = (unique?: boolean) =>
        batch({ count: 50, filters: { country, cityId }, ...(unique !== undefined && { options: { unique } }) })
      for (const unique of [undefined, true]) {
        const ids = idsOf(yield* drawn(unique))
        assert.equal(new Set(ids).size, homes)
        assert.equal(ids.length, homes)
      }
      assert.equal((yield* drawn(false)).returnedCount, 50)
      yield* wrong("options.unique", ...["true", 1, null].map((unique) => ({ options: { unique } })))
    }),

    "options.seed | string | no | reproducible seed": Effect.gen(function* () {
      const options = { seed: "s", requestId: "same" }
      const expected = yield* of({ count: 20, options })
      assert.deepEqual(yield* of({ count: 20, options }), expected)
      assert.deepEqual((yield* of({ count: 3, options })).results, expected.results.slice(0, 3))
      const other = yield* of({ count: 20, options: { seed: "t" } })
      if ((expected.eligibleCount ?? 0) > 1) assert.notDeepEqual(other.results, expected.results)
      const drawn = yield* of({})
      assert.deepEqual((yield* of({ options: { seed: drawn.seed } })).results, drawn.results)
      yield* wrong("options.seed", ...["", 1, null, long(301)].map((seed) => ({ options: { seed } })))
    }),

    "options.strategy | string | no | random or instant; default random": Effect.gen(function* () {
      const drawn = (strategy?: string) =>
        of({ count: 20, options: { seed: "s", requestId: "same", ...(strategy !== undefined && { strategy }) } })
      const random = yield* drawn("random")
      assert.equal(random.strategy, "random")
      assert.deepEqual(yield* drawn(), random)
      assert.deepEqual({ ...(yield* drawn("instant")), strategy: "random" }, random)
      yield* wrong("options.strategy", ...["fast", "", null].map((strategy) => ({ options: { strategy } })))
    }),

    "options.requestId | string | no | correlation ID": Effect.gen(function* () {
      const requestId = "~".repeat(160)
      assert.equal((yield* of({ options: { requestId } })).requestId, requestId)
      const values = ["", "a b", "é", long(161), 1]
      yield* wrong("options.requestId", ...values.map((requestId) => ({ options: { requestId } })))
    }),

    "excludeAddressIds | array of string | no | address IDs that must not be returned; at most 500 items": Effect.gen(
      function* () {
        const { cityId, country, homes } = yield* smallCity
        const filters = { country, cityId }
        const ids = idsOf(yield* batch({ count: 50, filters }))
        const some = yield* batch({ count: 50, filters, excludeAddressIds: ids.slice(1) })
        assert.deepEqual(idsOf(some), ids.slice(0, 1))
        const padding = Array.from({ length: 500 - homes }, (_, i) => `unknown-${i}`)
        const none = yield* batch({ count: 1, filters, excludeAddressIds: [...ids, ...padding] })
        assert.deepEqual(none.results, [])
        assert.equal(none.exhausted, true)
        const lists = [null, "x", {}, Array.from({ length: 501 }, () => "x")]
        yield* wrong("excludeAddressIds", ...lists.map((excludeAddressIds) => ({ excludeAddressIds })))
        const elements = [1, null, "", long(161)]
        yield* wrong("excludeAddressIds.0", ...elements.map((element) => ({ excludeAddressIds: [element] })))
      }
    )
  })
]
