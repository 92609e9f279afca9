import { Context, Effect, Predicate, Schema, Stream } from "effect"
import { DerivationMethod, EvidenceKind } from "../schemas/Address.ts"
import { schemaFaults } from "../schemas/SchemaFaults.ts"
import { isForHome, isStrongEnough } from "../schemas/StatedEvidence.ts"
import { type DataSource, isRejected, Manifest, SourceError, type SourceRecord } from "./DataSource.ts"

/** The allowed values of each option, with their meaning in words. */
export type Choices = Readonly<Record<string, ReadonlyArray<{ readonly value: string; readonly label: string }>>>

/**
 * A type of source that is configured, not written: a name, options in JSON, and the source that they make. Options can
 * be stored in the database and given on the command line.
 */
export interface SourceType<R> {
  /** Its name in configurations. */
  readonly type: string
  /** What it reads, in one sentence. */
  readonly summary: string
  /** The options, for documentation and forms. */
  readonly options: Schema.Top
  /** Option values for a form to choose from, if no others are useful. */
  readonly choices?: Choices | undefined
  /** Makes a source from options in JSON. Wrong options fail as misconfigured, with every fault and its place. */
  readonly configure: (name: string, options: unknown) => Effect.Effect<DataSource, SourceError, R>
}

/** Whether locations are checked as soon as they are named, because a person is entering them. */
export const LocationsMustExist = Context.Reference<boolean>("doorstep/LocationsMustExist", {
  defaultValue: () => false
})

/** Unknown members are refused: a misspelled option must not be ignored silently. */
const strict = { onExcessProperty: "error", errors: "all" } as const

/** Entries of lists are counted from 1. */
const placeOf = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((part) => (typeof part === "number" ? `, entry ${part + 1}` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")

/** Decodes JSON by a schema; the failure lists every fault with its place. */
export const decodeOptions =
  <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  (source: string, what: string, json: unknown): Effect.Effect<S["Type"], SourceError> =>
    Schema.decodeUnknownEffect(schema)(json, strict).pipe(
      Effect.mapError(({ issue }) => {
        const faults = schemaFaults(issue, placeOf)
        return new SourceError({
          source,
          reason: "misconfigured",
          message: `${what} cannot be used. ${Array.from(new Set(faults)).join("; ")}.`
        })
      })
    )

/** For the country of a type, which commands name by a flag. */
export const countryIsNamed = { messageMissingKey: "is missing (--country on the command line)" }

/** Options of every type. */
const Shared = Schema.Struct({
  weakestEvidence: Schema.optionalKey(
    EvidenceKind.annotate({
      identifier: "WeakestEvidence",
      description:
        "The weakest evidence that makes a home of what this source lists: register, building, landuse, declared, probable or assumed. Unset: any."
    })
  ),
  derive: Schema.optionalKey(
    Schema.Array(DerivationMethod).annotate({
      description:
        "How a city, region or postcode may be derived that a record lacks; in every way where this is left out, in none by [].",
      examples: [["boundary", "postcode-table"]]
    })
  )
})

const shared: ReadonlySet<string> = new Set(Object.keys(Shared.fields))

/** Separates the options that every type has from the type's own. */
const apart = (given: unknown): readonly [shared: unknown, own: unknown] => {
  if (!Predicate.isReadonlyObject(given)) return [{}, given]
  const [ours, own] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => shared.has(name) === wanted))
  )
  return [ours, own]
}

/** The source without evidence weaker than required. Evidence against a home stays. */
const withoutWeaker = (source: DataSource, weakest: EvidenceKind): DataSource => {
  const keep = (record: SourceRecord): SourceRecord => {
    if (isRejected(record) || record.evidence == null) return record
    const { kind } = record.evidence
    return isForHome(kind) && !isStrongEnough(kind, weakest) ? { ...record, evidence: undefined } : record
  }
  const { parts, records } = source
  return {
    ...source,
    fingerprint: Effect.map(source.fingerprint, (fingerprint) => `${fingerprint}/${weakest}`),
    records: (country) => Stream.map(records(country), keep),
    ...(parts === undefined
      ? {}
      : {
          parts: (country) =>
            Stream.map(parts(country), (part) => ({ ...part, records: Stream.map(part.records, keep) }))
        })
  }
}

/** Adds what all source types share: options are checked before use. */
export const make = <Fields extends Schema.Struct.Fields, R>(type: {
  readonly type: string
  readonly summary: string
  readonly options: Schema.Struct<Fields> & { readonly DecodingServices: never }
  readonly choices?: Choices
  readonly make: (name: string, options: Schema.Struct<Fields>["Type"]) => Effect.Effect<DataSource, SourceError, R>
}): SourceType<R> => {
  const options = Schema.Struct({ ...type.options.fields, ...Shared.fields })
  return {
    type: type.type,
    summary: type.summary,
    options,
    choices: type.choices,
    configure: (name, given) => {
      const what = `The options of the source "${name}"`
      const [common, own] = apart(given)
      return decodeOptions(Manifest.fields.name)(name, `The name "${name}" of a source`, name).pipe(
        Effect.andThen(
          Effect.all([decodeOptions(Shared)(name, what, common), decodeOptions(type.options)(name, what, own)])
        ),
        Effect.flatMap(([{ derive, weakestEvidence: weakest }, decoded]) =>
          Effect.map(type.make(name, decoded), (made) => {
            const manifest = derive === undefined ? made.manifest : { ...made.manifest, derive }
            const source = {
              ...made,
              manifest,
              configured: { type: type.type, options: Predicate.isReadonlyObject(given) ? given : {} }
            }
            return weakest === undefined ? source : withoutWeaker(source, weakest)
          })
        )
      )
    }
  }
}
