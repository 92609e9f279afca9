import { assert, layer } from "@effect/vitest"
import { Effect, Layer, References } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as FixturePool from "../http/support/FixturePool.ts"
import * as Test from "../http/support/TestApi.ts"
import { runCommand } from "../support/RunCommand.ts"
import { contract } from "./ContractCommand.ts"
import { allRows } from "./rows/AllRows.ts"

const script = fileURLToPath(new URL("run.ts", import.meta.url))

const run = runCommand(contract)

/** Runs the command as an operator does. */
const runScript = (...args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number; readonly said: string }>((resume) => {
    const child = execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resume(Effect.succeed({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}${stderr}` }))
    })
    return Effect.sync(() => child.kill())
  })

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

layer(Test.layerOf(FixturePool.layer).pipe(Layer.provide(quiet)), { excludeTestServices: true })(
  "the command that checks a deployment",
  (it) => {
    const here = Effect.map(Test.TestApi, ({ generateToken, url }) => [
      "--base-url",
      `${url}/`,
      "--token",
      generateToken
    ])
    const against = (...args: ReadonlyArray<string>) => Effect.flatMap(here, (target) => run(...target, ...args))

    it.effect("MUST say for each row whether it holds", () =>
      Effect.gen(function* () {
        const { code, said } = yield* against("--only", "Availability entry")
        assert.include(said, "✓ Availability entry: code | string (ISO 3166-1 alpha-2)")
        assert.include(said, "2 rows hold, 0 do not, 0 cannot be checked here.")
        assert.strictEqual(code, 0)
      })
    )

    it.effect("MUST say why a row cannot be checked, without failing", () =>
      Effect.gen(function* () {
        const { code, said } = yield* against("--only", "Token expiry")
        assert.include(said, "--expired-token")
        assert.include(said, "0 rows hold, 0 do not, 1 cannot be checked here.")
        assert.strictEqual(code, 0)
      })
    )

    it.effect("MUST fail if a row does not hold, and say what is wrong", () =>
      Effect.gen(function* () {
        const { readToken } = yield* Test.TestApi
        // A token that no service knows cannot pass for one of the scope read.
        const scope = ["--only", "GET /api/v1/generate: Scope", "--read-token"]
        const wrong = yield* runScript(...(yield* here), ...scope, "no-token-at-all")
        assert.include(wrong.said, "✗ GET /api/v1/generate: Scope: generate.")
        assert.strictEqual(wrong.code, 1)
        const right = yield* against(...scope, readToken)
        assert.strictEqual(right.code, 0, right.said)
      })
    )

    it.effect("MUST say if there is nothing to check", () =>
      Effect.gen(function* () {
        const unreachable = yield* run("--base-url", "http://127.0.0.1:9", "--token", "x")
        assert.match(unreachable.said, /cannot be held to anything: .*(?:bad port|ECONNREFUSED)/)
        assert.strictEqual(unreachable.code, 1)
        const { url } = yield* Test.TestApi
        const unauthorized = yield* run("--base-url", url, "--token", "x")
        assert.include(unauthorized.said, "UNAUTHORIZED")
        assert.strictEqual(unauthorized.code, 1)
        assert.include((yield* run()).said, "--base-url <url> --token <token>")
      })
    )

    it.effect("MUST list every row with the file that tests it", () =>
      Effect.gen(function* () {
        const { said } = yield* run("--list")
        assert.deepStrictEqual(
          said.trim().split("\n"),
          allRows.map(({ file, row }) => `${file.padEnd(20)} ${row}`)
        )
      })
    )
  }
)
