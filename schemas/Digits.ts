/** Blocks of ten digits start at the first or at the seventh of sixteen characters. */
const valueOf = (digit: string): number => {
  const code = digit.codePointAt(0)!
  const start = code & ~15
  return code - (/\p{Nd}/u.test(String.fromCodePoint(start)) ? start : start + 6)
}

/** A text whose decimal digits are all ASCII: १२ and ١٢ are 12. */
export const inAsciiDigits = (text: string): string =>
  text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const plain = digit.normalize("NFKC")
    return /^\d$/.test(plain) ? plain : String(valueOf(digit))
  })
