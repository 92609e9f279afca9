import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer } from "effect"
import { standIn, type StandIn } from "../../support/upstream/StandIn.ts"
import { writePbf } from "../../sources/openstreetmap/PbfWriter.ts"
import { street, Town } from "../../sources/openstreetmap/Town.ts"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

class Upstream extends Context.Service<Upstream, StandIn>()("doorstep/test/Upstream") {}

/** Downloads go into a folder that is removed after the tests. */
const world = Layer.unwrap(
  Effect.gen(function* () {
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
    return World.layerWith({ ...(yield* Upstream).settings, DATA_DIR: folder })
  })
).pipe(Layer.provideMerge(Layer.effect(Upstream, standIn)), Layer.provide(NodeServices.layer))

/** A town with this many houses, as an extract of OpenStreetMap. */
const extract = (houses: number): Uint8Array => {
  const town = new Town()
  for (let i = 0; i < houses; i++) town.square(3 * i, 0, 2, street(String(i + 1), { building: "house" }))
  return writePbf(town)
}

const germany = "geofabrik:europe/germany"

layer(world, { excludeTestServices: true })("the directory in the console", (it) => {
  const stateOf = (country: string, state: string) =>
    Effect.flatMap(AdminWorld, ({ ask }) =>
      World.eventually(`${country} being ${state}`, ask(`/directory/${country}`), (found) => found.state === state)
    )

  it.effect("MUST list every country with its best source and its existing sources", () =>
    Effect.gen(function* () {
      const { ask, sync } = yield* AdminWorld
      yield* sync()
      const { countries, indexesAt } = yield* ask("/directory")
      assert.isAtLeast(countries.length, 190)
      assert.match(indexesAt, /^\d{4}-\d\d-\d\dT/)
      const found = (code: string) => countries.find(({ country }: { readonly country: string }) => country === code)
      assert.deepInclude(found("US"), { state: "ready", published: 30, attention: null, place: null })
      assert.deepInclude(found("CH"), { state: "none", published: 0 })
      assert.deepInclude(found("CH").best, { id: "register:ch-gwr", evidence: "register", access: { kind: "open" } })
    })
  )

  it.effect("MUST describe each source of a country before it is added", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const found = yield* ask("/directory/DE")
      const ids = found.entries.map(({ id }: { readonly id: string }) => id)
      assert.include(ids, germany)
      assert.deepStrictEqual(Object.keys(found.plans).sort(), [...ids].sort())
      assert.include(ids, found.recommended)
      assert.deepInclude(found.plans[germany], { sourceName: "de-openstreetmap", existing: null, keptBytes: 0 })
      assert.match(found.plans[germany].rhythm, /^every week, on \w+day at/)
      assert.match(found.plans[germany].licenseTerms, /© OpenStreetMap contributors/)
      assert.strictEqual((yield* call("/admin/api/directory/AQ", { cookie })).status, 404)
      assert.strictEqual((yield* call("/admin/api/directory/Germany", { cookie })).status, 400)
    })
  )

  it.effect("MUST add one, update it, and report failures", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql } = yield* AdminWorld
      const upstream = yield* Upstream
      const add = (body: object) => call("/admin/api/directory/DE/add", { body, cookie })
      const missing = yield* add({ entry: germany })
      assert.strictEqual(missing.status, 202, missing.text)
      assert.deepStrictEqual(missing.body.data, { source: "de-openstreetmap", country: "DE" })
      const wrong = yield* stateOf("DE", "attention")
      assert.match(wrong.attention, /^de-openstreetmap: .*404/)

      upstream.extract("europe/germany", extract(20))
      assert.strictEqual((yield* add({ entry: germany })).status, 202)
      const ready = yield* stateOf("DE", "ready")
      assert.strictEqual(ready.published, 20)
      assert.deepStrictEqual(ready.plans[germany].existing, { sourceName: "de-openstreetmap", published: 20 })
      const [source] = ready.sources
      assert.deepInclude(source, { name: "de-openstreetmap", type: "openstreetmap", enabled: true, entry: germany })
      assert.match(source.schedule.cron, /^\d+ \d+ \* \* \d$/)
      const kept = yield* sql`SELECT configured_by FROM source_setting WHERE name = 'de-openstreetmap'`
      assert.deepStrictEqual(kept, [{ configured_by: "console" }])

      // Without an entry, the existing source is synchronized again.
      yield* add({})
      const unchanged = yield* World.eventually(
        "an unchanged run",
        ask("/runs?source=de-openstreetmap"),
        ({ runs }) => runs[0].outcome === "unchanged"
      )
      assert.lengthOf(unchanged.runs, 3)

      const audited =
        yield* sql`SELECT target, result, detail FROM audit WHERE action = 'addCountry' ORDER BY id LIMIT 1`
      assert.deepStrictEqual(audited, [
        { target: "DE", result: "done", detail: "geofabrik:europe/germany as de-openstreetmap" }
      ])
    })
  )

  it.effect("MUST refuse what cannot be added, and say what to do", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* AdminWorld
      const add = Effect.fnUntraced(function* (country: string, body: object) {
        const answer = yield* call(`/admin/api/directory/${country}/add`, { body, cookie })
        return [answer.status, answer.body.error.details?.[0].path, answer.body.error.message]
      })
      const [unknown, entry] = yield* add("DE", { entry: "geofabrik:europe/germni" })
      assert.deepStrictEqual([unknown, entry], [400, "entry"])
      const [noPart, part, parts] = yield* add("DE", { part: "Bremenn" })
      assert.deepStrictEqual([noPart, part], [400, "part"])
      assert.match(parts, /Did you mean Bremen/)
      assert.strictEqual((yield* add("AQ", {}))[0], 404)
      const [byHand, , what] = yield* add("NZ", { entry: "openaddresses:nz/countrywide" })
      assert.strictEqual(byHand, 409)
      assert.include(what, "--from openaddresses:nz/countrywide --file PATH")
    })
  )

  it.effect("MUST queue several, and tell each its position", () =>
    Effect.gen(function* () {
      const { ask } = yield* AdminWorld
      const upstream = yield* Upstream
      const names = { AT: "austria", BE: "belgium", CZ: "czech-republic", DK: "denmark" }
      const codes = Object.keys(names)
      interface Row {
        readonly country: string
        readonly state: string
        readonly place: number | null
      }
      const rows = Effect.map(ask("/directory"), ({ countries }) =>
        codes.map((code) => countries.find(({ country }: Row) => country === code) as Row)
      )
      const running = ({ place, state }: Row) => state === "adding" && place === null
      const add = ([country, name]: readonly [string, string]) => {
        upstream.extract(`europe/${name}`, extract(3))
        return ask(`/directory/${country}/add`, { body: { entry: `geofabrik:europe/${name}` } })
      }
      const [first, then] = [Object.entries(names).slice(0, 2), Object.entries(names).slice(2)]
      // They stop after a few bytes. Orders of the same moment may begin in another order than they were given in.
      upstream.bucket.stallAfter.push(8, 8)
      yield* Effect.forEach(first, add)
      yield* World.eventually("two that run", rows, (found) => found.filter(running).length === 2)
      yield* Effect.forEach(then, add)
      const places = (yield* rows).map(({ place }) => place)
      assert.deepStrictEqual(places, [null, null, 1, 2])
    })
  )
})
