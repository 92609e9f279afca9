import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { withRelease } from "../../sources/DataSource.ts"
import { formatReport } from "../../src/cli/sync/Progress.ts"
import { toDetail } from "../../src/http/admin/RunViews.ts"
import { memory } from "../properties/Houses.ts"
import { homes, opened, sourceOf } from "./support.ts"

layer(Layer.empty)("A source that follows a release", (it) => {
  it.effect("MUST have runs that say which one they have read, on the command line and in the console", () =>
    Effect.gen(function* () {
      let release = "2026-01-21.0"
      const following = sourceOf("following", () => Stream.fromIterable(homes(10)), {
        fingerprint: Effect.sync(() => withRelease(release, "f"))
      })
      const plain = sourceOf("plain", () => Stream.fromIterable(homes(10, 100)))
      const { runs, synchronizer } = yield* opened(memory, [following, plain])
      const [first, other] = yield* synchronizer.run({})
      assert.strictEqual(first?.release, "2026-01-21.0")
      assert.match(formatReport(first!), /^following US: published, release 2026-01-21\.0$/m)
      assert.isUndefined(other?.release)
      assert.match(formatReport(other!), /^plain US: published$/m)

      release = "2026-02-18.0"
      const [second] = yield* synchronizer.run({ source: "following" })
      assert.strictEqual(second?.release, "2026-02-18.0")
      const listed = (yield* runs.recent({ limit: 10 })).map((run) => [run.source, toDetail(run, undefined).release])
      assert.deepStrictEqual(
        listed.filter(([source]) => source === "following").map(([, name]) => name),
        ["2026-02-18.0", "2026-01-21.0"]
      )
      assert.deepStrictEqual(
        listed.find(([source]) => source === "plain"),
        ["plain", null]
      )
    })
  )
})
