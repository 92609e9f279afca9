import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import Undici from "@effect/platform-node/Undici"
import { root } from "../../packaging/Rooms.ts"
import { bundleFor } from "../../src/bundle.mjs"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { checkoutProgram } from "../support/BundledDoorstep.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

/** A command that may load a module runs the checkout's files one by one. */
const fromFiles = { SOURCE_MODULES: "./Register.ts" }

const isBundled = bundleFor(["serve"]) !== undefined

/** The checkout as its users start it. */
const doorstep = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) =>
  new DoorstepProcess(args, settings, undefined, checkoutProgram).finished()

describe("a start", () => {
  let folder = ""

  beforeAll(() => {
    folder = fs.mkdtempSync(Path.join(os.tmpdir(), "doorstep-compile-cache-"))
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  const kept = (directory: string) =>
    fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

  const isCompilerLoaded = 'process.moduleLoadList.some((name) => name.includes("amaro"))'

  /** The settings of a start that prints an expression when it ends. */
  const printing = (expression: string) => {
    const hook = Path.join(fs.mkdtempSync(Path.join(folder, "hook-")), "hook.mjs")
    fs.writeFileSync(hook, `process.on("exit", () => process.stderr.write(String(${expression})))`)
    return { NODE_OPTIONS: `--import=${hook}` }
  }

  const emptyCache = () => ({ NODE_COMPILE_CACHE: fs.mkdtempSync(Path.join(folder, "cache-")) })

  it("MUST cache what it compiles for the next one, which then loads no compiler for TypeScript", async () => {
    const settings = { ...fromFiles, ...emptyCache(), ...printing(isCompilerLoaded) }
    const first = await doorstep(["serve", "--help"], settings)
    assert.deepInclude(first, { code: 0, stderr: "true" })
    // Each imported module is cached in a file.
    assert.isAbove(kept(settings.NODE_COMPILE_CACHE), 500)
    assert.deepStrictEqual(await doorstep(["serve", "--help"], settings), { ...first, stderr: "false" })
  })

  it.skipIf(!isBundled && process.env["CI"] === undefined)(
    `MUST run from the bundle that npm install has made, without a compiler${isBundled ? "" : " (skipped: files were edited since)"}`,
    async () => {
      const settings = { ...emptyCache(), ...printing(isCompilerLoaded) }
      assert.deepInclude(await doorstep(["serve", "--help"], settings), { code: 0, stderr: "false" })
      // One for each module would be more than a thousand.
      assert.isBelow(kept(settings.NODE_COMPILE_CACHE), 300)
    }
  )

  it("MUST succeed if nothing can be cached", async () => {
    const file = Path.join(folder, "no-folder")
    fs.writeFileSync(file, "")
    const { code, stderr, stdout } = await doorstep(["--version"], { NODE_COMPILE_CACHE: file })
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(stdout, /\d+\.\d+\.\d+/)
  })
})

describe("the bundle", () => {
  let folder = ""
  let choose: typeof bundleFor
  const inputs = { "src/Doorstep.ts": "doorstep", "schemas/Home.ts": "home" }
  const at = (file: string) => Path.join(folder, file)
  const write = (file: string, text: string) => {
    fs.mkdirSync(Path.dirname(at(file)), { recursive: true })
    fs.writeFileSync(at(file), text)
  }
  /** As if the bundle had just been made. */
  const make = () => {
    const made = Object.entries(inputs).map(([file, text]) => {
      write(file, text)
      const { mtimeMs, size } = fs.statSync(at(file))
      return [file, [size, mtimeMs]]
    })
    write("node_modules/.cache/service/inputs.json", JSON.stringify(Object.fromEntries(made)))
  }

  beforeAll(async () => {
    folder = fs.mkdtempSync(Path.join(fs.realpathSync(os.tmpdir()), "doorstep bundle #1 "))
    for (const file of ["src/bundle.mjs", "src/start.mjs"]) write(file, fs.readFileSync(Path.join(root, file), "utf8"))
    choose = (await import(pathToFileURL(at("src/bundle.mjs")).href)).bundleFor
  })
  beforeEach(make)
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  const bundle = () => pathToFileURL(at("node_modules/.cache/service/Doorstep.mjs")).href

  it("MUST be what runs while the files that it was made from are as they were", () => {
    assert.strictEqual(choose(["serve"]), bundle())
    for (const change of [
      () => write("schemas/Home.ts", "home and garden"),
      () => fs.utimesSync(at("schemas/Home.ts"), 1, 1),
      () => fs.rmSync(at("src/Doorstep.ts")),
      () => fs.rmSync(at("node_modules/.cache/service/inputs.json")),
      () => write("node_modules/.cache/service/inputs.json", '{"src/Doorstep.ts": [8')
    ]) {
      make()
      change()
      assert.isUndefined(choose(["serve"]), String(change))
    }
  })

  it("MUST be what a package runs, whose files never change", () => {
    write("bundle/Doorstep.mjs", "")
    fs.rmSync(at("schemas/Home.ts"))
    assert.strictEqual(choose(["serve"]), pathToFileURL(at("bundle/Doorstep.mjs")).href)
    fs.rmSync(at("bundle"), { recursive: true })
  })

  it.skipIf(process.platform !== "linux")(
    "MUST have two heaps for services and synchronizations, unless the operator says otherwise (Linux)",
    async () => {
      write("bundle/Doorstep.mjs", "process.stdout.write(String(process.env.MALLOC_ARENA_MAX))")
      const heaps = async (command: string, settings: Readonly<Record<string, string>> = {}) =>
        (await new DoorstepProcess([command], settings, folder, at("src/start.mjs")).finished()).stdout
      const said = ["serve", "work", "sync", "add", "--version"].map((command) => heaps(command))
      assert.deepStrictEqual(await Promise.all(said), ["2", "2", "2", "2", "undefined"])
      assert.strictEqual(await heaps("serve", { MALLOC_ARENA_MAX: "8" }), "8")
      fs.rmSync(at("bundle"), { recursive: true })
    }
  )

  it("MUST not be what runs if a module with sources, which would be loaded beside it, may be loaded", () => {
    for (const words of [
      "serve --source ./Register.ts",
      "serve --source=@acme/register",
      "work --source acme-register",
      "sync --source register/Register.js",
      "properties --source Register.ts",
      "--log-level debug source test ./Register.ts",
      "source check register"
    ]) {
      assert.isUndefined(choose(words.split(" ")), words)
    }
    for (const words of [
      "serve",
      "sync --source karlsruhe",
      "source list",
      "source add karlsruhe --type file",
      "source new register --country DE",
      // Each trial of a module is a process of its own.
      "source watch Register.ts"
    ]) {
      assert.strictEqual(choose(words.split(" ")), bundle(), words)
    }
  })

  it.each([
    ["the environment", { SOURCE_MODULES: "@acme/register" }, ""],
    [".env", {}, "PORT=80\nSOURCE_MODULES=@acme/register\n"]
  ])("MUST not be what runs if %s names such a module", (_, env, text) => {
    fs.writeFileSync(at(".env"), text)
    const code = `import(${JSON.stringify(pathToFileURL(at("src/bundle.mjs")).href)}).then((module) => console.log(module.bundleFor(["serve"])))`
    const chosen = (given: Readonly<Record<string, string>>) =>
      execFileSync(process.execPath, ["--eval", code], { cwd: folder, env: given, encoding: "utf8" }).trim()
    assert.strictEqual(chosen(env), "undefined")
    fs.rmSync(at(".env"))
    assert.strictEqual(chosen({}), bundle())
  })
})

describe("what the first request to another server loads", () => {
  it.skipIf(!isBundled)("MUST have its names in the bundle too", async () => {
    const bundled: object = await import(new URL("Undici.mjs", bundleFor(["serve"])).href)
    assert.includeMembers(Object.keys(bundled), Object.keys(Undici))
  })
})

describe("what a start loads", () => {
  const later = [
    "redis",
    "@redis/client",
    "@rapideditor/country-coder",
    "hyparquet",
    "opencc-js",
    "pinyin-pro",
    "fast-check",
    "undici"
  ]
  /** What Node itself loads for whoever imports from `node:http`, except from a bundle. */
  const client = ["node:internal/deps/undici/undici", "node:http2"]

  it.each([
    ["the checkout's files", fromFiles, "effect", []],
    ["the bundle, if there is one", {}, "@faker-js/faker", isBundled ? client : []]
  ])("MUST exclude what only a synchronization or a setting needs: %s", async (_, given, needed, more) => {
    const hook = new URL("./fixtures/LoadedPackages.ts", import.meta.url)
    const { code, stderr } = await doorstep(["serve", "--help"], { ...given, NODE_OPTIONS: `--import=${hook}` })
    assert.strictEqual(code, 0)
    const loaded = Array.from(stderr.matchAll(/^loads (.+)$/gm), ([, name]) => name)
    assert.include(loaded, needed)
    for (const name of [...later, ...more]) assert.notInclude(loaded, name)
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
