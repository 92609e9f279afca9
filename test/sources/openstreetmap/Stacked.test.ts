import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { computing } from "../../../sources/openstreetmap/Survey.ts"
import { openBytes } from "./OsmFiles.ts"
import { bytes, dense, fileOf, group, house, number, repeated, signed } from "./RawPbf.ts"
import { readBytes } from "./Town.ts"

const [lat, lon] = [490_500_000, 84_000_000]
const addressed = Buffer.concat([house, Buffer.from([0])])
const around = signed(1, 1, 1, 1, -3)

/** Equal buildings over equally many addresses. */
const stacked = (count: number) => {
  const nodes = dense(
    signed(...Array.from({ length: count + 4 }, () => 1)),
    signed(lat, 0, 10_000_000, 0, -5_000_000, ...Array.from({ length: count - 1 }, () => 1)),
    signed(lon, 10_000_000, 0, -10_000_000, 5_000_000, ...Array.from({ length: count - 1 }, () => 0)),
    Buffer.concat([Buffer.alloc(4), repeated(addressed, count)])
  )
  const building = (id: number) =>
    bytes(3, number(1, id), bytes(2, Buffer.from([1])), bytes(3, Buffer.from([2])), bytes(8, around))
  return fileOf(group(nodes), group(...Array.from({ length: count }, (_, i) => building(i + 1))))
}

describe("areas over the same addresses", () => {
  it.effect("MUST be refused if they are as many as on no map", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readBytes(stacked(4000)))
      expect([error.reason, error.message]).toEqual([
        "unreadable",
        "memory: it cannot be read: thousands of its areas lie over one another, as on no map. Download the file again."
      ])
    })
  )

  it.effect("MUST leave other work its turns, however few blocks they are in", () =>
    Effect.gen(function* () {
      const turnsBeside = Effect.fnUntraced(function* (file: Uint8Array) {
        let turns = 0
        const other = yield* Effect.forkChild(
          Effect.forever(
            Effect.andThen(
              Effect.sync(() => turns++),
              Effect.yieldNow
            )
          )
        )
        yield* readBytes(file)
        yield* Fiber.interrupt(other)
        return turns
      })
      const few = yield* turnsBeside(stacked(100))
      const many = yield* turnsBeside(stacked(2000))
      expect(many - few).toBeGreaterThan(10)
    })
  )
})

it.effect("MUST blame the file for data that are too large to compute with, and the code for anything else", () =>
  Effect.gen(function* () {
    const file = yield* openBytes(fileOf())
    const error = yield* Effect.flip(computing(file)(() => new Int32Array(2 ** 60)))
    expect(error.message).toBe(
      `memory: it cannot be read: Invalid typed array length: ${2 ** 60}. Download the file again.`
    )
    const exit = yield* Effect.exit(
      computing(file)(() => {
        throw new TypeError("a bug")
      })
    )
    expect(exit._tag === "Failure" && exit.cause.reasons.map(({ _tag }) => _tag)).toEqual(["Die"])
  })
)
