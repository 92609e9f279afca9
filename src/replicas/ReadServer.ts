import { Cause, Effect, Exit, Option } from "effect"
import { SqlError } from "effect/sql"
import type { Lag, WalEnds } from "../database/replicas/Lag.ts"
import type { Probed } from "../database/replicas/Probe.ts"
import { causeMessage, databaseSays } from "../database/ServerSession.ts"
import type { Floors } from "./Floors.ts"
import type { PublishedReads, ServerAccess, ServerStanding } from "./PublishedReads.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { steadyMillis } from "../shared/Clocks.ts"

/** What all servers are compared with. */
export interface Yardstick {
  readonly floors: Floors
  readonly ends: WalEnds
  readonly lagMillis: number
  /** The identity of the primary's database, once known. */
  database: string | undefined
}

const seconds = (millis: number): string => (millis / 1_000).toFixed(1)

const said = (error: unknown): string => {
  if (SqlError.isSqlError(error)) return causeMessage(error)
  return databaseSays(error) ?? (error instanceof Error ? error.message : "its answer makes no sense")
}

/** A server that published pools are read from, and its state. */
export class ReadServer {
  readonly access: ServerAccess
  readonly #yardstick: Yardstick
  /** Undefined until it has responded for the first time. */
  reads: PublishedReads | undefined
  /** Why it is not used; undefined if it is. */
  why: string | undefined = "It has not been checked yet."
  underWay = 0
  answered = 0
  /** At least these versions: what it serves never goes back. */
  versions = new Map<string, number>()
  #lag: Lag | undefined
  /** How far it had replayed when it last answered, and when that was. */
  #had: { readonly reached: number; readonly at: number } | undefined
  /** Where it stands with a log that the primary lacks. */
  #astrayAt: number | undefined
  #isLooking = false

  constructor(access: ServerAccess, yardstick: Yardstick) {
    this.access = access
    this.#yardstick = yardstick
  }

  get isPrimary(): boolean {
    return this.access.role === "primary"
  }

  /** Whether the pool is known to be no older than any used before. */
  isAbreast(country: string | undefined, atLeast: number): boolean {
    const { floors } = this.#yardstick
    if (country === undefined) return floors.isMetBy(this.versions)
    const floor = Math.max(atLeast, floors.of(country))
    return floor === 0 || (this.versions.get(country) ?? 0) >= floor
  }

  know(country: string, version: number): void {
    if (version > (this.versions.get(country) ?? 0)) this.versions.set(country, version)
  }

  get standing(): ServerStanding {
    const { access, answered, underWay, versions, why } = this
    return {
      name: access.name,
      role: access.role,
      isUsed: why === undefined,
      why,
      lagMillis: this.#lag?.millis,
      lagBytes: this.#lag?.bytes,
      answered,
      underWay,
      versions: new Map(versions)
    }
  }

  /** Queries the server's state. Concurrent calls do nothing. */
  readonly look: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#isLooking) return Effect.void
    this.#isLooking = true
    return this.#asked.pipe(
      Effect.ensuring(
        Effect.sync(() => {
          this.#isLooking = false
        })
      )
    )
  })

  readonly #asked = Effect.gen({ self: this }, function* () {
    const at = yield* steadyMillis
    let stalled = false
    const stop = Effect.sync(() => {
      stalled = true
      this.access.endAll("The server has stalled")
    })
    const exit = yield* Effect.scoped(
      Effect.andThen(
        // A stalled server may not react to a request to cancel a statement, and nobody waits for that.
        Effect.forkScoped(Effect.andThen(Effect.sleep(timeBudgets.replicaAnswer.time), stop)),
        Effect.exit(this.#answer)
      )
    )
    if (Exit.isSuccess(exit)) return this.#judge(exit.value, at, yield* steadyMillis)
    const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    this.#lose(stalled ? "It does not answer within a second." : `It cannot be queried: ${said(error)}.`)
  })

  get #answer(): Effect.Effect<Probed, unknown> {
    return Effect.tap(this.access.probe, () =>
      this.reads !== undefined
        ? Effect.void
        : Effect.map(this.access.reads, (reads) => {
            this.reads = reads
          })
    )
  }

  #lose(why: string): void {
    this.why = why
    this.#lag = undefined
    if (!this.isPrimary) this.access.endAll(why)
  }

  #judge(found: Probed, at: number, now: number): void {
    const { ends, floors, lagMillis } = this.#yardstick
    if (this.isPrimary) {
      this.#yardstick.database = found.database
      // One in recovery may still lack what its replicas have.
      ends.add(at, found.end, !found.isReplica)
      this.#lag = { millis: 0, bytes: 0 }
      this.why = found.isReplica ? "It is in recovery, so it is not a primary." : undefined
      floors.hear(at, found.versions)
    } else {
      const fault = this.#faultOf(found) ?? this.#straying(found.reached, now)
      if (fault !== undefined) return this.#lose(fault)
      ends.add(at, found.end, false)
      this.#lag = ends.lagOf(found.reached, now)
      this.why =
        this.#lag.millis > lagMillis
          ? `It is ${seconds(this.#lag.millis)} seconds behind, more than ${seconds(lagMillis)}.`
          : undefined
    }
    this.versions = new Map(found.versions)
    floors.see(now, found.versions)
  }

  /**
   * A standby that takes over may lack what another one has received. That one cannot follow it, but would serve the
   * lost publications for as long as the new log is shorter. It stands still there until it is rewound.
   */
  #straying(reached: number, now: number): string | undefined {
    const had = this.#had
    this.#had = { reached, at: now }
    if (had !== undefined && this.#yardstick.ends.lacks(had.reached, had.at)) this.#astrayAt = had.reached
    else if (reached !== this.#astrayAt) this.#astrayAt = undefined
    return this.#astrayAt !== undefined && reached >= this.#astrayAt
      ? "It has changes that the primary lacks, so it cannot follow it: rewind it (pg_rewind) or make it anew."
      : undefined
  }

  #faultOf({ database, isPooled, isReplica }: Probed): string | undefined {
    const { database: expected } = this.#yardstick
    if (expected === undefined) return "It is not known yet which database the primary has."
    if (database !== expected) return "It has a different database than the primary, so it is not one of its replicas."
    if (!isReplica) return "It is not in recovery: it accepts writes of its own, and follows no primary."
    return isPooled ? "It does not pass on the settings of a connection, as a pooler such as PgBouncer." : undefined
  }
}
