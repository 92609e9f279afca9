import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { FreshWorld } from "../../properties/Subject.ts"
import { isRejected, type RawRecord } from "../../sources/DataSource.ts"
import { levelsOf } from "../../sources/openstreetmap/AdminLevels.ts"
import { published } from "../../properties/SyncLaws.ts"
import { database, memoryWorlds, postgresWorlds } from "../properties/Houses.ts"
import { extracts, openBytes, recordsIn } from "../sources/openstreetmap/OsmFiles.ts"

const house = (houseNumber: string, evidence: RawRecord["evidence"]): RawRecord => ({
  recordId: `${houseNumber} ${evidence?.kind}`,
  houseNumber,
  street: "Hauptstraße",
  city: "Karlsruhe",
  region: "BW",
  postcode: "76131",
  evidence
})

const restaurant = house("1", { kind: "against", detail: "Is node/1, tagged amenity=restaurant." })
const declared = house("1", { kind: "declared", detail: "A list of dwellings." })
const mapped = house("1", { kind: "building", detail: "Is building way/1, tagged building=apartments." })
const coded = house("1", { kind: "register-against", detail: "Its use is given as office." })
/** House numbers 3 to 5, one for each kind. */
const weaker = (["landuse", "probable", "assumed"] as const).map((kind, i) =>
  house(`${i + 3}`, { kind, detail: "It is." })
)
const against = weaker.map(({ houseNumber }) => house(`${houseNumber}`, { kind: "against", detail: "A church." }))
const home = house("2", { kind: "declared", detail: "A list of dwellings." })

const numbers = (addresses: ReadonlyArray<{ readonly components: { readonly houseNumber?: string } }>) =>
  addresses.map(({ components }) => components.houseNumber).sort()

/** Up to sixty restaurants, offices, churches and the like from a real extract, each with a complete address. */
const nonHomes = Effect.gen(function* () {
  const file = yield* openBytes(readFileSync(new URL("osr-miraustr.osm.pbf", extracts)))
  const read = recordsIn(file, { country: "DE", levels: levelsOf("DE", undefined), declared: { region: "DE-BE" } })
  const all = Array.from(yield* Stream.runCollect(read))
  return all
    .filter((record): record is RawRecord => !isRejected(record))
    .filter(({ city, evidence, postcode, street }) => evidence?.kind === "against" && city && postcode && street)
    .slice(0, 60)
})

const promises = <R>(fresh: FreshWorld<R>) => ({
  "MUST outrank weaker evidence of every source, whichever is synchronized first, but no stronger one": Effect.gen(
    function* () {
      for (const order of [
        ["alpha", "beta"],
        ["beta", "alpha"]
      ] as const) {
        const world = yield* fresh("DE")
        const said = { alpha: [restaurant, ...against, home], beta: [declared, ...weaker] }
        for (const source of order) yield* world.synchronize(source, { records: said[source] })
        assert.deepStrictEqual(numbers(yield* published(world)), ["2"])
        yield* world.synchronize("beta", { records: [mapped], anyway: true })
        assert.deepStrictEqual(numbers(yield* published(world)), ["1", "2"], "a home above a restaurant")
        yield* world.synchronize("alpha", { records: [coded, home], anyway: true })
        assert.deepStrictEqual(numbers(yield* published(world)), ["2"], "a register that knows better")
      }
    }
  ),
  "MUST apply as long as its source states it": Effect.gen(function* () {
    const world = yield* fresh("DE")
    yield* world.synchronize("alpha", { records: [restaurant, home] })
    assert.deepStrictEqual(numbers(yield* published(world)), ["2"], "alone")
    yield* world.synchronize("beta", { records: [declared] })
    const homes = Effect.map(world.counts, (counts) => counts.find(({ country }) => country === "DE")?.residential)
    assert.strictEqual(yield* homes, 1)
    yield* world.synchronize("alpha", { records: [home], anyway: true })
    assert.deepStrictEqual(numbers(yield* published(world)), ["1", "2"])
    yield* world.synchronize("alpha", { records: [restaurant, home] })
    assert.deepStrictEqual(numbers(yield* published(world)), ["2"])
    assert.strictEqual(yield* homes, 1)
    yield* world.synchronize("alpha", { records: [], anyway: true })
    assert.deepStrictEqual(numbers(yield* published(world)), ["1"])
  }),
  "MUST keep sixty real non-homes from becoming homes when a second source lists them": Effect.gen(function* () {
    if (!existsSync(extracts)) {
      process.stdout.write("Skipped: ../shared/data/osm is not on this machine.\n")
      return
    }
    const others = yield* nonHomes
    assert.lengthOf(others, 60)
    const listed = others.map((record): RawRecord => ({
      ...record,
      evidence: { kind: "declared", detail: "A list of dwellings." }
    }))
    const world = yield* fresh("DE")
    yield* world.synchronize("beta", { records: [...listed, home] })
    assert.isAbove((yield* published(world)).length, 50)
    yield* world.synchronize("alpha", { records: others })
    assert.deepStrictEqual(numbers(yield* published(world)), ["2"])
  })
})

describe("Evidence against, in memory", () => {
  for (const [promise, holds] of Object.entries(promises(memoryWorlds))) it.live(promise, () => Effect.scoped(holds))
})

layer(database, { excludeTestServices: true })("Evidence against, in PostgreSQL", (it) => {
  for (const [promise, holds] of Object.entries(promises(postgresWorlds)))
    it.effect(promise, () => Effect.scoped(holds))
})
