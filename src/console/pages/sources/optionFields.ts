import { countryCodes, isCountryCode } from "../../../../schemas/CountryCodes.ts"
import type { ErrorDetail } from "../../../../schemas/Errors.ts"
import type { SourceType } from "../../../../schemas/admin/Sources.ts"
import { countryName } from "../../format.ts"
import { strings } from "../../strings.ts"

const words = strings.sources.form

type Json = SourceType["options"][string]

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** The kind of a form field: text, a choice of words, a list of texts, or JSON. */
type FieldKind = "text" | "choice" | "list" | "json"

export interface OptionField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  readonly description: string
  readonly placeholder: string
  readonly choices: ReadonlyArray<{ readonly value: string; readonly label: string }>
  /** The pattern that each of its texts must match; undefined if anything is allowed. */
  readonly pattern: RegExp | undefined
  /** Whether its texts are country codes. */
  readonly isCountry: boolean
}

/** The contract's pattern for country codes. */
const countryPattern = "^[A-Z]{2}$"

/** `adminLevels` becomes `Admin levels`. */
const labelOf = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kindOf = (schema: Readonly<Record<string, Json>>): FieldKind => {
  if (Array.isArray(schema["enum"])) return "choice"
  if (schema["type"] === "string") return "text"
  if (schema["type"] === "array" && isObject(schema["items"]) && schema["items"]["type"] === "string") return "list"
  // One text or several; usually it is one.
  const alternatives = schema["anyOf"]
  if (Array.isArray(alternatives) && alternatives.some((one) => isObject(one) && one["type"] === "string"))
    return "text"
  return "json"
}

const placeholderOf = (schema: Readonly<Record<string, Json>>): string => {
  const example: unknown = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined
  if (example === undefined) return ""
  return typeof example === "string" ? example : Array.isArray(example) ? example.join(", ") : JSON.stringify(example)
}

/** A pattern is beside the type, or within `allOf`. */
const patternOf = (schema: Readonly<Record<string, Json>>): string | undefined => {
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"].filter(isObject) : []
  return [schema, ...all].map((one) => textOf(one["pattern"])).find((pattern) => pattern !== undefined)
}

/** The form fields for the options that a JSON Schema describes, required ones first. */
export const fieldsOf = (
  options: SourceType["options"],
  offered: SourceType["choices"] = {}
): ReadonlyArray<OptionField> => {
  const schema = isObject(options["schema"]) ? options["schema"] : options
  const properties = isObject(schema["properties"]) ? schema["properties"] : {}
  const required: ReadonlyArray<unknown> = Array.isArray(schema["required"]) ? schema["required"] : []
  return Object.entries(properties)
    .flatMap(([name, property]) => {
      if (!isObject(property)) return []
      const texts = property["type"] === "array" && isObject(property["items"]) ? property["items"] : property
      const pattern = patternOf(texts)
      const words = Array.isArray(property["enum"]) ? property["enum"].filter((one) => typeof one === "string") : []
      const choices = offered[name] ?? words.map((value) => ({ value, label: value }))
      return [
        {
          name,
          label: labelOf(name),
          kind: offered[name] === undefined ? kindOf(property) : "choice",
          required: required.includes(name),
          description: textOf(property["description"]) ?? "",
          placeholder: placeholderOf(property),
          choices,
          isCountry: pattern === countryPattern,
          pattern: pattern === undefined ? undefined : new RegExp(pattern, "u")
        }
      ]
    })
    .sort((one, other) => Number(other.required) - Number(one.required))
}

/** The contents of the fields while the form is filled in. */
export type Draft = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Options as the form shows them. */
export const draftOf = (fields: ReadonlyArray<OptionField>, options: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    fields.map(({ kind, name }) => {
      const value = options[name]
      if (kind === "list") return [name, Array.isArray(value) ? value.map(String) : []]
      if (value === undefined) return [name, ""]
      return [name, typeof value === "string" ? value : JSON.stringify(value, null, 2)]
    })
  )

/** The value of one field; undefined if it is empty. Fails if a JSON field has other text. */
const valueOf = (field: OptionField, value: string | ReadonlyArray<string> | undefined): Json | undefined => {
  if (value === undefined || value.length === 0) return undefined
  if (typeof value !== "string") return [...value]
  if (value.trim() === "") return undefined
  // Several locations are written as a JSON list in a text field.
  return field.kind === "json" || (field.kind === "text" && value.trim().startsWith("["))
    ? JSON.parse(value)
    : value.trim()
}

const parsed = (
  field: OptionField,
  value: Draft[string] | undefined
): { readonly value: Json | undefined } | undefined => {
  try {
    return { value: valueOf(field, value) }
  } catch {
    return undefined
  }
}

const faultOfText = ({ isCountry, pattern }: OptionField, text: string): string | undefined => {
  if (isCountry) return isCountryCode(text) ? undefined : words.noCountry(text)
  return pattern === undefined || pattern.test(text) ? undefined : words.noMatch(text)
}

const faultOfField = (field: OptionField, draft: Draft): string | undefined => {
  const found = parsed(field, draft[field.name])
  if (found === undefined) return words.noJson
  if (found.value === undefined) return field.required ? words.missing : undefined
  if (field.kind === "choice" || field.kind === "json") return undefined
  return [found.value]
    .flat()
    .flatMap((text) => (typeof text === "string" ? (faultOfText(field, text) ?? []) : []))
    .at(0)
}

/** The errors of the fields, as far as the schema can tell. */
export const faultsOfFields = (fields: ReadonlyArray<OptionField>, draft: Draft): ReadonlyArray<ErrorDetail> =>
  fields.flatMap((field) => {
    const message = faultOfField(field, draft)
    return message === undefined ? [] : [{ path: field.name, message }]
  })

/** Countries by name, with their codes, as suggestions for a country field. */
export const countryLabels: ReadonlyArray<string> = countryCodes.map((code) => `${countryName(code)} (${code})`).sort()

const byName = new Map(
  countryCodes.flatMap((code) => [
    [countryName(code).toUpperCase(), code],
    [`${countryName(code)} (${code})`.toUpperCase(), code]
  ])
)

/** Countries are stored as upper-case codes, whether typed by name or by code. */
export const written = ({ isCountry }: OptionField, texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  isCountry
    ? texts.map((text) => {
        const typed = text.trim().toUpperCase()
        return byName.get(typed) ?? typed
      })
    : texts

/** A suggested name for a new source, from what it reads; empty if nothing is entered yet. */
export const proposedName = (type: string, fields: ReadonlyArray<OptionField>, draft: Draft): string => {
  const slug = (text: string) =>
    text
      .normalize("NFD")
      .toLowerCase()
      .replace(/\.[a-z0-9.]{1,12}$/, "")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+|-+$/g, "")
      .slice(0, 40)
      .replace(/-+$/, "")
  const register = draft["register"]
  if (typeof register === "string" && register !== "") return slug(register)
  const file =
    String(draft["location"] ?? "")
      .split(/[/\\?#]/)
      .findLast((part) => part !== "") ?? ""
  const countries = fields.filter(({ isCountry }) => isCountry).flatMap(({ name }) => draft[name] ?? [])
  const [country] = countries.flat().filter((code) => isCountryCode(code))
  if (country !== undefined && file === "") return slug(`${type}-${country}`)
  return slug(file.replace(/-latest(?=\.|$)/, ""))
}

/** The form as options. Options without a form field are left unchanged. */
export const optionsOf = (
  fields: ReadonlyArray<OptionField>,
  draft: Draft,
  before: Readonly<Record<string, Json>>
): Readonly<Record<string, Json>> => {
  const options: Record<string, Json> = { ...before }
  for (const field of fields) {
    const value = valueOf(field, draft[field.name])
    if (value === undefined) delete options[field.name]
    else options[field.name] = value
  }
  return options
}
