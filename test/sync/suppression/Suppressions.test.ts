import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { database, postgresWorlds } from "../../properties/Houses.ts"
import { block, everything, homesOf, houseAt, suppressions } from "./Block.ts"

const filled = Effect.fnUntraced(function* (records: ReadonlyArray<RawRecord>) {
  const world = yield* postgresWorlds("US")
  yield* world.synchronize("alpha", { records })
  return { world, withhold: yield* suppressions }
})

const idOf = (homes: Effect.Success<ReturnType<typeof homesOf>>, line: string): string => {
  const found = homes.get(line)
  assert.isDefined(found, `${line} is not among ${Array.from(homes.keys()).join(", ")}`)
  return found!.id
}

const reason = "Request 2026-117"

layer(database)("A suppressed home", (it) => {
  it.effect("MUST be gone from every response and every count at once", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(60))
      const before = yield* homesOf(world)
      const id = idOf(before, "7 Larch Street")
      const { poolVersion } = yield* world.draw({ ...everything, seed: "s" })
      const target = { kind: "address", id } as const
      assert.strictEqual(yield* withhold.preview(target), 1)
      assert.strictEqual(before.size, 60)
      const { suppression, withdrawn } = yield* withhold.suppress(target, ` ${reason}\n`)
      assert.strictEqual(withdrawn, 1)
      const after = yield* homesOf(world)
      assert.isFalse(after.has("7 Larch Street"))
      assert.strictEqual(after.size, 59)
      assert.strictEqual((yield* Effect.flip(world.findById(id)))._tag, "UnknownAddress")
      const drawn = yield* world.draw({ ...everything, seed: "s" })
      assert.strictEqual(drawn.poolVersion, poolVersion + 1)
      assert.strictEqual(drawn.eligibleCount, 59)
      assert.deepStrictEqual(yield* world.counts, [
        { country: "US", version: poolVersion + 1, total: 59, residential: 59 } as never
      ])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`SELECT DISTINCT total, residential FROM place WHERE type = 'city'
          UNION SELECT sum(total)::int, sum(residential)::int FROM scope_count`,
        [{ total: 59, residential: 59 }]
      )
      assert.deepStrictEqual(
        yield* sql`SELECT FROM street WHERE key NOT IN (SELECT street FROM address) UNION ALL
          SELECT FROM label WHERE text NOT IN (SELECT house_number FROM address)`,
        []
      )
      assert.deepInclude(suppression, { kind: "address", country: "US", reason, withheld: 1, liftedAt: null })
      const again = yield* Effect.flip(withhold.suppress(target, reason))
      assert.include(again.message, suppression.id)
      assert.strictEqual((yield* withhold.find("US", id)).suppressedBy, suppression.id)
    })
  )

  it.effect("MUST be found before by its words, in any order and case, or by its ID, and not by a number alone", () =>
    Effect.gen(function* () {
      const cottage = { houseNumber: undefined, building: "Rose Cottage" }
      const flats = ["A", "B"].map((unit) => houseAt(1, 30, { recordId: `flat ${unit}`, unit }))
      const { withhold, world } = yield* filled([
        ...block(60),
        ...flats,
        houseAt(2, 40, cottage),
        houseAt(2, 41, { houseNumber: "41A" })
      ])
      const found = (text: string) =>
        Effect.map(withhold.find("US", text), ({ addresses }) => addresses.map(({ line }) => line.split(",")[0]))
      assert.deepStrictEqual(yield* found("larch STREET 7"), ["7 Larch Street"])
      assert.deepStrictEqual(yield* found("7, Larch Street, Savannah"), ["7 Larch Street"])
      assert.deepStrictEqual(yield* found("30 larch street b"), ["30 Larch Street #B"])
      assert.deepStrictEqual(yield* found("41a rowan street"), ["41A Rowan Street"])
      assert.deepStrictEqual(yield* found("rose cottage rowan street"), ["Rose Cottage"])
      assert.deepStrictEqual(yield* found("rose cottage larch street"), [])
      // The postcode has a 14 as well.
      assert.strictEqual((yield* found("larch street 14"))[0], "14 Larch Street")
      assert.lengthOf(yield* found("Larch Street"), 22)
      assert.deepStrictEqual(yield* found("7"), [])
      const id = idOf(yield* homesOf(world), "7 Larch Street")
      assert.deepStrictEqual(yield* found(` ${id.toUpperCase()}\n`), ["7 Larch Street"])
    })
  )

  it.effect("MUST be recognized by what each of its sources says of it", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(20))
      // Another source has the house half a kilometre away.
      const coordinates = { latitude: 32.085, longitude: -81.09 }
      yield* world.synchronize("beta", { records: [houseAt(0, 7, { coordinates }), houseAt(9, 9)] })
      const target = { kind: "address", id: idOf(yield* homesOf(world), "7 Quince Street") } as const
      assert.strictEqual((yield* withhold.suppress(target, reason)).withdrawn, 1)
      const renamed = { street: "Martin Luther King Boulevard", postcode: undefined, coordinates }
      yield* world.synchronize("beta", { records: [houseAt(0, 7, renamed), houseAt(9, 9)] })
      assert.deepStrictEqual(Array.from((yield* homesOf(world, "martin")).keys()), [])
    })
  )

  it.effect("MUST leave none of its names among the stored translations", () =>
    Effect.gen(function* () {
      const lonely = { street: "Hermit Lane", building: "Villa Solitude" }
      const { withhold, world } = yield* filled([...block(20), houseAt(0, 40, lonely)])
      const sql = yield* SqlClient.SqlClient
      const keep = (text: string) => sql`
        INSERT INTO translation (provider, source_language, target_locale, text, translated, created_at)
        VALUES ('deepl', 'en', 'ja', ${text}, 'x', now())`
      yield* Effect.forEach([...Object.values(lonely), "Quince Street", "Savannah"], keep)
      const kept = Effect.map(sql<{ readonly text: string }>`SELECT text FROM translation ORDER BY text`, (rows) =>
        rows.map(({ text }) => text)
      )
      const homes = yield* homesOf(world)
      yield* withhold.suppress({ kind: "address", id: idOf(homes, "5 Quince Street") }, reason)
      assert.lengthOf(yield* kept, 4)
      yield* withhold.suppress({ kind: "address", id: idOf(homes, "40 Hermit Lane") }, reason)
      assert.deepStrictEqual(yield* kept, ["Quince Street", "Savannah"])
    })
  )

  it.effect("MUST change the seeds that drew it, and hardly any others", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(240))
      const seeds = Array.from({ length: 400 }, (_, i) => `seed ${i}`)
      const drawAll = Effect.forEach(seeds, (seed) =>
        Effect.map(world.draw({ ...everything, seed }), ({ address }) => address.id)
      )
      const before = yield* drawAll
      const homes = yield* homesOf(world)
      const gone = new Set(["3 Quince Street", "9 Rowan Street"].map((line) => idOf(homes, line)))
      for (const id of gone) yield* withhold.suppress({ kind: "address", id }, reason)
      const after = yield* drawAll
      assert.isTrue(before.some((id) => gone.has(id)))
      assert.isFalse(after.some((id) => gone.has(id)))
      const others = before.filter((id, i) => !gone.has(id) && id !== after[i])
      assert.isAtMost(others.length, seeds.length * 0.05)
    })
  )

  it.effect("MUST stay out however it returns: another record, source, spelling, position, or fewer components", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(40))
      const homes = yield* homesOf(world)
      yield* withhold.suppress({ kind: "address", id: idOf(homes, "7 Larch Street") }, reason)
      const at = (latitude: number, longitude: number) => ({
        latitude: 32.082 + latitude,
        longitude: -81.08839 + longitude
      })
      const spellings: ReadonlyArray<Partial<RawRecord>> = [
        {},
        { street: "LARCH ST" },
        { houseNumber: "007" },
        { city: "Savanah", coordinates: undefined },
        { city: undefined, region: undefined, coordinates: at(0.001, 0.001) },
        { postcode: undefined, coordinates: undefined },
        { postcode: "31499", city: "Georgetown", coordinates: at(0.0005, 0) },
        // The street was renamed.
        { street: "Martin Luther King Boulevard", postcode: undefined, coordinates: at(0.0001, 0.0001) },
        // Suppressing a house without a unit includes its units.
        { unit: "Apt 2" }
      ]
      for (const [i, spelling] of spellings.entries()) {
        const anew = houseAt(1, 7, { recordId: `anew ${i}`, ...spelling })
        for (const source of ["alpha", "beta"]) {
          const records = source === "alpha" ? [...block(40), anew] : [anew, houseAt(9, 99)]
          yield* world.synchronize(source, { records, anyway: true })
          const now = yield* homesOf(world)
          assert.deepStrictEqual(
            Array.from(now.keys()).filter((line) => /^0*7 (larch|martin)/i.test(line)),
            [],
            JSON.stringify(spelling)
          )
          assert.strictEqual(now.size, source === "beta" || i > 0 ? 40 : 39)
        }
      }
    })
  )

  it.effect("MUST NOT keep others out: neighbours, the same number elsewhere, another unit", () =>
    Effect.gen(function* () {
      const flats = ["1", "2"].map((unit) => houseAt(4, 5, { recordId: `flat ${unit}`, unit }))
      const { withhold, world } = yield* filled([...block(40), ...flats])
      const homes = yield* homesOf(world)
      yield* withhold.suppress({ kind: "address", id: idOf(homes, "7 Larch Street") }, reason)
      yield* withhold.suppress({ kind: "address", id: idOf(homes, "5 Hazel Street 1") }, reason)
      const elsewhere = [
        houseAt(1, 8, { houseNumber: "7A" }),
        houseAt(1, 7, { city: "Macon", postcode: "31201", coordinates: { latitude: 32.84, longitude: -83.63 } }),
        houseAt(4, 5, { recordId: "flat 3", unit: "3" })
      ]
      yield* world.synchronize("alpha", { records: [...block(40), ...flats, ...elsewhere] })
      const now = yield* homesOf(world)
      const missing = [...homes.keys(), "7A Larch Street", "7 Larch Street", "5 Hazel Street 3"].filter(
        (line) => !now.has(line)
      )
      assert.deepStrictEqual(missing, ["5 Hazel Street 1"])
      assert.isTrue(now.has("7 Larch Street"), "that of Macon")
    })
  )

  it.effect("MUST include its building if requested: all units of the number, all at the coordinates", () =>
    Effect.gen(function* () {
      const { coordinates } = houseAt(3, 30)
      const flats = [
        houseAt(3, 30, { recordId: "a", unit: "1" }),
        houseAt(3, 30, { recordId: "b", unit: "2" }),
        houseAt(3, 31, { recordId: "c", ...(coordinates !== undefined && { coordinates }) })
      ]
      const { withhold, world } = yield* filled([...block(20), ...flats])
      const target = { kind: "building", id: idOf(yield* homesOf(world), "30 Alder Street 2") } as const
      assert.strictEqual(yield* withhold.preview(target), 3)
      const { suppression, withdrawn } = yield* withhold.suppress(target, reason)
      assert.strictEqual(withdrawn, 3)
      assert.strictEqual(suppression.withheld, 3)
      yield* world.synchronize("beta", { records: [...flats, houseAt(3, 30, { unit: "9" }), houseAt(9, 9)] })
      assert.deepStrictEqual(Array.from((yield* homesOf(world, "alder")).keys()), [])
      assert.strictEqual((yield* homesOf(world)).size, 21)
    })
  )

  it.effect("MUST NOT be revealed by the stored data, nor by the console's runs and maps", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(20))
      const sql = yield* SqlClient.SqlClient
      const id = idOf(yield* homesOf(world), "7 Quince Street")
      yield* world.synchronize("alpha", { records: block(20).map((home) => ({ ...home, postcode: "31402" })) })
      const moved = idOf(yield* homesOf(world), "7 Quince Street")
      yield* sql`
        INSERT INTO pool_view (country, version, sampled, exact, evidence, derived, points)
        VALUES ('US', 1, 1, true, '{}', '{}', '[[-81.08839, 32.08, "declared"]]')`
      yield* withhold.suppress({ kind: "building", id: moved }, reason)
      const kept: Array<string> = []
      for (const table of [
        "suppression",
        "suppressed_home",
        "suppressed_token",
        "suppressed_hash",
        "run_change",
        "pool_view"
      ]) {
        const rows = yield* sql<{ readonly row: string }>`SELECT t::text AS row FROM ${sql(table)} t`
        kept.push(...rows.map(({ row }) => row))
      }
      assert.isAbove(kept.length, 20)
      for (const word of [moved, "7 Quince", "Quince St", "32.08", "81.08", "31402"]) {
        const [found] = kept.filter((row) => row.includes(word) && !row.includes("regions"))
        assert.isUndefined(found, `${word} of ${id}`)
      }
      // A run's changes name streets with everything that happened in them, but not this home.
      assert.notInclude(kept.join("\n"), moved)
    })
  )

  it.effect("MUST come back with the next synchronization once it is lifted, even from an unchanged source", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(20))
      const sql = yield* SqlClient.SqlClient
      const { suppression } = yield* withhold.suppress(
        { kind: "address", id: idOf(yield* homesOf(world), "7 Quince Street") },
        reason
      )
      const fingerprint = Effect.map(
        sql<{ readonly fingerprint: string }>`SELECT fingerprint FROM run ORDER BY id DESC LIMIT 1`,
        ([row]) => row!.fingerprint
      )
      const read = yield* fingerprint
      assert.isNumber((yield* withhold.lift(suppression.id)).liftedAt)
      assert.notStrictEqual(yield* fingerprint, read)
      assert.strictEqual((yield* Effect.flip(withhold.lift(suppression.id)))._tag, "SuppressionRefused")
      assert.deepStrictEqual(yield* sql`SELECT FROM suppressed_home UNION ALL SELECT FROM suppressed_hash`, [])
      yield* world.synchronize("alpha", { records: block(20) })
      assert.isTrue((yield* homesOf(world)).has("7 Quince Street"))
    })
  )

  it.effect("MUST stay out of the first publication of a country", () =>
    Effect.gen(function* () {
      const world = yield* postgresWorlds("US")
      const withhold = yield* suppressions
      const { coordinates } = houseAt(1, 7)
      const area = { type: "Circle", center: coordinates!, radius: 8 } as const
      const { withdrawn } = yield* withhold.suppress({ kind: "area", area }, reason)
      assert.strictEqual(withdrawn, 0)
      assert.deepInclude(yield* world.synchronize("alpha", { records: block(60) }), { outcome: "published", added: 59 })
      const homes = yield* homesOf(world)
      assert.strictEqual(homes.size, 59)
      assert.isFalse(homes.has("7 Larch Street"))
      assert.isTrue(homes.has("8 Larch Street"))
    })
  )
})
