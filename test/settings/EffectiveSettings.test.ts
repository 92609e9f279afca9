import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem } from "effect"
import { EffectiveSettings } from "../../src/settings/EffectiveSettings.ts"
import { knownSettings } from "../../src/settings/KnownSettings.ts"

const effective = (environment: Record<string, string>, dotenv: Record<string, string>) =>
  Effect.map(EffectiveSettings, ({ list }) => new Map(list.map((setting) => [setting.name, setting]))).pipe(
    Effect.provide(
      EffectiveSettings.layerWith({
        environment: ConfigProvider.fromUnknown(environment),
        dotenv: ConfigProvider.fromUnknown(dotenv)
      })
    )
  )

describe("effective settings", () => {
  it.effect("MUST say where each comes from", () =>
    Effect.gen(function* () {
      const settings = yield* effective({ PORT: "9000", HOST: "" }, { PORT: "1", HOST: "0.0.0.0", SOURCES: "mine" })
      assert.deepInclude(settings.get("PORT"), { value: "9000", origin: "environment" })
      assert.deepInclude(settings.get("HOST"), { value: "0.0.0.0", origin: "dotenv" })
      assert.deepInclude(settings.get("DATA_DIR"), { value: ".data", origin: "default" })
      assert.deepInclude(settings.get("SOURCES"), { value: "mine", origin: "dotenv" })
      assert.deepInclude(settings.get("CORS_ORIGINS"), { value: undefined, origin: "default" })
    })
  )

  it.effect("MUST never show a secret", () =>
    Effect.gen(function* () {
      const secret = "s3cr3t-value"
      const environment = Object.fromEntries(
        knownSettings.map(({ name, secret: isSecret }) => [
          name,
          isSecret === true ? secret : `https://user:${secret}@example.com/?key=${secret}`
        ])
      )
      environment["DATABASE_URL"] = `postgres://doorstep:${secret}@db.example.com:5432/homes?password=${secret}`
      const settings = yield* effective(environment, {})
      assert.notInclude(JSON.stringify([...settings.values()]), secret)
      assert.strictEqual(settings.get("DATABASE_URL")!.value, "postgres://db.example.com:5432/homes")
    })
  )

  it.effect("MUST be all that the service reads, each once, and all that their table has, with its default", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const names = knownSettings.map(({ name }) => name)
      assert.deepStrictEqual(names, Array.from(new Set(names)).sort())

      const table = yield* files.readFileString("src/settings/README.md")
      const rows = Array.from(
        table.matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\| /gm),
        ([, name = "", usual = ""]) => [name, usual.replaceAll("`", "")] as const
      )
      assert.deepStrictEqual(
        rows.toSorted(([a], [b]) => (a < b ? -1 : 1)),
        knownSettings.map((known) => [known.name, known.default ?? ""] as const)
      )

      const modules = (yield* files.readDirectory("src", { recursive: true }))
        .filter((file) => file.endsWith(".ts") && !file.startsWith("console/"))
        .map((file) => `src/${file}`)
      const read = yield* Effect.forEach(modules, (file) =>
        Effect.map(files.readFileString(file), (text) =>
          Array.from(text.matchAll(/Config\.\w+\(\s*"([A-Z_]+)"/g), ([, name]) => name!)
        )
      )
      assert.isAbove(read.flat().length, 10)
      assert.includeMembers(names, read.flat())
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
