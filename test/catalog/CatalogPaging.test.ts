import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { CatalogStore } from "../../src/catalog/CatalogStore.ts"
import * as CatalogStorePostgres from "../../src/catalog/CatalogStorePostgres.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import {
  allFound,
  children,
  everything,
  idOf,
  type House,
  memory,
  postgres,
  publish,
  search,
  street,
  values
} from "./CatalogHouse.ts"

/** Names whose order is that of their numbers: `Ort 0137`. */
const cityName = (i: number) => `Ort ${String(i).padStart(4, "0")}`

const cities = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => {
    const place = { city: cityName(from + i * step), region: "DE-BY", postcode: String(10_000 + from + i * step) }
    return street(1, place)
  })

const count = 900

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(house)(`Pages of the catalog in ${storage}`, (it) => {
    it.effect("MUST visit each place exactly once, with any limit and one total", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...cities(0, count))
        const expected = Array.from({ length: count }, (_, i) => cityName(i))
        for (const limit of [20, 37, 200]) {
          const { items, pages, totals } = yield* allFound({ country: "DE", limit })
          assert.deepStrictEqual(values(items), expected)
          assert.strictEqual(pages, Math.ceil(count / limit))
          assert.deepStrictEqual(totals, [count])
        }
        const sevens = expected.filter((name) => name.includes("7"))
        const { items, totals } = yield* allFound({ country: "DE", q: "7", limit: 20 })
        assert.deepStrictEqual(values(items), sevens)
        assert.deepStrictEqual(totals, [sevens.length])
      })
    )

    it.effect("MUST visit places of one name each, also where a page ends between them", () =>
      Effect.gen(function* () {
        const same = Array.from({ length: 5 }, (_, i) =>
          street(1, { city: cityName(i), district: "Mitte", region: "DE-BY", postcode: "10000" })
        )
        yield* publish("DE", ...same)
        const seen: Array<string> = []
        let cursor: string | null | undefined
        // One request more than there are places, as a cursor that stands still would ask for ever.
        for (let page = 0; page < 6 && cursor !== null; page++) {
          const found = yield* search({ country: "DE", field: "district", limit: 1, cursor })
          assert.deepStrictEqual(values(found.items), ["Mitte"])
          seen.push(...found.items.map(({ id }) => id))
          cursor = found.nextCursor
        }
        assert.lengthOf(seen, 5)
        assert.strictEqual(new Set(seen).size, 5)
      })
    )

    it.effect("MUST continue with another limit where the previous page ended", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...cities(0, 100))
        const first = yield* search({ country: "DE", limit: 20 })
        const second = yield* search({ country: "DE", limit: 80, cursor: first.nextCursor! })
        assert.deepStrictEqual(
          [...values(first.items), ...values(second.items)],
          Array.from({ length: 100 }, (_, i) => cityName(i))
        )
        assert.isNull(second.nextCursor)
      })
    )

    // The publication in the middle removes every third place, adds others in between, and changes all counts.
    const republished = [...cities(0, count).filter((_, i) => i % 3 !== 0), ...cities(count, count + 200)]
    const between = cities(0, count, 4).map((records) =>
      records.map((record) => ({ ...record, city: `${record.city}a` }))
    )

    for (const q of [undefined, "ort", "7"]) {
      it.effect(
        `MUST neither lose nor repeat unchanged items while a publication passes, ${q ? `searching "${q}"` : "listing"}`,
        () =>
          Effect.gen(function* () {
            yield* publish("DE", ...cities(0, count))
            let pages = 0
            const { items } = yield* everything((cursor) =>
              Effect.gen(function* () {
                if (++pages === 5) yield* publish("DE", ...republished, ...between)
                if (pages === 9) yield* publish("DE", ...cities(0, count, 2), ...cities(count, count + 200))
                return yield* search({ country: "DE", limit: 20, q, cursor })
              })
            )
            assert.isAbove(pages, 9)
            const seen = values(items)
            assert.strictEqual(new Set(seen).size, seen.length)
            assert.deepStrictEqual(seen, [...seen].sort())
            const standing = Array.from({ length: count }, (_, i) => i)
              .filter((i) => i % 3 !== 0 && i % 2 === 0)
              .map(cityName)
              .filter((name) => q === undefined || name.toLowerCase().includes(q))
            const lost = new Set(standing)
            for (const name of seen) lost.delete(name)
            assert.deepStrictEqual(Array.from(lost), [])
          })
      )
    }

    it.effect("MUST refuse cursors that were issued for another query", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...cities(0, 100))
        const request = { country: "DE", q: "ort", limit: 20 } as const
        const cursor = (yield* search(request)).nextCursor!
        const refused = (other: Parameters<typeof search>[0]) =>
          Effect.map(Effect.flip(search({ ...request, cursor, ...other })), ({ _tag }) => _tag)
        assert.strictEqual((yield* search({ ...request, cursor })).items[0]!.value, cityName(20))
        assert.strictEqual((yield* search({ ...request, cursor, q: "ÖRT" })).items[0]!.value, cityName(20))
        const regionId = idOf((yield* search({ country: "DE", field: "region" })).items, "Bayern")
        for (const other of [
          { q: "or" },
          { q: undefined },
          { country: "FR" },
          { field: "postcode" },
          { region: "DE-BY" },
          { regionId },
          { residential: true },
          { cursor: "" },
          { cursor: "nonsense" },
          { cursor: `${cursor}A` },
          { cursor: `${cursor}=` },
          { cursor: ` ${cursor}` },
          { cursor: cursor.slice(0, -4) }
        ] as const) {
          assert.strictEqual(yield* refused(other), "InvalidCursor", JSON.stringify(other))
        }
        for (const [i, letter] of Array.from(cursor).entries()) {
          const forged = `${cursor.slice(0, i)}${letter === "A" ? "B" : "A"}${cursor.slice(i + 1)}`
          assert.strictEqual(yield* refused({ cursor: forged }), "InvalidCursor", `letter ${i}`)
        }
        const walking = { country: "DE", childType: "city", q: "ort", limit: 20 } as const
        assert.strictEqual((yield* Effect.flip(children({ ...walking, cursor })))._tag, "InvalidCursor")
        const walked = (yield* children(walking)).nextCursor!
        assert.strictEqual((yield* children({ ...walking, cursor: walked })).items[0]!.value, cityName(20))
        const within = { ...walking, parentType: "region", parentId: regionId, cursor: walked } as const
        assert.strictEqual((yield* Effect.flip(children(within)))._tag, "InvalidCursor")
      })
    )
  })

promises("memory", memory)
promises("PostgreSQL", postgres)

layer(postgres)("Cursors of one database", (it) => {
  it.effect("MUST be valid in every process, and after a restart", () =>
    Effect.gen(function* () {
      yield* publish("DE", ...cities(0, 50))
      const cursor = (yield* search({ country: "DE", limit: 20 })).nextCursor!
      const other = Catalog.layerNoDeps.pipe(Layer.provide(CatalogStorePostgres.layerNoDeps), Layer.fresh)
      const page = yield* Layer.build(other).pipe(
        Effect.flatMap((context) => Effect.provide(search({ country: "DE", limit: 20, cursor }), context)),
        Effect.scoped
      )
      assert.strictEqual(page.items[0]!.value, cityName(20))
      assert.notStrictEqual(Context.get(yield* Layer.build(other), Catalog), yield* Catalog)
    })
  )
})

/** A store, and how many lists it has enumerated: in all, and at the same time. */
const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const enumerations = { all: 0, underWay: 0, most: 0 }
  const counting = new Proxy(sql, {
    apply: (target, self, args) => {
      const statement = Reflect.apply(target, self, args)
      if (!String(args[0]).includes("string_agg")) return statement
      return Effect.suspend(() => {
        enumerations.all++
        enumerations.most = Math.max(enumerations.most, ++enumerations.underWay)
        return Effect.ensuring(
          statement as Effect.Effect<unknown>,
          Effect.sync(() => enumerations.underWay--)
        )
      })
    }
  })
  const store = Layer.fresh(CatalogStorePostgres.layerNoDeps).pipe(
    Layer.provide(Layer.succeed(SqlClient.SqlClient, counting))
  )
  return { ...Context.get(yield* Layer.build(store), CatalogStore), enumerations }
})

layer(postgres)("Pages that are kept", (it) => {
  it.effect("MUST be enumerated once for all who ask for a list at the same time", () =>
    Effect.gen(function* () {
      yield* publish("DE", ...cities(0, 50))
      const { enumerations, slice } = yield* counted
      const page = slice({ country: "DE", type: "city", text: "ort" }, undefined, 3)
      const pages = yield* Effect.all(
        Array.from({ length: 8 }, () => page),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(pages.map(({ total }) => total)), new Set([50]))
      assert.strictEqual(enumerations.all, 1)
    })
  )

  it.effect("MUST be enumerated one after the other, as all who draw share their connection", () =>
    Effect.gen(function* () {
      yield* publish("DE", ...cities(0, 50))
      const { enumerations, slice } = yield* counted
      const texts = ["o", "r", "t", "or", "rt", "ort", "0", "00"]
      const pages = yield* Effect.forEach(texts, (text) => slice({ country: "DE", type: "city", text }, undefined, 3), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(new Set(pages.map(({ total }) => total)), new Set([50]))
      assert.deepInclude(enumerations, { all: texts.length, most: 1 })
    })
  )

  for (const q of [undefined, "ort"]) {
    it.effect(`MUST be cached until the version of the catalog changes: ${q ?? "a list"}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* publish("DE", ...cities(0, 50))
        const page = Effect.map(search({ country: "DE", limit: 3, q }), ({ items }) => values(items))
        const three = [cityName(0), cityName(1), cityName(2)]
        assert.deepStrictEqual(yield* page, three)
        // Unlike a publication, this leaves the version as it is.
        yield* sql`UPDATE place SET name = 'Elsewhere' WHERE name = ${cityName(1)}`
        assert.deepStrictEqual(yield* page, three)
        yield* sql`UPDATE country SET catalog_version = catalog_version + 1 WHERE code = 'DE'`
        assert.deepStrictEqual(yield* page, [cityName(0), "Elsewhere", cityName(2)])
        yield* sql`UPDATE country SET enabled = false WHERE code = 'DE'`
        assert.deepStrictEqual(yield* page, [])
        yield* sql`UPDATE country SET enabled = true WHERE code = 'DE'`
        yield* publish("DE", ...cities(1, 50))
        assert.deepStrictEqual(yield* page, ["Elsewhere", cityName(2), cityName(3)])
        yield* sql`UPDATE place SET name = ${cityName(1)} WHERE name = 'Elsewhere'`
      })
    )

    it.effect(`MUST not outlive a failover that lost their publication: ${q ?? "a list"}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const repository = yield* PoolRepository
        const seen = Effect.gen(function* () {
          const filters = q === undefined ? {} : { q }
          const drawn = yield* repository.draw({ country: "DE", filters, seed: "abc", strategy: "random" })
          const { total } = yield* search({ country: "DE", limit: 3, q })
          return [drawn.poolVersion, drawn.eligibleCount, total]
        })
        const { poolVersion } = yield* publish("DE", ...cities(0, 50))
        assert.deepStrictEqual(yield* seen, [poolVersion, 50, 50])
        yield* TestClock.adjust("1 minute")
        // Whatever was drawn from the first is in the second, too.
        yield* publish("DE", ...cities(0, 60))
        // The standby had not received the first of the two, so it numbers the second as the first.
        yield* sql`UPDATE pool SET version = ${poolVersion} WHERE country = 'DE'`
        yield* sql`UPDATE country SET catalog_version = catalog_version - 1 WHERE code = 'DE'`
        assert.deepStrictEqual(yield* seen, [poolVersion, 60, 60])
      })
    )
  }
})
