import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import * as TestClock from "effect/testing/TestClock"
import { availableParallelism } from "node:os"
import { threadId, type Worker } from "node:worker_threads"
import * as NodeThreads from "../../../sources/threads/NodeThreads.ts"
import { oneThread, ThreadFailed, Threads, threadFault } from "../../../sources/threads/Threads.ts"
import { settings } from "../../../src/settings/Settings.ts"
import { type Ask, task } from "./fixtures/OddTask.ts"

/** Threads that start with the first input. */
const threads = (count: number) => NodeThreads.layerWith({ count, patience: Duration.zero })

const where: Ask = { what: "where" }

const messageOf = (work: Effect.Effect<unknown, { readonly message: string }>) =>
  Effect.match(work, { onFailure: ({ message }) => message, onSuccess: () => "no failure" })

/** Slow and fast work, one after the other. */
const inOrder = Effect.gen(function* () {
  const crew = yield* (yield* Threads).crew(task, 2)
  const inputs = Array.from({ length: 60 }, (_, number): Ask =>
    number % 7 === 0 ? { what: "toil", milliseconds: 2 } : { what: "multiply", number }
  )
  const outputs = yield* Stream.runCollect(crew.map(Stream.fromIterable(inputs)))
  assert.deepStrictEqual(
    outputs,
    inputs.map((ask) => (ask.what === "multiply" ? ask.number * 2 : 0))
  )
})

const throwing = Effect.gen(function* () {
  const crew = yield* (yield* Threads).crew(task, 3)
  assert.strictEqual(yield* messageOf(crew.run({ what: "throw" })), "The work broke off: the dough does not rise")
  assert.strictEqual(yield* crew.run({ what: "multiply", number: 5 }), 15)
})

describe("threads", () => {
  it.live("MUST give outputs in the order of inputs without threads too", () =>
    inOrder.pipe(Effect.scoped, Effect.provide(threads(1)))
  )

  it.live("MUST report what failing work threw without threads too, and continue", () =>
    throwing.pipe(Effect.scoped, Effect.provide(threads(1)))
  )

  it.live("MUST start no thread for little work, nor if one is the limit", () =>
    Effect.gen(function* () {
      const patient = NodeThreads.layerWith({ count: 2, patience: Duration.hours(1) })
      for (const few of [patient, threads(1), Layer.succeed(Threads, oneThread)]) {
        const met = yield* Effect.gen(function* () {
          return yield* (yield* (yield* Threads).crew(task, 1)).run(where)
        }).pipe(Effect.scoped, Effect.provide(few))
        assert.strictEqual(met, threadId)
      }
    })
  )

  it.live("MUST begin in the calling thread, and continue in threads if there is much to do", () =>
    Effect.gen(function* () {
      const crew = yield* (yield* Threads).crew(task, 1)
      assert.strictEqual(yield* crew.run(where), threadId)
      yield* crew.run({ what: "toil", milliseconds: 20 })
      const elsewhere = crew.run(where).pipe(
        Effect.tap(() => Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
        Effect.repeat({ until: (met) => met !== threadId })
      )
      assert.notStrictEqual(yield* elsewhere, threadId)
    }).pipe(Effect.scoped, Effect.provide(NodeThreads.layerWith({ count: 2, patience: Duration.millis(10) })))
  )

  it("MUST be a permanent fault of the source that meets it", () => {
    const { message, reason, source } = threadFault("alpha")(new ThreadFailed({ message: "It ended." }))
    assert.deepStrictEqual({ message, reason, source }, { message: "It ended.", reason: "unreadable", source: "alpha" })
  })
})

describe("READ_THREADS", () => {
  const read = (value: string | undefined) =>
    Effect.flatMap(settings.READ_THREADS.value, (count) =>
      count === undefined ? NodeThreads.usualThreads : Effect.succeed(count)
    ).pipe(
      Effect.provide(
        ConfigProvider.layer(ConfigProvider.fromUnknown(value === undefined ? {} : { READ_THREADS: value }))
      )
    )

  it("MUST be no more than fit into the memory of a container that has a large machine's processors", () => {
    const gigabyte = 1024 ** 3
    assert.deepStrictEqual(
      [0.25, 0.5, 1, 2, 3, 16, 64].map((memory) => NodeThreads.threadsFor(96, memory * gigabyte)),
      [1, 1, 2, 6, 10, 62, 64]
    )
    assert.strictEqual(NodeThreads.threadsFor(2, 64 * gigabyte), 2)
  })

  it.effect("MUST be the configured number, otherwise the machine's parallelism", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* read("3"), 3)
      assert.strictEqual(yield* read(" 64 "), 64)
      assert.strictEqual(yield* read(undefined), Math.min(64, availableParallelism()))
      assert.strictEqual(yield* read(""), Math.min(64, availableParallelism()))
      for (const wrong of ["0", "65", "-1", "1.5", "many"]) {
        assert.strictEqual(
          yield* messageOf(read(wrong)),
          `READ_THREADS must be a whole number from 1 to 64, not "${wrong}".`
        )
      }
    })
  )
})

describe("two threads", () => {
  layer(threads(2), { excludeTestServices: true })((it) => {
    it.effect("MUST be terminated if they never finish, after five seconds", () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const crew = yield* (yield* Threads).crew(task, 1).pipe(Scope.provide(scope))
        const gate = new Int32Array(new SharedArrayBuffer(4))
        yield* Effect.forkIn(crew.run({ what: "wait", gate }), scope)
        yield* Effect.promise(async () => Atomics.waitAsync(gate, 0, 0).value)
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(closing)
      }).pipe(Effect.provide(TestClock.layer()))
    )

    it.effect("MUST start anew, finish what they are at with the last crew, and begin nothing else", () =>
      Effect.gen(function* () {
        const codes: Array<Promise<unknown>> = []
        const watch = (worker: Worker) => codes.push(new Promise((resolve) => worker.once("exit", resolve)))
        process.on("worker", watch)
        const begun = new Int32Array(new SharedArrayBuffer(4))
        const scope = yield* Scope.make()
        const crew = yield* Scope.provide((yield* Threads).crew(task, 1), scope)
        for (let i = 0; i < 40; i++) yield* Effect.forkIn(crew.run({ what: "unpack", begun }), scope)
        yield* Effect.promise(async () => Atomics.waitAsync(begun, 0, 0).value)
        yield* Scope.close(scope, Exit.void)
        process.off("worker", watch)
        // A terminated thread has 1. Node aborts the whole process if it was making a decompressor.
        assert.deepStrictEqual(yield* Effect.promise(() => Promise.all(codes)), [0, 0])
        assert.isBelow(Atomics.load(begun, 0), 6)
      })
    )
  })
})

describe("two threads that a crew keeps alive", () => {
  const kept = Layer.effectDiscard(Effect.flatMap(Threads, ({ crew }) => crew(task, 1))).pipe(
    Layer.provideMerge(threads(2))
  )
  layer(kept, { excludeTestServices: true })((it) => {
    it.effect("MUST work in parallel, in no more threads than requested", () =>
      Effect.gen(function* () {
        const crews = yield* Effect.all([(yield* Threads).crew(task, 1), (yield* Threads).crew(task, 2)])
        const met = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, i) => crews[i % 2]!),
          (crew) => crew.run(where),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(met).size, 2)
        assert.notInclude(met, threadId)
      }).pipe(Effect.scoped)
    )

    it.effect("MUST give outputs in the order of inputs, whichever is slow", () => Effect.scoped(inOrder))

    it.effect("MUST report what failing work threw, and continue", () => Effect.scoped(throwing))

    it.effect("MUST say that a value cannot be transferred", () =>
      Effect.gen(function* () {
        const crew = yield* (yield* Threads).crew(task, 1)
        assert.match(yield* messageOf(crew.run({ what: "give" })), /^The work broke off: .*could not be cloned/)
        const bytes = new Uint8Array(3)
        assert.strictEqual(yield* crew.run({ what: "take", bytes }), 3)
        assert.strictEqual(bytes.length, 0, "MUST be transferred, not copied")
        assert.match(yield* messageOf(crew.run({ what: "take", bytes })), /^Work could not be handed to a thread: /)
      }).pipe(Effect.scoped)
    )

    it.effect("MUST hold in no thread what a crew that has ended needed", () =>
      Effect.gen(function* () {
        const last = yield* (yield* Threads).crew(task, 1)
        const inAll = (ask: Ask, crew: typeof last) =>
          Effect.forEach(Array.from({ length: 4 }), () => crew.run(ask), { concurrency: "unbounded" })
        assert.strictEqual(new Set(yield* inAll(where, last)).size, 2)
        const scope = yield* Scope.make()
        yield* inAll(where, yield* Scope.provide((yield* Threads).crew(task, 2), scope))
        assert.deepStrictEqual(new Set(yield* inAll({ what: "held" }, last)), new Set([2]))
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(new Set(yield* inAll({ what: "held" }, last)), new Set([1]))
      }).pipe(Effect.scoped)
    )

    it.effect("MUST fail the work of a thread that dies, and say so in a sentence", () =>
      Effect.gen(function* () {
        const crew = yield* (yield* Threads).crew(task, 1)
        assert.match(
          yield* messageOf(crew.run({ what: "end" })),
          /^A reading thread has ended: The worker has exited with code: 7\. If memory is short/
        )
        assert.match(yield* messageOf(crew.run({ what: "die" })), /^A reading thread has ended: the yeast is dead\./)
        // With no thread left, the work is done on this one.
        assert.strictEqual(yield* crew.run(where), threadId)
      }).pipe(Effect.scoped)
    )
  })
})
