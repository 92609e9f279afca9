import { Effect } from "effect"
import { enumerate, idsOf, matches } from "../../properties/Law.ts"
import type { DrawManyRequest, DrawRequest, Filters, Pool } from "../../properties/Subject.ts"
import { NoCoverage } from "../../schemas/Errors.ts"

/** Pools that break a promise on purpose, each in one way. They prove that the laws bite. */
export type Breaking = (pool: Pool) => Pool

/** Draws with requests other than those it received. */
const asking =
  (change: <Request extends DrawRequest | DrawManyRequest>(request: Request) => Request): Breaking =>
  (pool) => ({
    ...pool,
    draw: (request) => pool.draw(change(request)),
    drawMany: (request) => pool.drawMany(change(request))
  })

/** Draws with a salted seed, and reports the seed that it was given. */
export const salted =
  (salt: (request: DrawRequest | DrawManyRequest) => string): Breaking =>
  (pool) => {
    const seedOf = <Request extends DrawRequest>(request: Request) =>
      request.seed === undefined ? request : { ...request, seed: `${request.seed}${salt(request)}` }
    const named = <A extends { readonly seed: string }>({ seed }: DrawRequest, drawn: A): A =>
      seed === undefined ? drawn : { ...drawn, seed }
    return {
      ...pool,
      draw: (request) => Effect.map(pool.draw(seedOf(request)), (drawn) => named(request, drawn)),
      drawMany: (request) => Effect.map(pool.drawMany(seedOf(request)), (drawn) => named(request, drawn))
    }
  }

export const forgetsSeeds: Breaking = (pool) => {
  let calls = 0
  return salted(() => String(calls++))(pool)
}

export const instantGoesItsOwnWay = salted(({ strategy }) => (strategy === "instant" ? "!" : ""))

export const instantBatchesGoTheirOwnWay: Breaking = (pool) => ({
  ...pool,
  drawMany: instantGoesItsOwnWay(pool).drawMany
})

export const dependsOnCount = salted((request) => ("count" in request ? `/${request.count}` : ""))

export const dependsOnCountWhenRepeating = salted((request) =>
  "count" in request && request.unique === false ? `/${request.count}` : ""
)

export const namesAnotherSeed: Breaking = (pool) => ({
  ...pool,
  draw: (request) => Effect.map(pool.draw(request), (drawn) => ({ ...drawn, seed: `${drawn.seed}0` })),
  drawMany: (request) => Effect.map(pool.drawMany(request), (drawn) => ({ ...drawn, seed: `${drawn.seed}0` }))
})

export const isStuck = asking((request) => ({ ...request, seed: request.seed ?? "stuck" }))

export const ignoresExclusions = asking((request) =>
  "excludeAddressIds" in request ? { ...request, excludeAddressIds: [] } : request
)

export const ignoresExclusionsWhenRepeating = asking((request) =>
  "unique" in request && request.unique === false ? { ...request, excludeAddressIds: [] } : request
)

export const excludesTwentyAtMost = asking((request) =>
  "excludeAddressIds" in request
    ? { ...request, excludeAddressIds: request.excludeAddressIds?.slice(0, 20) ?? [] }
    : request
)

export const drawsAnewWhenExcluding = salted((request) =>
  "excludeAddressIds" in request && (request.excludeAddressIds?.length ?? 0) > 0 ? "!" : ""
)

export const forgets = (...names: ReadonlyArray<keyof Filters>): Breaking =>
  asking((request) => ({
    ...request,
    filters: Object.fromEntries(
      Object.entries(request.filters).filter(([name]) => !names.includes(name as keyof Filters))
    )
  }))

type Batch = Effect.Success<ReturnType<Pool["drawMany"]>>

const batchesOf =
  (change: (batch: Batch, request: DrawManyRequest) => Batch): Breaking =>
  (pool) => ({
    ...pool,
    drawMany: (request) => Effect.map(pool.drawMany(request), (batch) => change(batch, request))
  })

export const repeatsTheFirst = batchesOf((batch) => ({
  ...batch,
  addresses: batch.addresses.map((address, i) =>
    i > 0 && i === batch.addresses.length - 1 ? batch.addresses[0]! : address
  )
}))

export const stopsShort = batchesOf((batch) => ({ ...batch, addresses: batch.addresses.slice(0, -1) }))

/** Like a sampler that gives up after a number of tries, which happens in small places. */
export const givesUp = batchesOf((batch, { count }) => {
  const addresses = count > 10 ? batch.addresses.slice(0, 10) : batch.addresses
  return { ...batch, addresses, exhausted: addresses.length < count }
})

export const isNeverExhausted = batchesOf((batch) => ({ ...batch, exhausted: false }))

export const countsItsBatchesTwice = batchesOf((batch) => ({ ...batch, poolVersion: batch.poolVersion + 1 }))

export const failsWhenNothingIsLeft: Breaking = (pool) => ({
  ...pool,
  drawMany: (request) =>
    Effect.filterOrFail(
      pool.drawMany(request),
      ({ addresses }) => addresses.length > 0,
      () => new NoCoverage({ message: "Nothing is left." })
    )
})

/** Any exclusion excludes everything. */
export const excludesTheWholeScope = batchesOf((batch, { excludeAddressIds = [] }) =>
  excludeAddressIds.length > 0 ? { ...batch, addresses: [], exhausted: true } : batch
)

export const namesNoSource: Breaking = (pool) => ({
  ...pool,
  draw: (request) => Effect.map(pool.draw(request), (drawn) => ({ ...drawn, sourcesTried: [] })),
  drawMany: (request) => Effect.map(pool.drawMany(request), (drawn) => ({ ...drawn, sourcesTried: [] }))
})

export const altersDocuments: Breaking = (pool) => ({
  ...pool,
  findById: (id) => Effect.map(pool.findById(id), (address) => ({ ...address, language: "tlh" }))
})

export const losesDocuments: Breaking = (pool) => ({ ...pool, findById: () => pool.findById("us-nowhere") })

/** Compares filters to the letter. */
export const comparesExactly: Breaking = (pool) => ({
  ...pool,
  draw: (request) =>
    Effect.filterOrFail(
      pool.draw(request),
      ({ address }) => request.filters.city === undefined || request.filters.city === address.components.city,
      () => new NoCoverage({ message: "No such city." })
    )
})

/** Never draws one of the addresses, but counts it. */
export const hides =
  (hidden: string): Breaking =>
  (pool) => {
    const draw = (request: DrawRequest, again: number): ReturnType<Pool["draw"]> =>
      Effect.flatMap(pool.draw({ ...request, seed: `${request.seed}${"+".repeat(again)}` }), (drawn) =>
        drawn.address.id === hidden && again < 9 ? draw(request, again + 1) : Effect.succeed(drawn)
      )
    return { ...pool, draw: (request) => draw(request, 0) }
  }

/** Its batches never contain one of the addresses. */
export const hidesFromBatches =
  (hidden: string): Breaking =>
  (pool) => ({
    ...pool,
    drawMany: (request) =>
      pool.drawMany({ ...request, excludeAddressIds: [...(request.excludeAddressIds ?? []), hidden].slice(-500) })
  })

/** If nothing matches, draws from everything. */
export const widens: Breaking = (pool) => ({
  ...pool,
  draw: (request) => Effect.catchTag(pool.draw(request), "NoCoverage", () => pool.draw({ ...request, filters: {} }))
})

export const saysNothing: Breaking = (pool) => ({
  ...pool,
  draw: (request) =>
    Effect.catchTag(pool.draw(request), "NoCoverage", () => Effect.fail(new NoCoverage({ message: "No." })))
})

/** Reads the ID of a place as the ID of its region. */
export const mixesUpIds = forgets("cityId", "districtId", "postcodeId")

export const miscounts: Breaking = (pool) => ({
  ...pool,
  counts: Effect.map(pool.counts, (counts) => counts.map((entry) => ({ ...entry, residential: entry.residential + 1 })))
})

export const countsTooManyEligible: Breaking = (pool) => ({
  ...pool,
  draw: (request) =>
    Effect.map(pool.draw(request), (drawn) => ({ ...drawn, eligibleCount: (drawn.eligibleCount ?? 0) + 1 }))
})

/** Makes two draws and returns the smaller ID: keys at the low end come up twice as often. */
export const prefersLowKeys: Breaking = (pool) => ({
  ...pool,
  draw: (request) =>
    Effect.map(Effect.all([pool.draw(request), pool.draw({ ...request, seed: `${request.seed}+` })]), ([one, other]) =>
      one.address.id < other.address.id ? one : other
    ),
  drawMany: (request) =>
    Effect.map(
      Effect.all([pool.drawMany(request), pool.drawMany({ ...request, seed: `${request.seed}+` })]),
      ([one, other]) => ({
        ...one,
        addresses: one.addresses.map((address, i) =>
          i % 2 === 0 && other.addresses[i]!.id < address.id ? other.addresses[i]! : address
        )
      })
    )
})

/** Cycles through its addresses: each is as frequent as any other, but nothing is random. */
export const goesRound =
  (request: DrawRequest): Breaking =>
  (pool) => {
    let next = 0
    return {
      ...pool,
      draw: () =>
        Effect.gen(function* () {
          const batch = yield* pool.drawMany({ ...request, seed: "round", count: 50 })
          const { addresses, exhausted: _, ...context } = batch
          return { ...context, address: addresses[next++ % addresses.length]! }
        })
    }
  }

/** The addresses of the village that the filters select, for tests that need an ID. */
export const idsMatching = (pool: Pool, filters: Filters) =>
  Effect.map(enumerate(pool, { country: "US", filters: {}, seed: "all" }), (addresses) =>
    idsOf(addresses.filter((address) => matches(address, filters)))
  )
