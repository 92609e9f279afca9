import * as NodeServices from "@effect/platform-node/NodeServices"
import { expect, it, layer } from "@effect/vitest"
import { Effect, Exit, FileSystem, Scope } from "effect"
import * as fc from "fast-check"
import { columnFloat64, columnInt32, columnUint8 } from "../../../sources/scratch/Column.ts"
import { pageBytes, Pages } from "../../../sources/scratch/Pages.ts"
import { Partitions } from "../../../sources/scratch/Partitions.ts"
import { openScratch, Scratch } from "../../../sources/scratch/ScratchFile.ts"
import { PointIndex } from "../../../sources/surroundings/PointIndex.ts"

const origin = { source: "test", place: "here" }

/** A page holds 16,384 bytes, so these numbers lie on the same page or on pages far apart. */
const place = fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 40_000 }))

type Step =
  | { readonly do: "set"; readonly column: number; readonly at: number; readonly value: number }
  | { readonly do: "push"; readonly column: number; readonly values: ReadonlyArray<number> }
  | { readonly do: "release"; readonly column: number }

const column = fc.nat({ max: 2 })
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant("set" as const), column, at: place, value: fc.nat({ max: 255 }) })
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("push" as const),
        column,
        values: fc.nat({ max: 5000 }).map((length) => Array.from({ length }, (_, i) => i % 251))
      })
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), column }) }
  ),
  { maxLength: 25 }
)

layer(NodeServices.layer)("what does not fit in memory", (it) => {
  it.effect("MUST be read as it was written, whatever was moved to disk meanwhile", () =>
    Effect.gen(function* () {
      const scratch = yield* openScratch(origin)
      fc.assert(
        fc.property(steps, fc.integer({ min: 1, max: 4 }), (steps, held) => {
          const pages = new Pages(scratch, held * pageBytes)
          const columns = [columnInt32(pages, 7), columnFloat64(pages, Number.NaN), columnUint8(pages)]
          const initial = [7, Number.NaN, 0]
          const expected = columns.map(() => [] as Array<number>)
          for (const step of steps) {
            const real = columns[step.column]!
            const model = expected[step.column]!
            if (step.do === "release") {
              real.release()
              expected[step.column] = []
            } else if (step.do === "set") {
              real.set(step.at, step.value)
              real.extend(step.at + 1)
              while (model.length <= step.at) model.push(initial[step.column]!)
              model[step.at] = step.value
            } else {
              for (const value of step.values) real.push(value)
              for (const value of step.values) model.push(value)
            }
          }
          columns.forEach((real, i) => {
            expect(real.length).toBe(expected[i]!.length)
            expect(Array.from({ length: real.length }, (_, at) => real.get(at))).toEqual(expected[i])
          })
        }),
        { numRuns: 20 }
      )
    })
  )

  it.effect("MUST give the points within a box, including those on its edge, and no others", () =>
    Effect.gen(function* () {
      const scratch = yield* openScratch(origin)
      const coordinate = fc.integer({ min: -60, max: 60 })
      fc.assert(
        fc.property(
          fc.array(fc.tuple(coordinate, coordinate), { maxLength: 200 }),
          fc.tuple(coordinate, coordinate, fc.nat({ max: 40 }), fc.nat({ max: 40 })),
          (points, [west, south, wide, high]) => {
            const index = new PointIndex(new Pages(scratch, pageBytes))
            points.forEach(([lon, lat], number) => index.add(lon, lat, number))
            index.seal()
            const found: Array<readonly [number, number, number]> = []
            index.each(west, south, west + wide, south + high, (number, lon, lat) => found.push([number, lon, lat]))
            const within = points.flatMap(([lon, lat], number) =>
              lon >= west && lon <= west + wide && lat >= south && lat <= south + high ? [[number, lon, lat]] : []
            )
            expect(found.toSorted(([a], [b]) => a - b)).toEqual(within)
          }
        ),
        { numRuns: 60 }
      )
    })
  )

  it.effect("MUST give every row of a partition, in the order in which they came", () =>
    Effect.gen(function* () {
      const partitions = new Partitions(yield* openScratch(origin), 3, 2)
      for (let i = 0; i < 1000; i++) partitions.add((i * i) % 3, [i, -i])
      for (let partition = 0; partition < 3; partition++) {
        const numbers = Array.from({ length: 1000 }, (_, i) => i).filter((i) => (i * i) % 3 === partition)
        expect(Array.from(partitions.read(partition))).toEqual(numbers.flatMap((i) => [i, -i]))
      }
    })
  )

  it.effect("MUST leave nothing in its folder, not even while it is in use, and report a full disk", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = `${yield* files.makeTempDirectoryScoped()}/made`
      const scope = yield* Scope.make()
      const within = Effect.provideService(Scratch, { folder, heldBytes: pageBytes })
      const scratch = yield* openScratch(origin).pipe(Scope.provide(scope), within)
      scratch.write(Uint8Array.of(1, 2, 3), scratch.allocate(3))
      // A process killed at this point leaves nothing behind.
      expect(yield* files.readDirectory(folder)).toEqual([])
      yield* Scope.close(scope, Exit.void)
      expect(() => scratch.write(Uint8Array.of(1), 0)).toThrow(`A temporary file in ${folder} cannot be written`)
      yield* files.writeFileString(`${folder}/file`, "")
      const fault = yield* Effect.flip(
        openScratch(origin).pipe(Effect.provideService(Scratch, { folder: `${folder}/file`, heldBytes: 0 }))
      )
      // Nothing is read again until the operator has done something.
      expect(fault).toMatchObject({ reason: "misconfigured", message: expect.stringContaining(`${folder}/file`) })
    })
  )
})

it.effect("MUST also find points if there are so many that they are sorted in parts", () =>
  Effect.gen(function* () {
    const index = new PointIndex(new Pages(yield* openScratch(origin), 8 * pageBytes))
    const count = 60_000
    for (let i = 0; i < count; i++) index.add((i * 7) % 1000, Math.floor(i / 1000), i)
    index.seal()
    const found: Array<number> = []
    index.each(993, 20, 1000, 23, (number) => found.push(number))
    const all = Array.from({ length: count }, (_, i) => i)
    const expected = all.filter((i) => (i * 7) % 1000 >= 993 && i >= 20_000 && i < 24_000)
    expect(expected).toHaveLength(28)
    expect(found.toSorted((a, b) => a - b)).toEqual(expected)
  }).pipe(Effect.scoped)
)
