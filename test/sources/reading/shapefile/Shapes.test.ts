import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Fault } from "../../../../sources/reading/Parser.ts"
import { shapes } from "../../../../sources/reading/shapefile/Shapes.ts"
import { lines, multipoint, nothing, point, polygon, shp } from "./Written.ts"

/** The points of a `.shp` that comes in chunks of these lengths, again and again. */
const pointsOf = (file: Buffer, lengths: ReadonlyArray<number> = [65_536]) => {
  const parser = shapes()
  const found: Array<readonly [number, number] | undefined> = []
  for (let at = 0, nth = 0; at < file.length; at += lengths[nth++ % lengths.length]!) {
    const chunk = file.subarray(at, at + lengths[nth % lengths.length]!)
    found.push(...parser.push(chunk).map(({ point }) => point))
  }
  return [...found, ...parser.end().map(({ point }) => point)]
}

const triangle = [
  [9, 47],
  [9.002, 47],
  [9.002, 47.002],
  [9, 47]
] as const

const refused = (file: Buffer, sentence: string) => {
  try {
    pointsOf(file)
  } catch (error) {
    assert.instanceOf(error, Fault)
    assert.include(error.message, sentence)
    return
  }
  assert.fail(`It was read, although ${sentence}.`)
}

describe("the shapes of a shapefile", () => {
  it("MUST be points, the first of several, or points within areas, and nothing for empty shapes, whatever the chunks", () => {
    const cases: ReadonlyArray<readonly [Buffer, ReturnType<typeof pointsOf>]> = [
      [shp(1, [point(1, 2), nothing, point(3, 4)]), [[1, 2], undefined, [3, 4]]],
      [shp(11, [point(1, 2, 11)]), [[1, 2]]],
      [shp(21, [point(1, 2, 21)]), [[1, 2]]],
      [
        shp(8, [
          multipoint([
            [5, 6],
            [7, 8]
          ]),
          multipoint([]),
          nothing
        ]),
        [[5, 6], undefined, undefined]
      ],
      [shp(18, [multipoint([[5, 6]], 1, 18)]), [[5, 6]]],
      [shp(5, [polygon([0, 4], 8), polygon([0], 4)]), [undefined, undefined]],
      [shp(5, [lines([triangle]), nothing]), [[9.0013333, 47.0006667], undefined]],
      [shp(0, [nothing]), [undefined]],
      [shp(1, []), []]
    ]
    for (const [file, expected] of cases) assert.deepStrictEqual(pointsOf(file), expected)
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1 }),
        ([file, expected], lengths) => {
          assert.deepStrictEqual(pointsOf(file, lengths), expected)
        }
      )
    )
  })

  it("MUST take no memory for parts and points that a record claims, nor for more than a home has", () => {
    const files = [
      shp(5, [polygon([0], 4, { parts: 1, points: 2 ** 25 })]),
      shp(5, [polygon([0], 4, { parts: 2 ** 31 - 1, points: 4 })]),
      shp(5, [polygon([3, 0, 2 ** 31 - 1], 4)])
    ]
    for (const file of files) assert.deepStrictEqual(pointsOf(file), [undefined])
    // Of an outline of 70,000 points, the first 56 bytes are looked at, and the others are not kept.
    const coast = shp(5, [polygon([0], 70_000)])
    assert.lengthOf(shapes().push(coast.subarray(0, 100 + 8 + 56)), 1)
    assert.deepStrictEqual(pointsOf(coast), [undefined])
    assert.lengthOf(
      shapes().push(shp(8, [multipoint(Array.from({ length: 2_000 }, () => [1, 2]))]).subarray(0, 164)),
      1
    )
    refused(shp(8, [multipoint([[1, 2]], 2 ** 25)]), "its record 1, of 56 bytes, is not a shape of the type 8")
    refused(shp(8, [multipoint([[1, 2]], -1)]), "its record 1, of 56 bytes, is not a shape of the type 8")
  })

  it("MUST be refused with a sentence where something is no record, however much of it there is", () => {
    const foreign = Buffer.alloc(200)
    foreign.writeInt32LE(99, 0)
    // A header within a record, with the expected number and a length of 2 GB.
    foreign.writeInt32BE(1, 40)
    foreign.writeInt32BE(0x3fff_fff0, 44)
    foreign.writeInt32LE(1, 48)
    refused(shp(1, [point(1, 2), foreign]), "its record 2, of 200 bytes, is not a shape of the type 1")
    const zeros = Buffer.alloc(1_000_000)
    zeros.writeInt32LE(99, 0)
    refused(shp(1, [zeros]), "its record 1, of 1000000 bytes, is not a shape of the type 1")
    const file = shp(1, [point(1, 2)])
    for (const [words, bytes] of [
      [0, 0],
      [1, 2],
      [-1, 8589934590],
      [0x7fff_ffff, 4294967294]
    ] as const) {
      const lying = Buffer.from(file)
      lying.writeInt32BE(words, 104)
      refused(lying, `its record 1 says that it has ${bytes} bytes`)
    }
    refused(shp(1, [point(1, 2).subarray(0, 12)]), "its record 1, of 12 bytes, is not a shape of the type 1")
    refused(shp(31, []), "its shapes have the type 31, which is unknown")
    refused(Buffer.alloc(100), "it does not begin as shapefiles do")
  })

  it("MUST be refused if they are cut off anywhere but between two records", () => {
    const file = shp(5, [polygon([0], 4), polygon([0], 4)])
    const record = 8 + polygon([0], 4).length
    for (let length = 0; length < file.length; length++) {
      const cut = file.subarray(0, length)
      if (length >= 100 && (length - 100) % record === 0) assert.lengthOf(pointsOf(cut), (length - 100) / record)
      else refused(cut, "its .shp ends in the middle of a record")
    }
  })

  it("MUST end where the file says that it does: some programs fill it up behind", () => {
    const file = shp(1, [point(1, 2)])
    for (const length of [1, 4, 8, 12, 1_000]) {
      assert.deepStrictEqual(pointsOf(Buffer.concat([file, Buffer.alloc(length)])), [[1, 2]])
    }
  })
})
