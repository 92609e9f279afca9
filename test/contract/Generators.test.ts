import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { OpenApi } from "effect/http-api"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Api } from "../../schemas/Api.ts"

/**
 * Tests clients that third-party generators make from the description, compiled with TypeScript's strictest options,
 * and the findings of linters. The service needs none of these many tools, so they are installed separately.
 */

const tools = fileURLToPath(new URL("generators/node_modules/", import.meta.url))
const isInstalled = existsSync(`${tools}orval`) && existsSync(`${tools}@stoplight/spectral-cli`)

if (!isInstalled) {
  process.stderr.write(
    "Generators.test.ts is skipped: install what it tries by npm ci --ignore-scripts --prefix test/contract/generators\n"
  )
}

const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url))

const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" }

/** Runs a Node program in a folder, and returns its exit code and output. */
const run = (folder: string, program: string, ...parameters: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number; readonly text: string }>((resume) => {
    const options = { cwd: folder, env: environment, timeout: 600_000 }
    const child = execFile(process.execPath, [program, ...parameters], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1
      resume(Effect.succeed({ code, text: stdout + stderr }))
    })
    return Effect.sync(() => child.kill())
  })

/** Code that a user of such a client might write: the README's batch, and a search with any kind of result. */
const use = `
import type { components, operations } from "./openapi-typescript.ts"
import * as hey from "./hey-api/index.ts"
import * as orval from "./orval.ts"

type OpenApiTypescript = components["schemas"]

export const body = {
  count: 3,
  filters: { country: "US", region: "CA" },
  options: { seed: "abc" },
  excludeAddressIds: []
} satisfies OpenApiTypescript["BatchRequest"] & hey.BatchRequest & orval.BatchRequest

export const sent: operations["generateAddresses"]["requestBody"]["content"]["application/json"] = body
export const asked: operations["generateAddress"]["parameters"]["query"] = { city: "Savannah", mode: "ip-region" }
export const none: operations["generateAddress"]["parameters"]["query"] = {}

export const byHey = async () => {
  const { data } = await hey.generateAddresses({ body })
  return data?.data.results[0]?.address.components.street
}
export const byOrval = async () => {
  const answer = await orval.generateAddresses(body)
  return answer.status === 200 ? answer.data.data.results[0]?.profile.name.latin.full : answer.data.error.code
}

const firstOf = \${search}

export const kinds: ReadonlyArray<OpenApiTypescript["EvidenceKind"] & hey.EvidenceKind & orval.EvidenceKind> = ["register"]
`

/** A switch over the kinds of search, which the compiler checks for completeness, with each of the lists. */
const search = ['OpenApiTypescript["LocationSearch"]', "hey.LocationSearch", "orval.LocationSearch"].map(
  (type, index) => `
export const firstOf${index} = (found: ${type}): string | undefined => {
  switch (found.field) {
    case "region": return found.regions[0]?.value
    case "city": return found.cities[0]?.value
    case "district": return found.districts[0]?.value
    case "postcode": return found.postcodes[0]?.value
  }
}`
)

const program = use.replace("const firstOf = ${search}", search.join("\n"))

const options = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext", "dom", "dom.iterable"],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true
  },
  include: ["."]
}

/** Even spectral's weakest findings count. */
const strictly = ["--fail-severity", "hint", "--format", "json"]

const inFolder = <E>(use: (folder: string) => Effect.Effect<void, E, FileSystem.FileSystem>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-" })
    yield* fs.writeFileString(`${folder}/openapi.json`, JSON.stringify(OpenApi.fromApi(Api)))
    yield* use(folder)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

describe.skipIf(!isInstalled)("the description, in third-party tools", () => {
  it.live("MUST make clients that compile, with the README's batch and every list of a search", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const made = yield* Effect.all(
          [
            run(folder, `${tools}openapi-typescript/bin/cli.js`, "openapi.json", "-o", "openapi-typescript.ts"),
            run(folder, `${tools}@hey-api/openapi-ts/bin/run.js`, "-i", "openapi.json", "-o", "hey-api"),
            run(folder, `${tools}.bin/orval`, "--input", "openapi.json", "--output", "orval.ts", "--client", "fetch")
          ],
          { concurrency: 2 }
        )
        for (const { code, text } of made) assert.strictEqual(code, 0, text)
        // The runtime files of hey-api are the same for every description, and do not compile with such strictness.
        for (const part of ["client", "core"]) {
          for (const name of yield* fs.readDirectory(`${folder}/hey-api/${part}`)) {
            const path = `${folder}/hey-api/${part}/${name}`
            yield* fs.writeFileString(path, `// @ts-nocheck\n${yield* fs.readFileString(path)}`)
          }
        }
        yield* fs.writeFileString(`${folder}/use.ts`, program)
        yield* fs.writeFileString(`${folder}/tsconfig.json`, JSON.stringify(options))
        const compiled = yield* run(folder, compiler, "-p", ".")
        assert.strictEqual(compiled.text, "")
        assert.strictEqual(compiled.code, 0)
      })
    )
  )

  it.live("MUST have no error or warning by the recommended rules of redocly and spectral", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${folder}/rules.yaml`, 'extends: ["spectral:oas"]\n')
        const [redocly, spectral] = yield* Effect.all(
          [
            run(folder, `${tools}.bin/redocly`, "lint", "openapi.json", "--extends", "recommended", "--format", "json"),
            run(
              folder,
              `${tools}.bin/spectral`,
              "lint",
              "openapi.json",
              "--ruleset",
              "rules.yaml",
              "--quiet",
              ...strictly
            )
          ],
          { concurrency: 2 }
        )
        const { totals } = JSON.parse(/^\{[\s\S]*^\}/m.exec(redocly.text)?.[0] ?? "{}")
        assert.deepStrictEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, redocly.text)
        assert.strictEqual(redocly.code, 0, redocly.text)
        assert.strictEqual(spectral.code, 0, spectral.text)
        assert.deepStrictEqual(JSON.parse(spectral.text), [])
      })
    )
  )
})
