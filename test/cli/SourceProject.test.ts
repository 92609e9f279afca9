import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { installedAs } from "../../src/cli/scaffold/project/InstalledAs.ts"
import { tools } from "../../src/cli/scaffold/project/Versions.ts"
import { scaffoldProject } from "../../src/cli/scaffold/Scaffold.ts"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { packedDoorstep } from "../support/PackedDoorstep.ts"
import { runCommand } from "../support/RunCommand.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** A folder where packages are installed: Doorstep is the checkout, or another folder. */
const temporary = Effect.fnUntraced(function* (doorstep = root) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-project-" }))
  const link = (name: string, target: string) => fs.symlink(target, `${folder}/node_modules/${name}`)
  yield* fs.makeDirectory(`${folder}/node_modules/@types`, { recursive: true })
  yield* link("doorstep", doorstep)
  yield* fs.makeDirectory(`${folder}/node_modules/@playwright`)
  for (const name of ["effect", "@types/node", "@playwright/test", "vitest"])
    yield* link(name, `${root}/node_modules/${name}`)
  return folder
})

/** The TypeScript of a guide, block by block, without the marks of what it leaves out. */
const blocksOf = (guide: string) =>
  FileSystem.FileSystem.use((fs) =>
    Effect.map(fs.readFileString(`${root}/${guide}`), (text) =>
      Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code]) => code!.replaceAll("…", ""))
    )
  )

/** What the guides of the package have as examples: modules, each on its own. */
const examples = Effect.gen(function* () {
  const sources = (yield* blocksOf("sources/README.md")).filter((code) => code.startsWith("import "))
  assert.isAtLeast(sources.length, 7)
  // Its later examples go on with the client of the first.
  const client = yield* blocksOf("client/README.md")
  assert.isAtLeast(client.length, 5)
  const testing = yield* blocksOf("testing/README.md")
  assert.isAtLeast(testing.length, 5)
  return [...sources, ["declare const token: string", ...client].join("\n"), ...testing]
})

/** What the example for Cypress uses of it. Its package brings a browser. */
const cypress = `declare module "cypress" {
  type Tasks = { [name: string]: (argument: any) => any }
  export const defineConfig: (config: {
    e2e: { setupNodeEvents: (on: (action: "task", tasks: Tasks) => void) => void }
  }) => object
}`

/** The files of a project with their contents. */
const filesOf = (folder: string, files: ReadonlyArray<string>) =>
  FileSystem.FileSystem.use((fs) =>
    Effect.map(
      Effect.forEach(files, (file) =>
        Effect.map(fs.readFileString(`${folder}/${file}`), (text) => [file, text] as const)
      ),
      (entries): Readonly<Record<string, string>> => Object.fromEntries(entries)
    )
  )

const about = { license: "ODbL-1.0", attribution: 'Acme\'s "own" \\ words', homepage: "https://acme.test/`${x}`" }

layer(NodeServices.layer, { excludeTestServices: true })("doorstep source new --project", (it) => {
  it.effect("MUST write a package of every kind that type-checks", () =>
    Effect.gen(function* () {
      // What authors have: the checkout's declarations are its code, all of which would be checked.
      const into = yield* temporary((yield* Effect.promise(packedDoorstep)).folder)
      for (const kind of ["file", "api"] as const) {
        for (const javascript of [false, true]) {
          const name = `@acme/a-${kind}-${javascript ? "js" : "ts"}`
          const made = yield* scaffoldProject({ name, country: "DE", into, kind, javascript, ...about })
          const files = yield* filesOf(made.folder, made.files)
          const json = JSON.parse(files["package.json"]!) as Omit<typeof packageJson, "peerDependencies"> & {
            exports: { ".": unknown }
            peerDependencies: unknown
          }
          assert.strictEqual(json.name, name)
          assert.deepStrictEqual(json.peerDependencies, { doorstep: `^${packageJson.version}`, effect: "^4.1.0" })
          assert.strictEqual(json.devDependencies["effect" as never], packageJson.dependencies.effect)
          assert.match(json.devDependencies["doorstep" as never], /^file:.*\/build\/doorstep-[\d.]+\.tgz$/)
          // The name belongs to another project on npm.
          assert.notMatch(files["README.md"]!, /npmjs\.com\/package\/doorstep|npm install doorstep/)
          assert.notProperty(json, "dependencies")
          assert.strictEqual("tsconfig.json" in files, !javascript)
          assert.strictEqual("data/addresses.csv" in files, kind === "file")
          assert.include(files[".gitignore"]!, ".env")
          assert.include(files["README.md"]!, `SOURCE_MODULES=${name} npx doorstep`)
          // The API of the example does not exist, so this one command cannot work yet.
          assert.strictEqual(/^npm start .*needs its real URL/m.test(files["README.md"]!), kind === "api")
          const code = files[`src/A${kind === "file" ? "File" : "Api"}${javascript ? "Js.js" : "Ts.ts"}`]!
          for (const text of Object.values(about)) assert.include(code, JSON.stringify(text))
          assert.isAtMost(code.split("\n").length, 60)
        }
      }
      const fs = yield* FileSystem.FileSystem
      // The examples of the guides as well.
      yield* fs.makeDirectory(`${into}/guide/src`, { recursive: true })
      yield* fs.writeFileString(`${into}/guide/package.json`, '{"type": "module"}')
      for (const [index, code] of (yield* examples).entries()) {
        yield* fs.writeFileString(`${into}/guide/src/${index}.ts`, code)
      }
      yield* fs.writeFileString(`${into}/guide/src/cypress.d.ts`, cypress)
      // All projects are compiled together; each sees only its own declarations.
      const compilerOptions = JSON.parse(yield* fs.readFileString(`${into}/a-file-ts/tsconfig.json`)) as object
      yield* fs.writeFileString(
        `${into}/tsconfig.json`,
        JSON.stringify({
          compilerOptions: {
            ...(compilerOptions as { compilerOptions: object }).compilerOptions,
            checkJs: true
          },
          include: ["*/src"]
        })
      )
      yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, [
          `${root}/node_modules/typescript/bin/tsc`,
          "-p",
          into,
          "--checkers",
          "1"
        ]).catch((error: { stdout?: string }) => {
          throw new Error(error.stdout)
        })
      )
    })
  )

  it.effect("MUST name the file that Doorstep was installed from, or its version", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = `${yield* temporary()}/a home`
      const doorstep = `${home}/node_modules/doorstep`
      yield* fs.makeDirectory(`${home}/node_modules`, { recursive: true })
      const note = (resolved: string) =>
        fs.writeFileString(
          `${home}/node_modules/.package-lock.json`,
          JSON.stringify({ packages: { "node_modules/doorstep": { resolved } } })
        )
      const named = installedAs(doorstep, `${home}/sources/mine`)
      assert.strictEqual(yield* named, packageJson.version)
      yield* note("file:doorstep.tgz")
      assert.strictEqual(yield* named, packageJson.version)
      yield* fs.writeFileString(`${home}/doorstep.tgz`, "")
      assert.strictEqual(yield* named, "file:../../doorstep.tgz")
      yield* note("https://example.com/doorstep.tgz")
      assert.strictEqual(yield* named, packageJson.version)
      const inCheckout = yield* installedAs(`${home}/checkout`, `${home}/sources/mine`)
      assert.strictEqual(inCheckout, `file:../../checkout/build/doorstep-${packageJson.version}.tgz`)
    })
  )

  it.effect("MUST use the same development tools as Doorstep itself", () =>
    Effect.sync(() => {
      for (const [name, version] of Object.entries(tools)) {
        assert.strictEqual(packageJson.devDependencies[name as keyof typeof tools], version)
      }
    })
  )

  it.effect("MUST explain an invalid name, and which options are for packages only", () =>
    Effect.gen(function* () {
      const into = yield* temporary()
      const ask = (name: string) =>
        Effect.flip(scaffoldProject({ name, country: "DE", into, kind: "file", javascript: false }))
      for (const name of ["@acme", "@Acme/a", "a/b", "@acme/a/b"]) {
        assert.match((yield* ask(name)).message, /cannot name a package|cannot name a source/)
      }
      assert.match((yield* ask("@acme/Bad")).message, /"Bad" cannot name a source/)
      assert.match((yield* ask("@acme/starter")).message, /already a source named "starter"/)
      const refused = yield* runCommand(source)("new", "mine", "--into", into, "--javascript")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.said, /--javascript is for packages only\. Add --project\./)
    })
  )

  it.effect("MUST refuse publication until it states whose data it has, and how it is installed", () =>
    Effect.gen(function* () {
      const into = yield* temporary()
      const { folder } = yield* scaffoldProject({ name: "mine", country: "DE", into, kind: "api", javascript: true })
      const fs = yield* FileSystem.FileSystem
      const place = Path.resolve(folder)
      const edit = (file: string, change: (text: string) => string) =>
        Effect.flatMap(fs.readFileString(`${place}/${file}`), (text) =>
          fs.writeFileString(`${place}/${file}`, change(text))
        )
      const check = Effect.promise(() => new DoorstepProcess(["source", "check"], {}, place).finished())
      const first = yield* check
      assert.strictEqual(first.code, 1)
      assert.match(first.stderr, /^mine cannot be published as it is:\n {2}✗ Choose a licence for the code/)
      for (const field of ["license", "attribution", "homepage"]) {
        assert.match(first.stderr, new RegExp(`manifest of mine still says ".+" as its ${field}\\.`))
      }
      assert.lengthOf(first.stderr.trim().split("\n"), 5)
      yield* edit("package.json", (text) =>
        text
          .replace("UNLICENSED", "MIT")
          .replace('"type": "module"', '"private": true')
          .replace('"src"', '"lib"')
          .replace('"peerDependencies"', '"dependencies"')
      )
      yield* edit("src/Mine.js", (text) => text.replace("export const layer", "const layer"))
      const second = yield* check
      for (const sentence of [
        /npm publishes no private package/,
        /Say that its files are modules/,
        /"files" leaves out \.\/src\/Mine\.js/,
        /Name doorstep in "peerDependencies"/,
        /Remove effect from "dependencies"/,
        /exports nothing\. Add: export const layer/
      ]) {
        assert.match(second.stderr, sentence)
      }
      // That a complete one can be published, `SourceOutside.test.ts` shows.
    })
  )
})
