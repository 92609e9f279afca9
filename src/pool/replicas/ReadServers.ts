import { Context, Effect, Exit, Predicate, Random } from "effect"
import { SqlError } from "effect/sql"
import { WalEnds } from "../../database/replicas/Lag.ts"
import { PoolUnavailable } from "../PoolErrors.ts"
import { Floors } from "./Floors.ts"
import type { PublishedReads, ServerAccess, Together } from "./PublishedReads.ts"
import { ReadServer, type Yardstick } from "./ReadServer.ts"

/** Requests that the primary answers at any one time in the place of replicas. */
export const mostOnPrimary = 16

/** How often each server is asked how it stands. */
const interval = "500 millis"

/** What a request reads. */
export interface Asked<A> {
  /** Undefined: of all countries. */
  readonly country: string | undefined
  /** The version that the pool must have at least; 0: any that may be answered from. */
  readonly atLeast: number
  /** The version that an answer is from, where it says so. */
  readonly versionOf?: (answer: A) => number
}

type Read<A, E> = (reads: PublishedReads, floor: number) => Effect.Effect<A, E | PoolUnavailable>

/** The server that a request of several reads has, and whether it was lost meanwhile. */
interface Bound {
  readonly server: ReadServer
  isLost: boolean
}

const CurrentServer = Context.Reference<Bound | undefined>("doorstep/CurrentReadServer", {
  defaultValue: () => undefined
})

const busy = () =>
  new PoolUnavailable({
    message: "No replica can be read from, and the primary answers as many others as it may.",
    cause: "busy"
  })

const behind = ({ access }: ReadServer) =>
  new PoolUnavailable({
    message: `The pools of ${access.name} are older than some that were answered from.`,
    cause: "behind"
  })

const isUnavailable = (error: unknown): error is PoolUnavailable => Predicate.isTagged(error, "PoolUnavailable")

/** Whether another server may do better: not where a statement is slow by itself, or the pool is being published. */
const isElsewhereBetter = ({ cause }: PoolUnavailable): boolean => {
  if (Predicate.isTagged(cause, "PoolChanged")) return false
  return !(SqlError.isSqlError(cause) && cause.reason._tag === "StatementTimeoutError")
}

/** Whether the server has to be looked at before anybody else is sent there. */
const isLoss = ({ cause }: PoolUnavailable): boolean =>
  cause === "timeout" || (SqlError.isSqlError(cause) && cause.reason._tag === "ConnectionError")

const spread = (text: string): number => {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash >>> 0
}

export interface ReadServersOptions {
  readonly primary: ServerAccess & { readonly made: PublishedReads }
  readonly replicas: ReadonlyArray<ServerAccess>
  /** How far a replica may be behind. */
  readonly lagMillis: number
}

/**
 * Sends each read to one server: a replica that is well and whose pools are no older than any that was answered from; else
 * to the primary, as far as that is protected. A read whose server is lost is done again on another.
 *
 * Which replica: the one with the fewest requests under way; among equals each country has its first, so that what is
 * remembered of a country is remembered once.
 */
class Choice {
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
  readonly isFit = Effect.fnUntraced({ self: this }, function* (server: ReadServer, { atLeast, country }: Asked<never>) {
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
  })

  /** Nobody is sent there until it has been looked at. */
  suspect: (server: ReadServer) => void = () => undefined
}

/** Counts what is under way, and remembers what was answered. */
const makeOn = (choice: Choice) => {
  const { floors } = choice

  const end = <A>(server: ReadServer, { country, versionOf }: Asked<A>, exit: Exit.Exit<A, unknown>): void => {
    server.underWay--
    if (Exit.isFailure(exit)) return
    server.answered++
    if (country === undefined) return
    const version = versionOf?.(exit.value)
    if (version !== undefined) server.know(country, version)
    const known = server.versions.get(country)
    if (known !== undefined) floors.raise(country, known)
  }

  return <A, E>(server: ReadServer, asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | PoolUnavailable> =>
    Effect.suspend(() => {
      if (choice.isBusy(server)) return Effect.fail(busy())
      const { atLeast, country, versionOf } = asked
      const floor = country === undefined ? 0 : floors.of(country)
      server.underWay++
      const answer = Effect.onExit(read(server.reads!, floor), (exit) => Effect.sync(() => end(server, asked, exit)))
      if (floor === 0 || atLeast > 0 || versionOf === undefined) return answer
      return Effect.flatMap(answer, (answer) => {
        const version = versionOf(answer)
        if (version >= floor) return Effect.succeed(answer)
        // Another server answers in its place, or it was restored.
        server.versions.set(country!, version)
        return Effect.fail(behind(server))
      })
    })
}

const nobody: ReadonlyArray<ReadServer> = []

const makeUse = (choice: Choice) => {
  const on = makeOn(choice)

  const lost = (server: ReadServer, error: PoolUnavailable): void => {
    if (isLoss(error)) choice.suspect(server)
  }

  const attempt = <A, E>(
    asked: Asked<A>,
    read: Read<A, E>,
    tried: ReadonlyArray<ReadServer>
  ): Effect.Effect<A, E | PoolUnavailable> => {
    const once = (server: ReadServer) =>
      Effect.catchIf(on(server, asked, read), isUnavailable, (error) => {
        lost(server, error)
        if (server.isPrimary || !isElsewhereBetter(error)) return Effect.fail(error)
        return attempt(asked, read, [...tried, server])
      })
    const known = choice.known(asked, tried)
    return known === undefined ? Effect.flatMap(choice.found(asked, tried), once) : once(known)
  }

  const within = <A, E>(bound: Bound, asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | PoolUnavailable> => {
    const { server } = bound
    const fail = (error: PoolUnavailable) => {
      lost(server, error)
      bound.isLost = isElsewhereBetter(error)
      return Effect.fail(error)
    }
    return Effect.flatMap(choice.isFit(server, asked), (isFit) =>
      isFit ? Effect.catchIf(on(server, asked, read), isUnavailable, fail) : fail(behind(server))
    )
  }

  return <A, E>(asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | PoolUnavailable> =>
    Effect.withFiber((fiber) => {
      const bound = fiber.getRef(CurrentServer)
      return bound === undefined ? attempt(asked, read, nobody) : within(bound, asked, read)
    })
}

const anything: Asked<never> = { country: "", atLeast: 0 }

const makeTogether = (choice: Choice): Together => {
  const attempt = <A, E, R>(
    work: Effect.Effect<A, E, R>,
    tried: ReadonlyArray<ReadServer>
  ): Effect.Effect<A, E | PoolUnavailable, R> =>
    Effect.flatMap(choice.found(anything, tried), (server) => {
      const bound: Bound = { server, isLost: false }
      return Effect.catchIf(
        Effect.provideService(work, CurrentServer, bound),
        () => bound.isLost && !server.isPrimary,
        () => attempt(work, [...tried, server])
      )
    })
  return (work) =>
    Effect.withFiber((fiber) => (fiber.getRef(CurrentServer) === undefined ? attempt(work, nobody) : work))
}

/** Looks after the servers for as long as the scope lives. All have been asked once when it is there. */
export const makeReadServers = Effect.fnUntraced(function* (options: ReadServersOptions) {
  const yardstick: Yardstick = {
    floors: new Floors(),
    ends: new WalEnds(),
    lagMillis: options.lagMillis,
    database: undefined
  }
  const primary = new ReadServer(options.primary, yardstick)
  primary.reads = options.primary.made
  const replicas = options.replicas.map((access) => new ReadServer(access, yardstick))
  const salt = yield* Random.nextIntBetween(0, 2 ** 16)
  const choice = new Choice(primary, replicas, yardstick.floors, salt)
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  choice.suspect = (server) => {
    if (server.isPrimary) return
    server.why ??= "A statement has found its connection lost; it is being looked at."
    fork(Effect.forkIn(server.look, scope))
  }

  yield* primary.look
  yield* Effect.forEach(replicas, (server) => server.look, { concurrency: "unbounded", discard: true })
  yield* Effect.forEach(choice.servers, (server) =>
    Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(interval), told(server))), scope)
  )
  yield* Effect.forEach(replicas, ({ access, why }) =>
    why === undefined ? Effect.void : Effect.logWarning(`The replica ${access.name} is not read from: ${why}`)
  )

  return {
    use: makeUse(choice),
    together: makeTogether(choice),
    standings: Effect.sync(() => choice.servers.map((server) => server.standing)),
    refused: Effect.sync(() => choice.refused)
  }
})

export type ReadServers = Effect.Success<ReturnType<typeof makeReadServers>>

/** Looks at a server, and says what has changed. */
const told = Effect.fnUntraced(function* (server: ReadServer) {
  const before = server.why
  yield* server.look
  if (server.isPrimary || (before === undefined) === (server.why === undefined)) return
  const { name } = server.access
  yield* server.why === undefined
    ? Effect.logInfo(`The replica ${name} is read from again.`)
    : Effect.logWarning(`The replica ${name} is not read from: ${server.why}`)
})
