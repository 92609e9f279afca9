import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const mine = Object.keys(migrations).findIndex((name) => name.endsWith("_configured_by"))

layer(TestDatabase.layer)("the migration that adds who configured a source", (it) => {
  it.effect("MUST find sources configured over HTTP in the audit log, and assign the others to the command line", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate(Object.fromEntries(Object.entries(migrations).slice(0, mine)))
      for (const name of ["typed", "added", "edited", "refused", "tested"]) {
        yield* sql`INSERT INTO source_setting (name, type, options) VALUES (${name}, 'file', '{}')`
      }
      for (const [action, target, result] of [
        ["addSource", "added", "done"],
        ["editSource", "edited", "done"],
        ["addSource", "refused", "refused"],
        ["testSource", "tested", "done"]
      ] as const) {
        yield* sql`
          INSERT INTO audit (at, action, target, result, detail) VALUES (now(), ${action}, ${target}, ${result}, '')`
      }
      yield* migrate(migrations)
      const rows = yield* sql<{ readonly name: string; readonly by: string }>`
        SELECT name, configured_by AS by FROM source_setting ORDER BY name`
      assert.deepStrictEqual(Object.fromEntries(rows.map(({ by, name }) => [name, by])), {
        added: "console",
        edited: "console",
        refused: "command",
        tested: "command",
        typed: "command"
      })
    })
  )
})
