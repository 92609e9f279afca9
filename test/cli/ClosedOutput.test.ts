import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { temporaryDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

it.live("a command MUST end as usual if nobody reads its output, as when `head` has enough", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryDataDir
    const directory = new DoorstepProcess(["directory", "Schweiz"], { DATA_DIR })
    directory.stopReading()
    const { code, stderr } = yield* Effect.promise(() => directory.finished())
    assert.strictEqual(stderr, "")
    assert.strictEqual(code, 0)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)

it.live("a service MUST go on if nobody reads its output any more, as when `tee` has ended", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryDataDir
    const service = yield* Effect.acquireRelease(
      Effect.sync(() => new DoorstepProcess(["serve"], { DATA_DIR, PORT: "0", METRICS: "open" })),
      (service) => Effect.promise(() => service.signal("SIGKILL"))
    )
    const [, url] = yield* Effect.promise(() => service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))
    service.stopReading()
    // From here on the first start reports the progress of its synchronization.
    const metrics = Effect.tryPromise(async () => (await fetch(`${url}/metrics`)).text())
    yield* eventually("a published pool", Effect.orDie(metrics), (text) =>
      /^doorstep_pool_\w+\{.*"US".*\} 4049$/m.test(text)
    )
    const { code } = yield* Effect.promise(() => service.signal("SIGTERM"))
    assert.strictEqual(code, 0)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
