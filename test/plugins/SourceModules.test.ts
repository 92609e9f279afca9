import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, FileSystem, Layer } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import { linkFolder } from "../../src/cli/scaffold/Scaffold.ts"
import {
  GivenSourceModules,
  isSourceModule,
  loadSourceModule,
  registerModule,
  SourceModules
} from "../../src/plugins/SourceModules.ts"

/** A folder outside Doorstep's, for modules with sources. */
class Modules extends Context.Service<
  Modules,
  { readonly folder: string; readonly write: (name: string, text: string) => Effect.Effect<string> }
>()("doorstep/test/Modules") {
  static readonly layer = Layer.effect(
    Modules,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-modules-" })
      yield* linkFolder(folder)
      const write = (name: string, text: string) =>
        Effect.orDie(Effect.as(fs.writeFileString(`${folder}/${name}`, text), `${folder}/${name}`))
      yield* write("package.json", `{"type": "module"}`)
      return Modules.of({ folder, write })
    })
  )
}

const platform = Layer.merge(NodeHttpClient.layerUndici, NodeServices.layer)
const reader = Reader.layer.pipe(Layer.provide(platform))
const world = Layer.mergeAll(Modules.layer.pipe(Layer.provide(platform)), reader, platform)

const source = (name: string, rest = "") => `
  import { Effect, Stream } from "effect"
  import * as DataSource from "doorstep/sources"
  const source = {
    manifest: {
      name: "${name}", countries: ["DE"], license: "CC0-1.0", attribution: "Tests",
      homepage: "https://example.com", evidence: "None."${rest}
    },
    fingerprint: Effect.succeed("1"),
    records: () => Stream.empty
  }`

const right = (name: string) => `${source(name)}\nexport const layer = DataSource.layer(DataSource.make(source))`

/** Every kind of fault, and its message. */
const faults: ReadonlyArray<readonly [fault: string, text: string, reason: string, message: RegExp]> = [
  ["does not parse", "export const = 1", "CannotLoad", /cannot be loaded\./],
  [
    "throws",
    `const a = 1
throw new Error("no key")`,
    "CannotLoad",
    /cannot be loaded\. no key \(\S+Fault\d+\.ts, line 2\)\.$/
  ],
  [
    "throws where another one calls it",
    `const key = (given) => given.key
const found =
  key(undefined)`,
    "CannotLoad",
    /\(\S+Fault\d+\.ts, line 1\)\.$/
  ],
  [
    "is taken for CommonJS",
    `throw new SyntaxError("Cannot use import statement outside a module")`,
    "CannotLoad",
    /outside a module \(\S+, line 1\)\. A package\.json above it says that it is CommonJS: set "type": "module" there, or let the name end in \.mts\.$/
  ],
  ["imports what is not there", `import "./gone.ts"`, "CannotLoad", /cannot be loaded\. .+gone\.ts/],
  [
    "exports nothing",
    "const layer = 1",
    "NoLayer",
    /exports nothing\. Add: export const layer = DataSource\.layer\(…\)/
  ],
  [
    "exports its source alone",
    `${source("a")}\nexport { source }`,
    "NoLayer",
    /exports source, but no layer.+\.layer\(source\)/
  ],
  [
    "exports the Effect of its source alone",
    `${source("a")}\nconst made = Effect.succeed(source)\nexport { made as source }`,
    "NoLayer",
    /exports source, but no layer.+\.layerEffect\(source\)/
  ],
  ["exports a source as its layer", `${source("a")}\nexport default source`, "NotALayer", /is a source, not a Layer/],
  ["exports text as its layer", `export const layer = "a"`, "NotALayer", /is a string, not a Layer/],
  [
    "exports a Promise",
    `${source("a")}\nexport const layer = Promise.resolve()`,
    "NotALayer",
    /is a Promise, not a Layer/
  ],
  [
    "exports an Effect",
    `${source("a")}\nexport const layer = Effect.void`,
    "NotALayer",
    /is an Effect, not a Layer.+layerEffect/
  ],
  [
    "has a Layer that fails with an object",
    `import { Effect, Layer } from "effect"\nexport const layer = Layer.effectDiscard(Effect.fail({ code: 7 }))`,
    "LayerFailed",
    /cannot be registered\. \{ code: 7 \}/
  ],
  [
    "has a fingerprint that is a text",
    right("a").replace(`Effect.succeed("1")`, `"1"`),
    "CannotLoad",
    /`fingerprint` of the source a is not an Effect\. Give Effect\.succeed/
  ],
  [
    "has records that are no function",
    right("a").replace(`() => Stream.empty`, `Stream.empty`),
    "CannotLoad",
    /`records` of the source a is not a function\. Give one that takes a country/
  ],
  [
    "has a Layer that fails",
    `import { Effect, Layer } from "effect"
     export const layer = Layer.effectDiscard(Effect.fail(new Error("The register does not answer.")))`,
    "LayerFailed",
    /cannot be registered\. The register does not answer \(\S+Fault\d+\.ts, line 2\)\.$/
  ],
  [
    "has a Layer that dies",
    `import { Effect, Layer } from "effect"
     export const layer = Layer.effectDiscard(Effect.sync(() => JSON.parse("{")))`,
    "LayerFailed",
    /cannot be registered\. .+JSON.+ \(\S+Fault\d+\.ts, line 2\)\.$/
  ],
  [
    "has a Layer that fails with what Effect has wrapped",
    `import { Effect, Layer } from "effect"
     const open = () => Promise.reject(new Error("no port"))
     export const layer = Layer.effectDiscard(Effect.tryPromise(open))`,
    "LayerFailed",
    /cannot be registered\. no port \(\S+Fault\d+\.ts, line 2\)\.$/
  ],
  [
    "has a Layer that interrupts itself",
    `import { Effect, Layer } from "effect"
     export const layer = Layer.effectDiscard(Effect.interrupt)`,
    "LayerFailed",
    /cannot be registered\. Their Layer interrupted itself\.$/
  ],
  [
    "asks for what it is not given",
    `import { Context, Effect, Layer } from "effect"
     class Billing extends Context.Service()("acme/Billing") {}
     export const layer = Layer.effectDiscard(Effect.asVoid(Billing))`,
    "LayerFailed",
    /requires the service acme\/Billing, which source modules do not get/
  ],
  [
    "lacks a setting",
    `import { Config, Effect, Layer } from "effect"
     export const layer = Layer.effectDiscard(Config.all([Config.Redacted("ACME_URL"), Config.Number("ACME_PAGES")]))`,
    "LayerFailed",
    /cannot be registered\. ACME_URL: must be a string\. Is it set\? It is read from the environment, and from \.env/
  ],
  [
    "registers nothing",
    `import { Layer } from "effect"\nexport const layer = Layer.empty`,
    "NothingRegistered",
    /no source/
  ],
  ["takes a name", right("starter"), "NameTaken", /Two sources are named "starter"/],
  [
    "has a manifest without a licence",
    right("a").replace(`license: "CC0-1.0"`, `license: ""`),
    "CannotLoad",
    /manifest .+ license: must not be empty/
  ],
  [
    "has a homepage that is code",
    right("a").replace(/homepage: "[^"]*"/, 'homepage: "java\\tscript:alert(1)"'),
    "CannotLoad",
    /manifest .+ homepage: must be a web address that begins with https:\/\/ or http:\/\//
  ],
  [
    "is of a country by another code",
    right("a").replace(`["DE"]`, `["FR", "UK"]`),
    "CannotLoad",
    /countries\.1: must be an ISO 3166-1 alpha-2 country code, and "UK" is none: United Kingdom is GB\.$/
  ],
  [
    "is of a country in small letters",
    right("a").replace(`["DE"]`, `["de"]`),
    "CannotLoad",
    /countries\.0: must be in capitals: DE\.$/
  ],
  [
    "is of no country",
    right("a").replace(`["DE"]`, `[]`),
    "CannotLoad",
    /countries\.0 is missing: list at least one country, such as DE\.$/
  ],
  [
    "misspells its licence",
    right("a").replace(`license:`, `licence:`),
    "CannotLoad",
    /The manifest of the source a has `licence`, which is not known\. Did you mean `license`\?/
  ],
  [
    "misspells what it may leave out",
    right("a").replace(`license:`, `expect: { DE: 5 }, license:`),
    "CannotLoad",
    /has `expect`, which is not known\. Did you mean `expected`\?/
  ],
  [
    "is of one country",
    right("a").replace(`countries: ["DE"]`, `country: "DE"`),
    "CannotLoad",
    /has `country`, which is not known\. Did you mean `countries`\?/
  ],
  [
    "has a manifest that nobody has checked",
    `${source("A Name")}\nexport const layer = DataSource.layer(source)`,
    "LayerFailed",
    /manifest .+ name: must have up to 40 lower-case letters, digits and hyphens, starting with a letter/
  ]
]

layer(world, { excludeTestServices: true })("A module with sources", (it) => {
  const taken = Effect.gen(function* () {
    const registry = yield* SourceRegistry
    const { write } = yield* Modules
    yield* registerModule(yield* write("Starter.ts", right("starter")))
    return registry
  })

  let count = 0
  for (const [fault, text, reason, message] of faults) {
    it.effect(`MUST be refused in a sentence if it ${fault}`, () =>
      Effect.gen(function* () {
        const { write } = yield* Modules
        yield* taken
        const module = yield* write(`Fault${count++}.ts`, text)
        const failure = yield* Effect.flip(registerModule(module))
        if (failure._tag !== "SourceModuleError") return assert.fail(failure._tag)
        assert.strictEqual(failure.reason, reason)
        assert.match(failure.message, message)
        assert.include(failure.message, module)
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(SourceRegistry.layer)))
    )
  }

  it.effect("MUST be evaluated once more where another process is tried", () =>
    Effect.gen(function* () {
      const { write } = yield* Modules
      const module = yield* write("Twice.ts", right("twice"))
      const [first, same, other] = yield* Effect.all([false, false, true].map((anew) => loadSourceModule(module, anew)))
      assert.strictEqual(first!.layer, same!.layer)
      assert.notStrictEqual(first!.layer, other!.layer)
    })
  )

  it.effect("MUST be refused if it does not exist, is a folder, or is only a name", () =>
    Effect.gen(function* () {
      const { folder, write } = yield* Modules
      yield* write("Some.ts", right("some"))
      const said = (module: string) => Effect.map(Effect.flip(registerModule(module)), ({ message }) => message)
      assert.match(yield* said(`${folder}/Gone.ts`), /There is no file .+Gone\.ts/)
      assert.match(yield* said(folder), /is a folder\. Name the module in it: .+Some\.ts/)
      assert.match(yield* said("no-such-package-here"), /no installed package of that name.+SOURCES/)
      assert.match(yield* said("what is this?"), /There is no file/)
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(SourceRegistry.layer)))
  )

  it.effect(
    "MUST be added by the setting and by the command, once each, and change its fingerprint with its code",
    () =>
      Effect.gen(function* () {
        const { folder, write } = yield* Modules
        const [one, other] = [yield* write("One.ts", right("one")), yield* write("Other.ts", right("other"))]
        const built = Effect.gen(function* () {
          const { loaded } = yield* SourceModules
          const all = yield* (yield* SourceRegistry).all
          return { loaded, fingerprints: yield* Effect.forEach(all, ({ fingerprint }) => fingerprint) }
        }).pipe(
          Effect.provide(
            Layer.fresh(SourceModules.layerNoDeps.pipe(Layer.provideMerge(Layer.fresh(SourceRegistry.layer))))
          ),
          Effect.provideService(GivenSourceModules, [other, `${folder}/../${folder.split("/").at(-1)}/One.ts`]),
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromUnknown({ SOURCE_MODULES: ` ${one}, ` })
          )
        )
        const first = yield* built
        assert.deepStrictEqual(
          first.loaded.map(({ sources }) => sources),
          [["one"], ["other"]]
        )
        yield* write("Helper.ts", "export const help = 1")
        const second = yield* built
        assert.notDeepEqual(second.fingerprints, first.fingerprints)
        assert.deepStrictEqual((yield* built).fingerprints, second.fingerprints)
      })
  )

  it.effect("MUST be distinguished from a name", () =>
    Effect.sync(() => {
      for (const module of ["./a", "a.ts", "x/y.mjs", "@acme/register", "C:\\a.js"])
        assert.isTrue(isSourceModule(module))
      for (const name of ["starter", "my-register", "ts"]) assert.isFalse(isSourceModule(name))
    })
  )
})
