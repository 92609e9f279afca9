import { Context, Effect, Layer, Schedule, Schema, type Stream } from "effect"
import { type Coordinates, CountryCode, DerivationMethod, type DerivedPart } from "../schemas/Address.ts"
import type { StatedKind } from "../schemas/StatedEvidence.ts"
import type { Pieces } from "./threads/Pieces.ts"

/** What a source says of itself. It is shown with every address that comes from it. */
export const Manifest = Schema.Struct({
  /** Lower case, unique among the registered sources; what `sourcesTried` reports. */
  name: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,39}$/)),
  /** ISO 3166-1 alpha-2 codes that the source has records for. */
  countries: Schema.NonEmptyArray(CountryCode),
  license: Schema.NonEmptyString,
  attribution: Schema.NonEmptyString,
  homepage: Schema.NonEmptyString,
  /** How the source knows that an address is a home, in a sentence. */
  evidence: Schema.NonEmptyString,
  /**
   * How many records there are of a country, as the publisher of the data says; of those that it says it of. The conformance
   * suite holds the source to it, to two in a hundred: a last page that is never read shows in nothing else.
   */
  expected: Schema.optionalKey(Schema.Record(CountryCode, Schema.Int.check(Schema.isGreaterThan(0)))),
  /** How cities, regions and postcodes may be derived that its records lack; absent: in every way. */
  derive: Schema.optionalKey(Schema.Array(DerivationMethod))
})
export type Manifest = typeof Manifest.Type

/**
 * One record as the source gives it. The synchronization normalizes, checks and rejects; a source only maps fields.
 * Absent and empty mean the same.
 */
export interface RawRecord {
  /** Stable within the source: the same home keeps it from one version of the data to the next. */
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
  /** Those of the parts above that the source has from around the position, and not from the record. */
  readonly derived?: ReadonlyArray<DerivedPart> | undefined
  /** The settlement of the source's own map that the position belongs to: the city, where nothing surer tells it. */
  readonly settlement?: string | undefined
  /**
   * Why it is a home, or is none (`against`, `register-against`), which outranks weaker evidence of every source. Absent:
   * nothing says that it is a home; it is synchronized, never drawn.
   */
  readonly evidence?: { readonly kind: StatedKind; readonly detail: string } | undefined
  /** BCP 47. */
  readonly language?: string | undefined
  /** What the source calls components in other languages, by BCP 47 tag. Kept for translation. */
  readonly names?: Readonly<Record<string, TranslatedNames>> | undefined
  /** Licence, attribution and page where this record differs from the manifest. */
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly url?: string | undefined
}

/** Names of an address's components in one language. */
export type TranslatedNames = {
  readonly street?: string
  readonly building?: string
  readonly district?: string
  readonly city?: string
  readonly region?: string
}

/**
 * A record that the source holds and does not give, with the reason under which the run counts it: `malformed-record`
 * does not have the form of its format, `malformed-text` has bytes that its encoding does not know, `filtered` is left
 * out by the source's own rules, `other-country` lies in another country than the one that is read, and `duplicate` has the
 * address of another record that the source gives. One bad record is no reason to end a run; {@link SourceError} is for the
 * whole.
 */
export interface Rejected {
  readonly _tag: "Rejected"
  readonly reason: "malformed-record" | "malformed-text" | "filtered" | "other-country" | "duplicate"
  /** Where the record stands and what is wrong with it, in a sentence. */
  readonly detail: string
}

/** What a source's stream is made of. */
export type SourceRecord = RawRecord | Rejected

export const rejected = (reason: Rejected["reason"], detail: string): Rejected => ({ _tag: "Rejected", reason, detail })

export const isRejected = (record: object): record is Rejected => "_tag" in record && record._tag === "Rejected"

/** A source could not be read. `transient` faults are tried again, the others end the run. */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  source: Schema.String,
  reason: Schema.Literals(["transient", "unreadable", "misconfigured"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * A piece of a source that can be read by itself, such as a file of a folder or a member of an archive. A run that
 * breaks off goes on with the parts that it has not finished.
 */
export interface SourcePart {
  /** The same part has the same name as long as the source's fingerprint is the same. */
  readonly name: string
  readonly records: Stream.Stream<SourceRecord, SourceError>
  /** The same records as lines that any thread can read; left out where they are read in one place. */
  readonly pieces?: Pieces
}

/** A record that the source is known to hold, by its ID, and fields that it must have; those left out may be anything. */
export type Example = Partial<RawRecord> & { readonly recordId: string }

/** What a configured source was made of. */
export interface Configured {
  readonly type: string
  /** As they were given, before anything was decoded. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The port that a data source implements. */
export interface DataSource {
  readonly manifest: Manifest
  /** What it was made of, by which results are explained. Absent: it is written in code. */
  readonly configured?: Configured
  /** Records that its author knows by heart. The conformance suite looks them up; nothing else does. */
  readonly examples?: readonly [Example, ...ReadonlyArray<Example>]
  /** Version of the data: the same value means that nothing has changed since it was last read. */
  readonly fingerprint: Effect.Effect<string, SourceError>
  /** Every record of one country, in any order. It may be run again from the start after a transient fault. */
  readonly records: (country: string) => Stream.Stream<SourceRecord, SourceError>
  /** The same records by parts, each read when it is its turn. Leave it out where there is nothing to divide. */
  readonly parts?: (country: string) => Stream.Stream<SourcePart, SourceError>
}

const releaseMark = /^release ([^;]{1,80}); /

/** A fingerprint that says which release of the upstream the data are of, for those who look at a run. */
export const withRelease = (release: string, fingerprint: string): string => `release ${release}; ${fingerprint}`

/** The release that a fingerprint says, if any. */
export const releaseIn = (fingerprint: string): string | undefined => releaseMark.exec(fingerprint)?.[1]

const retryTransient = { while: (error: SourceError) => error.reason === "transient", times: 4 }

/** Completes a source with what all sources share: a checked manifest, and retries of transient faults. */
export const make = (source: DataSource): DataSource => ({
  ...source,
  manifest: Schema.decodeUnknownSync(Manifest)(source.manifest),
  fingerprint: source.fingerprint.pipe(
    Effect.retry({ ...retryTransient, schedule: Schedule.exponential("200 millis") }),
    Effect.withSpan("DataSource.fingerprint", { attributes: { source: source.manifest.name } })
  ),
  records: source.records,
  ...(source.parts === undefined ? {} : { parts: source.parts })
})

/** Two sources claim one name. */
export class DuplicateSource extends Schema.TaggedError<DuplicateSource>()("DuplicateSource", {
  name: Schema.String,
  message: Schema.String
}) {}

/**
 * The sources of this process, in registration order. Sources register here, rather than being one service each,
 * because of two Layers with one key the last would silently win.
 */
export class SourceRegistry extends Context.Service<
  SourceRegistry,
  {
    readonly register: (source: DataSource) => Effect.Effect<void, DuplicateSource>
    /**
     * Replaces the sources that an operator has configured, and the names of those, registered ones too, that are not
     * to be read for now. Configured sources follow the registered ones, whose names they cannot take.
     */
    readonly configure: (sources: ReadonlyArray<DataSource>, disabled?: ReadonlySet<string>) => Effect.Effect<void>
    readonly all: Effect.Effect<ReadonlyArray<DataSource>>
    /** Whether the source of this name may be read. */
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

/** The Layer that registers a source. Merge as many of them as there are sources. */
export const layer = (source: DataSource): Layer.Layer<never, DuplicateSource, SourceRegistry> =>
  Layer.effectDiscard(SourceRegistry.use((registry) => registry.register(source)))

/** The same for a source that needs services to be made, such as the Reader. */
export const layerEffect = <E, R>(
  source: Effect.Effect<DataSource, E, R>
): Layer.Layer<never, E | DuplicateSource, R | SourceRegistry> =>
  Layer.effectDiscard(Effect.flatMap(source, (made) => SourceRegistry.use((registry) => registry.register(made))))
