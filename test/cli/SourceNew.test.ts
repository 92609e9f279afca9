import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Layer, Redacted, References } from "effect"
import { countryCodes } from "../../schemas/CountryCodes.ts"
import { linkFolder, scaffold } from "../../src/cli/scaffold/Scaffold.ts"
import { exampleCsv, examplePlace } from "../../src/cli/scaffold/ExampleData.ts"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { sync } from "../../src/cli/sync/SyncCommand.ts"
import { Database } from "../../src/database/Database.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"
import { properties } from "../../src/cli/properties/PropertiesCommand.ts"
import { runCommand } from "../support/RunCommand.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const temporary = FileSystem.FileSystem.use((fs) => fs.makeTempDirectoryScoped({ prefix: "doorstep-test-new-" }))

const written = (folder: string) =>
  FileSystem.FileSystem.use((fs) =>
    Effect.flatMap(fs.readDirectory(folder), (names) =>
      Effect.forEach(
        names.filter((name) => name.includes(".")),
        (name) => Effect.map(fs.readFileString(Path.join(folder, name)), (text) => `${name}\n${text}`)
      )
    )
  )

/** Runs a program in Doorstep's folder and returns its exit code and output. */
const run = (...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    try {
      const { stderr, stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      return { code: 0, said: stdout + stderr }
    } catch (error) {
      const { code, stderr, stdout } = error as { code: number; stdout: string; stderr: string }
      return { code, said: stdout + stderr }
    }
  })

const manifest = {
  name: "example",
  countries: ["DE"],
  license: "CC0-1.0",
  attribution: "Tests",
  homepage: "https://example.com",
  evidence: "None."
} as const

const world = Layer.mergeAll(
  NodeServices.layer,
  TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")))
)

layer(world, { excludeTestServices: true })("doorstep source new", (it) => {
  it.effect("MUST create a project that works at once: types, laws, and tests", () =>
    Effect.gen(function* () {
      const into = yield* temporary
      const { files, module } = yield* scaffold({ name: "my-register", country: "DE", into })
      assert.includeMembers(files as Array<string>, [
        "MyRegister.ts",
        "MyRegister.test.ts",
        "addresses.csv",
        "README.md",
        "tsconfig.json"
      ])
      const compile = ["node_modules/typescript/bin/tsc", "--noEmit", "--checkers", "1"]
      const types = yield* run(...compile, "-p", `${into}/my-register`)
      assert.deepStrictEqual(types, { code: 0, said: "" })
      const held = yield* runCommand(properties)("--source", module)
      assert.strictEqual(held.code, 0, held.said)
      assert.match(held.said, /^my-register, DE\n/)
      assert.notMatch(held.said, /^[✗!]/m)
      const fs = yield* FileSystem.FileSystem
      const total = /^\d+ laws kept, .+$/m
      const guide = yield* fs.readFileString("sources/README.md")
      assert.strictEqual(total.exec(guide)?.[0], total.exec(held.said)?.[0], "the guide shows another result")
      const code = yield* fs.readFileString(`${into}/my-register/MyRegister.ts`)
      assert.isAtMost(code.split("\n").length, 50)
      const faulty = code
        .replace(`recordId: row.get("id")`, "recordId: crypto.randomUUID()")
        .replace(
          "longitude: Number(longitude), latitude: Number(latitude)",
          "longitude: Number(latitude), latitude: Number(longitude)"
        )
        .replace(
          "columns), toRecord)",
          `columns), toRecord).pipe(Stream.filter((record) => !DataSource.isRejected(record)))`
        )
      yield* fs.writeFileString(`${into}/my-register/Faulty.ts`, faulty)
      const broken = yield* runCommand(properties)("--source", `${into}/my-register/Faulty.ts`)
      assert.strictEqual(broken.code, 1)
      const red = Array.from(broken.said.matchAll(/^✗ (.+)$/gm), ([, promise]) => promise!)
      for (const promise of ["each time it is read", "coordinates in the country", "none is silently dropped"]) {
        assert.isTrue(
          red.some((one) => one.includes(promise)),
          `${promise}\n${broken.said}`
        )
      }
      assert.match(broken.said, /the same record had another ID.+Take the ID from the data\./s)
      assert.match(broken.said, /latitude\s+and\s+longitude\s+are\s+in\s+the\s+wrong\s+order/)
      assert.match(broken.said, /C-0204,7,Example\s+Lane.+garage/s)
    })
  )

  it.effect("MUST never overwrite anything", () =>
    Effect.gen(function* () {
      const into = yield* temporary
      yield* scaffold({ name: "mine", country: "FR", into })
      const before = yield* written(`${into}/mine`)
      const refused = yield* Effect.flip(scaffold({ name: "mine", country: "DE", into }))
      assert.match(refused.message, /mine already exists and was not changed/)
      assert.deepStrictEqual(yield* written(`${into}/mine`), before)
      assert.deepStrictEqual(yield* linkFolder(`${into}/mine`), [])
      yield* FileSystem.FileSystem.use((fs) => fs.remove(`${into}/mine/node_modules`, { recursive: true }))
      assert.lengthOf(yield* linkFolder(`${into}/mine`), 2)
    })
  )

  it.effect("MUST explain an invalid name, country or place", () =>
    Effect.gen(function* () {
      const into = yield* temporary
      const refusal = (change: object) =>
        Effect.map(Effect.flip(scaffold({ name: "a", country: "DE", into, ...change })), ({ message }) => message)
      for (const name of ["My-Register", "1st", "über", "../up", "", "a".repeat(41), "a-", "a b"]) {
        assert.match(yield* refusal({ name }), /cannot name a source: use up to 40 lower-case letters/)
      }
      assert.match(yield* refusal({ name: "starter" }), /already a source named "starter"/)
      assert.match(yield* refusal({ country: "XX" }), /not an ISO 3166-1 alpha-2 country code/)
      assert.match(
        yield* refusal({ into: `${into}/gone` }),
        /The folder .+gone, in which to create .+, does not exist\. Create it first\./
      )
      yield* FileSystem.FileSystem.use((fs) => fs.writeFileString(`${into}/file`, ""))
      assert.match(yield* refusal({ into: `${into}/file` }), /cannot be written/)
      assert.deepStrictEqual(yield* FileSystem.FileSystem.use((fs) => fs.readDirectory(into)), ["file"])
    })
  )

  it.effect("MUST have rows of which all but two are kept, for every country", () =>
    Effect.sync(() => {
      for (const country of countryCodes) {
        const table: Array<Record<string, string>> = parse(exampleCsv(examplePlace(country)), { columns: true })
        const kept = table.filter((row) => {
          const coordinates = { longitude: Number(row["longitude"]), latitude: Number(row["latitude"]) }
          const { id, number, postcode, region, street, town } = row
          return (
            normalize({ ...manifest, countries: [country] }, country, {
              recordId: id!,
              houseNumber: number,
              street,
              city: town,
              postcode,
              region,
              coordinates: row["longitude"] === "" ? undefined : coordinates
            })._tag === "Success"
          )
        })
        assert.strictEqual(kept.length, table.length - 1, country)
      }
    })
  )

  it.effect("MUST be served, synchronized and removed by its path", () =>
    Effect.gen(function* () {
      const into = yield* temporary
      const { module: relative } = yield* scaffold({ name: "my-register", country: "DE", into })
      const module = Path.resolve(root, relative)
      const settings = {
        DATABASE_URL: Redacted.value((yield* Database).url),
        SOURCES: "",
        PORT: "0",
        LOG_LEVEL: "Error"
      }
      const service = yield* Effect.acquireRelease(
        Effect.sync(() => new DoorstepProcess(["serve", "--source", module], settings)),
        (started) => Effect.promise(() => started.signal("SIGTERM"))
      )
      const [, url] = yield* Effect.promise(() => service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))
      yield* Effect.promise(() => service.waitFor(/^Ready\./m))
      const [, token] = /Bearer (dst_[\w-]+)/.exec(service.stdout)!
      const answer = yield* Effect.promise(() =>
        fetch(`${url}/api/v1/generate?country=DE&seed=abc`, { headers: { authorization: `Bearer ${token}` } }).then(
          (response) => response.json() as Promise<{ data: { sourcesTried: unknown; eligibleCount: number } }>
        )
      )
      assert.deepStrictEqual(answer.data.sourcesTried, ["my-register"])
      assert.strictEqual(answer.data.eligibleCount, 5)

      const listed = yield* runCommand(source, { ...settings, SOURCE_MODULES: module })("list")
      assert.match(listed.said, /my-register +\S+MyRegister\.ts +DE +CC0-1\.0/)
      const fs = yield* FileSystem.FileSystem
      const csv = `${into}/my-register/addresses.csv`
      yield* fs.writeFileString(csv, (yield* fs.readFileString(csv)).replace("B-0019,16", "B-0019,18"))
      const again = yield* runCommand(sync, settings)("--source", module)
      assert.strictEqual(again.code, 0, again.said)
      assert.match(again.said, /my-register DE: published/)
      const removed = yield* runCommand(source, settings)("remove", "my-register")
      assert.match(removed.said, /DE: 6 addresses that no other source has were withdrawn/)
      const refused = yield* runCommand(sync, settings)("--source", `${into}/Gone.ts`)
      assert.strictEqual(refused.code, 1)
      assert.match(refused.said, /^There is no file .+Gone\.ts, which should be a module with a source/)
    })
  )
})
