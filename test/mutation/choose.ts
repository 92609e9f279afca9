/**
 * Chooses faults by chance, and writes them down for run.ts.
 *
 *   node test/mutation/choose.ts --seed 1 --count 240 --reach reach.json --out sample.json
 *
 * All places of all rooms stand in one row, by file and by where they are; every n-th is taken, from a start that the seed
 * gives, so that each file has as many as it weighs. What stands there instead is the seed's choice, too.
 */
import { readFileSync, writeFileSync } from "node:fs"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { parseSync } from "vite"
import type { Chosen } from "./Fault.ts"
import type { Reached } from "./reach.ts"
import { rooms } from "./Rooms.ts"
import { type Site, sitesOf } from "./Sites.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (file: string) => readFileSync(Path.join(root, file), "utf8")

const { values: asked } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "240" },
    reach: { type: "string", default: "reach.json" },
    out: { type: "string", default: "sample.json" }
  }
})

/** Mulberry32: a number from 0 to 1 after another. */
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** A text with the place that occurs once: itself, or with as much of its lines as it takes. */
const unique = (code: string, { end, start }: Site): readonly [number, number] => {
  let [from, to] = [start, end]
  while (code.split(code.slice(from, to)).length !== 2 || to - from < 8) {
    const [before, after] = [code.lastIndexOf("\n", from - 2) + 1, code.indexOf("\n", to)]
    const isWhole = from === code.lastIndexOf("\n", from - 1) + 1
    if (!isWhole) from = code.lastIndexOf("\n", from - 1) + 1
    else if (code[to] !== "\n") to = after
    else from = before
  }
  return [from, to]
}

const importsOf = new Map<string, ReadonlyArray<string>>()
const imports = (file: string): ReadonlyArray<string> => {
  let known = importsOf.get(file)
  if (known === undefined) {
    const found = parseSync(file, read(file)).module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
    known = found
      .filter((name) => name.startsWith(".") && name.endsWith(".ts"))
      .map((name) => Path.join(Path.dirname(file), name))
    importsOf.set(file, known)
  }
  return known
}

/** How many imports each file is away from a test. */
const distancesFrom = (test: string): ReadonlyMap<string, number> => {
  const distances = new Map([[test, 0]])
  for (const [file, distance] of distances) {
    for (const other of imports(file)) if (!distances.has(other)) distances.set(other, distance + 1)
  }
  return distances
}

const reached = JSON.parse(readFileSync(asked.reach, "utf8")) as Record<string, Reached>
const distances = new Map(Object.keys(reached).map((test) => [test, distancesFrom(test)]))

const isRun = (edges: ReadonlyArray<number> | undefined, at: number): boolean =>
  edges !== undefined && edges.filter((edge) => edge <= at).length % 2 === 1

/** How many folders, and the name, a test shares with a file: `test/draw/keys/KeyCache.test.ts` is about `src/draw/keys`. */
const kinship = (test: string, file: string): number => {
  const own = file
    .replace(/^src\//, "")
    .replace(/\.ts$/, "")
    .split("/")
  const other = test
    .slice("test/".length)
    .replace(/\.test\.ts$/, "")
    .split("/")
  const differs = own.findIndex((name, i) => name !== other[i])
  return differs < 0 ? own.length : differs
}

/** Those that are about the file, near ones and quick ones first, and no more than a minute or two of them. */
const testsOf = (file: string, { start }: Site): ReadonlyArray<string> => {
  const cost = (test: string) =>
    (reached[test]!.milliseconds * (distances.get(test)!.get(file) ?? 6) ** 2) / 8 ** kinship(test, file)
  const all = Object.keys(reached)
    .filter((test) => isRun(reached[test]!.places[file], start))
    .toSorted((a, b) => cost(a) - cost(b))
  let spent = 0
  return all.filter((test, at) => {
    spent += reached[test]!.milliseconds
    return at < 3 || (at < 6 && spent < 60_000)
  })
}

const all = rooms.flatMap((file) => sitesOf(file, read(file)).map((site) => ({ file, site })))
const random = chance(Number(asked.seed))
const step = all.length / Number(asked.count)
const start = random() * step
const chosen: Array<Chosen> = []
for (let at = start; at < all.length; at += step) {
  const { file, site } = all[Math.floor(at)]!
  const code = read(file)
  const [from, to] = unique(code, site)
  const replacement = site.replacements[Math.floor(random() * site.replacements.length)]!
  chosen.push({
    file,
    kind: site.kind,
    text: code.slice(from, to),
    replacement: code.slice(from, site.start) + replacement + code.slice(site.end, to),
    tests: testsOf(file, site)
  })
}
writeFileSync(asked.out, `${JSON.stringify(chosen, undefined, 2)}\n`)
process.stdout.write(
  `${chosen.length} of ${all.length} places, ${chosen.filter(({ tests }) => tests.length === 0).length} of them run by no test.\n`
)
