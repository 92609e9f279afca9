import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { presenter } from "../../src/cli/Presenter.ts"
import { doorstep } from "../../src/Commands.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { runCommand } from "../support/RunCommand.ts"

/** What a command that is given wrong flags prints below its help. */
const faultOf = (...args: ReadonlyArray<string>) =>
  Command.runWith(doorstep, { version: "1.0.0", renderErrors: false })(args).pipe(
    Effect.flip,
    Effect.map((error) =>
      CliError.isCliError(error) && error._tag === "ShowHelp"
        ? error.errors.map(({ message }) => message).join("\n")
        : String(error)
    ),
    Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer)])
  )

const faults: ReadonlyArray<readonly [ReadonlyArray<string>, string, string]> = [
  [["serve"], "workers", "a number of processes, from 1 to 64"],
  [["token", "create", "--name", "a"], "rate-limit", "a number of requests per minute, from 1 to 100,000,000"],
  [["token", "create", "--name", "a"], "expires-in", "a time such as 30m, 12h, 90d or 52w"],
  [["export", "--country", "DE"], "count", "a number of homes, 1 or more"],
  [["judge"], "most", "a number of homes, 1 or more"],
  [["judge"], "examples", "a number of homes, 0 or more"],
  [["judge"], "at-least", "a percentage, from 0 to 100"],
  [["country", "set", "DE"], "target-total", "a whole number of addresses"],
  [["country", "set", "DE"], "regional-minimum", "a whole number of addresses"],
  [["country", "set", "DE"], "coverage", "a share, such as 0.95"],
  [["suppress", "area", "--reason", "r"], "radius", "a number of metres"],
  [["source", "watch"], "port", "a port, from 0 to 65535"],
  [["source", "add", "a", "--type", "file"], "options", `a JSON object, such as '{"license":"CC0-1.0"}'`],
  [["properties"], "seed", "a whole number"],
  [["properties"], "runs", "a number of cases, 1 or more"]
]

/** What a command prints, whatever its result. */
const printed = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* Effect.exit(Command.runWith(doorstep, { version: "1.0.0" })(args))
    const [output, errors] = [yield* TestConsole.logLines, yield* TestConsole.errorLines]
    return { output: output.join("\n"), errors: errors.join("\n") }
  }).pipe(Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer), CliOutput.layerPresenter(presenter)]))

describe("a wrong command", () => {
  it.effect("MUST print nothing where its result would be read, and its help beside what is wrong", () =>
    Effect.gen(function* () {
      const { errors, output } = yield* printed("token", "create", "--name", "ci", "--scope", "admin")
      assert.strictEqual(output, "")
      assert.match(errors, /USAGE[^]*--rate-limit[^]*Invalid value for flag --scope: "admin"/)
      const help = yield* printed("token", "create", "--help")
      assert.include(help.output, "--rate-limit")
      assert.strictEqual(help.errors, "")
    })
  )

  it.effect("MUST name the setting that a flag is called like", () =>
    Effect.gen(function* () {
      for (const [flag, setting] of [
        ["--port", "PORT"],
        ["--data-dir", "DATA_DIR"],
        ["--database-url=a", "DATABASE_URL"]
      ] as const) {
        assert.include((yield* printed("serve", flag, "8081")).errors, `    ${setting}=…, a setting`)
      }
      assert.notInclude((yield* printed("serve", "--nonsense")).errors, "a setting")
    })
  )
})

describe("a flag", () => {
  it.effect.each(faults)("MUST say what it expects: %j --%s", ([command, flag, expected]) =>
    Effect.gen(function* () {
      for (const value of ["abc", "[]"]) {
        const said = yield* faultOf(...command, `--${flag}`, value)
        assert.strictEqual(said, `Invalid value for flag --${flag}: "${value}". Expected ${expected}`)
      }
    })
  )

  it.effect("MUST refuse options that the database cannot store, and say where", () =>
    Effect.gen(function* () {
      const add = (options: string) => faultOf("source", "add", "a", "--type", "file", "--options", options)
      for (const [options, expected] of [
        ['{"mapping":{"license":"a\\u0000b"}}', "mapping.license must not contain the character U+0000"],
        ['{"a":{"b":["\\ud800"]}}', "a.b.0 must be valid Unicode, without unpaired surrogates"],
        ['{"a":{"b\\u0000":1}}', "a has a member whose name must not contain the character U+0000"],
        ['{"a":1e400}', "a must be JSON, with numbers up to 1.8e308"]
      ] as const) {
        const said = `Invalid value for flag --options: "${options}". Expected options that can be stored: ${expected}`
        assert.strictEqual(yield* add(options), said)
      }
    })
  )

  it.effect("MUST keep to its limits", () =>
    Effect.gen(function* () {
      for (const [value, ...command] of [
        ["0", "serve", "--workers"],
        ["65", "serve", "--workers"],
        ["1.5", "serve", "--workers"],
        ["0", "token", "create", "--name", "a", "--rate-limit"],
        ["1e9", "token", "create", "--name", "a", "--rate-limit"],
        ["-1", "export", "--country", "DE", "--count"],
        ["100.1", "judge", "--at-least"]
      ] as const) {
        assert.match(yield* faultOf(...command, value), /^Invalid value for flag --[\w-]+: "[^"]+"\. Expected a [^"]+$/)
      }
    })
  )

  it.effect("MUST NOT take letters for a country that only become ASCII in capitals", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDataDir
      const { code, said } = yield* runCommand(doorstep)("source", "new", "a", "--into", folder, "--country", "ıt")
      assert.strictEqual(code, 1)
      assert.include(said, '"ıt" is not an ISO 3166-1 alpha-2 country code')
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a subcommand", () => {
  it.effect("MUST be called list wherever things are listed", () =>
    Effect.gen(function* () {
      const settings = { DATA_DIR: yield* temporaryDataDir }
      const listed = { code: 0, said: "No downloads are kept.\n" }
      assert.deepInclude(yield* runCommand(doorstep, settings)("downloads"), listed)
      assert.deepInclude(yield* runCommand(doorstep, settings)("downloads", "list"), listed)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("an argument", () => {
  it.effect("MUST say what it expects", () =>
    Effect.gen(function* () {
      const said = 'Invalid value for argument <version>: "abc". Expected a version, 1 or more'
      assert.strictEqual(yield* faultOf("snapshot", "drop", "DE", "abc"), said)
    })
  )
})
