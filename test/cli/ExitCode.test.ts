import { EventEmitter } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Exit } from "effect"
import { callerOf } from "../../sources/CodeFault.ts"
import { failEarlyEnds, makeStanding, sayLostErrors, teardown, teardownOf } from "../../src/cli/ExitCode.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An unreachable object, and whether it still exists. */
const litter = () => {
  const reference = new WeakRef({ of: "no use" })
  return () => reference.deref() !== undefined
}

/** The process of a command, and what it has said and done. */
const makeProcess = () => {
  const did: Array<string> = []
  const events = new EventEmitter()
  const process: NodeJS.Process = Object.assign(events, {
    exitCode: undefined,
    pid: 1,
    exit: (code: number) => did.push(`exit ${code}`),
    kill: (_: number, signal: string) => did.push(signal),
    stderr: { write: (text: string) => did.push(text) }
  }) as never
  return { process, events, did }
}

/** The error of a stack whose innermost line is in a file. */
const thrownIn = (file: string, message = "no key"): Error =>
  Object.assign(new Error(message), { stack: `Error: ${message}\n    at Timeout._onTimeout (${file}:7:3)` })

describe("an error that nothing waits for", () => {
  it.each([
    [
      thrownIn("/home/ann/Register.ts"),
      "uncaughtException",
      "Code of a source failed where nothing waits for it, in a callback: no key (/home/ann/Register.ts, line 7). Catch errors there: nothing else can, so Doorstep ends.\n"
    ],
    [
      thrownIn("file:///home/ann/Register.ts"),
      "unhandledRejection",
      "Code of a source failed where nothing waits for it, in a promise: no key (/home/ann/Register.ts, line 7). Await it, or make it part of the source with Effect.tryPromise: nothing else can, so Doorstep ends.\n"
    ],
    [
      Object.assign(new Error('This error originated … rejected with the reason "no\nkey".'), {
        code: "ERR_UNHANDLED_REJECTION",
        stack: "Error\n    at throwUnhandledRejectionsMode (node:internal/process/promises:392:7)"
      }),
      "unhandledRejection",
      "A promise failed that nothing waits for, probably of a source: no key. Await it, or make it part of the source with Effect.tryPromise: nothing else can, so Doorstep ends.\n"
    ]
  ] as const)("MUST be said in one sentence, once, and stop the program as a failure: %s", (error, origin, said) => {
    const standing = makeStanding()
    const { did, events, process } = makeProcess()
    process.on("SIGTERM", () => undefined)
    sayLostErrors(process, () => did.push("in time"), standing)
    events.emit("uncaughtException", error, origin)
    events.emit("uncaughtException", error, origin)
    assert.deepStrictEqual(did, [said, "in time", "SIGTERM"])
    teardownOf(standing)(Exit.interrupt(0), (code) => assert.strictEqual(code, 1))
  })

  it("MUST be shown with its stack if it is Doorstep's own, and end a program that does not run yet", () => {
    const { did, events, process } = makeProcess()
    sayLostErrors(process, () => undefined, makeStanding())
    events.emit("uncaughtException", thrownIn(import.meta.resolve("../../src/App.ts")), "uncaughtException")
    assert.match(did[0]!, /^Error: no key\n +at Timeout\._onTimeout \(\S+App\.ts:7:3\)/)
    assert.strictEqual(did[1], "exit 1")
  })
})

describe("a call of process.exit()", () => {
  const stack = (caller: string) =>
    `Error: exit\n    at callerOfExit (/app/src/cli/ExitCode.ts:1:2)\n    at process.exit (node:internal/process/per_thread:187:15)\n    at ${caller}:3:9)`

  it.each([
    ["/home/ann/Register.ts", "/home/ann/Register.ts"],
    ["file:///home/ann/node_modules/@ann/register/index.js", "/home/ann/node_modules/@ann/register/index.js"],
    [import.meta.resolve("../../src/cli/serve/BoundedStop.ts"), undefined],
    ["node:internal/main", undefined]
  ])("MUST be named by its place unless it is Doorstep's own: %s", (file, named) => {
    const place = callerOf("process.exit", stack(`read (${file}`))
    assert.deepStrictEqual(place, named === undefined ? undefined : { file: named, line: 3 })
  })

  it("MUST be seen as the process ends, and keep its exit code", async () => {
    const { did, process } = makeProcess()
    failEarlyEnds(process, makeStanding())
    const exit = { "process.exit": (code: number) => process.emit("exit", code) }
    const folder = mkdtempSync(join(tmpdir(), "doorstep-test-exit-"))
    const file = join(folder, "Register.mjs")
    writeFileSync(file, "export const end = (exit) =>\n  exit(3)\n")
    try {
      const { end } = await import(/* @vite-ignore */ file)
      end(exit["process.exit"])
    } finally {
      rmSync(folder, { recursive: true })
    }
    assert.match(did.join(), /: code of a source calls process\.exit\(3\) \(\S+Register\.mjs, line 2\)\. It has to/)
    assert.isUndefined(process.exitCode)
  })
})

describe("the end of a command", () => {
  it("MUST be a failure if it comes before the command is over, as by a source that ends the process", () => {
    const said: Array<string> = []
    const stderr = { write: (text: string) => said.push(text) } as never
    const process: Pick<NodeJS.Process, "exitCode" | "on" | "stderr"> & EventEmitter = Object.assign(
      new EventEmitter(),
      { exitCode: undefined, stderr }
    ) as never
    failEarlyEnds(process)
    process.emit("exit", 0)
    assert.deepStrictEqual([process.exitCode, said.length], [1, 1])
    process.exitCode = undefined
    process.emit("exit", 130)
    teardown(Exit.void, () => {})
    process.emit("exit", 0)
    assert.deepStrictEqual([process.exitCode, said.length], [undefined, 1])
  })

  it("MUST leave its threads free heap space if it is forced, so that none of them blocks it", async () => {
    const isThere = litter()
    // A WeakRef keeps its target alive until the end of the current turn.
    await turn()
    let code: number | undefined
    teardown(Exit.fail("no"), (given) => {
      code = given
      assert.isFalse(isThere())
    })
    assert.strictEqual(code, 1)
  })
})
