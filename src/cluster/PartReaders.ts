import { Effect, Exit, Latch, Layer, Metric, Scope, Semaphore, Stream } from "effect"
import * as Sharding from "effect/cluster/Sharding"
import { type DataSource, type SourcePart, SourceRegistry } from "../../sources/DataSource.ts"
import { Threads } from "../../sources/threads/Threads.ts"
import { Completion } from "../sync/complete/Completion.ts"
import { refreshConfigured } from "../sync/configured/ConfiguredSources.ts"
import { makePartReader, sourceParts, versionOf } from "../sync/read/PartReading.ts"
import { type Beside, Publisher } from "../sync/publish/Publisher.ts"
import type { Helped } from "../sync/read/ReadingHelp.ts"
import { SyncConcurrency } from "../sync/run/Synchronizer.ts"
import { steadyMillis } from "../shared/Clocks.ts"
import { PartReader } from "./Entities.ts"
import { partsRead } from "./PartsRead.ts"

/**
 * Finds parts by name. They are requested in the source's order, so one pass is enough, and what a source must find out
 * before its first part is found out once. A request for an earlier part starts another pass.
 */
const makeSearch = Effect.fnUntraced(function* (source: DataSource, country: string) {
  const outer = yield* Effect.scope
  const open = Effect.gen(function* () {
    const scope = yield* Scope.fork(outer)
    const pull = yield* Scope.provide(Stream.toPull(sourceParts(source, country)), scope)
    return { scope, pull, ready: [] as ReadonlyArray<SourcePart>, isEnded: false }
  })
  let way = yield* open

  const onThisWay = Effect.fnUntraced(function* (name: string) {
    while (!way.isEnded || way.ready.length > 0) {
      const [part, ...rest] = way.ready
      way.ready = rest
      if (part?.name === name) return part
      if (part !== undefined) continue
      const pulled = yield* Effect.exit(way.pull)
      if (Exit.isSuccess(pulled)) way.ready = pulled.value
      else way.isEnded = true
    }
    return undefined
  })

  return Effect.fnUntraced(function* (name: string) {
    const found = yield* onThisWay(name)
    if (found !== undefined) return found
    yield* Scope.close(way.scope, Exit.void)
    way = yield* open
    return yield* onThisWay(name)
  })
})

/** The source as the run has it; undefined if there is none here, or its data differs. */
const sourceOf = Effect.fnUntraced(function* ({ country, fingerprint, source: name }: Helped) {
  yield* Effect.flatten(refreshConfigured)
  const source = (yield* (yield* SourceRegistry).all).find(({ manifest }) => manifest.name === name)
  if (source === undefined) return undefined
  return (yield* versionOf(source, country, yield* Completion)) === fingerprint ? source : undefined
})

/** Reads parts of one run, one after the other. */
const makeReading = Effect.fnUntraced(function* (run: Helped, beside: Beside) {
  const source = yield* sourceOf(run)
  if (source === undefined) {
    yield* Effect.logInfo(`${run.source} in ${run.country} is read elsewhere, because this machine lacks its data.`)
    return () => Effect.succeed(null)
  }
  const search = yield* makeSearch(source, run.country)
  const readPart = yield* makePartReader(source, run.country, yield* Completion)
  return Effect.fnUntraced(function* (name: string) {
    // A previous reader may have died before it could report this part.
    const known = yield* beside.finished(name)
    if (known !== undefined) return known
    const part = yield* search(name)
    if (part === undefined) return null
    return yield* readPart(part, yield* beside.part(name), () => Effect.void)
  })
})

/** How often messages are checked while helping, in milliseconds, and for how long. */
const lookEvery = 100
const lookFor = 5_000

/**
 * Checks messages more often while there are parts to read: with small parts, waiting for the next message would take
 * longer than reading. Returns an effect to call whenever a message has arrived.
 */
const makeHaste = Effect.gen(function* () {
  const sharding = yield* Sharding.Sharding
  const asked = Latch.makeUnsafe(false)
  let until = 0
  const look = Effect.gen(function* () {
    yield* asked.await
    yield* sharding.pollStorage
    yield* Effect.sleep(lookEvery)
    if ((yield* steadyMillis) > until) yield* asked.close
  })
  yield* Effect.forkScoped(Effect.forever(look))
  return Effect.flatMap(steadyMillis, (now) => {
    until = now + lookFor
    return asked.open
  })
})

/** Reads for one run, as long as parts are requested. */
const makeReader = Effect.fnUntraced(function* (turns: Semaphore.Semaphore, haste: Effect.Effect<unknown>) {
  const publisher = yield* Publisher
  const threads = yield* Threads
  const scope = yield* Effect.scope
  let reading: Effect.Success<ReturnType<typeof makeReading>> | undefined

  const read = Effect.fnUntraced(function* (run: Helped, part: string) {
    const beside = publisher.beside(run)
    if (!(yield* beside.isUnderWay)) return null
    reading ??= yield* Scope.provide(makeReading(run, beside), scope)
    const totals = yield* reading(part)
    if (totals !== null) yield* Metric.update(partsRead, 1)
    return totals
  })

  return PartReader.of({
    Read: ({ payload: { part, ...run } }) =>
      Effect.andThen(haste, read(run, part)).pipe(
        turns.withPermits(1),
        Effect.provideService(Threads, threads),
        Effect.catch(({ message }) =>
          Effect.as(Effect.logInfo(`The part ${part} of ${run.source} cannot be read here: ${message}`), null)
        )
      )
  })
})

/** Reads parts for other processes' runs, for at most `SYNC_CONCURRENCY` runs at once. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const turns = Semaphore.makeUnsafe(yield* SyncConcurrency)
    return PartReader.toLayer(makeReader(turns, yield* makeHaste))
  })
)
