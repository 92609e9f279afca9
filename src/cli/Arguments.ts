/**
 * The arguments of a command, with each value that begins with a negative number joined to the flag before it. The parser
 * would take it for short flags, such as a position in the southern hemisphere: `--center -33.86,151.2`.
 */
export const argumentsOf = (given: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (const argument of given) {
    const before = joined.at(-1) ?? ""
    if (/^-\.?\d/.test(argument) && /^--[^=]+$/.test(before)) joined[joined.length - 1] = `${before}=${argument}`
    else joined.push(argument)
  }
  return joined
}
