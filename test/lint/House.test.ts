import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { type Fence, fences, roomsOfSql } from "./house/Fences.ts"

const root = Path.resolve(import.meta.dirname, "../..")

interface Diagnostic {
  readonly code: string
  readonly filename: string
  readonly labels: ReadonlyArray<{ readonly span: { readonly line: number } }>
}

/** The violations of house rules in files, as `rule file:line`. */
const found = (cwd: string, files: ReadonlyArray<string>, environment: NodeJS.ProcessEnv = {}) =>
  new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const args = [Path.join(root, "node_modules/oxlint/bin/oxlint"), "--format", "json", ...files]
    const options = { cwd, maxBuffer: 1e9, env: { ...process.env, ...environment } }
    // It exits with 1 if it has found something.
    execFile(process.execPath, args, options, (_, stdout, stderr) => {
      if (!stdout.startsWith("{")) return reject(new Error(`${stdout}${stderr}`))
      const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: ReadonlyArray<Diagnostic> }
      const own = diagnostics.filter(({ code }) => code.startsWith("house("))
      resolve(
        own.map(({ code, filename, labels }) => `${code.slice(6, -1)} ${filename}:${labels[0]!.span.line}`).toSorted()
      )
    })
  })

/** A planted line, and the rules that must reject it; none if it is allowed. */
type Plant = readonly [code: string, ...rules: ReadonlyArray<Fence["rule"]>]

const plants: Readonly<Record<string, ReadonlyArray<Plant>>> = {
  "src/http/Planted.ts": [
    ["export const a = async () => 1", "no-promise"],
    ["export const b = new Promise(() => {})", "no-promise"],
    ["export const c = Promise.resolve(1)", "no-promise"],
    ["export const d = Effect.runPromise(it)", "no-promise"],
    ["export const e = Effect.runForkWith(context)(it)", "no-promise"],
    ["export const f = Effect.tryPromise(() => handle.read())"],
    ["export let g = 1", "no-module-state"],
    ["const h = new Map()"],
    ["export const i = (key: string) => h.set(key, 1)", "no-module-state"],
    ["export const j = (key: string) => h.get(key)"],
    ["const k: Array<string> = []"],
    ["export const l = () => { k[0] = 'now' }", "no-module-state"],
    ["export const m = () => { const own = new Map(); own.set(1, 2); let n = 1; n++; return own }"],
    ["export const o = sql`SELECT 1`", "sql-in-its-rooms"],
    ["export const p = sql<{ n: number }>`SELECT 1 AS n`", "rows-are-decoded", "sql-in-its-rooms"],
    ["export const q = sql.unsafe('SELECT 1')", "sql-in-its-rooms"],
    ["export const r = () => { throw it }", "errors-as-data"],
    ["export const s = Effect.fail(new Error('it'))", "errors-as-data"],
    ["export class T extends Error {}", "errors-as-data"],
    ["export const u = Effect.orDie(it)", "errors-as-data"],
    ["export class V extends Schema.TaggedError<V>()('V', {}) {}"],
    ["export const w = Date.now()", "no-ambient"],
    ["export const x = Math.random()", "no-ambient"],
    ["export const y = () => setTimeout(it, 1)", "no-ambient"],
    ["export const z = [new Date(), new Date(0)]", "no-ambient"],
    ["export const aa = Config.String('PORT')", "settings-in-their-table"],
    ["export const ab = Config.withDefault(Config.Redacted('KEY'), it)", "settings-in-their-table"],
    ["export const ac = Config.map(it, String)"],
    ["export const ad = Effect.timeout(it, '5 seconds')", "times-in-their-table"],
    ["export const ae = it.pipe(Stream.timeoutOrElse({ duration: Duration.seconds(5) }))", "times-in-their-table"],
    ["export const af = { connectTimeout: 2_000, statement_timeout: budget }", "times-in-their-table"],
    ["const patience = '2 seconds'", "times-in-their-table"],
    ["export const ag = Effect.timeout(it, timeBudgets.request.time)"],
    ["export const ah = { timeout: 0, interval: '5 seconds' }"],
    ["export const ai = new Intl.NumberFormat('en')", "late-formats"],
    ["export const aj = onFirstUse(() => new Intl.NumberFormat('en'))"]
  ],
  "properties/Long.ts": [
    ["export const a = () => {", "short-functions"],
    ...Array.from({ length: 79 }, (): Plant => ["  //"]),
    ["}"]
  ],
  "packaging/Long.mjs": [
    ["export const a = () => {", "short-functions"],
    ...Array.from({ length: 79 }, (): Plant => ["  //"]),
    ["}"]
  ],
  "src/console/Short.tsx": [["export const a = () => {"], ...Array.from({ length: 78 }, (): Plant => ["  //"]), ["}"]],
  "src/pool/Planted.ts": [
    ["export const a = sql`SELECT 1`"],
    ["export const b = async () => 1", "no-promise"],
    ["export const c = sql`SET LOCAL lock_timeout = '1s'`", "times-in-their-table"],
    ["export const d = sql`SET LOCAL lock_timeout = ${it}`"],
    ["export const e = slow<Row>`SELECT 1 AS n`", "rows-are-decoded"],
    ["export const f = sql.unsafe<Row>('SELECT 1 AS n')", "rows-are-decoded"],
    ["export const g = numbers(sql`SELECT 1 AS n`)"]
  ],
  "src/settings/TimeBudgets.ts": [["export const patience = '2 seconds'"]],
  "src/settings/Setting.ts": [["export const a = Config.String('PORT')"]],
  "src/cli/deep/Planted.ts": [["export const a = sql`SELECT 1`", "sql-in-its-rooms"]],
  "sources/any/Planted.ts": [
    ["export const a = async () => 1"],
    ["export const b = sql`SELECT 1`", "sql-in-its-rooms"],
    ["export const c = Date.now()", "no-ambient"]
  ],
  "src/console/Planted.ts": [["export const a = async () => Date.now()"]],
  "src/http/Planted.test.ts": [["export const a = async () => Date.now()"]],
  "test/Planted.ts": [["export const a = async () => Date.now()"]]
}

describe("The house rules", () => {
  it("MUST report each planted violation, on its line, and nothing else", async () => {
    const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-house-"))
    try {
      cpSync(Path.join(root, ".oxlintrc.json"), Path.join(folder, ".oxlintrc.json"))
      cpSync(Path.join(root, "test/lint/house"), Path.join(folder, "test/lint/house"), { recursive: true })
      for (const [file, lines] of Object.entries(plants)) {
        mkdirSync(Path.dirname(Path.join(folder, file)), { recursive: true })
        writeFileSync(Path.join(folder, file), `${lines.map(([code]) => code).join("\n")}\n`)
      }
      const expected = Object.entries(plants).flatMap(([file, lines]) =>
        lines.flatMap(([, ...rules], at) => rules.map((rule) => `${rule} ${file}:${at + 1}`))
      )
      assert.deepStrictEqual(await found(folder, Object.keys(plants)), expected.toSorted())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("MUST have no exception for a file that is gone, or that keeps the rule", async () => {
    const fenced = fences.flatMap(({ files, rule }) => files.map((file) => `${rule} ${file}`))
    assert.deepStrictEqual(fenced, Array.from(new Set(fenced)), "each once")
    const files = Array.from(new Set(fences.flatMap((fence) => fence.files)))
    assert.deepStrictEqual(
      files.filter((file) => !existsSync(Path.join(root, file))),
      [],
      "gone"
    )
    const kept = new Set((await found(root, files, { HOUSE_FENCES: "off" })).map((one) => one.replace(/:\d+$/, "")))
    assert.deepStrictEqual(
      fenced.filter((one) => !kept.has(one)),
      [],
      "needed no more: take the line out of test/lint/house/Fences.ts"
    )
    assert.isTrue(fences.every(({ because }) => /^[A-Z].{40,}\.$/.test(because)))
    assert.deepStrictEqual(roomsOfSql, roomsOfSql.toSorted())
  })
})
