import { declarations } from "../Declarations.ts"
import type { Format } from "../Mapping.ts"
import { compileTemplate } from "../Template.ts"

/** The fields that a declaration's expression uses. */
const fieldsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") {
    try {
      return compileTemplate(value).fields.flatMap(({ name, optional }) => (optional ? [] : [name]))
    } catch {
      return []
    }
  }
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  const { firstOf, of, otherwise } = value as {
    readonly of?: unknown
    readonly firstOf?: unknown
    readonly otherwise?: unknown
  }
  return of === undefined && firstOf === undefined && otherwise === undefined
    ? Object.values(value).flatMap(fieldsIn)
    : [of, firstOf, otherwise].flatMap(fieldsIn)
}

/**
 * A declared register that has all of these columns; the one with the most fields in common. One register may be
 * declared once for each language that its columns are filled in.
 */
export const registerOf = (
  format: Format,
  columns: ReadonlyArray<{ readonly name: string; readonly isFilled: boolean }>,
  country: string | undefined
): string | undefined => {
  const known = new Set(columns.map(({ name }) => name))
  const filled = new Set(columns.flatMap(({ isFilled, name }) => (isFilled ? [name] : [])))
  let best: { readonly id: string; readonly fields: number } | undefined
  for (const [id, value] of Object.entries(declarations)) {
    const declared = value as {
      readonly country?: unknown
      readonly format?: { readonly type?: unknown }
      readonly fields?: unknown
      readonly position?: unknown
    }
    if (declared.format?.type !== format.type || (country !== undefined && declared.country !== country)) continue
    const fields = new Set(
      [declared.fields, declared.position].flatMap(fieldsIn).filter((name) => !/^\$|\./.test(name))
    )
    if (fields.size < 4 || !Array.from(fields).every((name) => known.has(name))) continue
    const count = Array.from(fields).filter((name) => filled.has(name)).length
    if (count > (best?.fields ?? 0)) best = { id, fields: count }
  }
  return best?.id
}
