/** The digits of a script stand in a row from zero to nine, and rows of several scripts may follow one another. */
const valueOf = (digit: string): number => {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

/** A text whose decimal digits are all ASCII: १२ and ١٢ are 12. */
export const inAsciiDigits = (text: string): string =>
  text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const plain = digit.normalize("NFKC")
    return /^\d$/.test(plain) ? plain : String(valueOf(digit))
  })
