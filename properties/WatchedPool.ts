import { Clock, Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import { onTrial } from "./Bridge.ts"
import { tell } from "./Findings.ts"
import { idsOf, type LawBroken, promise } from "./Law.ts"
import { looks, unlessPublished } from "./Publications.ts"
import type { DrawManyRequest, DrawRequest, Filters, Pool, SubjectFailure } from "./Subject.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import { type Asked, type SeededAnswer, Watch, type Watched, watchedPromises } from "./Watch.ts"

/** When seeds were first requested, and their responses. */
interface Early {
  readonly at: number
  readonly answers: ReadonlyArray<SeededAnswer>
}

/** A pool whose every response is checked, and what was seen. */
export interface WatchedPool {
  readonly pool: Pool
  readonly watch: Watch
  /** Holds a law again that broke while something was published. */
  readonly unlessPublished: <A, E, R>(
    country: string,
    law: () => Effect.Effect<A, E, R>
  ) => Effect.Effect<A | NotApplicable, E, R>
  /** What was requested when the run began, to be requested again when it ends. */
  early: Early
}

/** The members of a request that a single draw accepts. */
const drawOf = ({ country, filters, poolVersion, seed, strategy }: DrawRequest): DrawRequest => ({
  country,
  filters,
  ...(seed === undefined ? {} : { seed }),
  ...(strategy === undefined ? {} : { strategy }),
  ...(poolVersion === undefined ? {} : { poolVersion })
})

/** The same pool, watched. */
export const watched = (pool: Pool): WatchedPool => {
  const watch = new Watch()
  // Laws may pass requests with members that a draw does not accept.
  const draw = Effect.fnUntraced(function* (asked: DrawRequest) {
    const before = watch.settled(yield* Clock.currentTimeMillis)
    const request = drawOf(asked)
    const drawn = yield* pool.draw(request)
    watch.answered(request, drawn, [drawn.address], { before, now: yield* Clock.currentTimeMillis })
    return drawn
  })
  const look = (country: string) =>
    Effect.map(Effect.ignore(draw({ country, filters: {} })), () => ({ poolVersion: watch.version }))
  return {
    watch,
    unlessPublished: (country, law) =>
      unlessPublished(
        Effect.sync(() => ({ poolVersion: watch.version })),
        law,
        { turns: watch.turns, look: look(country) }
      ),
    early: { at: 0, answers: [] },
    pool: {
      ...pool,
      draw,
      drawMany: Effect.fnUntraced(function* (request: DrawManyRequest) {
        const before = watch.settled(yield* Clock.currentTimeMillis)
        const drawn = yield* pool.drawMany(request)
        watch.answered(request, drawn, drawn.addresses, { before, now: yield* Clock.currentTimeMillis })
        watch.batch(request, drawn)
        return drawn
      }),
      findById: Effect.fnUntraced(function* (id: string) {
        const address = yield* pool.findById(id)
        // Perhaps something was published since the last draw.
        for (let i = 0; i < looks && watch.differs(address); i++) yield* look(address.countryCode)
        watch.found(address, yield* Clock.currentTimeMillis)
        return address
      })
    }
  }
}

/** How many seeds are requested at the beginning of a run. */
const askedEarly = 100

/** Requests seeds with single draws and batches, and records when. */
export const askEarly = Effect.fnUntraced(function* (one: WatchedPool, country: string, name: string) {
  yield* Effect.forEach(
    Array.from({ length: askedEarly }, (_, i) => ({ country, filters: {}, seed: `${name} ${i}` })),
    (request, i) =>
      Effect.catchTag(
        i % 4 === 3
          ? Effect.asVoid(one.pool.drawMany({ ...request, count: 5 }))
          : Effect.asVoid(one.pool.draw(request)),
        "NoCoverage",
        () => Effect.void
      ),
    { concurrency, discard: true }
  )
  one.early = { at: yield* Clock.currentTimeMillis, answers: one.watch.seeded }
})

/** Concurrent requests. */
const concurrency = 8

/**
 * How many additional requests a run makes for faults that show only in many responses, and for how many seconds at
 * most.
 */
export interface Vigilance {
  readonly requests: number
  readonly seconds: number
}

/** Filters that the address matches, each kind in turn. */
const filtersOf = (
  i: number,
  { components, locationIds }: { readonly components: { readonly street?: string }; readonly locationIds: Filters }
): Filters => {
  const { cityId, districtId, postcodeId, regionId } = locationIds
  const { street } = components
  const kinds: ReadonlyArray<Filters> = [
    {},
    cityId === undefined ? {} : { cityId },
    postcodeId === undefined ? {} : { postcodeId },
    regionId === undefined ? {} : { regionId },
    street === undefined ? {} : { q: street },
    districtId === undefined ? {} : { districtId }
  ]
  return kinds[i % kinds.length]!
}

/**
 * Sends many ordinary requests: draws and batches, with and without seeds, with each kind of filter, with exclusions.
 * The watch finds what their responses break.
 */
export const askMuch = Effect.fnUntraced(function* (
  { pool }: WatchedPool,
  country: string,
  name: string,
  { requests, seconds }: Vigilance
) {
  const sample = (yield* pool.drawMany({ country, filters: {}, seed: name, count: MAX_BATCH })).addresses
  if (sample.length === 0) return
  let tried = 0
  const ask = (i: number): Effect.Effect<unknown, SubjectFailure> => {
    tried++
    const address = sample[i % sample.length]!
    const filters = filtersOf(Math.floor(i / 2), address)
    const seed = `${name} ${i}`
    const others = idsOf(sample).filter((id) => id !== address.id)
    const excluded = others.slice(0, 1 + (i % 49))
    // Half are draws, and half of those use the strategy `instant` without a seed.
    const one = i % 4 === 0 ? { country, filters, seed } : { country, filters, strategy: "instant" as const }
    const many = {
      country,
      filters,
      // Half of the batches use the strategy `instant` without a seed, too.
      ...(i % 8 > 3 ? { strategy: "instant" as const } : { seed }),
      count: MAX_BATCH,
      unique: i % 4 === 1,
      // An address that is excluded twice is as absent as one that is excluded once.
      excludeAddressIds: i % 16 === 5 ? [...excluded, ...excluded] : excluded
    }
    const asked = i % 2 === 0 ? Effect.asVoid(pool.draw(one)) : Effect.asVoid(pool.drawMany(many))
    // Every other seed is requested twice.
    const twice = i % 8 < 4 && !(i % 4 === 2) ? Effect.andThen(asked, asked) : asked
    return Effect.catchTag(twice, "NoCoverage", () => Effect.void)
  }
  yield* Effect.forEach(
    Array.from({ length: requests }, (_, i) => i),
    ask,
    { concurrency, discard: true }
  ).pipe(Effect.timeoutOption(`${seconds} seconds`))
  yield* (yield* onTrial)({ tried, asked: requests })
})

/** Evenly spread over all of them, including the first and the last. */
const spread = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, i) => all[Math.floor((i * (all.length - 1)) / (most - 1))]!)

const askAgain = (pool: Pool, request: Asked): Effect.Effect<unknown, LawBroken | SubjectFailure> =>
  Effect.catchTag(
    "count" in request ? Effect.asVoid(pool.drawMany(request)) : Effect.asVoid(pool.draw(request)),
    "NoCoverage",
    () => Effect.fail(promise(watchedPromises.seeds).broken("It gave one before, and now nothing matches:", request))
  )

/** Requests the run's seeds again, from first to last, up to a number. */
export const askSeedsAgain = Effect.fnUntraced(function* ({ pool, unlessPublished, watch }: WatchedPool, most: number) {
  const earlier = spread(
    watch.seeded.filter(({ poolVersion }) => poolVersion === watch.version),
    most
  )
  yield* Effect.forEach(earlier, ({ request }) => unlessPublished(request.country, () => askAgain(pool, request)), {
    concurrency,
    discard: true
  })
})

/** Looks up drawn addresses by their IDs. */
export const findDrawn = Effect.fnUntraced(function* ({ pool, watch }: WatchedPool, most: number) {
  const law = promise("Every drawn address MUST be found by its ID")
  const ids = watch.ids.slice(0, most)
  yield* tell({ _tag: "Answers", answers: ids.length })
  const gone = yield* Effect.filter(
    ids,
    (id) => Effect.as(pool.findById(id), false).pipe(Effect.catchTag("UnknownAddress", () => Effect.succeed(true))),
    { concurrency }
  )
  if (gone.length > 0) {
    return yield* law.broken(`${gone.length} of ${ids.length} are unknown:`, gone.slice(0, 10))
  }
})

/** What a pool needs to have before a response could break the promise. */
const offers: Partial<Record<Watched, string>> = {
  returned: "batches that state how many addresses were requested and returned",
  eligible: "responses that state how many addresses were equally likely",
  identity: "an address that is returned more than once",
  exclusions: "a pool with more than one address",
  uniqueness: "a pool with more than one address"
}

/** Promises that no response of the run may have broken. */
export const unbroken = Effect.fnUntraced(function* ({ watch }: WatchedPool, kind: Watched) {
  const answers = watch.looks(kind)
  yield* tell({ _tag: "Answers", answers })
  const breach = watch.breach(kind)
  if (breach !== undefined) {
    const times = breach.answers === 1 ? "" : ` (${breach.answers} responses broke it.)`
    return yield* promise(watchedPromises[kind]).broken(`${breach.message}${times}`, breach.evidence)
  }
  if (answers > 0) return
  return {
    because: `No response of the run could have broken it. Needs ${offers[kind] ?? "more responses"}.`
  } satisfies NotApplicable
})
