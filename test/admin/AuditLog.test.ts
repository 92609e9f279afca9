import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { AuditLog } from "../../src/admin/AuditLog.ts"
import { database } from "./support.ts"

const src = fileURLToPath(new URL("../../src/", import.meta.url))

/** Statements that cast a column to text under its own name and sort by that name, which puts 10 before 9. */
const sortedAsText = (code: string): ReadonlyArray<string> =>
  Array.from(code.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g), ([, statement = ""]) => statement).filter((statement) =>
    Array.from(statement.matchAll(/\b(\w+)::text AS "?\1"?/g)).some(([, name]) =>
      new RegExp(`ORDER BY (?:[\\w."]+(?: DESC| ASC)?, *)*"?${name}"?(?![\\w.])`).test(statement)
    )
  )

layer(Layer.provideMerge(AuditLog.layer, database))("the audit", (it) => {
  it.effect("MUST return every entry once, newest first, however many there are and however they are paged", () =>
    Effect.gen(function* () {
      const audit = yield* AuditLog
      // Sorting as text would differ from the tenth entry on, and again from the hundredth.
      for (let i = 1; i <= 113; i++) {
        yield* audit.record({ action: i % 2 === 0 ? "even" : "odd", target: String(i), result: "done" })
      }
      const paged = Effect.fnUntraced(function* (limit: number, action?: string) {
        const targets: Array<number> = []
        let before: string | undefined
        for (;;) {
          const page = yield* audit.page({ limit, before, action })
          targets.push(...page.map(({ target }) => Number(target)))
          if (page.length < limit) return targets
          before = page.at(-1)!.id
        }
      })
      const all = Array.from({ length: 113 }, (_, i) => 113 - i)
      for (const limit of [1, 4, 10, 50, 200]) assert.deepStrictEqual(yield* paged(limit), all, `by ${limit}`)
      const even = all.filter((i) => i % 2 === 0)
      assert.deepStrictEqual(yield* paged(7, "even"), even)
    })
  )

  it.effect("MUST NOT be sorted as text, here or anywhere else in the service", () =>
    Effect.sync(() => {
      assert.lengthOf(sortedAsText("sql`SELECT id::text AS id FROM t ORDER BY id DESC`"), 1)
      assert.lengthOf(sortedAsText("sql<Row>`SELECT id::text AS id FROM t ORDER BY at, id LIMIT 1`"), 1)
      assert.lengthOf(sortedAsText("sql`SELECT t.id::text AS id FROM t ORDER BY t.id`"), 0)
      const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
      assert.isAbove(files.length, 100)
      for (const name of files) assert.isEmpty(sortedAsText(readFileSync(src + name, "utf8")), name)
    })
  )
})
