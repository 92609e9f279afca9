/** What is wrong with a password, phrased to follow "The password". */
export interface PasswordFault {
  readonly reason: "TooShort" | "TooLong" | "Repeated"
  readonly sentence: string
}

const leastLength = 12
const greatestLength = 1024

/** The rules for an administrator's password, whether set here or in the console. */
export const passwordFault = (password: string): PasswordFault | undefined => {
  const { length } = Array.from(password)
  if (length < leastLength) return { reason: "TooShort", sentence: `must have at least ${leastLength} characters` }
  if (length > greatestLength) return { reason: "TooLong", sentence: `must have at most ${greatestLength} characters` }
  if (new Set(password).size === 1) return { reason: "Repeated", sentence: "must not be one character repeated" }
  return undefined
}
