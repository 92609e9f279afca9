import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkoutProgram } from "../support/BundledDoorstep.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

/** The checkout as its users start it, unbundled. */
const doorstep = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) =>
  new DoorstepProcess(args, settings, undefined, checkoutProgram).finished()

describe("a start", () => {
  let folder = ""

  beforeAll(() => {
    folder = fs.mkdtempSync(Path.join(os.tmpdir(), "doorstep-compile-cache-"))
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  const version = (settings: Readonly<Record<string, string>>) => doorstep(["--version"], settings)

  const kept = (directory: string) =>
    fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

  it("MUST cache what it compiles for the next one", async () => {
    const first = await version({ NODE_COMPILE_CACHE: folder })
    assert.match(first.stdout, /\d+\.\d+\.\d+/)
    // Each imported module is cached in a file.
    assert.isAbove(kept(folder), 500)
    assert.deepStrictEqual(await version({ NODE_COMPILE_CACHE: folder }), first)
  })

  /** The settings of a start that prints an expression when it ends. */
  const printing = (expression: string) => {
    const cache = fs.mkdtempSync(Path.join(folder, "service-"))
    const hook = Path.join(cache, "hook.mjs")
    fs.writeFileSync(hook, `process.on("exit", () => process.stderr.write(String(${expression})))`)
    return { NODE_COMPILE_CACHE: cache, NODE_OPTIONS: `--import=${hook}` }
  }

  it("MUST cache it for a service too, which then loads no compiler for TypeScript", async () => {
    const settings = printing('process.moduleLoadList.some((name) => name.includes("amaro"))')
    assert.deepInclude(await doorstep(["serve", "--help"], settings), { code: 0, stderr: "true" })
    assert.deepInclude(await doorstep(["serve", "--help"], settings), { code: 0, stderr: "false" })
  })

  it.skipIf(process.platform !== "linux")(
    "MUST give a service two heaps, unless its operator says otherwise (Linux)",
    async () => {
      const settings = printing("process.env.MALLOC_ARENA_MAX")
      const heaps = async (...args: ReadonlyArray<string>) => (await doorstep(args, settings)).stderr
      assert.strictEqual(await heaps("serve", "--help"), "2")
      assert.strictEqual(await heaps("work", "--help"), "2")
      assert.strictEqual(await heaps("--version"), "undefined")
      const chosen = await doorstep(["serve", "--help"], { ...settings, MALLOC_ARENA_MAX: "8" })
      assert.strictEqual(chosen.stderr, "8")
    }
  )

  it("MUST succeed if nothing can be cached", async () => {
    const file = Path.join(folder, "no-folder")
    fs.writeFileSync(file, "")
    const { code, stderr, stdout } = await version({ NODE_COMPILE_CACHE: file })
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(stdout, /\d+\.\d+\.\d+/)
  })
})

describe("what a start loads", () => {
  it("MUST exclude what only a synchronization or a setting needs", async () => {
    const hook = new URL("./fixtures/LoadedPackages.ts", import.meta.url)
    const settings = { NODE_OPTIONS: `--import=${hook}` }
    const { code, stderr } = await doorstep(["serve", "--help"], settings)
    assert.strictEqual(code, 0)
    const loaded = Array.from(stderr.matchAll(/^loads (.+)$/gm), ([, name]) => name)
    assert.include(loaded, "effect")
    const later = [
      "redis",
      "@redis/client",
      "@rapideditor/country-coder",
      "hyparquet",
      "opencc-js",
      "pinyin-pro",
      "fast-check"
    ]
    for (const name of later) assert.notInclude(loaded, name)
  })
})

describe("a Node that is too old", () => {
  const start = Path.resolve(import.meta.dirname, "../../src/start.mjs")
  const sentence = (version: string) =>
    new RegExp(`^Doorstep needs Node 24 or later, and this is Node ${version}\\. Run .+\n$`)

  const run = (file: string, args: ReadonlyArray<string>) =>
    spawnSync(file, args, { encoding: "utf8", env: {}, timeout: 120_000 })

  it.each(["18.20.8", "22.21.0"])("MUST be told which version is needed: %s", (version) => {
    const pretence = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`
    const { status, stderr, stdout } = run(process.execPath, [`--import=${pretence}`, start, "serve"])
    assert.match(stderr, sentence(version))
    assert.deepStrictEqual([status, stdout], [1, ""])
  })

  const old = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => {
    const { stdout } = run(file, ["--version"])
    return /^v\d+/.test(stdout ?? "") && Number(stdout.slice(1).split(".")[0]) < 24
  })

  it.skipIf(old === undefined)(
    `MUST be able to run the code that says so${old === undefined ? " (skipped: this machine has no older Node)" : ""}`,
    () => {
      const { status, stderr } = run(old!, [start, "serve"])
      assert.match(stderr, sentence("[\\d.]+"))
      assert.strictEqual(status, 1)
    }
  )
})
