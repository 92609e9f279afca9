import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Path } from "effect"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { preparedDataDir, temporaryDataDir } from "../support/DataDir.ts"
import { forTerminal } from "../../src/cli/Output.ts"
import { eventually } from "../support/Eventually.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"
import { noTerminal, TerminalProcess } from "./TerminalProcess.ts"

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
    const DATA_DIR = yield* preparedDataDir
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

it("a terminal MUST get no control characters but ends of lines, tabs and colours", () => {
  assert.strictEqual(
    forTerminal("a\tb\n\u001b[31mred\u001b[0m \u00e4 \u6771\u4eac"),
    "a\tb\n\u001b[31mred\u001b[0m \u00e4 \u6771\u4eac"
  )
  for (const text of ["\u001b]0;title\u0007", "\u001b[2J", "\u009b2J", "back\rover", "\0", "\u007f", "\u001b[31"]) {
    assert.notMatch(forTerminal(text), /\p{Cc}/u, JSON.stringify(text))
  }
  assert.strictEqual(forTerminal("a\u202evsc.exe\u2066\u2028b"), "a\ufffdvsc.exe\ufffd\ufffdb")
  assert.strictEqual(forTerminal("شهر 👨‍👩‍👧"), "شهر 👨‍👩‍👧")
})

/** A web page whose title would become that of the terminal. */
const page = "<!doctype html><html><head><title>\u001b]0;changed\u0007 a page</title></head></html>"

const terminal = noTerminal === undefined ? it.live : it.live.skip
const unless = noTerminal === undefined ? "" : ` (not tried: ${noTerminal})`

terminal(`a terminal MUST show what a file says, not act on it, and a pipe get it as it is${unless}`, () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const DATA_DIR = yield* temporaryDataDir
    const file = (yield* Path.Path).join(DATA_DIR, "page.csv")
    yield* fs.writeFileString(file, page)
    const args = ["source", "guess", file]
    const seen = new TerminalProcess(args, { DATA_DIR })
    yield* Effect.promise(() => seen.waitFor(/it is a web page \("\ufffd\]0;changed\ufffd a page"\), not data/))
    yield* Effect.promise(() => seen.ended())
    const { stderr } = yield* Effect.promise(() => new DoorstepProcess(args, { DATA_DIR }).finished())
    assert.include(stderr, "\u001b]0;changed\u0007 a page")
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
