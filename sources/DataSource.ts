import { Context, Effect, Layer, Predicate, Schedule, Schema, Stream, Struct } from "effect"
import { type Coordinates, DerivationMethod, type DerivedPart } from "../schemas/Address.ts"
import { countryFault } from "../schemas/CountryAliases.ts"
import { isCountryCode } from "../schemas/CountryCodes.ts"
import { nearMember } from "../schemas/NearMember.ts"
import { glance } from "../schemas/Quoted.ts"
import { homepageFault } from "../schemas/Fields.ts"
import type { StatedKind } from "../schemas/StatedEvidence.ts"

/** Countries are only drawn from by codes that are assigned: `UK` would reject every record. */
const Country = Schema.String.check(
  Schema.makeFilter(
    (code: string) =>
      isCountryCode(code) ? undefined : (countryFault(code) ?? `must be in capitals: ${code.toUpperCase()}`),
    { expected: "an ISO 3166-1 alpha-2 country code" }
  )
)

/** A source's description of itself, shown with every address that comes from it. */
export const Manifest = Schema.Struct({
  /** Lower case, unique among the registered sources; what `sourcesTried` reports. */
  name: Schema.String.check(
    Schema.isPattern(/^[a-z][a-z0-9-]{0,39}$/, {
      message: "must have up to 40 lower-case letters, digits and hyphens, starting with a letter"
    })
  ),
  /** ISO 3166-1 alpha-2 codes of the countries that the source has records for. */
  countries: Schema.NonEmptyArray(
    Country.annotateKey({ messageMissingKey: "is missing: list at least one country, such as DE" })
  ),
  /** The licence of the data: an SPDX identifier, such as `CC-BY-4.0`, or the words of its publisher. */
  license: Schema.NonEmptyString,
  /** Whom to credit, in the words that the publisher of the data asks for. */
  attribution: Schema.NonEmptyString,
  /** The page of the data, as a URL; addresses link to it unless their records have a `url`. */
  homepage: Schema.NonEmptyString.check(Schema.makeFilter(homepageFault)),
  /** How the source knows that an address is a home, in one sentence. */
  evidence: Schema.NonEmptyString,
  /**
   * The number of records of a country as stated by the publisher of the data, for countries where it is stated. The
   * conformance suite checks it to within two percent: nothing else reveals a last page that is never read.
   */
  expected: Schema.optionalKey(Schema.Record(Country, Schema.Int.check(Schema.isGreaterThan(0)))),
  /** The methods for deriving cities, regions and postcodes that records lack; absent: all. */
  derive: Schema.optionalKey(Schema.Array(DerivationMethod))
})
export type Manifest = typeof Manifest.Type

/**
 * One record as the source provides it. The synchronization normalizes, checks and rejects; a source only maps fields.
 * Absent and empty mean the same.
 */
export interface RawRecord {
  /** Stable within the source: a home keeps its ID from one version of the data to the next. */
  readonly recordId: string
  readonly houseNumber?: string | undefined
  readonly street?: string | undefined
  readonly unit?: string | undefined
  readonly building?: string | undefined
  readonly district?: string | undefined
  readonly city?: string | undefined
  /** Name, ISO 3166-2 code, or its part after the country. */
  readonly region?: string | undefined
  readonly postcode?: string | undefined
  readonly coordinates?: Coordinates | undefined
  /** The components above that the source derived from the position, not from the record. */
  readonly derived?: ReadonlyArray<DerivedPart> | undefined
  /**
   * The settlement on the source's own map that the position belongs to: used as the city if nothing more certain gives
   * one.
   */
  readonly settlement?: string | undefined
  /**
   * Why it is a home, or why not (`against`, `register-against`); evidence against outranks weaker evidence of every
   * source. Absent: no evidence; the address is synchronized but never drawn.
   */
  readonly evidence?: { readonly kind: StatedKind; readonly detail: string } | undefined
  /** BCP 47. */
  readonly language?: string | undefined
  /** Names of components in other languages, by BCP 47 tag. Kept for translation. */
  readonly names?: Readonly<Record<string, TranslatedNames>> | undefined
  /** License, attribution and page, if they differ from the manifest's. */
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly url?: string | undefined
}

/** The names of a record's fields: the compiler refuses a list that lacks one. */
export const recordFields: ReadonlyArray<keyof RawRecord> = Struct.keys({
  recordId: true,
  houseNumber: true,
  street: true,
  unit: true,
  building: true,
  district: true,
  city: true,
  region: true,
  postcode: true,
  coordinates: true,
  derived: true,
  settlement: true,
  evidence: true,
  language: true,
  names: true,
  license: true,
  attribution: true,
  url: true
} satisfies Record<keyof RawRecord, true>)

/** Names of an address's components in one language. */
export type TranslatedNames = {
  readonly street?: string
  readonly building?: string
  readonly district?: string
  readonly city?: string
  readonly region?: string
}

/**
 * A record that the source has but does not yield, with the reason under which the run counts it: `malformed-record`
 * violates its format, `malformed-text` has bytes that are invalid in its encoding, `filtered` is left out by the
 * source's own rules, `other-country` lies in a country other than the one being read, and `duplicate` has the address
 * of another record. A single bad record is no reason to end a run; {@link SourceError} is for the whole source.
 */
export interface Rejected {
  readonly _tag: "Rejected"
  readonly reason: "malformed-record" | "malformed-text" | "filtered" | "other-country" | "duplicate"
  /** The record's place and what is wrong with it, in one sentence. */
  readonly detail: string
}

/** An element of a source's stream. */
export type SourceRecord = RawRecord | Rejected

/** A record that the source leaves out, and why. */
export const rejected = (reason: Rejected["reason"], detail: string): Rejected => ({ _tag: "Rejected", reason, detail })

/** Whether an element is a record that the source itself, or a reader of files, rejects. */
export const isRejected = (record: object): record is Rejected => "_tag" in record && record._tag === "Rejected"

/**
 * A source could not be read. `transient` failures are retried; data that are `unreadable`, and what is `misconfigured`,
 * end the run. The message is for operators: what is wrong, where, and what to change.
 */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  source: Schema.String,
  reason: Schema.Literals(["transient", "unreadable", "misconfigured"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Lines of a file, and what is needed to read them. */
export interface Lines<File> {
  readonly text: string
  /** Number of the first line. */
  readonly line: number
  readonly file: File
}

/** A part of a source as lines that any thread can read. Setup and file are copied by `structuredClone`. */
export interface Pieces {
  readonly module: string
  readonly setup: unknown
  /** Records that were read already, or lines, in order. */
  readonly stream: Stream.Stream<Piece, SourceError>
}

export type Piece<File = unknown> = { readonly records: ReadonlyArray<SourceRecord> } | { readonly lines: Lines<File> }

/**
 * A part of a source that can be read on its own, such as a file of a folder or a member of an archive. After an
 * interruption, a run continues with the parts that it has not finished.
 */
export interface SourcePart {
  /** A part keeps its name as long as the source's fingerprint is the same. */
  readonly name: string
  readonly records: Stream.Stream<SourceRecord, SourceError>
  /** The same records as lines that any thread can parse; absent if they must be read in one place. */
  readonly pieces?: Pieces
}

/**
 * A record that the source is known to contain, by its ID, with fields that it must have; other fields may have any
 * value.
 */
export type Example = Partial<RawRecord> & { readonly recordId: string }

/** The configuration of a source. */
export interface Configured {
  readonly type: string
  /** As given, before anything was decoded. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The port that a data source implements. */
export interface DataSource {
  readonly manifest: Manifest
  /** The source's configuration, which explanations of results refer to. Absent: the source is written in code. */
  readonly configured?: Configured
  /** Records that the author of the source knows. Only the conformance suite looks them up. */
  readonly examples?: readonly [Example, ...ReadonlyArray<Example>]
  /** Version of the data: the same value means that nothing has changed since the last reading. */
  readonly fingerprint: Effect.Effect<string, SourceError>
  /** All records of one country, in any order. The stream may be run again from the start after a transient failure. */
  readonly records: (country: string) => Stream.Stream<SourceRecord, SourceError>
  /** The same records in parts, each read in its turn. Leave it out if there is nothing to divide. */
  readonly parts?: (country: string) => Stream.Stream<SourcePart, SourceError>
}

const releaseMark = /^release ([^;]{1,80}); /

/** A fingerprint that names the upstream release of the data, so that a run can report it. */
export const withRelease = (release: string, fingerprint: string): string => `release ${release}; ${fingerprint}`

/** The release in a fingerprint, if any. */
export const releaseIn = (fingerprint: string): string | undefined => releaseMark.exec(fingerprint)?.[1]

const retryTransient = { while: (error: SourceError) => error.reason === "transient", times: 4 }

/** A stream that a source's function returns. Node removes types, so that nothing else notices an array or a promise. */
const streamOf = <A>(source: string, member: string, make: () => Stream.Stream<A, SourceError>) =>
  Stream.suspend(() => {
    const found: unknown = make()
    if (Stream.isStream(found)) return found as Stream.Stream<A, SourceError>
    const message = `\`${member}\` of the source ${source} does not return a Stream. Return Stream.fromIterable(…) of an array, and Stream.unwrap(…) of an Effect that loads it.`
    return Stream.fail(new SourceError({ source, reason: "misconfigured", message }))
  })

/** Refuses a member of a manifest that is another one misspelled: left out, it would say nothing or be missing. */
const checkNames = (manifest: unknown): void => {
  if (!Predicate.isObject(manifest)) return
  const name = glance(String(manifest["name"]))
  const known = Object.keys(Manifest.fields)
  for (const member of Object.keys(manifest)) {
    const meant = known.includes(member) ? undefined : member === "country" ? "countries" : nearMember(member, known)
    if (meant === undefined) continue
    const message = `The manifest of the source ${name} has \`${glance(member)}\`, which is not known. Did you mean \`${meant}\`?`
    throw new SourceError({ source: name, reason: "misconfigured", message })
  }
}

/** Refuses a member of another kind, which would fail later, with what JavaScript says of it. */
const checkMembers = ({ fingerprint, manifest, records }: DataSource): void => {
  const refuse = (message: string) => {
    throw new SourceError({ source: manifest.name, reason: "misconfigured", message })
  }
  if (!Effect.isEffect(fingerprint)) {
    refuse(
      `\`fingerprint\` of the source ${manifest.name} is not an Effect. Give Effect.succeed(…) of a text, \`location.fingerprint\`, or Effect.tryPromise({ … }) of what computes it.`
    )
  }
  if (typeof records !== "function") {
    refuse(
      `\`records\` of the source ${manifest.name} is not a function. Give one that takes a country and returns a Stream.`
    )
  }
}

/** Adds what all sources share: a checked manifest, and retries of transient failures. */
export const make = (source: DataSource): DataSource => {
  checkNames(source.manifest)
  const manifest = Schema.decodeUnknownSync(Manifest, { errors: "all" })(source.manifest)
  checkMembers(source)
  return {
    ...source,
    manifest,
    fingerprint: source.fingerprint.pipe(
      Effect.retry({ ...retryTransient, schedule: Schedule.exponential("200 millis") }),
      Effect.withSpan("DataSource.fingerprint", { attributes: { source: source.manifest.name } })
    ),
    records: (country) => streamOf(source.manifest.name, "records", () => source.records(country)),
    ...(source.parts === undefined
      ? {}
      : { parts: (country) => streamOf(source.manifest.name, "parts", () => source.parts!(country)) })
  }
}

/** Two sources have the same name. */
export class DuplicateSource extends Schema.TaggedError<DuplicateSource>()("DuplicateSource", {
  name: Schema.String,
  message: Schema.String
}) {}

/**
 * The sources of this process, in registration order. Sources register here because, if each were a service, the last
 * of two Layers with the same key would silently win.
 */
export class SourceRegistry extends Context.Service<
  SourceRegistry,
  {
    readonly register: (source: DataSource) => Effect.Effect<void, DuplicateSource>
    /**
     * Replaces the sources that an operator has configured, and the names of sources, registered ones included, that
     * are disabled for now. Configured sources follow the registered ones, whose names they cannot take.
     */
    readonly configure: (sources: ReadonlyArray<DataSource>, disabled?: ReadonlySet<string>) => Effect.Effect<void>
    readonly all: Effect.Effect<ReadonlyArray<DataSource>>
    /** Whether the source with this name is enabled. */
    readonly isEnabled: (name: string) => Effect.Effect<boolean>
  }
>()("doorstep/SourceRegistry") {
  static readonly layer = Layer.sync(SourceRegistry, () => {
    const sources = new Map<string, DataSource>()
    let configured: ReadonlyArray<DataSource> = []
    let disabled: ReadonlySet<string> = new Set()
    return SourceRegistry.of({
      register: (source) =>
        Effect.suspend(() => {
          const { name } = source.manifest
          if (sources.has(name)) {
            return Effect.fail(
              new DuplicateSource({
                name,
                message: `Two sources are named "${name}". Give one of them another name in its manifest.`
              })
            )
          }
          sources.set(name, source)
          return Effect.void
        }),
      configure: (replacement, names = new Set()) =>
        Effect.sync(() => {
          disabled = names
          configured = replacement.filter(({ manifest }) => !sources.has(manifest.name))
        }),
      all: Effect.sync(() => [...sources.values(), ...configured]),
      isEnabled: (name) => Effect.sync(() => !disabled.has(name))
    })
  })
}

/** The Layer that registers a source. Merge the Layers of several sources. */
export const layer = (source: DataSource): Layer.Layer<never, DuplicateSource, SourceRegistry> =>
  Layer.effectDiscard(SourceRegistry.use((registry) => registry.register(source)))

/** The same for a source that needs services, such as the Reader. */
export const layerEffect = <E, R>(
  source: Effect.Effect<DataSource, E, R>
): Layer.Layer<never, E | DuplicateSource, R | SourceRegistry> =>
  Layer.effectDiscard(Effect.flatMap(source, (made) => SourceRegistry.use((registry) => registry.register(made))))
