/** The same value with the members of each object in order. Sets and maps, which JSON has not, are lists. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  if (value instanceof Set || value instanceof Map) return Array.from(value, inOrder)
  if ("toJSON" in value && typeof value.toJSON === "function") return inOrder(value.toJSON())
  const ordered: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = inOrder(value[name as keyof typeof value])
    // A member of this name would be taken for the prototype.
    if (name === "__proto__") Object.defineProperty(ordered, name, { value: member, enumerable: true })
    else ordered[name] = member
  }
  return ordered
}

/** JSON with sorted members, so that equal values are equal texts; `undefined` for what JSON cannot say. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? "undefined"
