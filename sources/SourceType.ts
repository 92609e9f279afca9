import { Context, Effect, Schema, SchemaIssue } from "effect"
import { DerivationMethod } from "../schemas/Address.ts"
import { type DataSource, Manifest, SourceError } from "./DataSource.ts"

/**
 * A kind of source that is configured rather than written: a name, options that are JSON, and the source that they
 * make. Options can be kept in a database and given on a command line.
 */
export interface SourceType<R> {
  /** What a configuration calls it. */
  readonly type: string
  /** What it reads, in a sentence. */
  readonly summary: string
  /** The options, for documentation and forms. */
  readonly options: Schema.Top
  /** Makes a source of options as they come from JSON. Wrong ones fail as misconfigured, with every fault and its place. */
  readonly configure: (name: string, options: unknown) => Effect.Effect<DataSource, SourceError, R>
}

/** Whether locations are looked up as soon as they are named: so when a person writes them down. */
export const LocationsMustExist = Context.Reference<boolean>("doorstep/LocationsMustExist", {
  defaultValue: () => false
})

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** Members that the options do not know are refused: a misspelt one must not silently do nothing. */
const strict = { onExcessProperty: "error", errors: "all" } as const

/** Entries of lists are counted as people do. */
const placeOf = (part: PropertyKey): string => (typeof part === "number" ? `, entry ${part + 1}` : `.${String(part)}`)

/** Decodes JSON by a schema; the failure names every fault and where it is. */
export const decodeOptions =
  <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  (source: string, what: string, json: unknown): Effect.Effect<S["Type"], SourceError> =>
    Schema.decodeUnknownEffect(schema)(json, strict).pipe(
      Effect.mapError(({ issue }) => {
        const faults = formatIssue(issue).issues.map(({ message, path = [] }) => {
          const place = path.map((part) => placeOf(typeof part === "object" ? part.key : part)).join("")
          return place === "" ? message : `${place.replace(/^\./, "")}: ${message}`
        })
        return new SourceError({
          source,
          reason: "misconfigured",
          message: `${what} cannot be used. ${Array.from(new Set(faults)).join("; ")}.`
        })
      })
    )

/** What every type can be told, beside its own options. */
const common = {
  derive: Schema.optionalKey(
    Schema.Array(DerivationMethod).annotate({
      description:
        "How a city, region or postcode may be derived that a record lacks; in every way where this is left out, in none by [].",
      examples: [["boundary", "postcode-table"]]
    })
  )
} satisfies Schema.Struct.Fields

const Common = Schema.Struct(common)

/** The options that every type has, and the type's own. */
const apart = (options: unknown): readonly [common: unknown, own: unknown] => {
  if (typeof options !== "object" || options === null || !("derive" in options)) return [{}, options]
  const { derive, ...own } = options
  return [{ derive }, own]
}

/** Completes a source type with what all share: options are checked before they are used. */
export const make = <
  S extends Schema.Top & { readonly DecodingServices: never; readonly fields: Schema.Struct.Fields },
  R
>(type: {
  readonly type: string
  readonly summary: string
  readonly options: S
  readonly make: (name: string, options: S["Type"]) => Effect.Effect<DataSource, SourceError, R>
}) => ({
  ...type,
  options: Schema.Struct({ ...type.options.fields, ...common }),
  configure: Effect.fnUntraced(function* (
    name: string,
    options: unknown
  ): Effect.fn.Return<DataSource, SourceError, R> {
    const [shared, own] = apart(options)
    const what = `The options of the source "${name}"`
    yield* decodeOptions(Manifest.fields.name)(name, `The name "${name}" of a source`, name)
    const { derive } = yield* decodeOptions(Common)(name, what, shared)
    const source = yield* type.make(name, yield* decodeOptions(type.options)(name, what, own))
    return derive === undefined ? source : { ...source, manifest: { ...source.manifest, derive } }
  })
})
