/**
 * Runs test files with V8's coverage, and writes down which places of which files each of them runs, and how long it takes:
 * choose.ts asks only those tests about a fault that come by its place.
 *
 *   node test/mutation/reach.ts reach.json test/draw test/pool/Stored.test.ts …
 */
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { createVitest } from "vitest/node"
import { rooms } from "./Rooms.ts"
import { settings } from "./settings.ts"

/** Of one test file: milliseconds, and by file the places that it runs, as starts and ends in turn. */
export interface Reached {
  readonly milliseconds: number
  readonly places: Readonly<Record<string, ReadonlyArray<number>>>
}

interface Coverage {
  readonly result: ReadonlyArray<{
    readonly url: string
    readonly functions: ReadonlyArray<{
      readonly ranges: ReadonlyArray<{
        readonly startOffset: number
        readonly endOffset: number
        readonly count: number
      }>
    }>
  }>
}

const root = fileURLToPath(new URL("../../", import.meta.url))
const home = pathToFileURL(root).href

/** Ranges of a function lie within one another: the innermost says whether a place was run. */
const ranOf = (length: number, { functions }: Coverage["result"][number], ran = new Uint8Array(length)) => {
  const ranges = functions.flatMap((one) => one.ranges)
  ranges.sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
  for (const { count, endOffset, startOffset } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran
}

const edgesOf = (ran: Uint8Array): ReadonlyArray<number> => {
  const edges: Array<number> = []
  for (let i = 0; i <= ran.length; i++) if ((ran[i] ?? 0) !== (ran[i - 1] ?? 0)) edges.push(i)
  return edges
}

/** A process and its threads leave files of one number; the process of a test file is the one that has read it. */
const read = (folder: string, test: string): Reached["places"] => {
  const names = readdirSync(folder)
  const ran = new Map<string, Uint8Array>()
  const url = pathToFileURL(test).href
  const all = names.map((name) => ({
    pid: name.split("-")[1],
    ...(JSON.parse(readFileSync(Path.join(folder, name), "utf8")) as Coverage)
  }))
  const pids = new Set(
    all.filter(({ result }) => result.some((one) => one.url.split("?")[0] === url)).map(({ pid }) => pid)
  )
  for (const { pid, result } of all) {
    if (!pids.has(pid)) continue
    for (const script of result) {
      const file = script.url.startsWith(home) ? script.url.slice(home.length) : ""
      if (!rooms.includes(file)) continue
      const now = ranOf(readFileSync(Path.join(root, file), "utf8").length, script)
      const before = ran.get(file)
      ran.set(file, before === undefined ? now : now.map((one, at) => one | before[at]!))
    }
  }
  return Object.fromEntries(Array.from(ran, ([file, places]) => [file, edgesOf(places)]))
}

const [out, ...asked] = process.argv.slice(2)
if (out === undefined) throw new Error("Where to write it is the first argument.")
const reached = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as Record<string, Reached>) : {}
const tests = asked
  .flatMap((one) => (one.endsWith(".ts") ? [one] : globSync(`${one}/**/*.test.ts`, { cwd: root })))
  .filter((test) => reached[test] === undefined)

const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-reach-"))
const vitest = await createVitest({
  ...settings({ NODE_V8_COVERAGE: folder }),
  setupFiles: [fileURLToPath(new URL("leaveCoverage.ts", import.meta.url))]
})
for (const test of tests) {
  const path = Path.join(root, test)
  const began = performance.now()
  const { testModules } = await vitest.runTestSpecifications([vitest.getRootProject().createSpecification(path)])
  const ok = testModules.find(({ moduleId }) => moduleId === path)?.ok() === true
  const milliseconds = Math.round(performance.now() - began)
  if (ok) reached[test] = { milliseconds, places: read(folder, path) }
  const files = Object.keys(reached[test]?.places ?? {}).length
  process.stdout.write(`${ok ? "✓" : "✗"} ${test} ${milliseconds} ms, ${files} files\n`)
  for (const name of readdirSync(folder)) rmSync(Path.join(folder, name))
  writeFileSync(out, JSON.stringify(reached))
}
await vitest.close()
rmSync(folder, { recursive: true })
