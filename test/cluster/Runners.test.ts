import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { database } from "../properties/Houses.ts"
import { eventually } from "../sync/support.ts"
import { layerOnlooker, makeGates } from "./Gates.ts"
import { Layer } from "effect"

// Real processes, each a `doorstep work`, over one database.
layer(layerOnlooker.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: 120_000 })(
  "Runners",
  (it) => {
    it.effect("MUST work on a source one at a time, and go on from where one was killed: nothing lost, nothing twice", () =>
      Effect.gen(function* () {
        const gates = yield* makeGates
        const runners = yield* Effect.all([gates.runner(), gates.runner()], { concurrency: 2 })
        yield* eventually(gates.known, ({ length }) => length === 2)
        gates.open("part-1")
        gates.open("part-2")
        yield* gates.order()
        const first = yield* gates.reader("part-3")
        assert.deepStrictEqual(new Set(gates.reads().map(({ pid }) => pid)), new Set([first]))
        const [running] = yield* eventually(gates.runs.running, ({ length }) => length > 0)
        assert.match(running!.runner ?? "", new RegExp(`:${first}$`))

        yield* Effect.promise(() => runners.find(({ pid }) => pid === first)!.signal("SIGKILL"))
        const second = yield* gates.reader("part-3", first)
        assert.notStrictEqual(second, first)
        gates.open("all")
        assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        const read = gates.reads().map(({ part, pid }) => `${pid === first ? "first" : "second"} ${part}`)
        assert.deepStrictEqual(read, [
          "first part-1",
          "first part-2",
          "first part-3",
          "second part-3",
          "second part-4"
        ])
      })
    )
  }
)
