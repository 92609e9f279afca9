import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, PlatformError } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { isPostmaster } from "../../src/database/PostmasterPid.ts"

/** A process that waits for its input to end, and its end. */
const idle = Effect.acquireRelease(
  Effect.sync(() => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"])
    const end = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    }
    return { pid: child.pid!, end: Effect.promise(end) }
  }),
  ({ end }) => end
)

/** A system that shows no command line, after `before`. */
const hiding = (before: Effect.Effect<void>) =>
  FileSystem.makeNoop({
    readFileString: (path) =>
      Effect.andThen(
        before,
        Effect.fail(
          PlatformError.systemError({
            _tag: "NotFound",
            module: "test",
            method: "readFileString",
            pathOrDescriptor: path
          })
        )
      )
  })

it.live("MUST not take a process for a server that ends while its command line is read", () =>
  Effect.gen(function* () {
    const { end, pid } = yield* idle
    assert.isFalse(yield* isPostmaster(hiding(end), pid, "/data"))
  }).pipe(Effect.scoped)
)
