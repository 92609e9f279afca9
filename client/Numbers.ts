/** The value, if it is right; a `RangeError` that names the option and its range, if it is not. */
export const checked = (name: string, value: number, isRight: boolean, range: string): number => {
  if (isRight) return value
  throw new RangeError(`${name} must be ${range}, not ${value}.`)
}

/** How many times a request is retried. */
export const retryOf = (value: number): number =>
  checked("retry", value, Number.isInteger(value) && value >= 0, "a whole number, 0 or more")
