import * as fc from "fast-check"

/** Surrogates are no characters by themselves. */
const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, as the unit of `fc.string`. Its own unit `binary` makes the same of the same seeds, and a table of
 * all 1.1 million of them first, for which every process that holds laws would wait a second.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (value) => {
    const codePoint = typeof value === "string" ? value.codePointAt(0) : undefined
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== value || !value.isWellFormed()) {
      throw new Error("It is not a character.")
    }
    return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count
  }
)
