import { spawn } from "node:child_process"
import { availableParallelism } from "node:os"
import * as Path from "node:path"
import { compiler } from "./Compiler.ts"

// `npm run check`: what can be checked without running the code. `npm run check -- types lint` runs only these parts.

const root = Path.resolve(import.meta.dirname, "../..")
const cache = process.env["CHECK_CACHE"] ?? Path.join(root, "node_modules/.cache/check")
const bin = (name: string, file: string) => Path.join(root, "node_modules", name, file)

interface Part {
  readonly name: string
  readonly command: string
  readonly args: ReadonlyArray<string>
}

const { command, first, lacking } = compiler()

/**
 * The compiler's checkers repeat part of each other's work. With few processors, which the other parts and often tests
 * use too, one checker takes half of the CPU time of the usual four.
 */
const checkers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

/** The compiler's process is short-lived, so its heap may grow instead of being collected again and again. */
const environment = { GOGC: "400", ...process.env }

/** Types, and those of Effect's diagnostics that `tsconfig.json` enables. */
const types = (name: string, ...project: ReadonlyArray<string>): Part => ({
  name,
  command,
  args: [
    ...first,
    "--noEmit",
    "--checkers",
    String(checkers),
    "--incremental",
    "--tsBuildInfoFile",
    Path.join(cache, `${name}.tsbuildinfo`),
    ...project
  ]
})

const node = (name: string, file: string, ...args: ReadonlyArray<string>): Part => ({
  name,
  command: process.execPath,
  args: [file, ...args]
})

/** Two lanes, for two processors: the compiler takes as long as everything else together. */
const lanes: ReadonlyArray<ReadonlyArray<Part>> = [
  [types("types")],
  [
    node("lint", bin("oxlint", "bin/oxlint"), "--deny-warnings"),
    node("format", bin("oxfmt", "bin/oxfmt"), "--check"),
    node("dead", bin("knip", "bin/knip.js")),
    types("console", "-p", "src/console")
  ]
]

interface Outcome {
  readonly name: string
  readonly code: number
  readonly seconds: number
  readonly said: string
}

const run = ({ args, command, name }: Part): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] })
    let said = ""
    const hear = (chunk: Buffer) => (said += chunk.toString("utf8"))
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.once("error", reject)
    child.once("close", (code) =>
      resolve({ name, code: code ?? 1, said, seconds: (performance.now() - started) / 1_000 })
    )
  })

const wanted = process.argv.slice(2)
const names = lanes.flat().map(({ name }) => name)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(", ")}: no part of the check. There are ${names.join(", ")}.\n`)
  process.exit(2)
}
const isWanted = ({ name }: Part) => wanted.length === 0 || wanted.includes(name)

const begun = performance.now()
const outcomes = await Promise.all(
  lanes.map(async (lane) => {
    const ended: Array<Outcome> = []
    for (const part of lane.filter(isWanted)) ended.push(await run(part))
    return ended
  })
)
for (const { code, name, said, seconds } of outcomes.flat()) {
  if (code !== 0) process.stdout.write(`${said.trimEnd()}\n`)
  process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name.padEnd(8)} ${seconds.toFixed(1)} s\n`)
}
if (lacking !== undefined) process.stdout.write(`${lacking}\n`)
process.stdout.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s\n`)
process.exitCode = outcomes.flat().some(({ code }) => code !== 0) ? 1 : 0
