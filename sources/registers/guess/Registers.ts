import { declarations } from "../Declarations.ts"
import type { Format } from "../Format.ts"
import { compileTemplate } from "../Template.ts"

/** Whether a name is of a joined table, or of the file's name. */
const isElsewhere = (name: string): boolean => /^\$|\./.test(name)

/** The fields of the main table that a text needs. */
const fieldsOf = (text: string): ReadonlyArray<string> => {
  try {
    return compileTemplate(text).fields.flatMap(({ name, optional }) => (optional || isElsewhere(name) ? [] : [name]))
  } catch {
    return []
  }
}

/** Texts that stand for one another: fields of one of them are enough. */
type Choice = ReadonlyArray<ReadonlyArray<string>>

/** The choices of fields that a declaration's expressions need. */
const choicesIn = (value: unknown): ReadonlyArray<Choice> => {
  if (typeof value === "string") return [[fieldsOf(value)]]
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap(choicesIn)
  const { firstOf, of, otherwise } = value as {
    readonly of?: unknown
    readonly firstOf?: unknown
    readonly otherwise?: unknown
  }
  if (Array.isArray(firstOf)) return [firstOf.map((one) => choicesIn(one).flat(2))]
  return of === undefined && otherwise === undefined
    ? Object.values(value).flatMap(choicesIn)
    : [of, otherwise].flatMap(choicesIn)
}

/** How many fields a declaration needs at least, so that others hardly have the same. */
const fewest = 4

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
    const choices = [declared.fields, declared.position]
      .flatMap(choicesIn)
      .map((choice) => choice.filter((fields) => fields.every((name) => known.has(name))))
    const found = new Set(choices.flat(2))
    if (found.size < fewest || choices.some((choice) => choice.length === 0)) continue
    const count = Array.from(found).filter((name) => filled.has(name)).length
    if (count > (best?.fields ?? 0)) best = { id, fields: count }
  }
  return best?.id
}
