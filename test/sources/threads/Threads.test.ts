import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { FastCheck as fc } from "effect/testing"
import * as NodeThreads from "../../../sources/threads/NodeThreads.ts"
import { oneThread, Threads } from "../../../sources/threads/Threads.ts"
import { type Ask, task } from "./fixtures/OddTask.ts"

console.log(fc)
const threads = (count: number) => NodeThreads.layerWith({ count, patience: Duration.zero })

describe("threads", () => {
  it.live("MUST give outputs in the order of inputs", () =>
    Effect.gen(function* () {
      const crew = yield* (yield* Threads).crew(task, 2)
      const inputs = Array.from({ length: 50 }, (_, number): Ask =>
        number % 7 === 0 ? { what: "toil", milliseconds: 3 } : { what: "double", number }
      )
      const outputs = yield* Stream.runCollect(crew.map(Stream.fromIterable(inputs)))
      assert.deepStrictEqual(
        outputs,
        inputs.map((ask) => (ask.what === "double" ? ask.number * 2 : 0))
      )
      const where = yield* Effect.forEach(Array.from({length: 20}), () => crew.run({what: "where"}), {concurrency: "unbounded"})
      console.log(where)
      const died = yield* Effect.exit(crew.run({ what: "exit" }))
      console.log(died)
      console.log(yield* Effect.exit(crew.run({ what: "throw" })))
      console.log(yield* Effect.exit(crew.run({ what: "give-function" })))
      console.log(yield* Effect.exit(crew.run({ what: "hog" })))
    }).pipe(Effect.scoped, Effect.provide(threads(2)))
  )
})
