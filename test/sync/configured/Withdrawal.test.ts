import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { cancelRuns } from "../../../src/sync/configured/Withdrawal.ts"
import type { Publisher } from "../../../src/sync/publish/Publisher.ts"

it.effect("A source that is removed MUST have its own runs in the country cancelled, and no others", () =>
  Effect.gen(function* () {
    const cancelled: Array<string> = []
    const running = ["alpha US", "alpha CA", "beta US"].map((id) => {
      const [source, country] = id.split(" ")
      return { id, source, country }
    })
    const publisher = {
      running: Effect.succeed(running),
      requestCancel: (id: string) => Effect.sync(() => (cancelled.push(id), true))
    } as unknown as Publisher["Service"]
    yield* cancelRuns(publisher, { source: "alpha", country: "US" })
    assert.deepStrictEqual(cancelled, ["alpha US"])
  })
)
