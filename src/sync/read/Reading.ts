import { Effect, FiberSet, Semaphore, Stream } from "effect"
import type { DataSource, SourcePart } from "../../../sources/DataSource.ts"
import type { Completions } from "../complete/Completion.ts"
import { makePartReader, sourceParts } from "./PartReading.ts"
import type { Staging } from "../publish/Publisher.ts"
import { type Helper, ReadingHelp } from "./ReadingHelp.ts"
import type { RunTotals } from "../run/Run.ts"
import { add, noTotals } from "./Tally.ts"
import { repeatedly } from "../../shared/Repeatedly.ts"

/** Receives the progress of reading. */
interface Listener {
  /** `finished`: how many of the records in the totals belong to completed parts. */
  readonly onTotals: (totals: RunTotals, finished: number) => Effect.Effect<void>
  /** Everything is read; this many records are to be checked. */
  readonly checking: (records: number) => Effect.Effect<void>
}

/** How often to check whether new helpers have come. */
const recruitEvery = "2 seconds"

/** How often to check what others have begun. */
const lookEvery = "500 millis"

/** The counts of the parts, and which of them have been taken. */
const makeProgress = (staging: Staging, onTotals: Listener["onTotals"]) => {
  let done = noTotals
  let here = noTotals
  const taken = new Set<string>()
  const finished = new Set<string>()
  const tell = Effect.suspend(() => onTotals(add(done, here), done.read))
  const missing = () => Array.from(taken).filter((part) => !finished.has(part))
  return {
    done: () => done,
    /** False if another process has taken it. */
    take: (part: string): boolean => {
      const isFree = !taken.has(part)
      taken.add(part)
      return isFree
    },
    /** Parts that were taken and are not finished, in the order in which they were taken. */
    missing,
    /** Takes back parts that were handed out and not returned. False if there are none. */
    letGo: (): boolean => {
      const left = missing()
      for (const part of left) taken.delete(part)
      return left.length > 0
    },
    readHere: (totals: RunTotals) =>
      Effect.suspend(() => {
        here = totals
        return tell
      }),
    finishedElsewhere: (part: string, totals: RunTotals) =>
      Effect.suspend(() => {
        // It was taken back, and has been read here.
        if (finished.has(part)) return Effect.void
        staging.adopt(part, totals)
        finished.add(part)
        done = add(done, totals)
        return tell
      }),
    finishedHere: (part: string, totals: RunTotals) =>
      Effect.suspend(() => {
        here = noTotals
        if (finished.has(part)) return tell
        finished.add(part)
        done = add(done, totals)
        return tell
      })
  }
}

type Progress = ReturnType<typeof makeProgress>

/** Names of parts that nobody has taken, one at a time, in the source's order; undefined if there are no more. */
const makeNames = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  staging: Staging,
  { take }: Progress
) {
  const pull = yield* Stream.toPull(Stream.map(sourceParts(source, country), ({ name }) => name))
  const mutex = Semaphore.makeUnsafe(1)
  let ready: ReadonlyArray<string> = []
  let ended = false
  return Effect.gen(function* () {
    while (true) {
      const [name, ...rest] = ready
      if (name === undefined) {
        if (ended) return undefined
        // A fault of the source shows where it is read.
        ready = yield* Effect.catchCause(pull, () =>
          Effect.as(
            Effect.sync(() => (ended = true)),
            []
          )
        )
      } else {
        ready = rest
        if (staging.finished(name) === undefined && take(name)) return name
      }
    }
  }).pipe(mutex.withPermits(1))
})

/** Hands parts to helpers while the scope is open, including those who join later. */
const recruit = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  staging: Staging,
  progress: Progress
) {
  const helpersOf = yield* ReadingHelp
  const known = new Set<string>()
  const nextName = yield* makeNames(source, country, staging, progress)

  const handOut = Effect.fnUntraced(function* ({ read }: Helper): Effect.fn.Return<void> {
    for (let name = yield* nextName; name !== undefined; name = yield* nextName) {
      const totals = yield* read(name)
      if (totals === undefined) return
      yield* progress.finishedElsewhere(name, totals)
    }
  })

  const helping = yield* FiberSet.make<void>()
  const look = Effect.gen(function* () {
    const { fingerprint, runId } = staging
    const place = yield* staging.place
    const helpers = yield* helpersOf({ source: source.manifest.name, country, runId, place, fingerprint })
    for (const helper of helpers) {
      if (known.has(helper.name)) continue
      known.add(helper.name)
      for (let i = 0; i < helper.ahead; i++) yield* FiberSet.run(helping, handOut(helper))
    }
  })
  yield* look.pipe(repeatedly(recruitEvery), Effect.forkScoped)
  return FiberSet.awaitEmpty(helping)
})

/**
 * Reads every part of the source that is not staged yet, and stages what can be kept; helpers may read some of them. If
 * it is run again, it continues with the missing parts. Returns the totals of all parts.
 */
export const readInto = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  staging: Staging,
  completions: Completions,
  { checking, onTotals }: Listener
) {
  const progress = makeProgress(staging, onTotals)
  const readPart = yield* makePartReader(source, country, completions)

  const readFree = Effect.fnUntraced(function* (part: SourcePart) {
    const known = staging.finished(part.name)
    const totals = known ?? (yield* readPart(part, yield* staging.part(part.name), progress.readHere))
    yield* progress.finishedHere(part.name, totals)
  })
  const readHere = (part: SourcePart) => (progress.take(part.name) ? readFree(part) : Effect.void)
  const readRest = Stream.runForEach(sourceParts(source, country), readHere)

  /**
   * Until everything is read: takes back parts that others were handed last and have not begun, so that no reader
   * waits. If both have begun one, the first to finish counts.
   */
  const takeBack = Effect.gen(function* () {
    while (progress.missing().length > 0) {
      const begun = yield* staging.begun
      const last = progress.missing().findLast((name) => !begun.has(name))
      if (last === undefined) yield* Effect.sleep(lookEvery)
      else {
        yield* sourceParts(source, country).pipe(
          Stream.filter(({ name }) => name === last),
          Stream.take(1),
          Stream.runForEach((part) => readFree(part))
        )
      }
    }
  })

  if (source.parts === undefined) yield* readRest
  else {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const helped = yield* recruit(source, country, staging, progress)
        yield* readRest
        yield* Effect.raceFirst(helped, takeBack)
      })
    )
    // Parts that helpers were given and could not read.
    if (progress.letGo()) yield* readRest
  }
  const done = progress.done()
  yield* checking(done.kept)
  const kept = yield* staging.settle
  const rejected =
    done.kept > kept
      ? { ...done.rejected, duplicate: (done.rejected["duplicate"] ?? 0) + done.kept - kept }
      : done.rejected
  const totals: RunTotals = { ...done, kept, rejected }
  return totals
}, Effect.scoped)
