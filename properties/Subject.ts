import { type Effect, type Redacted, Schema, type Scope } from "effect"
import type { Address } from "../schemas/Address.ts"
import type { LocationItem } from "../schemas/Locations.ts"
import type { TargetLocale, Translation } from "../schemas/Translation.ts"
import type { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import type { locationFilters } from "../schemas/Fields.ts"
import type { RawRecord } from "../sources/DataSource.ts"

/**
 * What the laws are held against, in the words of the contract. An adapter makes one out of a Layer, a deployment
 * (HttpSubject.ts) or anything else that draws addresses.
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
  /** The version of the pool to draw from, and no other. Absent: the current one. */
  readonly poolVersion?: number
}

/** A request for up to `count` addresses; `unique` unless it says otherwise. */
export interface DrawManyRequest extends DrawRequest {
  /** 1 to 50. */
  readonly count: number
  readonly unique?: boolean
  /** At most 500. */
  readonly excludeAddressIds?: ReadonlyArray<string>
}

/** What one address and a batch say of their draw alike. */
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
  /** Whether the selection held fewer addresses than were asked for. */
  readonly exhausted: boolean
  /** What the answer says of its own size, where it says anything. */
  readonly stated?: { readonly requested: number; readonly returned: number }
}

/** The subject could not do what it was asked: it is out of order, or the adapter is. No law speaks of it. */
export class SubjectFailure extends Schema.TaggedError<SubjectFailure>()("SubjectFailure", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Published pools, as a client sees them. */
export interface Pool {
  readonly draw: (request: DrawRequest) => Effect.Effect<Drawn, NoCoverage | SubjectFailure>
  readonly drawMany: (request: DrawManyRequest) => Effect.Effect<DrawnMany, NoCoverage | SubjectFailure>
  readonly findById: (id: string) => Effect.Effect<Address, UnknownAddress | SubjectFailure>
  /** Published residential addresses of each country that has a pool. */
  readonly counts: Effect.Effect<
    ReadonlyArray<{ readonly country: string; readonly residential: number }>,
    SubjectFailure
  >
}

/** What is listed of a country's places. */
export interface PlaceQuery {
  readonly country: string
  readonly level: PlaceLevel
  /** Of a region or a city alone; by the hierarchy where it is one of those. */
  readonly parent?: { readonly level: "region" | "city"; readonly id: string }
  /** Which of two lists is asked: the search unless it says otherwise. */
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

/** The places of the pools, as a client sees them. */
export interface Places {
  readonly list: (
    query: PlaceQuery,
    page: { readonly limit: number; readonly cursor?: string }
  ) => Effect.Effect<PlacePage, SubjectFailure>
}

/** A request as it goes over the wire, below `/api/v1`. */
export interface WireRequest {
  readonly path: string
  /** Sent as JSON by POST. */
  readonly body?: unknown
  /** The run's own unless given. Null: no header at all. */
  readonly authorization?: string | null
}

/** An answer as it came. Header names are in lower case. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Tokens beside the run's own, for what only they can show. */
export interface OtherTokens {
  readonly read?: Redacted.Redacted
  readonly revoked?: Redacted.Redacted
  /** One with a small limit, which a run uses up. */
  readonly limited?: Redacted.Redacted
}

/** A running service: pools, and what is around them. */
export interface Deployment extends Pool {
  readonly places: Places
  readonly translate: (
    id: string,
    targetLocale: TargetLocale
  ) => Effect.Effect<Translation, UnknownAddress | SubjectFailure>
  /** Sends one request, and does not send it again. */
  readonly send: (request: WireRequest) => Effect.Effect<WireAnswer, SubjectFailure>
  readonly tokens: OtherTokens
  /** Answers of 429 so far, and those of them without a `Retry-After` of whole seconds. */
  readonly refusals: Effect.Effect<{ readonly answers: number; readonly silent: ReadonlyArray<string> }>
}

/** What a source holds when it is synchronized next. */
export interface Feed {
  readonly records: ReadonlyArray<RawRecord>
  /** The source breaks off for good after so many records. */
  readonly failsAfter?: number
  /** Publish in spite of what the gates find. */
  readonly anyway?: boolean
}

/** How a synchronization ended. The counts are 0 where nothing was published. */
export interface Synchronized {
  readonly outcome: "published" | "unchanged" | "gated" | "failed"
  readonly added: number
  readonly changed: number
  readonly withdrawn: number
}

/** One country's pool together with the sources that fill it. It starts empty. */
export interface World extends Pool {
  readonly country: string
  /** Names of the registered sources, in registration order; at least two. */
  readonly sources: ReadonlyArray<string>
  /** The source now holds this, and is synchronized, whatever its fingerprint says. */
  readonly synchronize: (source: string, feed: Feed) => Effect.Effect<Synchronized, SubjectFailure>
  /** The same pools through a newly built Layer, as after a restart. */
  readonly reopened: Effect.Effect<Pool, SubjectFailure, Scope.Scope>
}

/** Makes an empty world of a country. Laws about synchronization start with one. */
export type FreshWorld<R = never> = (country: string) => Effect.Effect<World, SubjectFailure, R | Scope.Scope>
