import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as TestApi from "../http/support/TestApi.ts"
import { runCommand } from "../support/RunCommand.ts"
import { housesOf } from "./Houses.ts"
import { properties as command } from "../../src/cli/properties/PropertiesCommand.ts"
import { hamlets } from "./Towns.ts"

const pools = housesOf(hamlets)

const properties = runCommand(command)

layer(TestApi.layer(pools).pipe(Layer.provide(pools)), { excludeTestServices: true })("npm run properties", (it) => {
  it.effect("MUST accept a deployment that has no GeoIP database, and says so", () =>
    Effect.gen(function* () {
      const { call, generateToken, url } = yield* TestApi.TestApi
      assert.strictEqual((yield* call("/api/v1/client-context?ip=8.8.8.8")).status, 503)
      const { code, said } = yield* properties(
        "--base-url",
        url,
        "--token",
        generateToken,
        "--only",
        "MUST locate IP addresses, and name the places"
      )
      assert.strictEqual(code, 0, said)
      assert.include(said, "Needs a GeoIP database, which the deployment does not have.")
    })
  )

  it.effect(
    "MUST send as many requests as it may, whatever --runs says, and report what a kept law would have detected",
    () =>
      Effect.gen(function* () {
        const { generateToken, url } = yield* TestApi.TestApi
        const law = "MUST respect exclusions in every response of the run"
        const target = ["--base-url", url, "--token", generateToken, "--seconds", "3600", "--only", law]
        const { code, said } = yield* properties(...target, "--requests", "500", "--runs", "10")
        assert.strictEqual(code, 0, said)
        const told =
          /✓ MUST respect exclusions in every response of the run \((\d+) responses: detects [\d.]+ percent\)\n/
        // A fifth of the requests are ordinary ones, and half of these are batches.
        assert.isBelow(Number(told.exec(said)?.[1] ?? Infinity), 200, said)
      })
  )

  it.effect("MUST say what is wrong if no law can be tested", () =>
    Effect.gen(function* () {
      const { generateToken, url } = yield* TestApi.TestApi
      const refused = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, said } = yield* properties(...args)
        assert.strictEqual(code, 1, said)
        return said
      })
      assert.match(yield* refused(), /^Name what to test: --source <module>, or --base-url/)
      assert.match(yield* refused("--base-url", url), /needs a --token/)
      const named = ["--base-url", url, "--token", generateToken]
      assert.match(yield* refused(...named, "--sign", "team.key"), /also name its folder with --report/)
      assert.match(
        yield* refused(...named, "--report", "r", "--sign", "/nowhere/team.key"),
        /^\/nowhere\/team\.key cannot be read: it does not exist\.$/m
      )
      assert.match(
        yield* refused(...named, "--report", "r", "--sign", "package.json"),
        /package\.json is not a private key in PEM/
      )
      assert.match(
        yield* refused(...named, "--previous", "package.json"),
        /package\.json is not the report of a run: name the report\.json of an earlier one\./
      )
      assert.match(yield* refused("--base-url", url, "--token", "dst_wrong"), /401 UNAUTHORIZED/)
      assert.match(
        yield* refused("--base-url", url, "--token", generateToken, "--country", "fr"),
        /has no addresses in FR\.\n$/
      )
      const { readToken } = yield* TestApi.TestApi
      assert.match(
        yield* refused("--base-url", url, "--token", readToken),
        /^The --token cannot generate, which a run needs\. This endpoint needs a token with the scope generate/m
      )
      assert.match(
        yield* refused("--base-url", "127.0.0.1:8080", "--token", generateToken),
        /^--base-url must be a URL such as https:\/\/\S+, not 127\.0\.0\.1:8080\.$/m
      )
      assert.match(
        yield* refused("--base-url", "http://127.0.0.1:1", "--token", generateToken),
        /The deployment cannot be reached at http:\/\/127\.0\.0\.1:1 \(bad port\)\. Check the URL/
      )
      const unknown = yield* refused("--source", "sources/starter/Starter.ts", "--only", "MUST fly")
      assert.match(unknown, /No law contains "MUST fly"\./)
      assert.match(yield* refused("--source", "./Gone.ts"), /✗ MUST be a module.+\n.+There is no file/)
    })
  )
})
