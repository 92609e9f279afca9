import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { EffectiveSettings } from "../../src/settings/EffectiveSettings.ts"
import { knownSettings, settings } from "../../src/settings/Settings.ts"

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
      const settings = yield* effective({ PORT: "9000", HOST: " " }, { PORT: "1", HOST: "0.0.0.0", SOURCES: "mine" })
      assert.deepInclude(settings.get("PORT"), { value: "9000", origin: "environment" })
      assert.deepInclude(settings.get("HOST"), { value: "0.0.0.0", origin: "dotenv" })
      assert.deepInclude(settings.get("DATA_DIR"), { value: ".data", origin: "default" })
      assert.deepInclude(settings.get("SOURCES"), { value: "mine", origin: "dotenv" })
      assert.deepInclude(settings.get("CORS_ORIGINS"), { value: undefined, origin: "default" })
      // An alias comes first, as it does where the setting is read.
      const proxies = yield* effective(
        { NO_PROXY: "one.example" },
        { no_proxy: "two.example", https_proxy: "http://p:1" }
      )
      assert.deepInclude(proxies.get("NO_PROXY"), { value: "two.example", origin: "dotenv" })
      assert.deepInclude(proxies.get("HTTPS_PROXY"), { value: "••••••••", origin: "dotenv" })
      assert.deepInclude(proxies.get("HTTP_PROXY"), { value: undefined, origin: "default" })
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

  it.effect("MUST never show the credentials in a URL, whatever the setting", () =>
    Effect.gen(function* () {
      const settings = yield* effective(
        { OTLP_ENDPOINT: "http://user:s3cr3t@collector:4318/a", TILE_ATTRIBUTION: "a@b" },
        {}
      )
      assert.strictEqual(settings.get("OTLP_ENDPOINT")!.value, "http://collector:4318/a")
      assert.strictEqual(settings.get("TILE_ATTRIBUTION")!.value, "a@b")
    })
  )

  it("MUST be complete, by name", () => {
    const names = knownSettings.map(({ name }) => name)
    assert.deepStrictEqual(names, Object.keys(settings).toSorted())
  })
})
