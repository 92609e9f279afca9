import { Effect } from "effect"
import type { Floors } from "./Floors.ts"
import type { ReadServer } from "./ReadServer.ts"
import { isLost, StorageUnavailable } from "../database/Outage.ts"

/** How many requests the primary answers concurrently in place of replicas. */
export const mostOnPrimary = 16

/** A request's read. */
export interface Asked<A> {
  /** Undefined for reads across all countries. */
  readonly country: string | undefined
  /** The minimum version of the pool; 0 for any permitted one. */
  readonly atLeast: number
  /** The version that a result is from, if it says so. */
  readonly versionOf?: (answer: A) => number
}

export const busy = () =>
  new StorageUnavailable({
    reason: "Declined",
    message: "No replica can be read from, and the primary is already answering as many requests as it may."
  })

export const behind = ({ access }: ReadServer) =>
  new StorageUnavailable({
    reason: "Declined",
    message: `The pools of ${access.name} are older than versions that responses have come from.`
  })

const spread = (text: string): number => {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash >>> 0
}

/**
 * Sends each read to one server: a healthy replica whose pools are no older than any used before, otherwise the
 * primary, within limits. If the server of a read is lost, the read is retried on another one.
 *
 * Among the replicas, it chooses the one with the fewest requests in progress. Among equals, each country has its
 * preferred one, so that a country's data is cached only once.
 */
export class Choice {
  readonly #primary: ReadServer
  readonly #replicas: ReadonlyArray<ReadServer>
  readonly #salt: number
  readonly floors: Floors
  refused = 0

  constructor(primary: ReadServer, replicas: ReadonlyArray<ReadServer>, floors: Floors, salt: number) {
    this.#primary = primary
    this.#replicas = replicas
    this.floors = floors
    this.#salt = salt
  }

  get servers(): ReadonlyArray<ReadServer> {
    return [this.#primary, ...this.#replicas]
  }

  /** The best replica among those that are healthy, untried and `fit`. */
  #replica(
    country: string | undefined,
    tried: ReadonlyArray<ReadServer>,
    fit: (server: ReadServer) => boolean
  ): ReadServer | undefined {
    const count = this.#replicas.length
    const first = count === 1 ? 0 : this.#salt + spread(country ?? "")
    let best: ReadServer | undefined
    for (let i = 0; i < count; i++) {
      const server = this.#replicas[(first + i) % count]!
      if (server.why !== undefined || tried.includes(server) || !fit(server)) continue
      if (best === undefined || server.underWay < best.underWay) best = server
    }
    return best
  }

  /** A server that is known to be fit, without a query. */
  known({ atLeast, country }: Asked<never>, tried: ReadonlyArray<ReadServer>): ReadServer | undefined {
    return this.#replica(country, tried, (server) => server.isAbreast(country, atLeast))
  }

  /** A server that may have become fit since it was last checked, which is verified; otherwise the primary. */
  readonly found = Effect.fnUntraced({ self: this }, function* (asked: Asked<never>, tried: ReadonlyArray<ReadServer>) {
    const left = [...tried]
    for (;;) {
      const server = this.known(asked, left) ?? this.#replica(asked.country, left, () => true)
      if (server === undefined) break
      if (yield* this.isFit(server, asked)) return server
      left.push(server)
    }
    const primary = this.#primary
    if (tried.includes(primary)) return yield* behind(primary)
    if (this.isBusy(primary)) return yield* busy()
    return (yield* this.isFit(primary, asked)) ? primary : yield* behind(primary)
  })

  /** Whether the primary is at its limit, in which case requests are refused. */
  isBusy(server: ReadServer): boolean {
    const isBusy = server.isPrimary && server.underWay >= mostOnPrimary
    if (isBusy) this.refused++
    return isBusy
  }

  /** Queries the server's version if the known one is not enough. */
  readonly isFit = Effect.fnUntraced(
    { self: this },
    function* (server: ReadServer, { atLeast, country }: Asked<never>) {
      if (server.isAbreast(country, atLeast)) return true
      if (country === undefined) {
        yield* server.look
        return server.isAbreast(country, atLeast)
      }
      const version = yield* Effect.catch(server.reads!.versionOf(country), (error) => {
        if (isLost(error)) this.suspect(server)
        return Effect.succeed(-1)
      })
      if (version !== undefined && version >= 0) server.know(country, version)
      // A pinned version that nobody has does not exist: the primary says so, and also that a country has no pool at
      // all.
      if (server.isPrimary) return version === undefined || version >= this.floors.of(country)
      return server.isAbreast(country, atLeast)
    }
  )

  /** Sends nobody to a server until it has been checked. */
  suspect: (server: ReadServer) => void = () => undefined
}
