import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Option, Redacted } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import * as Path from "node:path"
import { env } from "node:process"
import type { Setting } from "../../src/settings/Setting.ts"
import { settingGroups, settings } from "../../src/settings/Settings.ts"
import { timeBudgets, timeRelations, timeSums } from "../../src/settings/TimeBudgets.ts"
import { settingTables, timeTable } from "./Page.ts"

const page = Path.resolve(import.meta.dirname, "../../src/settings/README.md")

const all: ReadonlyArray<readonly [string, Setting<unknown>]> = Object.entries<Setting<unknown>>(settings)

const holding = (values: Readonly<Record<string, string>>, { value }: Setting<unknown>) =>
  Effect.provide(value, ConfigProvider.layer(ConfigProvider.fromUnknown(values)))

/** The page, with one of its parts replaced. */
const withPart = (text: string, part: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${part} -->\\n)[\\s\\S]*(<!-- /${part} -->)`),
    (_, begin: string, end: string) => `${begin}\n${content}\n\n${end}`
  )

describe("the table of settings", () => {
  it("MUST have each once, under its own name, in one group", () => {
    assert.deepStrictEqual(
      all.map(([name]) => name),
      all.map(([, setting]) => setting.name)
    )
    const grouped = settingGroups.flatMap((group) => group.settings.map(({ name }) => name))
    assert.deepStrictEqual(grouped.toSorted(), all.map(([name]) => name).toSorted())
    assert.strictEqual(new Set(grouped).size, grouped.length)
  })

  it.effect("MUST accept its own defaults and examples, with the meaning of an unset value", () =>
    Effect.gen(function* () {
      let examples = 0
      for (const [name, setting] of all) {
        const unset = yield* holding({}, setting)
        if (setting.default !== undefined && setting.isInWords !== true) {
          assert.deepStrictEqual(yield* holding({ [name]: setting.default }, setting), unset, name)
        }
        if (setting.example === undefined) continue
        examples += 1
        assert.notDeepEqual(yield* holding({ [name]: setting.example }, setting), unset, name)
      }
      assert.isAbove(examples, 10)
    })
  )

  it.effect("MUST distinguish given values from defaults, and read an alias first", () =>
    Effect.gen(function* () {
      const given = (values: Readonly<Record<string, string>>) =>
        Effect.provide(settings.LOG_LEVEL.given, ConfigProvider.layer(ConfigProvider.fromUnknown(values)))
      assert.deepStrictEqual(yield* given({}), Option.none())
      assert.deepStrictEqual(yield* given({ LOG_LEVEL: " warn " }), Option.some("Warn" as const))
      const proxies = { HTTP_PROXY: "http://one:1", http_proxy: "http://two:2" }
      assert.strictEqual(yield* holding(proxies, settings.HTTP_PROXY), "http://two:2")
      assert.strictEqual(yield* holding({ ...proxies, http_proxy: "" }, settings.HTTP_PROXY), "http://one:1")
    })
  )

  it.effect("MUST accept values up to the ends of their ranges, in the forms in which people write them", () =>
    Effect.gen(function* () {
      const accepted: ReadonlyArray<readonly [keyof typeof settings, string, unknown]> = [
        ["PORT", " 0 ", 0],
        ["PORT", "65535", 65_535],
        ["KEEP_POOL_VERSIONS", "100", 100],
        ["LOG_FORMAT", "JSON", "json"],
        ["DATABASE_READ_LAG", "1 second", Duration.seconds(1)],
        ["GEONAMES_URL", "https://mirror.example.org/geonames//", "https://mirror.example.org/geonames"],
        ["PUBLIC_HOSTS", "Doorstep.Example.com, .CORP.example", ["doorstep.example.com", ".corp.example"]],
        ["CORS_ORIGINS", "https://app.example.com,*", ["https://app.example.com", "*"]],
        ["OTLP_HEADERS", "a = b=c ,", { a: "b=c" }]
      ]
      for (const [name, text, value] of accepted) {
        assert.deepStrictEqual(yield* holding({ [name]: text }, settings[name]), value, `${name}=${text}`)
      }
      const [password, token] = [" a password with spaces ", "x".repeat(16)]
      const secrets = { ADMIN_PASSWORD: password, METRICS_TOKEN: token }
      assert.strictEqual(Redacted.value((yield* holding(secrets, settings.ADMIN_PASSWORD)) as never), password)
      assert.strictEqual(Redacted.value((yield* holding(secrets, settings.METRICS_TOKEN)) as never), token)
    })
  )

  it.effect("MUST refuse what is beyond them, and never show what may be a secret", () =>
    Effect.gen(function* () {
      const refused: ReadonlyArray<readonly [keyof typeof settings, string]> = [
        ["PORT", "65536"],
        ["DATABASE_READ_LAG", "0.9 seconds"],
        ["METRICS_TOKEN", "s3cr3t-15-chars"],
        ["GEONAMES_URL", "https://:s3cr3t@mirror.example.org"],
        ["GEONAMES_URL", "https://mirror.example.org?key=s3cr3t"],
        ["OTLP_ENDPOINT", "grpc://collector:4317?key=s3cr3t"],
        ["CORS_ORIGINS", "https://app.example.com/"],
        ["CORS_ORIGINS", "https://app.example.com:443"]
      ]
      for (const [name, text] of refused) {
        const { message } = (yield* Effect.flip(holding({ [name]: text }, settings[name]))) as Error
        assert.match(message, new RegExp(`^${name} must`), text)
        assert.notInclude(message, "s3cr3t")
      }
    })
  )

  it("MUST describe each in a sentence, without Markdown where no page shows it", () => {
    for (const [name, { description, secret, default: usual }] of all) {
      assert.match(description, /^[A-Z0-9a-z].*\.$/, name)
      assert.notMatch(description, /[`[\]]/, name)
      if (secret === true) assert.isUndefined(usual, name)
    }
  })
})

describe("time budgets", () => {
  const millis = (names: ReadonlyArray<keyof typeof timeBudgets>): number =>
    names.reduce((sum, name) => sum + Duration.toMillis(timeBudgets[name].time), 0)

  for (const { all, because, below } of timeRelations) {
    it(`MUST keep ${all.join(" and ")} below ${below}: ${because}`, () => {
      assert.isBelow(millis(all), millis([below]))
    })
  }

  for (const { parts, whole } of timeSums) {
    it(`MUST add up ${parts.join(" and ")} to ${whole}`, () => assert.strictEqual(millis(parts), millis([whole])))
  }

  it("MUST say who waits, and why that long", () => {
    for (const [name, { because, waits }] of Object.entries(timeBudgets)) {
      assert.match(because, /^[A-Z].*\.$/, name)
      assert.match(waits, /^\S.*[^.]$/, name)
    }
  })
})

describe("the page of settings", () => {
  it("MUST contain the current tables: UPDATE_SETTINGS=1 rewrites them", () => {
    const text = readFileSync(page, "utf8")
    const made = withPart(withPart(text, "settings", settingTables()), "times", timeTable())
    if (env["UPDATE_SETTINGS"] === "1") writeFileSync(page, made)
    else assert.strictEqual(text, made)
  })
})
