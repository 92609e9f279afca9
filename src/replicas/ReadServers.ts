import { Context, Effect, Exit, Fiber, Random } from "effect"
import { WalEnds } from "../database/replicas/Lag.ts"
import { type Asked, behind, busy, Choice } from "./Choice.ts"
import { AnsweredVersions } from "../shared/AnsweredVersions.ts"
import { Floors } from "./Floors.ts"
import type { PublishedReads, ServerAccess, Together } from "./PublishedReads.ts"
import { ReadServer, type Yardstick } from "./ReadServer.ts"
import { isLost, isStorageUnavailable, type StorageUnavailable } from "../database/Outage.ts"

/** How often the state of each server is queried. */
const interval = "500 millis"

type Read<A, E> = (reads: PublishedReads, floor: number) => Effect.Effect<A, E | StorageUnavailable>

/** The server bound to a request with several reads, and whether it was lost meanwhile. */
interface Bound {
  readonly server: ReadServer
  isLost: boolean
}

const CurrentServer = Context.Reference<Bound | undefined>("doorstep/CurrentReadServer", {
  defaultValue: () => undefined
})

/** Whether another server may do better: not if a statement is slow by itself, or the pool is being published. */
const isElsewhereBetter = ({ reason }: StorageUnavailable): boolean =>
  reason !== "StatementTimeout" && reason !== "Republished"

export interface ReadServersOptions {
  readonly primary: ServerAccess & { readonly made: PublishedReads }
  readonly replicas: ReadonlyArray<ServerAccess>
  /** The maximum lag of a replica. */
  readonly lagMillis: number
}

/** Counts requests in progress, and remembers which versions were used. */
const makeOn = (choice: Choice, answered: AnsweredVersions) => {
  const { floors } = choice

  /** Tells other processes about the version before the client can ask them. */
  const spread = <A>({ atLeast, country, versionOf }: Asked<A>, answer: A): Effect.Effect<A> => {
    if (country === undefined || atLeast > 0 || versionOf === undefined) return Effect.succeed(answer)
    const version = versionOf(answer)
    return version <= answered.of(country) ? Effect.succeed(answer) : Effect.as(answered.tell(country, version), answer)
  }

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

  return <A, E>(server: ReadServer, asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | StorageUnavailable> =>
    Effect.suspend(() => {
      if (choice.isBusy(server)) return Effect.fail(busy())
      const { atLeast, country, versionOf } = asked
      const floor = country === undefined ? 0 : floors.of(country)
      server.underWay++
      const answer = Effect.onExit(read(server.reads!, floor), (exit) => Effect.sync(() => end(server, asked, exit)))
      if (atLeast > 0 || versionOf === undefined) return answer
      return Effect.flatMap(answer, (answer) => {
        const version = versionOf(answer)
        if (version >= floor) return spread(asked, answer)
        // Another server responds in its place, or it was restored.
        server.versions.set(country!, version)
        return Effect.fail(behind(server))
      })
    })
}

const nobody: ReadonlyArray<ReadServer> = []

const makeUse = (choice: Choice, answered: AnsweredVersions) => {
  const on = makeOn(choice, answered)

  const lost = (server: ReadServer, error: StorageUnavailable): void => {
    if (isLost(error)) choice.suspect(server)
  }

  const attempt = <A, E>(
    asked: Asked<A>,
    read: Read<A, E>,
    tried: ReadonlyArray<ReadServer>
  ): Effect.Effect<A, E | StorageUnavailable> => {
    const once = (server: ReadServer) =>
      Effect.catchIf(on(server, asked, read), isStorageUnavailable, (error) => {
        lost(server, error)
        if (server.isPrimary || !isElsewhereBetter(error)) return Effect.fail(error)
        return attempt(asked, read, [...tried, server])
      })
    const known = choice.known(asked, tried)
    return known === undefined ? Effect.flatMap(choice.found(asked, tried), once) : once(known)
  }

  const within = <A, E>(bound: Bound, asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | StorageUnavailable> => {
    const { server } = bound
    const fail = (error: StorageUnavailable) => {
      lost(server, error)
      bound.isLost = isElsewhereBetter(error)
      return Effect.fail(error)
    }
    return Effect.flatMap(choice.isFit(server, asked), (isFit) =>
      isFit ? Effect.catchIf(on(server, asked, read), isStorageUnavailable, fail) : fail(behind(server))
    )
  }

  return <A, E>(asked: Asked<A>, read: Read<A, E>): Effect.Effect<A, E | StorageUnavailable> =>
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
  ): Effect.Effect<A, E | StorageUnavailable, R> =>
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

/** Monitors the servers as long as the scope lives. Each has been queried once when this returns. */
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
  const answered = yield* AnsweredVersions
  answered.onHeard((country, version) => yardstick.floors.raise(country, version))
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  choice.suspect = (server) => {
    if (server.isPrimary) return
    server.why ??= "A statement has lost its connection; the server is being checked."
    Fiber.runIn(fork(server.look), scope)
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
    use: makeUse(choice, answered),
    together: makeTogether(choice),
    standings: Effect.sync(() => choice.servers.map((server) => server.standing)),
    refused: Effect.sync(() => choice.refused)
  }
})

export type ReadServers = Effect.Success<ReturnType<typeof makeReadServers>>

/** Checks a server, and logs changes of its state. */
const told = Effect.fnUntraced(function* (server: ReadServer) {
  const before = server.why
  yield* server.look
  if (server.isPrimary || (before === undefined) === (server.why === undefined)) return
  const { name } = server.access
  yield* server.why === undefined
    ? Effect.logInfo(`The replica ${name} is read from again.`)
    : Effect.logWarning(`The replica ${name} is not read from: ${server.why}`)
})
