import { Context, type Effect } from "effect"
import type { Probed } from "../database/replicas/Probe.ts"
import type { Catalog } from "../catalog/Catalog.ts"
import type { Countries } from "../pool/Countries.ts"
import type { Coverage } from "../catalog/Coverage.ts"
import type { PoolRepository } from "../draw/PoolRepository.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Everything that requests read of published pools, on one server, with what is remembered of that server's pools. */
export interface PublishedReads {
  readonly repository: PoolRepository["Service"]
  readonly catalog: Catalog["Service"]
  readonly coverage: Coverage["Service"]
  readonly countries: Pick<Countries["Service"], "list">
  /** Version of the country's pool; undefined when it has none. */
  readonly versionOf: (country: string) => Effect.Effect<number | undefined, StorageUnavailable>
}

/** How a server is reached. */
export interface ServerAccess {
  /** Where it is, without user and password. */
  readonly name: string
  readonly role: "primary" | "replica"
  readonly probe: Effect.Effect<Probed, unknown>
  /** Made once, when the server has answered for the first time. */
  readonly reads: Effect.Effect<PublishedReads, unknown>
  /** Ends every connection to it, so that what waits for its answers fails. */
  readonly endAll: (why: string) => void
}

/** Runs work of several reads on one server, and all of it again on another when that one is lost. */
export type Together = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>

/** Of a request that reads more than once. With one server there is nothing to be done for that. */
export const OneServer = Context.Reference<Together>("doorstep/OneServer", { defaultValue: () => (work) => work })

/** What administration reads of published pools: of the primary, always, so that it sees what it has just changed. */
export class PrimaryReads extends Context.Service<
  PrimaryReads,
  Context.Context<PoolRepository | Catalog | Coverage | Countries>
>()("doorstep/PrimaryReads") {}

/** How a server stands, as this process sees it. */
export interface ServerStanding {
  readonly name: string
  readonly role: "primary" | "replica"
  readonly isUsed: boolean
  /** Why it is not, in a sentence. */
  readonly why: string | undefined
  /** Undefined: not known. */
  readonly lagMillis: number | undefined
  readonly lagBytes: number | undefined
  /** Requests that are being answered from it. */
  readonly underWay: number
  /** Requests that were answered from it since the process was started. */
  readonly answered: number
  readonly versions: ReadonlyMap<string, number>
}

/** The servers that published pools are read from: none are named where everything is read from the primary. */
export class ReadServerStandings extends Context.Service<
  ReadServerStandings,
  {
    readonly list: Effect.Effect<ReadonlyArray<ServerStanding>>
    /** Requests that were refused since the start because the primary answers enough others in the replicas' place. */
    readonly refused: Effect.Effect<number>
  }
>()("doorstep/ReadServerStandings") {}
