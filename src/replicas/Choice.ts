import { Effect } from "effect"
import { SqlError } from "effect/sql"
import type { Floors } from "./Floors.ts"
import type { ReadServer } from "./ReadServer.ts"
import { StorageUnavailable } from "../database/Outage.ts"

/** Requests that the primary answers at any one time in the place of replicas. */
export const mostOnPrimary = 16

/** What a request reads. */
export interface Asked<A> {
  /** Undefined: of all countries. */
  readonly country: string | undefined
  /** The version that the pool must have at least; 0: any that may be answered from. */
  readonly atLeast: number
  /** The version that an answer is from, where it says so. */
  readonly versionOf?: (answer: A) => number
}

export const busy = () =>
  new StorageUnavailable({
    message: "No replica can be read from, and the primary answers as many others as it may.",
    cause: "busy"
  })

export const behind = ({ access }: ReadServer) =>
  new StorageUnavailable({
    message: `The pools of ${access.name} are older than some that were answered from.`,
    cause: "behind"
  })

/** Whether the server has to be looked at before anybody else is sent there. */
export const isLoss = ({ cause }: StorageUnavailable): boolean =>
  cause === "timeout" || (SqlError.isSqlError(cause) && cause.reason._tag === "ConnectionError")

const spread = (text: string): number => {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash >>> 0
}

/**
 * Sends each read to one server: a replica that is well and whose pools are no older than any that was answered from; else
 * to the primary, as far as that is protected. A read whose server is lost is done again on another.
 *
 * Which replica: the one with the fewest requests under way; among equals each country has its first, so that what is
 * remembered of a country is remembered once.
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

  /** The replica to be read from of those that are well, have not been tried, and are `fit`. */
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

  /** One that is known to be fit: nothing has to be asked. */
  known({ atLeast, country }: Asked<never>, tried: ReadonlyArray<ReadServer>): ReadServer | undefined {
    return this.#replica(country, tried, (server) => server.isAbreast(country, atLeast))
  }

  /** One that may have become fit since it was looked at, which is asked; else the primary. */
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

  /** Whether the primary has enough to do; who asks is refused then. */
  isBusy(server: ReadServer): boolean {
    const isBusy = server.isPrimary && server.underWay >= mostOnPrimary
    if (isBusy) this.refused++
    return isBusy
  }

  /** Asks the server for its version where that is not known to do. */
  readonly isFit = Effect.fnUntraced(
    { self: this },
    function* (server: ReadServer, { atLeast, country }: Asked<never>) {
      if (server.isAbreast(country, atLeast)) return true
      if (country === undefined) {
        yield* server.look
        return server.isAbreast(country, atLeast)
      }
      const version = yield* Effect.catch(server.reads!.versionOf(country), (error) => {
        if (isLoss(error)) this.suspect(server)
        return Effect.succeed(-1)
      })
      if (version !== undefined && version >= 0) server.know(country, version)
      // A pinned version that nobody has is not there: the primary says so, and that a country has no pool at all.
      if (server.isPrimary) return version === undefined || version >= this.floors.of(country)
      return server.isAbreast(country, atLeast)
    }
  )

  /** Nobody is sent there until it has been looked at. */
  suspect: (server: ReadServer) => void = () => undefined
}
