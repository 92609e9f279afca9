import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, FileSystem, Layer } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import { registerModule, SourceModules } from "../../src/plugins/SourceModules.ts"

const root = Path.resolve(import.meta.dirname, "../..")

type Files = Readonly<Record<string, string | object>>

/** A data folder with installed packages. */
class Installed extends Context.Service<
  Installed,
  {
    readonly folder: string
    readonly install: (name: string, files: Files) => Effect.Effect<void>
    readonly within: <A, E, R>(effect: Effect.Effect<A, E, R>, modules?: string) => Effect.Effect<A, E, R>
  }
>()("doorstep/test/Installed") {
  static readonly layer = Layer.effect(
    Installed,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-packages-" }))
      const modules = `${folder}/node_modules`
      yield* fs.makeDirectory(modules)
      // Each package finds Doorstep and its Effect, as after `npm install`.
      yield* fs.symlink(root, `${modules}/doorstep`)
      yield* fs.symlink(`${root}/node_modules/effect`, `${modules}/effect`)
      const install = (name: string, files: Files) =>
        Effect.forEach(Object.entries(files), ([file, content]) => {
          const path = `${modules}/${name}/${file}`
          const text = typeof content === "string" ? content : JSON.stringify(content)
          return Effect.andThen(
            fs.makeDirectory(Path.dirname(path), { recursive: true }),
            fs.writeFileString(path, text)
          )
        }).pipe(Effect.orDie, Effect.asVoid)
      return Installed.of({
        folder,
        install,
        within: (effect, given = "") =>
          Effect.provideService(
            effect,
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromUnknown({ DATA_DIR: folder, SOURCE_MODULES: given })
          )
      })
    })
  )
}

const platform = Layer.merge(NodeHttpClient.layerUndici, NodeServices.layer)
const world = Layer.mergeAll(
  Installed.layer.pipe(Layer.provide(platform)),
  Reader.layer.pipe(Layer.provide(platform)),
  platform
)

const source = (name: string) => `
  import { Effect, Stream } from "effect"
  import * as DataSource from "doorstep/sources"
  export const layer = DataSource.layer(DataSource.make({
    manifest: {
      name: "${name}", countries: ["DE"], license: "CC0-1.0", attribution: "Tests",
      homepage: "https://example.com", evidence: "None."
    },
    fingerprint: Effect.succeed("1"),
    records: () => Stream.empty
  }))`

const manifest = (name: string, more: object = {}) => ({
  name,
  version: "1.2.0",
  type: "module",
  exports: {
    ".": { types: "./dist/index.d.ts", browser: "./gone.js", import: "./dist/index.js" },
    "./second": { default: "./dist/second.js" }
  },
  ...more
})

layer(world, { excludeTestServices: true })("A package with sources", (it) => {
  /** The registered sources, with their fingerprints. */
  const loaded = (modules: string) =>
    Effect.flatMap(Installed, ({ within }) =>
      within(
        Effect.gen(function* () {
          const found = (yield* SourceModules).loaded
          const all = yield* (yield* SourceRegistry).all
          return { found, fingerprints: yield* Effect.forEach(all, ({ fingerprint }) => fingerprint) }
        }).pipe(
          Effect.provide(
            Layer.fresh(SourceModules.layerNoDeps.pipe(Layer.provideMerge(Layer.fresh(SourceRegistry.layer))))
          )
        ),
        modules
      )
    )

  const failure = (module: string) =>
    Effect.flatMap(Installed, ({ within }) => within(Effect.flip(registerModule(module)))).pipe(
      Effect.flatMap((error) =>
        error._tag === "SourceModuleError" ? Effect.succeed(error) : Effect.die(new Error(error._tag))
      ),
      Effect.scoped,
      Effect.provide(Layer.fresh(SourceRegistry.layer))
    )

  it.effect("MUST be found by its name, its conditions and its paths, along with others", () =>
    Effect.gen(function* () {
      const { install } = yield* Installed
      yield* install("@acme/register", {
        "package.json": manifest("@acme/register"),
        "dist/index.js": source("one"),
        "dist/second.js": source("two")
      })
      yield* install("plain-register", {
        "package.json": { name: "plain-register", version: "0.0.1", type: "module", main: "index.js" },
        "index.js": source("three")
      })
      const first = yield* loaded("@acme/register, @acme/register/second ,plain-register")
      assert.deepStrictEqual(
        first.found.map(({ sources }) => sources),
        [["one"], ["two"], ["three"]]
      )
      yield* install("@acme/register", { "package.json": manifest("@acme/register", { version: "1.2.1" }) })
      // Node caches a package.json that it has read, but the version is read again.
      const second = yield* loaded("@acme/register,plain-register")
      assert.notStrictEqual(second.fingerprints[0], first.fingerprints[0])
      assert.strictEqual(second.fingerprints[1], first.fingerprints[2])
    })
  )

  it.effect("MUST be named if it is not installed, with the command that installs it", () =>
    Effect.gen(function* () {
      const { folder } = yield* Installed
      const { message, reason } = yield* failure("@acme/gone/deep")
      assert.strictEqual(reason, "NotFound")
      assert.include(message, "no installed package of that name")
      assert.include(message, `looked in ${root} and ${folder}`)
      assert.include(message, "npm install @acme/gone.")
      const setting = yield* Effect.flip(loaded("@acme/register,@acme/gone"))
      assert.match(setting.message, /^SOURCE_MODULES: There is no file "?@acme\/gone/)
    })
  )

  it.effect("MUST say what a package lacks, or is not", () =>
    Effect.gen(function* () {
      const { install } = yield* Installed
      yield* install("@acme/odd", {
        "package.json": manifest("@acme/odd", { exports: { ".": "./index.ts", "./lacks": "./lacks.js" } }),
        "index.ts": source("typed"),
        "lacks.js": `import "not-there-either"\n${source("lacking")}`
      })
      const said = (module: string) => Effect.map(failure(module), ({ message }) => message)
      assert.match(
        yield* said("@acme/odd/other"),
        /@acme\/odd\/other cannot be loaded\. .*'\.\/other' is not defined by "exports"/
      )
      assert.match(yield* said("@acme/odd/lacks"), /Cannot find package 'not-there-either'/)
    })
  )

  it.effect("MUST be refused if it has its own Effect, with the command that fixes it", () =>
    Effect.gen(function* () {
      const { folder, install } = yield* Installed
      const nested = `${folder}/node_modules/@acme/two/node_modules/effect`
      yield* install("@acme/two", {
        "package.json": manifest("@acme/two"),
        "dist/index.js": source("twofold"),
        "node_modules/effect/package.json": { name: "effect", version: "4.0.5" }
      })
      const { message, reason } = yield* failure("@acme/two")
      assert.strictEqual(reason, "NotCompatible")
      assert.include(message, `an Effect of its own, 4.0.5 in ${nested}, beside Doorstep's`)
      assert.include(message, `Start the Doorstep that is installed beside it: cd ${folder} && npx doorstep`)
      yield* install("../elsewhere", {
        "package.json": { name: "elsewhere", type: "module" },
        "Source.js": source("twofold"),
        "node_modules/effect/package.json": { name: "effect", version: "4.0.5" }
      })
      assert.include(
        (yield* failure(`${folder}/elsewhere/Source.js`)).message,
        `cd ${folder}/elsewhere && npx doorstep`
      )
    })
  )

  it.effect("MUST be refused if it is made for other versions, naming both", () =>
    Effect.gen(function* () {
      const { install } = yield* Installed
      const { version } = packageJson
      const files = (peers: object) => ({
        "package.json": manifest("@acme/later", { peerDependencies: peers }),
        "dist/index.js": source("later")
      })
      for (const peers of [{ doorstep: "^99.1.0" }, { doorstep: "<0.0.1" }]) {
        yield* install("@acme/later", files(peers))
        const { message, reason } = yield* failure("@acme/later")
        assert.strictEqual(reason, "NotCompatible")
        assert.include(
          message,
          `@acme/later 1.2.0 works with doorstep ${peers.doorstep}, and this is doorstep ${version}`
        )
      }
      yield* install("@acme/later", files({ doorstep: `^${version}`, effect: "^3.0.0" }))
      assert.match((yield* failure("@acme/later")).message, /works with effect \^3\.0\.0, and this is effect 4\./)
      yield* install("@acme/later", files({ doorstep: `^${version}`, effect: "workspace:*" }))
      assert.deepStrictEqual((yield* loaded("@acme/later")).found[0]?.sources, ["later"])
    })
  )

  it.effect(
    "MUST name what Node cannot load: types in a package, and syntax that cannot be erased, with its line",
    () =>
      Effect.gen(function* () {
        const { folder } = yield* Installed
        const fs = yield* FileSystem.FileSystem
        const write = (name: string, text: string) => fs.writeFileString(`${folder}/${name}.ts`, text)
        yield* write("Enum", "const a = 1\nenum Use { Dwelling }\nexport const layer = Use.Dwelling + a\n")
        yield* write("Wrong", "export const layer = (\n\n}\n")
        const modules = ["@acme/odd", `${folder}/Enum.ts`, `${folder}/Wrong.ts`]
        const { stdout } = yield* Effect.promise(() =>
          promisify(execFile)(process.execPath, [Path.join(import.meta.dirname, "fixtures/load.ts"), ...modules], {
            env: { ...process.env, DATA_DIR: folder }
          })
        )
        const [typed, unstripped, wrong] = JSON.parse(stdout) as ReadonlyArray<string>
        assert.match(typed!, /^@acme\/odd cannot be loaded\. .+ has to be published as JavaScript\.$/)
        assert.include(unstripped!, `enum is not supported in strip-only mode (${folder}/Enum.ts, line 2).`)
        assert.include(unstripped!, "an enum as a union of texts or a const object")
        assert.include(wrong!, `(${folder}/Wrong.ts, line 3).`)
      })
  )
})
