import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Option, PlatformError } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { findRunning, isPostmaster, read } from "../../src/database/PostmasterPid.ts"

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

const claimOf = (pid: number | string, port: number | string, status: string) =>
  `${pid}\n/data\n1700000000\n${port}\n\n127.0.0.1\n 1 2\n${status}\n`

it.effect("MUST be read once it names a process and a port, and as ready only if it says so", () =>
  Effect.gen(function* () {
    const texts: ReadonlyArray<readonly [text: string, found: object | undefined]> = [
      [claimOf(42, 5432, "ready   "), { pid: 42, port: 5432, ready: true }],
      [claimOf(42, 65535, "starting"), { pid: 42, port: 65535, ready: false }],
      [claimOf(42, 5432, "stopping"), { pid: 42, port: 5432, ready: false }],
      ["", undefined],
      ["42\n/data\n", undefined],
      [claimOf(42, "", "starting"), undefined],
      [claimOf(42, 0, "ready"), undefined],
      [claimOf(42, 65536, "ready"), undefined],
      [claimOf(0, 5432, "ready"), undefined]
    ]
    for (const [text, found] of texts) {
      const fs = FileSystem.makeNoop({ readFileString: () => Effect.succeed(text) })
      assert.deepStrictEqual(Option.getOrUndefined(yield* read(fs, "/data")), found, JSON.stringify(text))
    }
  })
)

it.live("MUST be put back if a server has written it meanwhile, and removed if it is stale", () =>
  Effect.gen(function* () {
    // This process lives, and is no server.
    const stale = claimOf(process.pid, 5432, "ready")
    for (const [moved, linked, locks] of [
      [stale, [], ["/data/.s.PGSQL.5432.lock"]],
      [claimOf(42, 5433, "ready"), ["/data/postmaster.pid"], []]
    ] as const) {
      const links: Array<string> = []
      const removed: Array<string> = []
      const fs = FileSystem.makeNoop({
        readFileString: (path) =>
          Effect.succeed(path === "/data/postmaster.pid" ? stale : path.includes(".stale-") ? moved : "node test "),
        rename: () => Effect.void,
        link: (_, to) => Effect.sync(() => void links.push(to)),
        remove: (path) => Effect.sync(() => void removed.push(path))
      })
      assert.isTrue(Option.isNone(yield* findRunning(fs, "/data", () => Effect.succeed(false))))
      assert.deepStrictEqual(links, [...linked])
      assert.match(removed.pop()!, /^\/data\/postmaster\.pid\.stale-[^,]+$/)
      assert.deepStrictEqual(removed, [...locks])
    }
  })
)
