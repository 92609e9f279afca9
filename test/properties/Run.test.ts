import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Synchronizer } from "../../src/sync/Synchronizer.ts"
import * as TestApi from "../http/support/TestApi.ts"
import { runCommand } from "../support/RunCommand.ts"
import { house, memory, scripted } from "./Houses.ts"
import { properties as command } from "../../src/cli/properties/PropertiesCommand.ts"
import { village } from "./Village.ts"

const pools = Layer.effectDiscard(Synchronizer.use((synchronizer) => synchronizer.run({}))).pipe(
  Layer.provideMerge(house(memory, [scripted("alpha", ["US"], { records: village }).source]))
)

const properties = runCommand(command)

layer(TestApi.layer(pools).pipe(Layer.provide(pools)), { excludeTestServices: true })("npm run properties", (it) => {
  it.effect("MUST hold a deployment to the laws of draws", () =>
    Effect.gen(function* () {
      const { generateToken, url } = yield* TestApi.TestApi
      const { code, said } = yield* properties("--base-url", url, "--token", generateToken, "--runs", "1")
      assert.strictEqual(code, 0, said)
      assert.match(said, /, US: 52 addresses\n/)
      assert.match(said, /✓ MUST never return an excluded address, of up to 500/)
      assert.match(said, /\n32 laws kept, 0 broken\.\n$/)
      assert.notInclude(said, "tried")
    })
  )

  it.effect("MUST say of a law that it was tried in fewer cases than were asked for", () =>
    Effect.gen(function* () {
      const { generateToken, url } = yield* TestApi.TestApi
      const only = ["--runs", "7", "--only", "MUST give each address of a small selection the same chance"]
      const { code, said } = yield* properties("--base-url", url, "--token", generateToken, ...only)
      assert.strictEqual(code, 0, said)
      assert.include(said, "✓ MUST give each address of a small selection the same chance (tried 3 of 7)\n")
      assert.include(said, "\n1 law kept (1 of them in fewer cases than were asked for), 0 broken.\n")
    })
  )

  it.effect("MUST say what is wrong where nothing can be held", () =>
    Effect.gen(function* () {
      const { generateToken, url } = yield* TestApi.TestApi
      const refused = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, said } = yield* properties(...args)
        assert.strictEqual(code, 1, said)
        return said
      })
      assert.match(yield* refused(), /^Say what to hold to its laws: --source <module>, or --base-url/)
      assert.match(yield* refused("--base-url", url), /needs a --token/)
      assert.match(yield* refused("--base-url", url, "--token", "dst_wrong"), /401 UNAUTHORIZED/)
      assert.match(
        yield* refused("--base-url", url, "--token", generateToken, "--country", "fr"),
        /has no addresses of FR\./
      )
      assert.match(
        yield* refused("--base-url", "http://127.0.0.1:1", "--token", generateToken),
        /The deployment cannot be reached/
      )
      const unknown = yield* refused("--source", "sources/starter/Starter.ts", "--only", "MUST fly")
      assert.match(unknown, /No law has "MUST fly" in it\./)
      assert.match(yield* refused("--source", "./Gone.ts"), /✗ MUST be a module.+\n.+There is no file/)
    })
  )
})
