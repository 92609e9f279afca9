import { type Effect, type Redacted, Schema, type Scope } from "effect"
import type { Address } from "../schemas/Address.ts"
import type { LocationItem } from "../schemas/Locations.ts"
import type { TargetLocale, Translation } from "../schemas/Translation.ts"
import type { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import type { locationFilters } from "../schemas/Fields.ts"
import type { RawRecord } from "../sources/DataSource.ts"

/**
 * What the laws are tested on, in the contract's terms. An adapter makes a subject from a Layer, a deployment
 * (HttpSubject.ts), or anything else that draws addresses.
 */

/** Location filters of a draw, and `q`. */
export type Filters = { readonly [Name in keyof typeof locationFilters]?: string }

/** A request for one address. */
export interface DrawRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly filters: Filters
  readonly seed?: string
  readonly strategy?: "random" | "instant"
  /** The only version of the pool to draw from. Absent: the current one. */
  readonly poolVersion?: number
}

/** A request for up to `count` addresses; unique by default. */
export interface DrawManyRequest extends DrawRequest {
  /** 1 to 50. */
  readonly count: number
  readonly unique?: boolean
  /** At most 500. */
  readonly excludeAddressIds?: ReadonlyArray<string>
}

/** What a single draw and a batch both report about the draw. */
export interface DrawnFrom {
  readonly seed: string
  readonly poolVersion: number
  readonly eligibleCount?: number | undefined
  readonly sourcesTried: ReadonlyArray<string>
}

export interface Drawn extends DrawnFrom {
  readonly address: Address
}

export interface DrawnMany extends DrawnFrom {
  readonly addresses: ReadonlyArray<Address>
  /** Whether the selection had fewer addresses than requested. */
  readonly exhausted: boolean
  /** What the response says about its own size, if anything. */
  readonly stated?: { readonly requested: number; readonly returned: number }
}

/** The subject could not do what was requested: it, or the adapter, is out of order. No law covers this. */
export class SubjectFailure extends Schema.TaggedError<SubjectFailure>()("SubjectFailure", {
  message: Schema.String,
  /** Nobody answered, so that the subject has neither kept nor broken anything. */
  unreachable: Schema.optionalKey(Schema.Literal(true)),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Published pools, from a client's view. */
export interface Pool {
  readonly draw: (request: DrawRequest) => Effect.Effect<Drawn, NoCoverage | SubjectFailure>
  readonly drawMany: (request: DrawManyRequest) => Effect.Effect<DrawnMany, NoCoverage | SubjectFailure>
  readonly findById: (id: string) => Effect.Effect<Address, UnknownAddress | SubjectFailure>
  /** Published residential addresses of each country with a pool. */
  readonly counts: Effect.Effect<
    ReadonlyArray<{ readonly country: string; readonly residential: number }>,
    SubjectFailure
  >
}

/** Which of a country's places to list. */
export interface PlaceQuery {
  readonly country: string
  readonly level: PlaceLevel
  /** Only those of a region or a city; the hierarchy requires one. */
  readonly parent?: { readonly level: "region" | "city"; readonly id: string }
  /** Which of the two lists to request; the search by default. */
  readonly by: "search" | "hierarchy"
  readonly q?: string
}

export type PlaceLevel = "region" | "city" | "district" | "postcode"

/** A page of places. Counts are of published homes. */
export interface PlacePage {
  readonly items: ReadonlyArray<LocationItem>
  readonly total: number
  readonly nextCursor: string | null
}

/** The places in the pools, from a client's view. */
export interface Places {
  readonly list: (
    query: PlaceQuery,
    page: { readonly limit: number; readonly cursor?: string }
  ) => Effect.Effect<PlacePage, SubjectFailure>
}

/** An HTTP request, below `/api/v1`. */
export interface WireRequest {
  readonly path: string
  /** GET by default, POST with a body. */
  readonly method?: "HEAD" | "DELETE"
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is in place of a body, and called JSON. */
  readonly text?: string
  /** By default, the run's own token as `Bearer <token>`, which a function may change. Null: no header at all. */
  readonly authorization?: string | null | ((own: string) => string)
  /** The value of If-None-Match. */
  readonly knows?: string
  /** The value of Accept-Language. */
  readonly language?: string
}

/** A response as received. Header names are lower case. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Additional tokens, for promises that the run's own token cannot show. */
export interface OtherTokens {
  readonly read?: Redacted.Redacted
  readonly revoked?: Redacted.Redacted
  /** One with a small limit, which a run uses up. */
  readonly limited?: Redacted.Redacted
}

/** A running service: its pools and everything around them. */
export interface Deployment extends Pool {
  readonly places: Places
  readonly translate: (
    id: string,
    targetLocale: TargetLocale
  ) => Effect.Effect<Translation, UnknownAddress | SubjectFailure>
  /** Sends one request, without retries. */
  readonly send: (request: WireRequest) => Effect.Effect<WireAnswer, SubjectFailure>
  readonly tokens: OtherTokens
  /** The number of 429 responses so far, and those without a `Retry-After` of whole seconds. */
  readonly refusals: Effect.Effect<{ readonly answers: number; readonly silent: ReadonlyArray<string> }>
  /** How many requests were sent again, because nobody answered them. */
  readonly repeated: Effect.Effect<number>
}

/** The contents of a source at its next synchronization. */
export interface Feed {
  readonly records: ReadonlyArray<RawRecord>
  /** The source fails permanently after this many records. */
  readonly failsAfter?: number
  /** Publish despite what the gates find. */
  readonly anyway?: boolean
}

/** How a synchronization ended. The counts are 0 if nothing was published. */
export interface Synchronized {
  readonly outcome: "published" | "unchanged" | "gated" | "failed"
  readonly added: number
  readonly changed: number
  readonly withdrawn: number
}

/** One country's pool, and the sources that fill it. It starts empty. */
export interface World extends Pool {
  readonly country: string
  /** Names of the registered sources, in registration order; at least two. */
  readonly sources: ReadonlyArray<string>
  /** Replaces the source's contents and synchronizes it, whatever its fingerprint says. */
  readonly synchronize: (source: string, feed: Feed) => Effect.Effect<Synchronized, SubjectFailure>
  /** The same pools through a newly built Layer, as after a restart. */
  readonly reopened: Effect.Effect<Pool, SubjectFailure, Scope.Scope>
}

/** Makes an empty world of a country. Laws about synchronization start with one. */
export type FreshWorld<R = never> = (country: string) => Effect.Effect<World, SubjectFailure, R | Scope.Scope>
