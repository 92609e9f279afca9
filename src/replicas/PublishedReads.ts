import { Context, type Effect } from "effect"
import type { Probed } from "../database/replicas/Probe.ts"
import type { Catalog } from "../catalog/Catalog.ts"
import type { Countries } from "../pool/Countries.ts"
import type { Coverage } from "../catalog/Coverage.ts"
import type { PoolRepository } from "../draw/PoolRepository.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Everything that requests read of published pools on one server, with caches of that server's pools. */
export interface PublishedReads {
  readonly repository: PoolRepository["Service"]
  readonly catalog: Catalog["Service"]
  readonly coverage: Coverage["Service"]
  readonly countries: Pick<Countries["Service"], "list">
  /** Version of the country's pool; undefined if it has none. */
  readonly versionOf: (country: string) => Effect.Effect<number | undefined, StorageUnavailable>
}

/** How to connect to a server. */
export interface ServerAccess {
  /** Its location, without user and password. */
  readonly name: string
  readonly role: "primary" | "replica"
  readonly probe: Effect.Effect<Probed, unknown>
  /** Created once, when the server has responded for the first time. */
  readonly reads: Effect.Effect<PublishedReads, unknown>
  /** Ends every connection to it, which fails everything waiting for a response. */
  readonly endAll: (why: string) => void
}

/** Runs several reads on one server, and repeats all of them on another if that one is lost. */
export type Together = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>

/** For requests that read more than once. With only one server there is nothing to do. */
export const OneServer = Context.Reference<Together>("doorstep/OneServer", { defaultValue: () => (work) => work })

/** What the console's services read of published pools: always from the primary, so that they see their own changes. */
export class PrimaryReads extends Context.Service<
  PrimaryReads,
  Context.Context<PoolRepository | Catalog | Coverage | Countries>
>()("doorstep/PrimaryReads") {}

/** The state of a server, as this process sees it. */
export interface ServerStanding {
  readonly name: string
  readonly role: "primary" | "replica"
  readonly isUsed: boolean
  /** Why it is not used, in a sentence. */
  readonly why: string | undefined
  /** Undefined if unknown. */
  readonly lagMillis: number | undefined
  readonly lagBytes: number | undefined
  /** Requests in progress on it. */
  readonly underWay: number
  /** Requests that it has answered since the process started. */
  readonly answered: number
  readonly versions: ReadonlyMap<string, number>
}

/** The servers that published pools are read from; empty if everything is read from the primary. */
export class ReadServerStandings extends Context.Service<
  ReadServerStandings,
  {
    readonly list: Effect.Effect<ReadonlyArray<ServerStanding>>
    /** Requests refused since the start because the primary was at its limit in place of the replicas. */
    readonly refused: Effect.Effect<number>
  }
>()("doorstep/ReadServerStandings") {}
