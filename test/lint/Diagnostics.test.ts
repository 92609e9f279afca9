import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import * as Path from "node:path"
import { compiler } from "./Compiler.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** Lines of code, each with the diagnostic that must reject it, or with none. */
const plants: ReadonlyArray<readonly [code: string, refusedBy?: string]> = [
  ['import { Effect } from "effect"'],
  ["Effect.succeed(1)", "floatingEffect"],
  ["export const a = Effect.gen(function* () { yield Effect.succeed(1) })", "missingStarInYieldEffectGen"],
  ['export const b = Effect.gen(function* () { yield* Effect.fail("no") })', "missingReturnYieldStar"],
  ["export const c = Effect.gen(function* () { try { yield* a } catch { return 1 } })", "tryCatchInEffectGen"],
  ["export const d = Effect.sync(() => Promise.resolve(1))", "lazyPromiseInEffectSync"],
  ["export const e = Effect.gen(function* () { return yield* Effect.succeed(1) })"]
]

describe("Effect's diagnostics", () => {
  it("MUST report the planted violations, and nothing else", async (context) => {
    const { command, first, lacking } = compiler()
    if (lacking !== undefined) return context.skip(lacking)
    // Within the project, so that what it extends and imports is found.
    const folder = mkdtempSync(Path.join(root, "node_modules/.cache/planted-"))
    try {
      symlinkSync(Path.join(root, "node_modules"), Path.join(folder, "node_modules"))
      writeFileSync(Path.join(folder, "Planted.ts"), `${plants.map(([code]) => code).join("\n")}\n`)
      const own = { extends: Path.join(root, "tsconfig.json"), include: ["*.ts"], exclude: [] }
      writeFileSync(Path.join(folder, "tsconfig.json"), JSON.stringify(own))
      const output = await new Promise<string>((resolve) =>
        execFile(command, [...first, "--noEmit", "--pretty", "false", "-p", folder], (_, stdout) => resolve(stdout))
      )
      const found = Array.from(output.matchAll(/Planted\.ts\((\d+),.*effect\((\w+)\)/g), ([, at, by]) => `${at} ${by}`)
      const expected = plants.flatMap(([, by], at) => (by === undefined ? [] : [`${at + 1} ${by}`]))
      assert.deepStrictEqual(Array.from(new Set(found)), expected, output)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
