import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, FileSystem, Scope } from "effect"
import { TestClock } from "effect/testing"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { claim, hold, leave, machineFor } from "../../src/database/SharedFolder.ts"
import { preparedDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { jumping } from "../support/JumpingClock.ts"
import { noDurability } from "../support/TestServer.ts"

/** A folder that machines share. */
const shared = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  const as = (machine: string) => ({ fs, directory, machine, user: undefined })
  const holder = Effect.map(fs.readFileString(`${directory}/doorstep.machine`), (text) => text.split(" ")[0])
  return { fs, directory, as, holder }
})

/** Moves the clock until something is so. The files are real, so what is done with them takes its time meanwhile. */
const inTime = (what: string, isSo: () => boolean) =>
  eventually(what, Effect.andThen(TestClock.adjust("500 millis"), Effect.sync(isSo)), (found) => found)

const ended = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.andThen(
    inTime("The claim", () => fiber.pollUnsafe() !== undefined),
    Fiber.join(fiber)
  )

const test = <E>(title: string, body: Effect.Effect<void, E, Scope.Scope | FileSystem.FileSystem>) =>
  it.effect(title, () => Effect.provide(Effect.scoped(body), NodeServices.layer))

describe("Data in a folder that machines share", () => {
  test(
    "MUST belong to the machine that shows it uses them, until it leaves them",
    Effect.gen(function* () {
      const { as, holder } = yield* shared
      yield* hold(as("one"), Effect.die(new Error("Nobody has taken them over")))
      // A clock that was just set says nothing about how long the other machine has been silent.
      for (const clock of [yield* Clock.Clock, yield* jumping(24 * 3_600_000)]) {
        const claiming = Effect.provideService(Effect.flip(claim(as("two"))), Clock.Clock, clock)
        const refused = yield* ended(yield* Effect.forkChild(claiming))
        assert.strictEqual(refused.reason, "Elsewhere")
        assert.match(refused.message, /in use on another machine.+Stop that one first/)
        assert.strictEqual(yield* holder, "one")
      }
      yield* leave(as("two"))
      assert.strictEqual(yield* holder, "one")
      yield* leave(as("one"))
      yield* claim(as("two"))
      assert.strictEqual(yield* holder, "two")
    })
  )

  test(
    "MUST go to another machine if the one that used them is silent, and that one MUST stop if it wakes up",
    Effect.gen(function* () {
      const { as, fs, directory, holder } = yield* shared
      for (const left of ["one 1\n", ""]) {
        yield* fs.writeFileString(`${directory}/doorstep.machine`, left)
        yield* ended(yield* Effect.forkChild(claim(as("two"))))
        assert.strictEqual(yield* holder, "two")
      }
      let isLost = false
      const scope = yield* Scope.make()
      const lose = Effect.sync(() => void (isLost = true))
      yield* Scope.provide(hold(as("two"), lose), scope)
      yield* fs.writeFileString(`${directory}/doorstep.machine`, "three 1\n")
      yield* inTime("The loss", () => isLost)
      assert.strictEqual(yield* holder, "three")
      yield* Scope.close(scope, Exit.void)
    })
  )

  test(
    "MUST be refused if it cannot be told who uses them",
    Effect.gen(function* () {
      const { as, directory, fs } = yield* shared
      yield* fs.makeDirectory(`${directory}/doorstep.machine`)
      const { message, reason } = yield* Effect.flip(claim(as("one")))
      assert.deepStrictEqual([reason, message.includes("doorstep.machine cannot be used")], ["FileSystem", true])
    })
  )

  test(
    "MUST cost nothing on a disk that one machine has to itself",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      assert.isUndefined(yield* machineFor(fs, "/dev/shm"))
      assert.isDefined(yield* machineFor(fs, "/proc"))
    })
  )
})

it.live("MUST be refused to a server of another machine, until the last process of the first has left", () =>
  Effect.gen(function* () {
    const dataDir = yield* preparedDataDir
    const make = (machine: string) => EmbeddedPostgres.make({ dataDir, machine, settings: noDurability })
    const first = yield* Scope.make()
    yield* Scope.provide(make("one"), first)
    assert.strictEqual((yield* Effect.flip(make("two"))).reason, "Elsewhere")
    assert.isTrue((yield* make("one").pipe(Effect.scoped)).adopted)
    yield* Scope.close(first, Exit.void)
    assert.isFalse((yield* make("two")).adopted)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
