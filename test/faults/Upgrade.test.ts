import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Database } from "../../src/database/Database.ts"
import { bundledProgram } from "../support/BundledDoorstep.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { lastMigration as known, nextVersion, root } from "./upgrade/NextVersion.ts"
import { Roll } from "./upgrade/Roll.ts"

/** Requests per minute of one token, shared by both services. */
const limit = 30

/** Six services are started while the clients take all the CPU time they can get. */
const longest = 900_000

describe("An upgrade under load, service by service, and the way back", { timeout: longest }, () => {
  const scope = Scope.makeUnsafe()
  const dataDir = mkdtempSync(Path.join(tmpdir(), "doorstep-upgrade-"))
  const now = { folder: root, program: bundledProgram().file }
  const next = nextVersion()
  let roll: Roll
  let sql: SqlClient.SqlClient

  beforeAll(async () => {
    const context = await Effect.runPromise(Scope.provide(Layer.build(Layer.fresh(TestDatabase.layer)), scope))
    sql = Context.get(context, SqlClient.SqlClient)
    roll = new Roll(Redacted.value(Context.get(context, Database).url), dataDir)
  })

  afterAll(async () => {
    await roll.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** The services share one rate limit, one session, one audit log and one history of runs. */
  const holdsAcross = async (stage: string) => {
    const burst = await roll.burst(stage, limit, 3 * limit)
    assert.deepStrictEqual(burst, { answered: limit, refused: 2 * limit, services: 2 }, stage)
    const { entries } = await roll.ask("/audit?limit=200")
    const made = entries.filter(({ detail }: Record<string, string>) => detail?.startsWith(`${stage}: `))
    assert.strictEqual(made.length, 1, `${stage}: ${JSON.stringify(entries.slice(0, 2))}`)
    const { processes } = await roll.ask("/machines")
    assert.strictEqual(processes.length, 2, stage)
    return processes.map(({ schema }: { readonly schema: number }) => schema).sort()
  }

  it("MUST not fail a single request, and keep sessions, limits and the audit log", async () => {
    await roll.begin(now, 2)
    assert.deepStrictEqual(await holdsAcross("both former"), [known, known])

    // The first service of the new version migrates while the others serve.
    await roll.migrate("one is upgraded", next)
    const ran = await Effect.runPromise(sql`SELECT name FROM doorstep_migrations WHERE migration_id = ${known + 1}`)
    assert.deepStrictEqual(ran, [{ name: "notes" }])
    assert.deepStrictEqual(await holdsAcross("one of each"), [known, known + 1])
    await roll.replace("the other is upgraded", next)
    assert.deepStrictEqual(await holdsAcross("both new"), [known + 1, known + 1])

    await roll.replace("one is taken back", now)
    const back = roll.members.at(-1)!.process
    assert.match(
      back.stdout + back.stderr,
      new RegExp(`A newer Doorstep has migrated the database \\(${String(known + 1).padStart(4, "0")}_notes\\)`)
    )
    assert.deepStrictEqual(await holdsAcross("one of each again"), [known, known + 1])
    await roll.replace("the other is taken back", now)
    assert.deepStrictEqual(await holdsAcross("both former again"), [known, known])

    await roll.load.stop()
    assert.deepStrictEqual(roll.load.failed, [])
    const stages = ["one is upgraded", "the other is upgraded", "one is taken back", "the other is taken back"]
    for (const stage of stages) assert.isAbove(roll.load.answered.get(stage) ?? 0, 20, stage)
  })
})
