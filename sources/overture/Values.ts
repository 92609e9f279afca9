/** The text in a column; undefined if it is null, empty, or of another type. */
export const textIn = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  return text === "" ? undefined : text
}

export const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

export const listIn = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
