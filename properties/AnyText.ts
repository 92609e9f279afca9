import * as fc from "fast-check"

/** Surrogates are not characters by themselves. */
const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, as the unit of `fc.string`. fast-check's own unit `binary` generates the same characters
 * from the same seeds, but first builds a table of all 1.1 million of them, which would delay every process that loads
 * the laws by a second.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (value) => {
    const codePoint = typeof value === "string" ? value.codePointAt(0) : undefined
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== value || !value.isWellFormed()) {
      throw new Error("This is not a character.")
    }
    return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count
  }
)
