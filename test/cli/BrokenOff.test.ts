import { once } from "node:events"
import { createServer } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { doorstep } from "../../src/Commands.ts"
import { formatBrokenOff } from "../../src/cli/sync/BrokenOff.ts"

const publication = { added: 5, changed: 0, withdrawn: 0, poolVersion: 7, residential: 1_234 }
const broken = { source: "a", country: "US", read: 5_000, finished: 0, phases: [] }
const recorded = (source: string, country: string, outcome: "published" | "interrupted" | "unchanged") => ({
  source,
  country,
  outcome,
  publication: outcome === "published" ? publication : undefined
})

describe("an interrupted synchronization", () => {
  it("MUST name the current pool version, whichever process published it", () => {
    const text = formatBrokenOff(broken, [
      recorded("a", "US", "interrupted"),
      recorded("b", "FR", "published"),
      recorded("c", "US", "published")
    ])
    assert.include(text, "a US: stopped after 5,000 records.")
    assert.include(text, "The pool of US is still at version 7, with 1,234 residential addresses.")
    assert.include(text, "the next synchronization starts over")
  })

  it("MUST say so if nothing is published yet", () => {
    assert.include(formatBrokenOff(broken, [recorded("b", "FR", "published")]), "Nothing of US is published yet.")
  })

  it("MUST say what is kept for the next run", () => {
    const text = formatBrokenOff({ ...broken, finished: 4_000 }, [])
    assert.include(text, "4,000 records in completed parts are kept")
  })

  it("MUST not call a run interrupted that published before it ended", () => {
    const text = formatBrokenOff(broken, [recorded("a", "US", "published")])
    assert.strictEqual(text, "a US: published. The pool of US is still at version 7, with 1,234 residential addresses.")
  })
})

/** A server that takes connections and never answers, for a command to be interrupted while it waits. */
const silentServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const address = server.address()
    const host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    return { host, connected: Effect.promise(() => once(server, "connection")), server }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

/** What a command says on standard error that is interrupted as soon as it waits for its server. */
const saidWhenInterrupted = Effect.fnUntraced(function* (command: string) {
  const { connected, host } = yield* silentServer
  const settings = {
    DATABASE_URL: `postgres://doorstep:secret@${host}/none`,
    GEOFABRIK_URL: `http://${host}`,
    OVERTURE_STAC_URL: `http://${host}`,
    OPENADDRESSES_URL: `http://${host}`
  }
  return yield* Effect.gen(function* () {
    const args = command.replace("SERVER", host).split(" ")
    const running = yield* Effect.forkChild(Command.runWith(doorstep, { version: "1.0.0" })(args))
    // One that ends before it waits says something else.
    yield* Effect.raceFirst(connected, Fiber.await(running))
    yield* Fiber.interrupt(running)
    return (yield* TestConsole.errorLines).join("\n")
  }).pipe(
    Effect.provide([
      NodeServices.layer,
      Layer.fresh(TestConsole.layer),
      ConfigProvider.layer(ConfigProvider.fromUnknown(settings))
    ])
  )
}, Effect.scoped)

const unwritten = "Stopped. A file appears only once it is complete. To write it, run the command again."

const interrupted: ReadonlyArray<readonly [string, string]> = [
  ["backup a.backup", unwritten],
  ["snapshot create", unwritten],
  ["export --country US --output a.csv", unwritten],
  ["restore a.backup", "Stopped. A backup is restored as a whole or not at all. To restore it, run the command again."],
  ["snapshot keep US", "Stopped. A version is kept as a whole or not at all. To keep it, run the command again."],
  [
    "source remove a",
    "Stopped. Addresses that are not withdrawn yet are still served. To finish, run the command again."
  ],
  [
    "directory update",
    "Stopped. Only complete lists replace earlier ones. To update the others, run the command again."
  ],
  ["properties --base-url http://SERVER --token t", "Stopped. Not every law was tested. To test only some, add --only."]
]

describe("an interrupted command", () => {
  it.live("MUST say what stands and what to do next", () =>
    Effect.gen(function* () {
      for (const [command, said] of interrupted) {
        assert.strictEqual(yield* saidWhenInterrupted(command), said, command)
      }
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})
