import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { PgConnection } from "@effect/sql-pg"
import { Config, ConfigProvider, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import { inject } from "vitest"
import { EffectiveSettings } from "../../src/settings/EffectiveSettings.ts"
import { secretFileOf } from "../../src/settings/Setting.ts"
import { knownSettings } from "../../src/settings/Settings.ts"
import { nearSettings } from "../../src/cli/NearSettings.ts"
import { withSecretFiles } from "../../src/cli/SecretFiles.ts"
import { databaseOf } from "../../src/cli/serve/Workers.ts"
import { Database } from "../../src/database/Database.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

const secrets = knownSettings.filter(({ secret }) => secret === true).map(({ name }) => name)

const provided = (settings: Readonly<Record<string, string>>) =>
  withSecretFiles(ConfigProvider.fromUnknown(settings), "environment")

const readWith = (settings: Readonly<Record<string, string>>, name: string) =>
  Effect.gen(function* () {
    const provider = yield* provided(settings)
    return yield* Effect.provide(Config.option(Config.String(name)), ConfigProvider.layer(provider))
  })

const told = (settings: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(provided(settings)), ({ message }) => message)

/** A folder with a file of this content. */
const fileWith = Effect.fnUntraced(function* (content: string | Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-secret-" })
  const file = `${folder}/secret`
  yield* fs.writeFile(file, typeof content === "string" ? new TextEncoder().encode(content) : content)
  return { file, folder }
})

const test = <E>(title: string, body: Effect.Effect<void, E, FileSystem.FileSystem | Scope.Scope>) =>
  it.live(title, () => Effect.provide(body, NodeServices.layer))

describe("a file with a secret", () => {
  test(
    "MUST be read for every secret setting, without its trailing line break",
    Effect.gen(function* () {
      assert.includeMembers(secrets, ["DATABASE_URL", "DATABASE_PASSWORD", "ADMIN_PASSWORD", "METRICS_TOKEN"])
      for (const name of secrets) {
        for (const [content, value] of [
          ["pass word\n", "pass word"],
          ["  blanks count \r\n", "  blanks count "],
          ["\uFEFFpass%41+ß", "pass%41+ß"]
        ] as const) {
          const { file } = yield* fileWith(content)
          // Empty counts as unset: compose files pass an unset variable as an empty one.
          const found = yield* readWith({ [secretFileOf(name)]: file, [name]: "" }, name)
          assert.deepStrictEqual(found, Option.some(value))
        }
      }
    })
  )

  test(
    "MUST be ignored if the setting is not secret, or its name is empty",
    Effect.gen(function* () {
      const { file } = yield* fileWith("0.0.0.0")
      assert.deepStrictEqual(yield* readWith({ HOST_FILE: file }, "HOST"), Option.none())
      assert.deepStrictEqual(yield* readWith({ REDIS_URL_FILE: " " }, "REDIS_URL"), Option.none())
    })
  )

  test(
    "MUST be reported in one line, without repeating its contents, if it cannot be used",
    Effect.gen(function* () {
      const { file, folder } = yield* fileWith("sesame")
      assert.strictEqual(
        yield* told({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: "sesame" }),
        "ADMIN_PASSWORD_FILE and ADMIN_PASSWORD are both set (environment). Keep one of them."
      )
      for (const [path, fault] of [
        [`${folder}/none`, "it does not exist"],
        [folder, "it is a folder"],
        [(yield* fileWith("\n\n")).file, "it is empty"],
        [(yield* fileWith(Buffer.from("\uFEFFsesame\r\n", "utf16le"))).file, "it is not UTF-8. Save it as UTF-8"],
        [(yield* fileWith(Buffer.from("sesame", "utf16le"))).file, "it is not UTF-8"],
        [(yield* fileWith(Buffer.from("S\u00e9same", "latin1"))).file, "it is not UTF-8"],
        [(yield* fileWith("x".repeat(65_537))).file, "it is larger than 64 kB, so it is not a secret"]
      ] as const) {
        const message = yield* told({ ADMIN_PASSWORD_FILE: path })
        assert.match(message, /^ADMIN_PASSWORD_FILE: the file ".+" cannot be used: .+\.$/)
        assert.include(message, fault)
      }
    })
  )

  test(
    "MUST be named in the list of effective settings, and not shown",
    Effect.gen(function* () {
      const { list } = yield* Effect.provide(
        EffectiveSettings,
        EffectiveSettings.layerWith({
          environment: ConfigProvider.fromUnknown({ DATABASE_URL_FILE: "/run/secrets/url" }),
          dotenv: ConfigProvider.fromUnknown({ DATABASE_URL: "postgres://a:sesame@b/c", METRICS_TOKEN_FILE: "token" })
        })
      )
      const of = (name: string) => list.find((setting) => setting.name === name)
      assert.deepInclude(of("DATABASE_URL"), { value: "content of /run/secrets/url", origin: "environment" })
      assert.deepInclude(of("METRICS_TOKEN"), { value: "content of token", origin: "dotenv" })
    })
  )

  it("MUST be reported if the name of its setting is nearly right", () => {
    assert.deepStrictEqual(nearSettings(["DATABSE_URL_FILE"], "environment"), [
      "DATABSE_URL_FILE (environment) is not a setting and has no effect. Did you mean DATABASE_URL_FILE?"
    ])
    assert.deepStrictEqual(nearSettings(secrets.map(secretFileOf), "environment"), [])
  })

  test(
    "MUST not be read again by worker processes, which receive the URL itself",
    Effect.gen(function* () {
      const { file } = yield* fileWith("postgres://db.example.com/homes")
      const environment = { DATABASE_URL_FILE: file, ...databaseOf(Redacted.make("postgres://b/c")) }
      assert.deepStrictEqual(yield* readWith(environment, "DATABASE_URL"), Option.some("postgres://b/c"))
    })
  )

  test(
    "MUST be read by a command, the environment taking precedence over .env",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { file, folder } = yield* fileWith("postgres://user:sesame@127.0.0.1:1/of-a-file\n")
      yield* fs.writeFileString(`${folder}/.env`, `DATABASE_URL=postgres://127.0.0.1:1/of-dotenv\n`)
      const says = (settings: Readonly<Record<string, string>>) =>
        Effect.promise(() => new DoorstepProcess(["token", "list"], settings, folder).finished())
      const ofEnvironment = yield* says({ DATABASE_URL_FILE: file })
      assert.match(ofEnvironment.stderr, /at 127\.0\.0\.1:1\/of-a-file /)
      assert.notInclude(ofEnvironment.stderr, "sesame")
    })
  )
})

describe("DATABASE_PASSWORD", () => {
  /** The database URL under these settings. */
  const urlWith = (settings: Readonly<Record<string, string>>) =>
    Effect.scoped(
      Effect.flatMap(
        Layer.build(
          Layer.fresh(Database.layer).pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))))
        ),
        (context) => Effect.provide(Database, context)
      )
    )

  test(
    "MUST give access, whatever the URL says",
    Effect.gen(function* () {
      const url = new URL(inject("databaseUrl"))
      const password = decodeURIComponent(url.password)
      assert.notStrictEqual(password, "")
      url.password = "wrong"
      assert.match((yield* Effect.flip(urlWith({ DATABASE_URL: url.href }))).message, /authentication failed/)
      yield* urlWith({ DATABASE_URL: url.href, DATABASE_PASSWORD: password })
      url.password = ""
      yield* urlWith({ DATABASE_URL: url.href, DATABASE_PASSWORD: password })
    })
  )

  test(
    "MUST be used verbatim, and reported if there is no server for it",
    Effect.gen(function* () {
      const odd = "%41 +&=?#@:/ß"
      const role = `doorstep_odd_${process.pid}`
      const admin = yield* PgConnection.make({ url: Redacted.make(inject("databaseUrl")) })
      yield* Effect.acquireRelease(admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${odd}'`), () =>
        Effect.orDie(admin.query(`DROP ROLE ${role}`))
      )
      const url = Object.assign(new URL(inject("databaseUrl")), { username: role, password: "" })
      yield* urlWith({ DATABASE_URL: url.href, DATABASE_PASSWORD: odd })
      const refused = yield* Effect.flip(urlWith({ DATABASE_URL: url.href, DATABASE_PASSWORD: `${odd}!` }))
      assert.match(refused.message, /authentication failed/)
      assert.notInclude(refused.message, odd)
      assert.match(
        (yield* Effect.flip(urlWith({ DATABASE_PASSWORD: odd }))).message,
        /^DATABASE_PASSWORD is set without DATABASE_URL\./
      )
    })
  )
})
