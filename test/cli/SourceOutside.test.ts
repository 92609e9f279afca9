import { execFile } from "node:child_process"
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, References } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Database } from "../../src/database/Database.ts"
import { packedDoorstep } from "../support/PackedDoorstep.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"
import { addresses, WatchPage } from "./WatchPage.ts"

const root = Path.resolve(import.meta.dirname, "../..")
const key = "k-4711"

interface Recorded {
  readonly url: string
  readonly body: unknown
}

/** An API that replays recorded responses to clients with the key, after first refusing one request as too many. */
class PagedApi {
  readonly #answers = new Map<string, unknown>()
  #server: Server | undefined
  url = ""
  busy = 0

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
        response.writeHead(status, headers).end(JSON.stringify(body))
      if (request.headers["x-api-key"] !== key) return answer(401, { error: "No key." })
      if (this.busy++ === 0) return answer(429, {}, { "retry-after": "0" })
      const found = this.#answers.get(request.url!)
      return found === undefined ? answer(404, {}) : answer(200, found)
    })
    await new Promise<void>((resolve) => this.#server!.listen(0, "127.0.0.1", resolve))
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
  }

  /** Serves these responses below a path. */
  serve(path: string, from: string, recorded: ReadonlyArray<Recorded>): void {
    for (const { body, url } of recorded) this.#answers.set(url.replace(from, path), body)
  }

  stop(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }
}

interface Project {
  readonly name: string
  readonly source: string
  readonly country: string
  readonly flags: ReadonlyArray<string>
  readonly code: string
}

const projects: ReadonlyArray<Project> = [
  { name: "@acme/typed-register", source: "typed-register", country: "DE", flags: [], code: "TypedRegister.ts" },
  { name: "plain-register", source: "plain-register", country: "FR", flags: ["--javascript"], code: "PlainRegister.js" }
]

const keyOf = ({ source }: Project) => `${source.toUpperCase().replace("-", "_")}_KEY`

/** Runs a program in a folder, as its user would. A failure carries the output. */
const run = async (cwd: string, program: string, ...args: ReadonlyArray<string>): Promise<string> => {
  try {
    const { stderr, stdout } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...process.env, NODE_ENV: "", VITEST: "" },
      maxBuffer: 1e8
    })
    return stdout + stderr
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error })
  }
}

const world = TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")))

layer(world, { excludeTestServices: true })("A source in a repository of its own", (it) => {
  const api = new PagedApi()
  let folder: string
  let bin: string
  const folderOf = ({ source }: Project) => Path.join(folder, source)

  /** Installs what `npm install` would: the published package, Effect, and the tools. Nothing is downloaded. */
  const install = async (into: string, names: ReadonlyArray<string>) => {
    const modules = Path.join(into, "node_modules")
    await mkdir(Path.join(modules, "@types"), { recursive: true })
    await mkdir(Path.join(modules, ".bin"), { recursive: true })
    await symlink(Path.dirname(Path.dirname(bin)), Path.join(modules, "doorstep"))
    await symlink(bin, Path.join(modules, ".bin/doorstep"))
    for (const name of names) await symlink(Path.join(root, "node_modules", name), Path.join(modules, name))
    for (const name of ["tsc", "vitest"]) {
      await symlink(Path.join(root, "node_modules/.bin", name), Path.join(modules, ".bin", name))
    }
  }

  beforeAll(async () => {
    const packed = await packedDoorstep()
    bin = Path.join(packed.folder, "bin/doorstep.mjs")
    // npm makes installed executables executable.
    await chmod(bin, 0o755)
    folder = await realpath(await mkdtemp(Path.join(tmpdir(), "doorstep-test-outside-")))
    await install(folder, ["effect", "vitest", "typescript", "@types/node"])
    await api.start()
  })

  afterAll(async () => {
    api.stop()
    await rm(folder, { recursive: true })
  })

  for (const project of projects) {
    const { code, country, flags, name, source } = project

    it.effect(`MUST be created, edited, watched and packed: ${code}`, () =>
      Effect.promise(async () => {
        const about = ["--license", "ODbL-1.0", "--attribution", "Acme", "--homepage", "https://acme.test/"]
        await run(
          folder,
          process.execPath,
          bin,
          "source",
          "new",
          name,
          "--kind",
          "api",
          "--country",
          country,
          ...about,
          ...flags
        )
        const place = folderOf(project)
        const edit = async (file: string, change: (text: string) => string) => {
          const path = Path.join(place, file)
          await writeFile(path, change(await readFile(path, "utf8")))
        }
        const said = (text: string) => text.replace("given as dwelling", "said to be a dwelling")
        const url = `${api.url}/${source}/`
        await edit(`src/${code}`, (text) => text.replace("https://api.example.com/v1/", url))
        await edit("package.json", (text) => text.replace("UNLICENSED", "MIT"))
        const recorded = JSON.parse(await readFile(Path.join(place, "answers.json"), "utf8")) as ReadonlyArray<Recorded>
        api.serve(`/${source}/`, "https://api.example.com/v1/", recorded)
        await edit("answers.json", (text) => text.replaceAll("https://api.example.com/v1/", url))

        api.busy = 0
        const watching = new DoorstepProcess(["source", "watch", "--port", "0"], { [keyOf(project)]: key }, place, bin)
        const page = await WatchPage.open((await watching.waitFor(/(http:\/\/127\.0\.0\.1:\d+\/)/))[1]!)
        const before = await page.next("records")
        assert.strictEqual(`${before.source}: ${before.kept} of ${before.read}`, `${source}: 6 of 8`)
        assert.isAbove(api.busy, 3)
        // Both languages are watched in the same way: the laws, which take a quarter of a minute of an API, are waited for once.
        if (flags.length === 0) {
          await edit(`src/${code}`, (text) => text.replace('row.get("street")', 'row.get("street").toUpperCase()'))
          await page.next("records", (event) => addresses(event).some((address) => address.includes("EXAMPLE STREET")))
          // The source's own example names the street as it was before.
          await page.next("law", ({ outcome, promise }) => outcome === "broken" && /examples/.test(promise))
          await edit(`src/${code}`, (text) => said(text).replace(".toUpperCase()", ""))
        } else await edit(`src/${code}`, said)
        await watching.signal("SIGINT")

        if (flags.length === 0) await run(place, "npm", "run", "check")
        const packed = await run(place, "npm", "pack", "--pack-destination", folder)
        assert.match(packed, new RegExp(`${name} 0\\.1\\.0 can be published\\.`))
      })
    )
  }

  it.effect("MUST pass its own tests", () =>
    Effect.promise(async () => {
      // One run for all of them: loading Doorstep takes longer than the laws.
      const together = ["--root", folder, "--no-isolate", "--maxWorkers", "1"]
      const tested = await run(folderOf(projects[0]!), "npm", "test", "--", ...together)
      // Laws about parts, totals and places, and about files or hosts, do not apply, and say so.
      assert.match(tested, /70 passed/)
      assert.match(tested, /16 skipped/)
      const scripts = projects.map(async (project) => {
        const manifest = await readFile(Path.join(folderOf(project), "package.json"), "utf8")
        return (JSON.parse(manifest) as { readonly scripts: { readonly test: string } }).scripts.test
      })
      assert.deepStrictEqual(await Promise.all(scripts), ["vitest run", "vitest run"])
    })
  )

  it.effect("MUST be installed elsewhere from its package, served by its name, and named in responses", () =>
    Effect.gen(function* () {
      const { url: databaseUrl } = yield* Database
      yield* Effect.promise(async () => {
        const elsewhere = Path.join(folder, "elsewhere")
        await mkdir(elsewhere)
        // npm unpacks the packages; their peer dependencies count as already installed.
        const packages = ["acme-typed-register-0.1.0.tgz", "plain-register-0.1.0.tgz"].map((file) =>
          Path.join(folder, file)
        )
        const quiet = ["--offline", "--no-audit", "--no-fund", "--legacy-peer-deps"]
        await run(elsewhere, "npm", "install", "--prefix", elsewhere, ...quiet, ...packages)
        await install(elsewhere, ["effect"])
        const settings = {
          SOURCE_MODULES: projects.map(({ name }) => name).join(","),
          DATABASE_URL: Redacted.value(databaseUrl),
          SOURCES: "",
          PORT: "0",
          LOG_LEVEL: "Debug",
          ...Object.fromEntries(projects.map((project) => [keyOf(project), key]))
        }
        api.busy = 0
        const service = new DoorstepProcess(["serve"], settings, elsewhere, bin)
        try {
          const [, base] = await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
          await service.waitFor(/^Ready\./m)
          const [, token] = /Bearer (dst_[\w-]+)/.exec(service.stdout)!
          for (const { country, source } of projects) {
            const response = await fetch(`${base}/api/v1/generate?country=${country}&seed=abc`, {
              headers: { authorization: `Bearer ${token}` }
            })
            const { data } = (await response.json()) as {
              data: {
                sourcesTried: unknown
                eligibleCount: number
                result: { address: { residential: unknown; sources: ReadonlyArray<{ license: string }> } }
              }
            }
            assert.deepStrictEqual(data.sourcesTried, [source])
            assert.strictEqual(data.eligibleCount, 5)
            const { residential, sources } = data.result.address
            assert.deepStrictEqual(residential, { evidence: "register", detail: "Its use is said to be a dwelling." })
            assert.strictEqual(sources[0]!.license, "ODbL-1.0")
          }
        } finally {
          await service.signal("SIGTERM")
        }
        assert.notInclude(service.stdout + service.stderr, key)
      })
    })
  )
})
