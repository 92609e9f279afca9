import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { processOf, Stage, urlOf } from "./Stage.ts"

const random = { country: "US", filters: {}, strategy: "random" } as const

// Two processes of one deployment, and a client that alternates between them.
layer(Stage.layer, { excludeTestServices: true, timeout: 120_000 })(
  "The versions that a client is answered from",
  (it) => {
    it.effect("MUST not go back when another process reads from a lagging replica", () =>
      Effect.gen(function* () {
        const { allWell, primary, servers, withdraw } = yield* Stage
        const before = yield* allWell
        const [behind, abreast] = servers
        const first = yield* processOf(primary, [urlOf(abreast)])
        const second = yield* processOf(primary, [urlOf(behind)])
        assert.strictEqual(yield* second.draw(random), before)
        yield* behind.query("SELECT pg_wal_replay_pause()")
        yield* withdraw
        let version = before
        while (version === before) version = yield* first.draw(random)
        assert.strictEqual(version, before + 1)
        assert.strictEqual(yield* second.draw(random), version)
      }).pipe(
        Effect.ensuring(Effect.flatMap(Stage, ({ servers }) => servers[0].query("SELECT pg_wal_replay_resume()")))
      )
    )

    it.effect("MUST not go back to what another process has drawn in advance", () =>
      Effect.gen(function* () {
        const { allWell, primary, withdraw } = yield* Stage
        const before = yield* allWell
        const [first, second] = [yield* processOf(primary, []), yield* processOf(primary, [])]
        const instant = { ...random, strategy: "instant" } as const
        for (let i = 0; i < 20; i++) assert.strictEqual(yield* second.draw(instant), before)
        yield* withdraw
        assert.strictEqual(yield* first.draw(random), before + 1)
        assert.strictEqual(yield* second.draw(instant), before + 1)
      })
    )

    it.effect("MUST be stored once after a publication, and not read in separate statements", () =>
      Effect.gen(function* () {
        const { allWell, primary, withdraw } = yield* Stage
        yield* allWell
        const { draw } = yield* processOf(primary, [])
        yield* draw(random)
        const stored = yield* primary.count("UPDATE answered_version")
        yield* withdraw
        // Those that come together do not store it each.
        yield* Effect.replicateEffect(draw(random), 10, { concurrency: 10 })
        assert.strictEqual(yield* primary.count("UPDATE answered_version"), stored + 1)
        const asked = Effect.forEach(["UPDATE answered_version", "FROM answered_version"], primary.count)
        const before = yield* asked
        const counted = yield* primary.count("rate_window")
        for (let i = 0; i < 10; i++) yield* draw(random)
        const [updates, reads] = yield* asked
        assert.strictEqual(updates, before[0])
        assert.strictEqual(reads! - before[1]!, (yield* primary.count("rate_window")) - counted)
      })
    )
  }
)
