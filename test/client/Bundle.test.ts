import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = Path.resolve(import.meta.dirname, "../..")
const compiler = Path.join(root, "node_modules/typescript/bin/tsc")

/** How many compressed bytes the client may add to a page. */
const BUDGET = 10 * 1024

/** The compiler's output, which is empty if nothing is wrong. */
const compile = async (folder: string, project: object): Promise<string> => {
  const file = Path.join(folder, "tsconfig.json")
  await writeFile(file, JSON.stringify(project))
  const run = promisify(execFile)(process.execPath, [compiler, "-p", file])
  return run.then(
    () => "",
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr
  )
}

/** Code that a user of the client might write. */
const use = `
import { attempt, createClient, DoorstepError, type Address, type Client } from "./client/Client.js"

const client: Client = createClient({ baseUrl: "http://127.0.0.1:8080", token: () => Promise.resolve("dst_1") })

export const home = async (city?: string): Promise<Address> => {
  const { result } = await client.generate({ country: "US", city, seed: "abc" }, { timeout: 1000 })
  return result.address
}
export const names = async (): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for await (const region of client.locations.search({ field: "region" })) names.push(region.value)
  const { regions } = await client.locations.search({ field: "region" })
  const { cities } = await client.locations.search()
  return [...names, ...regions.map(({ id }) => id), ...cities.map(({ id }) => id)]
}
const wait = (error: DoorstepError): number | undefined => {
  switch (error.code) {
    case "RATE_LIMITED": case "SERVICE_UNAVAILABLE": return error.retryAfter
    case "INVALID_REQUEST": return error.details.length
    case "UNAUTHORIZED": case "NO_POOL_COVERAGE": case "ADDRESS_NOT_FOUND": case "NOT_FOUND":
    case "METHOD_NOT_ALLOWED": case "MISDIRECTED_REQUEST": case "INTERNAL_ERROR":
    case "NETWORK": case "TIMEOUT": case "ABORTED": case "UNEXPECTED_ANSWER": return undefined
  }
}
export const thrown = async () => {
  try {
    return await client.ready()
  } catch (error) {
    if (error instanceof DoorstepError) return wait(error)
    throw error
  }
}
export const looked = async () => {
  const drawn = await attempt(client.batch({ count: 2, filters: { country: "US" } }))
  return drawn.ok ? drawn.value.results[0]?.profile.name.latin.full : wait(drawn.error)
}
// @ts-expect-error there is no such filter
void client.generate({ contry: "US" })
// @ts-expect-error a batch has filters
void client.batch({ count: 1 })
// @ts-expect-error cities are not what was searched
void client.locations.search({ field: "region" }).then(({ cities }) => cities)
// @ts-expect-error not every country has such a part
export const street: string = (await home()).components.street
// @ts-expect-error one code is missing
export const incomplete = (error: DoorstepError): string => { switch (error.code) { case "NETWORK": return "" } }
`

/** The guide's example: without strict, no test of `ok` narrows the union. */
const loose = `
import { attempt, createClient } from "./client/Client.js"
export const code = async () => {
  const drawn = await attempt(createClient({ baseUrl: "http://127.0.0.1:8080" }).generate({ country: "DE" }))
  return drawn.ok ? drawn.value.result.address.lines : drawn.error.code
}
`

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  skipLibCheck: false,
  types: []
}

describe("the client as a package", () => {
  let folder = ""

  beforeAll(async () => {
    folder = await mkdtemp(Path.join(tmpdir(), "doorstep-test-"))
    const said = await compile(folder, {
      extends: Path.join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        // It uses only what Node and browsers have in common.
        types: [],
        lib: ["esnext", "dom", "dom.iterable"],
        declaration: true,
        emitDeclarationOnly: true,
        rewriteRelativeImportExtensions: true,
        rootDir: root,
        outDir: folder
      },
      include: [Path.join(root, "client/Client.ts")],
      exclude: []
    })
    assert.strictEqual(said, "")
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it("MUST have declarations that import nothing but each other", async () => {
    const files = await readdir(Path.join(folder, "client"))
    assert.include(files, "Client.d.ts")
    for (const name of files) {
      const text = await readFile(Path.join(folder, "client", name), "utf8")
      for (const [, from = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g))
        assert.match(from, /^\.\/\w+\.(?:ts|js)$/)
      assert.notMatch(text, /: any\b|<any\b/, name)
    }
  })

  for (const [where, lib] of [
    ["a page", ["es2022", "dom", "dom.iterable", "dom.asynciterable"]],
    ["a worker", ["es2022", "webworker", "webworker.iterable", "webworker.asynciterable"]]
  ] as const) {
    it(`MUST compile under strict in ${where}, without Node's types, and refuse wrong calls`, async () => {
      await writeFile(Path.join(folder, "use.ts"), use)
      const said = await compile(folder, {
        compilerOptions: { ...strict, lib, noEmit: true, allowImportingTsExtensions: true },
        include: ["use.ts"]
      })
      assert.strictEqual(said, "")
    })
  }

  it("MUST tell an attempt's outcomes apart without strict too", async () => {
    await writeFile(Path.join(folder, "loose.ts"), loose)
    const lib = ["es2022", "dom", "dom.iterable", "dom.asynciterable"]
    const said = await compile(folder, {
      compilerOptions: { ...strict, strict: false, exactOptionalPropertyTypes: false, lib, noEmit: true },
      include: ["loose.ts"]
    })
    assert.strictEqual(said, "")
  })

  it(`MUST be below ${BUDGET / 1024} KB compressed, and contain no part of Effect or any other package`, async () => {
    const built = await build({
      root,
      configFile: false,
      logLevel: "error",
      build: { write: false, minify: true, lib: { entry: Path.join(root, "client/Client.ts"), formats: ["es"] } }
    })
    const [result] = Array.isArray(built) ? built : [built]
    if (result === undefined || !("output" in result)) return assert.fail("nothing was built")
    assert.lengthOf(result.output, 1)
    const [{ code, moduleIds, imports }] = result.output
    assert.deepStrictEqual(imports, [])
    for (const id of moduleIds) assert.match(id, /[\\/]client[\\/]\w+\.ts$/)
    assert.isBelow(gzipSync(code).byteLength, BUDGET)
  })
})
