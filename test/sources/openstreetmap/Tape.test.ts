import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { TapeReader, TapeWriter } from "../../../sources/openstreetmap/Tape.ts"

const number = fc.oneof(
  fc.nat({ max: 300 }),
  fc.nat(),
  fc.maxSafeNat(),
  fc.integer({ min: 2 ** 28 - 2, max: 2 ** 28 + 2 })
)
const signed = fc.oneof(fc.integer(), fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 }))

const entry = fc.oneof(
  fc.record({ kind: fc.constant("number" as const), value: number }),
  fc.record({ kind: fc.constant("signed" as const), value: signed }),
  fc.record({
    kind: fc.constant("text" as const),
    value: fc.option(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "a")), { nil: undefined })
  })
)

it("MUST read from a tape what was written on it", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const tape = new TapeWriter()
      expect(tape.isEmpty).toBe(true)
      for (const { kind, value } of entries) {
        if (kind === "text") tape.text(value)
        else tape[kind](value)
      }
      const reader = new TapeReader(tape.finish())
      for (const { kind, value } of entries) expect(reader[kind]()).toBe(value)
      expect(reader.isAtEnd).toBe(true)
    })
  )
})

it("MUST grow beyond its initial capacity", () => {
  const tape = new TapeWriter()
  const texts = Array.from({ length: 5000 }, (_, i) => `${i}é`.repeat(1 + (i % 20)))
  for (const text of texts) tape.text(text)
  const reader = new TapeReader(tape.finish())
  expect(texts.map(() => reader.text())).toEqual(texts)
})

it("MUST refuse numbers that it would read as others", () => {
  const tape = new TapeWriter()
  tape.number(7)
  for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 53, 2 ** 62]) {
    expect(() => tape.number(value), String(value)).toThrow(RangeError)
  }
  for (const value of [2 ** 52, -(2 ** 53), 0.25, -Infinity]) {
    expect(() => tape.signed(value), String(value)).toThrow(RangeError)
  }
  const reader = new TapeReader(tape.finish())
  expect([reader.number(), reader.isAtEnd]).toEqual([7, true])
})
