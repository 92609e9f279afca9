import * as NodeServices from "@effect/platform-node/NodeServices"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import * as World from "./support/AdminWorld.ts"
import * as Events from "./support/Events.ts"

const { AdminWorld } = World

/** A line-delimited file in the format of OpenAddresses. */
const collected = Array.from({ length: 12 }, (_, i) =>
  JSON.stringify({
    type: "Feature",
    properties: {
      hash: `h${i}`,
      number: String(i + 1),
      street: "Bay Street",
      city: "Savannah",
      region: "GA",
      postcode: "31401"
    },
    geometry: { type: "Point", coordinates: [-81.09, 32.05 + i / 100_000] }
  })
).join("\n")

const file = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  yield* fs.writeFileString(`${folder}/savannah.geojson`, collected)
  return `${folder}/savannah.geojson`
})

/** A server whose responses contain no record and never end. */
const endless = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly open: () => number; readonly close: () => void }>((resume) => {
    let open = 0
    const server = createServer((_, response) => {
      open += 1
      const timer = setInterval(() => response.write("\n".repeat(1000)), 2)
      response.on("close", () => {
        clearInterval(timer)
        open -= 1
      })
    })
    server.listen(0, "127.0.0.1", () =>
      resume(
        Effect.succeed({
          port: (server.address() as AddressInfo).port,
          open: () => open,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      )
    )
  }),
  ({ close }) => Effect.sync(close)
)

const world = Layer.merge(World.layer, NodeServices.layer)

layer(world, { excludeTestServices: true })("sources in the console", (it) => {
  it.effect("MUST be added, tested, run, edited, disabled and removed with their addresses", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql } = yield* AdminWorld
      const location = yield* file
      const setting = { name: "savannah", type: "openaddresses", options: { location, country: "US" } }
      const test = yield* Events.open("/source-tests", { body: setting, cookie })
      const result = yield* World.eventually("the test's result", test.next, ({ type }) => type !== "progress")
      assert.deepStrictEqual(result.countries[0].kept, { assumed: 12 })
      assert.isNotEmpty(result.countries[0].examples)
      assert.isUndefined(yield* test.next)
      assert.strictEqual((yield* call("/admin/api/sources/savannah", { cookie })).status, 404)

      const added = yield* ask("/sources", { body: setting })
      const [kept] = yield* sql`SELECT configured_by FROM source_setting WHERE name = 'savannah'`
      assert.deepStrictEqual(kept, { configured_by: "console" })
      assert.deepInclude(added, { name: "savannah", kind: "configured", enabled: true, type: "openaddresses" })
      assert.strictEqual((yield* call("/admin/api/sources", { body: setting, cookie })).status, 409)
      yield* ask("/sources/savannah/runs", { body: {} })
      const pool = () => ask("/pools/US")
      yield* World.eventually("the addresses", pool(), ({ sources }) => sources.includes("savannah"))

      const options = { location, country: "US", license: "CC0\u202e-1.0", attribution: "A\r\nB\u001b[2J" }
      const edited = yield* ask("/sources/savannah", { method: "PUT", body: { options } })
      // As every address from it shows them.
      assert.deepInclude(edited.manifest, { license: "CC0-1.0", attribution: "A B [2J" })
      assert.strictEqual(edited.lastRuns[0].outcome, "published")
      yield* sql`
        INSERT INTO run (source, country, fingerprint, started_at, ended_at, outcome)
        SELECT 'savannah', 'CA', '', now(), now(), 'failed' FROM generate_series(1, 70)`
      const { lastRuns } = yield* ask("/sources/savannah")
      assert.deepStrictEqual(
        lastRuns.map(({ country, outcome }: { country: string; outcome: string }) => [country, outcome]),
        [
          ["CA", "failed"],
          ["US", "published"]
        ]
      )
      const wrong = yield* call("/admin/api/sources/savannah", {
        method: "PUT",
        body: { options: { location, land: "US" } },
        cookie
      })
      assert.strictEqual(wrong.status, 400)
      assert.strictEqual(wrong.body.error.details[0].path, "options")

      const disabled = yield* ask("/sources/savannah", { method: "PATCH", body: { enabled: false } })
      assert.isFalse(disabled.enabled)
      const refused = yield* call("/admin/api/sources/savannah/runs", { body: {}, cookie })
      assert.strictEqual(refused.status, 409, refused.text)
      yield* ask("/sources/savannah", { method: "PATCH", body: { enabled: true } })

      assert.deepStrictEqual(yield* ask("/sources/savannah", { method: "DELETE" }), { withdrawing: ["US"] })
      yield* World.eventually("the withdrawal", pool(), ({ sources }) => !sources.includes("savannah"))
      assert.strictEqual((yield* call("/admin/api/sources/savannah", { cookie })).status, 404)
    })
  )

  it.effect("MUST read only files in SOURCE_FOLDERS and public servers, now and in every later run", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql } = yield* AdminWorld
      const location = yield* file
      const mapping = {
        country: "US",
        license: "x",
        attribution: "x",
        homepage: "https://example.org",
        format: { type: "csv", delimiter: ":", columns: ["user", "x", "uid", "gid", "name", "home", "shell"] },
        files: "",
        fields: { street: "{user}", houseNumber: "{uid}" },
        evidence: []
      }
      const setting = (place: string) => ({ name: "passwords", type: "file", options: { location: place, mapping } })
      const wordsOf = Effect.fnUntraced(function* (place: string) {
        const test = yield* Events.open("/source-tests", { body: setting(place), cookie })
        const { message, type } = yield* World.eventually(
          "the test's end",
          test.next,
          ({ type }) => type !== "progress"
        )
        assert.strictEqual(type, "failed")
        return message
      })
      assert.include(yield* wordsOf("/etc/passwd"), "SOURCE_FOLDERS")
      assert.include(yield* wordsOf("http://127.0.0.1:9/latest"), "SOURCE_HOSTS")
      const refused = yield* call("/admin/api/sources", { body: setting("/etc/passwd"), cookie })
      assert.strictEqual(refused.status, 400, refused.text)
      assert.include(refused.text, "SOURCE_FOLDERS")
      const missing = yield* call("/admin/api/sources", { body: setting(`${location}.none`), cookie })
      assert.include(missing.text, "there is no such file or folder")

      // A source that was configured on the command line may read it, until its options are changed over HTTP.
      yield* sql`
        INSERT INTO source_setting (name, type, options, configured_by)
        VALUES ('passwords', 'file', ${JSON.stringify(setting("/etc/passwd").options)}::text::jsonb, 'command')`
      const tested = Effect.fnUntraced(function* () {
        const test = yield* Events.open("/sources/passwords/test", { method: "POST", cookie })
        return yield* World.eventually("the test's end", test.next, ({ type }) => type !== "progress")
      })
      assert.strictEqual((yield* tested()).type, "result")
      const edit = yield* call("/admin/api/sources/passwords", { method: "PUT", body: setting("/etc/passwd"), cookie })
      assert.strictEqual(edit.status, 400, edit.text)
      yield* sql`UPDATE source_setting SET configured_by = 'console' WHERE name = 'passwords'`
      assert.include((yield* tested()).message, "SOURCE_FOLDERS")
      yield* ask("/sources/passwords/runs", { body: {} })
      const failed = yield* World.eventually(
        "the run's end",
        ask("/sources/passwords"),
        ({ lastRuns }) => lastRuns[0]?.outcome === "failed"
      )
      assert.include(JSON.stringify(failed.lastRuns), "SOURCE_FOLDERS")
      yield* ask("/sources/passwords", { method: "DELETE" })
    })
  )

  it.effect("MUST end a test, and its connections, when the client has left", () =>
    Effect.gen(function* () {
      const { cookie } = yield* AdminWorld
      const server = yield* endless
      const options = { location: `http://localhost:${server.port}/a.geojson`, country: "US" }
      const test = yield* Events.open("/source-tests", {
        body: { name: "endless", type: "openaddresses", options },
        cookie
      })
      yield* World.eventually("the reading", Effect.sync(server.open), (open) => open > 0)
      yield* test.close
      yield* World.eventually("the end of it", Effect.sync(server.open), (open) => open === 0)
    })
  )

  it.effect("MUST test a built-in source, but not remove or edit it", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const test = yield* Events.open("/sources/village/test", { method: "POST", cookie })
      const result = yield* World.eventually("the test's result", test.next, ({ type }) => type !== "progress")
      assert.deepStrictEqual(result.countries[0].kept, { declared: 10, register: 20 })
      assert.strictEqual((yield* call("/admin/api/sources/village", { method: "DELETE", cookie })).status, 409)
      const edit = yield* call("/admin/api/sources/village", { method: "PUT", body: { options: {} }, cookie })
      assert.strictEqual(edit.status, 409)
      const { sources } = yield* ask("/sources")
      assert.deepInclude(sources[0], { name: "village", kind: "builtIn", options: null, fault: null })
      assert.strictEqual(sources[0].manifest.attribution, "<script>alert(1)</script>")
    })
  )

  it.effect("MUST have schedules, which are checked", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const path = "/sources/village/schedule"
      const { schedule } = yield* ask(path, { method: "PUT", body: { cron: "0 3 * * 1", enabled: true } })
      assert.strictEqual(schedule.cron, "0 3 * * 1")
      assert.match(schedule.nextAt, /T03:00:00/)
      const paused = yield* ask(path, { method: "PUT", body: { cron: "0 3 * * 1", enabled: false } })
      assert.isNull(paused.schedule.nextAt)
      const wrong = yield* call(`/admin/api${path}`, { method: "PUT", body: { cron: "often", enabled: true }, cookie })
      assert.strictEqual(wrong.status, 400)
      assert.strictEqual(wrong.body.error.details[0].path, "cron")
      assert.isNull((yield* ask(path, { method: "DELETE" })).schedule)
    })
  )

  it.effect("MUST offer types with options suited to forms", () =>
    Effect.gen(function* () {
      const { ask } = yield* AdminWorld
      const { types } = yield* ask("/source-types")
      assert.includeMembers(
        types.map(({ type }: { type: string }) => type),
        ["openstreetmap", "openaddresses", "register", "file"]
      )
      for (const { options, type } of types) {
        assert.isTrue("properties" in options || "anyOf" in options || "$ref" in options, type)
        for (const [, name] of JSON.stringify(options).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
          assert.property(options.$defs, name!, type)
        }
      }
    })
  )

  it.effect("MUST refuse invalid names and unknown types", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* AdminWorld
      const setting = { name: "x", type: "openaddresses", options: {} }
      const refusal = (body: object) =>
        Effect.map(call("/admin/api/sources", { body, cookie }), ({ body: { error }, status }) => [
          status,
          error.details[0].path
        ])
      assert.deepStrictEqual(yield* refusal({ ...setting, name: "<script>" }), [400, "name"])
      assert.deepStrictEqual(yield* refusal({ ...setting, type: "nothing" }), [400, "type"])
      assert.deepStrictEqual(yield* refusal(setting), [400, "options"])
    })
  )

  it.effect("MUST refuse a homepage that clients would make a link to something other than a page", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* AdminWorld
      const terms = { license: "x", attribution: "x" }
      const rest = { country: "US", ...terms, format: { type: "csv" }, fields: {}, evidence: [] }
      for (const homepage of [
        "javascript:alert(1)",
        " java\tscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd"
      ]) {
        for (const [type, path, options] of [
          ["file", "options.mapping.homepage", { location: "a.csv", mapping: { ...rest, homepage } }],
          ["openaddresses", "options.homepage", { location: "a.csv", country: "US", homepage }]
        ] as const) {
          const { body, status } = yield* call("/admin/api/sources", { body: { name: "x", type, options }, cookie })
          assert.strictEqual(status, 400, homepage)
          assert.include(JSON.stringify(body), "must be a web address that begins with https:// or http://", path)
        }
      }
    })
  )

  it.effect(
    "MUST refuse a licence, attribution, homepage or evidence that is too long to be sent with every address",
    () =>
      Effect.gen(function* () {
        const { call, cookie } = yield* AdminWorld
        const long = "L".repeat(10_001)
        const mapping = {
          country: "US",
          license: long,
          attribution: long,
          homepage: long,
          format: { type: "csv" },
          fields: {},
          evidence: [{ kind: "declared", detail: long }]
        }
        for (const [type, options, paths] of [
          [
            "file",
            { location: "a.csv", mapping },
            ["mapping.license", "mapping.attribution", "mapping.homepage", "mapping.evidence, entry 1.detail"]
          ],
          [
            "openaddresses",
            { location: "a.csv", country: "US", license: long, evidence: { kind: "declared", detail: long } },
            ["license", "evidence.detail"]
          ],
          [
            "overture",
            { location: "a", countries: ["US"], evidence: { kind: "declared", detail: long } },
            ["evidence.detail"]
          ]
        ] as const) {
          const { body, status } = yield* call("/admin/api/sources", { body: { name: "x", type, options }, cookie })
          assert.strictEqual(status, 400)
          for (const path of paths) {
            assert.include(body.error.message, `${path}: must have 1 to 10000 characters`, type)
          }
        }
      })
  )
})
