import { describe, expect, it } from "@effect/vitest"
import { figureOf, numberOf, pairOf } from "../../../sources/registers/Figures.ts"

describe("a coordinate as people write it", () => {
  it.each([
    ["477 101,25", 477_101.25],
    ["2'600'101.5", 2_600_101.5],
    ["2’600’101", 2_600_101],
    ["5.472.101,50", 5_472_101.5],
    ["5.472.101", 5_472_101],
    ["-5,472,101.50", -5_472_101.5],
    ["49°24'36\"N", 49.41],
    ["49° 24,6' N", 49.41],
    ["N 49° 24.6'", 49.41],
    ["116°12′36″W", -116.21],
    ["-116 12 36.0", -116.21],
    ["-116:12:36.0", -116.21],
    ["3º41'24'' W", -3.69],
    ["33.9 S", -33.9],
    ["8.69°", 8.69],
    ["8°41'60.00\"E", 8.7],
    ["49° 60.000' N", 50]
  ])("MUST be read: %s", (text, value) => {
    expect(figureOf(text)).toBeCloseTo(value, 6)
  })

  it.each([
    "12 W",
    "E 92",
    "14S",
    "602 00",
    "5 12 14",
    "12:30:15",
    "12/3",
    "101 23",
    "1,5",
    "49.410.12",
    "",
    "49°61'",
    "190°",
    "3º41'24'' O",
    "Weg 5"
  ])("MUST not be seen in other texts: %s", (text) => {
    expect(figureOf(text)).toBeNaN()
  })

  it.each(["1", " ", "1 ", "1,", ".1", "'", "1°"])("MUST be looked for in time, whatever repeats: %s", (piece) => {
    expect(figureOf(`1${piece.repeat(64_000)}!`)).toBeNaN()
    expect(numberOf(`1${piece.repeat(512_000)}!`)).toBeNaN()
  })
})

describe("two coordinates in one text", () => {
  it.each([
    ["49.41, 8.7", [49.41, 8.7]],
    ["8.7 49.41", [8.7, 49.41]],
    ["8.7,49.41", [8.7, 49.41]],
    ["49,41; 8,7", [49.41, 8.7]],
    ["49,41 8,7", [49.41, 8.7]],
    ["49,41, 8,7", [49.41, 8.7]],
    ["49°24'36\"N 8°42'0\"E", [8.7, 49.41]],
    ["49°24'36\"N,8°42'0\"E", [8.7, 49.41]],
    ["S 33° 54.0', W 70° 30.0'", [-70.5, -33.9]],
    ["8.7° E; 49.41° N", [8.7, 49.41]],
    ["geo:49.41,8.7;u=35", [49.41, 8.7]],
    ["478 237,93 | 5 473 078,43", [478_237.93, 5_473_078.43]]
  ] as const)("MUST be read, with the latitude second if directions tell: %s", (text, [x, y]) => {
    expect(pairOf(text)).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)])
  })

  it.each([
    "",
    "12",
    "8.7,49.41,0",
    "8.7,49.4 8.8,49.5",
    "POINT (8.7 49.4)",
    "Main St 12",
    `${"1".repeat(80)} 2`,
    "1e400 8.7"
  ])("MUST not be seen in other texts: %s", (text) => {
    expect(pairOf(text)).toBeUndefined()
  })
})
