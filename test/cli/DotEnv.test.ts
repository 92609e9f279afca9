import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Console, Effect, FileSystem, Layer, Path as EffectPath } from "effect"
import * as fc from "fast-check"
import * as fs from "node:fs"
import * as os from "node:os"
import * as Path from "node:path"
import { afterAll, beforeAll } from "vitest"
import { property } from "../../properties/Bridge.ts"
import { knownSettings } from "../../src/settings/Settings.ts"
import { nearSettings } from "../../src/cli/NearSettings.ts"
import { junkOf, namesOf, settingsProvider } from "../../src/cli/DotEnvFile.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

type Tail<A extends ReadonlyArray<unknown>> = A extends readonly [unknown, ...infer B] ? B : never

const diskOf = (files: Partial<FileSystem.FileSystem>) => Layer.merge(FileSystem.layerNoop(files), EffectPath.layer)

describe("a line of .env", () => {
  it.each([
    ["nothing", ""],
    ["a setting", "PORT=8081"],
    ["several, comments and empty lines", "# a comment\n\nPORT=8081 # here too\n  export HOST = 0.0.0.0\r\nSOURCES=\n"],
    ["values in quotation marks", `A='x y'\nB="x # y"\nC=\`z\` # yes\nD=it's`],
    ["a value of several lines", 'A="first\nsecond: not a setting\nthird"\nPORT=1'],
    ["a byte order mark", "\uFEFFPORT=1"],
    ["names that are not ours", "a.b-c=1\nNODE_ENV=test"]
  ])("MUST be accepted: %s", (_, content) => assert.isUndefined(junkOf(content)))

  it.each([
    ["a colon", "HOST=::\nPORT: 5\n", 2, "PORT: 5"],
    ["no sign at all", "\n\nPORT 5", 3, "PORT 5"],
    ["lines that end as on Windows or as long ago", "A=1\r\nB=2\rPORT 5\r\n", 3, "PORT 5"],
    ["a name alone", "PORT", 1, "PORT"],
    ["a sentence", "# fine\nthis is my file", 2, "this is my file"],
    ["what stands behind a value", 'A="x" y', 1, 'A="x" y'],
    ["a quotation mark that is never closed", "PORT=1\nA='x\nB=2", 2, "A='x"],
    ["a shell's command", "set PORT=5", 1, "set PORT=5"],
    ["a line behind a value of several", 'A="1\n2\n3"\nnothing', 4, "nothing"]
  ])("MUST be reported: %s", (_, content, line, text) => assert.deepStrictEqual(junkOf(content), { line, text }))

  it.effect("MUST be read silently if nothing in it is wrong", () =>
    property(
      fc.array(
        fc.record({
          name: fc.stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/),
          value: fc.stringMatching(/^[^'"`#\s\\]([^#\r\n]*[^#\s])?$/)
        })
      ),
      (settings) =>
        Effect.gen(function* () {
          const content = settings.map(({ name, value }) => `${name}=${value}`).join("\n")
          assert.isUndefined(junkOf(content))
          assert.deepStrictEqual(
            namesOf(content),
            settings.map(({ name }) => name)
          )
          const last = new Map(settings.map(({ name, value }) => [name, value]))
          for (const [name, value] of last) {
            const node = yield* ConfigProvider.fromDotEnvContents(`${name}=${value}`).load([name])
            assert.strictEqual(node?.value, value.trim())
          }
        }),
      { runs: 100 }
    )
  )

  it.effect("MUST be refused as what Windows PowerShell writes, without repeating its values", () =>
    Effect.gen(function* () {
      const content = Buffer.from("\uFEFFADMIN_PASSWORD=sesame-open-up\r\n", "utf16le").toString()
      const disk = diskOf({
        stat: () => Effect.succeed({ type: "File" } as FileSystem.File.Info),
        readFileString: () => Effect.succeed(content)
      })
      const refused = yield* Effect.flip(Layer.build(settingsProvider({}))).pipe(Effect.provide(disk), Effect.scoped)
      assert.strictEqual(
        refused.message,
        ".env in the working directory is not UTF-8: Windows PowerShell writes UTF-16. Save it as UTF-8."
      )
    })
  )
})

describe("a name that is not a setting", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["DATABASE-URL", "DATABASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["ADMIN_PASWORD", "ADMIN_PASSWORD"],
    ["SOURCE_MODULE", "SOURCE_MODULES"],
    ["METRIC", "METRICS"],
    ["port", "PORT"],
    ["PORTT", "PORT"],
    ["HOTS", "HOST"]
  ])("MUST be reported with the similar setting: %s", (name, near) =>
    assert.deepStrictEqual(nearSettings([name], ".env"), [
      `${name} (.env) is not a setting and has no effect. Did you mean ${near}?`
    ])
  )

  it("MUST be ignored if it is not similar to a setting, or if the right one is set too", () => {
    const foreign = [
      "PATH",
      "HOME",
      "HOSTNAME",
      "LANG",
      "PWD",
      "USER",
      "SHELL",
      "TERM",
      "NODE_ENV",
      "POST",
      "PORTS",
      "LOGNAME",
      "TMPDIR",
      "REDIS_HOST",
      "PGDATABASE"
    ]
    assert.deepStrictEqual(nearSettings(foreign, "environment"), [])
    assert.deepStrictEqual(nearSettings(["DATABASE_URL", "DATABSE_URL"], "environment"), [])
    // As Linux distributions set them: three of the four are settings, and the fourth means none of these.
    assert.deepStrictEqual(nearSettings(["http_proxy", "https_proxy", "ftp_proxy", "no_proxy"], "environment"), [])
    const names = knownSettings.map(({ name }) => name)
    assert.deepStrictEqual(nearSettings(names, "environment"), [])
  })
})

describe("a service and doctor", () => {
  /** What is printed of a `.env`. */
  const printed = (content: string, ...told: Tail<Parameters<typeof settingsProvider>>) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const disk = diskOf({
        stat: () => Effect.succeed({ type: "File" } as FileSystem.File.Info),
        readDirectory: () => Effect.succeed(["source.ts"]),
        readFileString: (file) => Effect.succeed(file === ".env" ? content : `secret(name, "ACME_KEY")`)
      })
      const keep = { ...console, error: (line: string) => void lines.push(line) }
      yield* Layer.build(settingsProvider({ LOG_LEVLE: "Info", EDITOR: "vi" }, ...told)).pipe(
        Effect.provide(disk),
        Effect.provideService(Console.Console, keep),
        Effect.scoped
      )
      return lines
    })

  it.effect(
    "MUST name what .env sets without effect: a password for the console by another name was used by nobody",
    () =>
      Effect.gen(function* () {
        const near = [
          "DATABSE_URL (.env) is not a setting and has no effect. Did you mean DATABASE_URL?",
          "LOG_LEVLE (environment) is not a setting and has no effect. Did you mean LOG_LEVEL?"
        ]
        const content = "PORT=1\nCONSOLE_PASSWORD=sesame\nDATABSE_URL=x\nADMIN_PASSWORD_FILE=\nNODE_EXTRA_CA_CERTS=y\n"
        assert.deepStrictEqual(yield* printed(content, "all"), [
          ...near,
          ".env has names that are not settings, which only a source of your own can use: CONSOLE_PASSWORD, NODE_EXTRA_CA_CERTS."
        ])
        const many = Array.from({ length: 12 }, (_, i) => `X_NAME_${i}=1\n`).join("")
        assert.match((yield* printed(many, "all")).at(-1)!, /: X_NAME_0, .*, X_NAME_9 and 2 more\.$/)
        // A .env may be shared with another program, whose names every command would repeat.
        assert.deepStrictEqual(yield* printed(content), near)
        // What a source of the operator's own names is read by it.
        const key = "ACME_KEY=x\nSECRET_KEY=y\n"
        const others = ".env has names that are not settings, which only a source of your own can use: "
        assert.strictEqual((yield* printed(key, "all")).at(-1), `${others}ACME_KEY, SECRET_KEY.`)
        assert.strictEqual(
          (yield* printed(`${key}SOURCE_MODULES=./acme/source.ts`, "all")).at(-1),
          `${others}SECRET_KEY.`
        )
        assert.strictEqual((yield* printed(key, "all", ["serve", "--source=a.ts"])).at(-1), `${others}SECRET_KEY.`)
        // The process that starts workers has said it.
        assert.deepStrictEqual(yield* printed(content, "none"), [])
        assert.deepStrictEqual(yield* printed("PORT=1", "all"), near.slice(1))
      })
  )
})

describe("a command", () => {
  let folder = ""
  beforeAll(() => {
    folder = fs.mkdtempSync(Path.join(os.tmpdir(), "doorstep-dotenv-"))
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  const inFolder = async (
    dotenv: string,
    settings: Readonly<Record<string, string>>,
    ...args: ReadonlyArray<string>
  ) => {
    fs.writeFileSync(Path.join(folder, ".env"), dotenv)
    const { code, stderr, stdout } = await new DoorstepProcess(args, settings, folder).finished()
    return { code, stderr, stdout }
  }

  it("MUST be stopped by a malformed line of .env, without repeating its value", async () => {
    const { code, stderr } = await inFolder("HOST=::1\nADMIN_PASSWORD: sesame-open-up\n", {}, "--version")
    assert.strictEqual(stderr, '.env, line 2: "ADMIN_PASSWORD…" is not a setting. Write ADMIN_PASSWORD=value.\n')
    assert.strictEqual(code, 1)
  })

  it("MUST report a name that resembles a setting, and continue", async () => {
    const dotenv = "DATABSE_URL=postgres://a:sesame@b/c\n"
    const { code, stderr, stdout } = await inFolder(dotenv, { LOG_LEVLE: "Info" }, "--version")
    assert.deepStrictEqual(stderr.trim().split("\n"), [
      "DATABSE_URL (.env) is not a setting and has no effect. Did you mean DATABASE_URL?",
      "LOG_LEVLE (environment) is not a setting and has no effect. Did you mean LOG_LEVEL?"
    ])
    assert.match(stdout, /^doorstep v/)
    assert.strictEqual(code, 0)
  })
})
