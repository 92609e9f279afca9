import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { migrations } from "../../../src/database/Migrations.ts"
import { giveSign, takeLeave } from "../../../src/database/Processes.ts"
import { ProcessName } from "../../../src/shared/ProcessName.ts"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld, eventually } = World

const other = { name: "far-ab12:7", role: "serve", version: "0.0.9", schema: 3, startedAt: 0 } as const
const named = (name: string) => (one: { readonly name: string }) => one.name === name

layer(World.layer, { excludeTestServices: true, timeout: "60 seconds" })("machines in the console", (it) => {
  it.effect("MUST show the responding process, that it is a runner, and what is waiting", () =>
    Effect.gen(function* () {
      const { ask, url } = yield* AdminWorld
      const self = yield* ProcessName
      const machines = yield* eventually(
        "the process has its shares",
        ask("/machines"),
        ({ runners, shards }) => runners.find(named(self))?.shards === shards
      )
      const process = machines.processes.find(named(self))
      assert.deepInclude(process, {
        role: "serve",
        version: packageJson.version,
        schema: Object.keys(migrations).length,
        silent: false,
        readServers: []
      })
      assert.strictEqual(new URL(process.listens).port, new URL(url).port)
      assert.isAbove(process.memoryBytes, 1e7)
      assert.isAtLeast(process.cores, 0)
      assert.deepInclude(machines.runners.find(named(self)), { silent: false, stuck: null, partsRead: 0, worksOn: [] })
      assert.deepStrictEqual(machines.waiting, { ordered: 0, messages: 0, oldestSeconds: 0, stuck: false })
      assert.deepStrictEqual(machines.schema, { known: Object.keys(migrations).length, ahead: [] })
    })
  )

  it.effect(
    "MUST show others on the database, whatever their version reports, that they are silent, and not those that left",
    () =>
      Effect.gen(function* () {
        const { ask, sql } = yield* AdminWorld
        const readServers = [
          { name: "copy:5432/homes", role: "replica", used: false, why: "It lags.", lagSeconds: 7.5 }
        ]
        const report = { cores: 1.5, memoryBytes: 3e8, requestsPerSecond: 40, drawsPerSecond: 60, readServers }
        yield* giveSign(sql, { ...other, report })
        yield* giveSign(sql, { ...other, name: "odd-cd34:8", report: "nothing that anybody knows" })
        const seen = yield* ask("/machines")
        assert.deepInclude(seen.processes.find(named(other.name)), { ...report, version: "0.0.9", listens: null })
        assert.deepInclude(seen.processes.find(named("odd-cd34:8")), { cores: null, readServers: [], silent: false })
        yield* sql`UPDATE process SET seen_at = now() - interval '30 seconds' WHERE name = ${other.name}`
        assert.isTrue((yield* ask("/machines")).processes.find(named(other.name)).silent)
        yield* sql`UPDATE process SET seen_at = now() - interval '61 seconds' WHERE name = ${other.name}`
        yield* takeLeave(sql, "odd-cd34:8")
        const left = yield* ask("/machines")
        assert.deepStrictEqual(
          left.processes.map(({ name }: { readonly name: string }) => name),
          [yield* ProcessName]
        )
        // The next process that reports in removes rows that are too old.
        yield* giveSign(sql, { ...other, name: "new-ef56:9", report })
        assert.deepStrictEqual(yield* sql`SELECT FROM process WHERE name = ${other.name}`, [])
        yield* takeLeave(sql, "new-ef56:9")
      })
  )
})
