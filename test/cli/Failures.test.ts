import { tmpdir } from "node:os"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, FileSystem, Layer, References } from "effect"
import { TestConsole } from "effect/testing"
import { reportFailure } from "../../src/cli/Failure.ts"
import { checkReport, makeKeys } from "../../src/cli/properties/ReportFiles.ts"
import { Database } from "../../src/database/Database.ts"
import { inject } from "vitest"

/** What a command prints if it needs a database and these settings do not lead to one. */
const says = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(Effect.scoped(reportFailure(Layer.build(Layer.fresh(Database.layer)))))
    assert.isTrue(Exit.isFailure(exit))
    return (yield* TestConsole.errorLines).map(String).join("\n")
  }).pipe(
    Effect.provide([
      NodeServices.layer,
      Layer.fresh(TestConsole.layer),
      ConfigProvider.layer(ConfigProvider.fromUnknown(settings))
    ]),
    Effect.provideService(References.MinimumLogLevel, "None")
  )

const written = (file: string) => FileSystem.FileSystem.use((files) => files.writeFileString(file, "", { flag: "wx" }))

describe("a command that cannot write a file", () => {
  it.live("MUST say which and why, in its own words", () =>
    Effect.gen(function* () {
      const folder = `${tmpdir()}/doorstep-test-nowhere`
      for (const [write, said] of [
        [
          makeKeys(`${folder}/team`),
          `The file cannot be written to ${folder}/team.key: its folder does not exist. Name a`
        ],
        [
          reportFailure(written(`${folder}/mapping.json`)),
          `The file cannot be written to ${folder}/mapping.json: its folder`
        ],
        [reportFailure(written(import.meta.filename)), `${import.meta.filename} already exists. Choose another name`]
      ] as const) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(write)))
        assert.isTrue(String((yield* TestConsole.errorLines).at(-1)).startsWith(said), said)
      }
    }).pipe(Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer)]))
  )
})

describe("a command that cannot read a file", () => {
  it.live("MUST say which and why, in its own words", () =>
    Effect.gen(function* () {
      for (const [key, why] of [
        ["/nowhere/team.pub", "it does not exist"],
        [tmpdir(), "it is a folder"]
      ] as const) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(checkReport("report", key))))
        assert.strictEqual((yield* TestConsole.errorLines).at(-1), `${key} cannot be read: ${why}.`)
      }
    }).pipe(Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer)]))
  )
})

describe("a command without a database", () => {
  it.live("MUST fail, and say which folder cannot be used and why, in its own words", () =>
    Effect.gen(function* () {
      const file = import.meta.filename
      for (const [folder, why] of [
        ["/proc/nope", "it does not exist"],
        ["/proc/nope/deeper/still", "/proc/nope: it does not exist"],
        [file, "a file of that name already exists"],
        [`${file}/below`, "a part of its path is a file instead of a folder"],
        [`/tmp/${"x".repeat(300)}`, "its name is too long"]
      ] as const) {
        assert.strictEqual(
          yield* says({ DATA_DIR: folder }),
          `DATA_DIR: the folder ${folder} cannot be used: ${why}. Name a folder that this user may write to.`
        )
      }
    })
  )

  it.live("MUST repeat the server's message once, and say what to do", () =>
    Effect.gen(function* () {
      const there = new URL(inject("databaseUrl"))
      const unreachable = yield* says({ DATABASE_URL: "postgres://user:sesame@127.0.0.1:1/none" })
      assert.match(
        unreachable,
        /^DATABASE_URL: no database server can be reached at 127\.0\.0\.1:1\/none \(.+\)\. Start it, or/
      )
      assert.lengthOf(unreachable.match(/ECONNREFUSED/g)!, 1)
      assert.notInclude(unreachable, "sesame")
      const wrong = Object.assign(new URL(there), { password: "sesame" })
      const refused = yield* says({ DATABASE_URL: wrong.href })
      assert.match(
        refused,
        /^DATABASE_URL: .+ refuses the connection: .+\. Correct the user and the password: DATABASE_URL, DATABASE_PASSWORD\.$/
      )
      assert.lengthOf(refused.match(/authentication failed/g)!, 1)
      assert.notInclude(refused, "sesame")
      const none = Object.assign(new URL(there), { pathname: "/no_such_database" })
      assert.match(yield* says({ DATABASE_URL: none.href }), /Create that database, or name another in DATABASE_URL\.$/)
    })
  )
})
