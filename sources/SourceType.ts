import { Context, Effect, Schema, SchemaIssue } from "effect"
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

/** Completes a source type with what all share: options are checked before they are used. */
export const make = <S extends Schema.Top & { readonly DecodingServices: never }, R>(type: {
  readonly type: string
  readonly summary: string
  readonly options: S
  readonly make: (name: string, options: S["Type"]) => Effect.Effect<DataSource, SourceError, R>
}): SourceType<R> & typeof type => ({
  ...type,
  configure: (name, options) =>
    decodeOptions(Manifest.fields.name)(name, `The name "${name}" of a source`, name).pipe(
      Effect.andThen(decodeOptions(type.options)(name, `The options of the source "${name}"`, options)),
      Effect.flatMap((decoded) => type.make(name, decoded))
    )
})
