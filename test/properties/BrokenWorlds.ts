import { Effect } from "effect"
import type { Feed, FreshWorld, World } from "../../properties/Subject.ts"
import type { Address } from "../../schemas/Address.ts"
import { forgetsSeeds, salted } from "./BrokenPools.ts"

/** Worlds that break a promise of synchronization on purpose, each in one way. */
export type BreakingWorld = (world: World) => World

export const broken =
  <R>(fresh: FreshWorld<R>, breaking: BreakingWorld): FreshWorld<R> =>
  (country) =>
    Effect.map(fresh(country), breaking)

const telling =
  (change: (source: string, feed: Feed) => Feed): BreakingWorld =>
  (world) => ({ ...world, synchronize: (source, feed) => world.synchronize(source, change(source, feed)) })

/** Keeps everything that a source has ever provided. */
export const neverWithdraws: BreakingWorld = (world) => {
  const said = new Map<string, Feed["records"]>()
  return telling((source, feed) => {
    const records = [...feed.records, ...(said.get(source) ?? [])]
    if (feed.failsAfter === undefined) said.set(source, records)
    return { ...feed, records: records.map((record, i) => ({ ...record, recordId: `${record.recordId}/${i}` })) }
  })(world)
}

/** Withdraws what a source no longer has, even if another source has it. */
export const withdrawsTooMuch: BreakingWorld = (world) => {
  const last = new Map<string, Feed["records"]>()
  const key = ({ city, houseNumber, street }: Feed["records"][number]) => `${city} ${street} ${houseNumber}`
  return {
    ...world,
    synchronize: Effect.fnUntraced(function* (source, feed) {
      const gone = (last.get(source) ?? []).map(key).filter((one) => !feed.records.map(key).includes(one))
      last.set(source, feed.records)
      for (const [other, records] of last) {
        if (other === source || gone.length === 0) continue
        yield* world.synchronize(other, { records: records.filter((one) => !gone.includes(key(one))), anyway: true })
      }
      return yield* world.synchronize(source, feed)
    })
  }
}

/** Ignores evidence against homes. */
export const ignoresAgainst: BreakingWorld = telling((_, feed) => ({
  ...feed,
  records: feed.records.filter(({ evidence }) => !(evidence?.kind.endsWith("against") ?? false))
}))

/** Remembers evidence against homes that no source gives any more. */
export const neverForgivesAgainst: BreakingWorld = (world) => {
  const said = new Map<string, Feed["records"][number]>()
  return telling((source, feed) => {
    const given = new Set(feed.records.map(({ recordId }) => recordId))
    const kept = Array.from(said.values()).filter(({ recordId }) => !given.has(recordId))
    for (const record of feed.records) {
      if (record.evidence?.kind.endsWith("against") === true) said.set(`${source} ${record.recordId}`, record)
    }
    return { ...feed, records: [...feed.records, ...kept] }
  })(world)
}

/** Takes evidence against a home as evidence for it. */
export const takesAgainstForHomes: BreakingWorld = telling((_, feed) => ({
  ...feed,
  records: feed.records.map((record) =>
    record.evidence?.kind.endsWith("against") === true
      ? { ...record, evidence: { kind: "declared", detail: "Something is there." } }
      : record
  )
}))

/** Every publication is a new version, and reports a change. */
export const publishesTwice: BreakingWorld = (world) => ({
  ...world,
  synchronize: (source, feed) => Effect.map(world.synchronize(source, feed), (result) => ({ ...result, changed: 1 }))
})

/** Changes every document with each synchronization. */
export const touchesEverything: BreakingWorld = (world) => {
  let runs = 0
  return telling((_, feed) => {
    runs++
    return { ...feed, records: feed.records.map((record) => ({ ...record, url: `https://example.com/${runs}` })) }
  })(world)
}

/** Each source replaces the other. */
export const lastOneWins: BreakingWorld = (world) => ({
  ...world,
  synchronize: (_, feed) => world.synchronize(world.sources[0]!, { ...feed, anyway: true })
})

/** The same address in two sources becomes two addresses. */
export const doesNotMerge: BreakingWorld = telling((source, feed) => ({
  ...feed,
  records: feed.records.map((record) => ({ ...record, building: source }))
}))

/** Publishes addresses that no evidence calls homes. */
export const callsEverythingHome: BreakingWorld = telling((_, feed) => ({
  ...feed,
  records: feed.records.map((record) => ({ ...record, evidence: record.evidence ?? { kind: "assumed", detail: "?" } }))
}))

export const hasNoGates: BreakingWorld = telling((_, feed) => ({ ...feed, anyway: true }))

/** Shows of a run that is held back what it has read: in lists of addresses, and not in single draws. */
export const leaksWhatIsGated: BreakingWorld = (world) => {
  let isLeaking = false
  return {
    ...world,
    synchronize: (source, feed) =>
      Effect.tap(world.synchronize(source, feed), ({ outcome }) =>
        Effect.sync(() => {
          isLeaking = outcome === "gated"
        })
      ),
    drawMany: (request) =>
      Effect.map(world.drawMany(request), (drawn) => ({
        ...drawn,
        addresses: drawn.addresses.map((address) => (isLeaking ? { ...address, formattedAddress: "?" } : address))
      }))
  }
}

/** Publishes what a source provided before it failed, and only then reports the failure. */
export const publishesFragments: BreakingWorld = (world) => ({
  ...world,
  synchronize: Effect.fnUntraced(function* (source, feed) {
    const { failsAfter } = feed
    if (failsAfter === undefined) return yield* world.synchronize(source, feed)
    yield* world.synchronize(source, { records: feed.records.slice(0, failsAfter), anyway: true })
    return { outcome: "failed" as const, added: 0, changed: 0, withdrawn: 0 }
  })
})

/** Every synchronization changes the addresses of every second seed. */
export const reseedsHalfOnSynchronization: BreakingWorld = (world) => {
  let runs = 0
  const isHit = (seed = "") => Number(/\d+$/.exec(seed)?.[0] ?? 0) % 2 === 1
  return {
    ...world,
    draw: (request) => world.draw({ ...request, ...(isHit(request.seed) ? { seed: `${request.seed}/${runs}` } : {}) }),
    synchronize: (source, feed) => {
      runs++
      return world.synchronize(source, feed)
    }
  }
}

/** Every synchronization changes the addresses of all seeds. */
export const reseedsOnSynchronization: BreakingWorld = (world) => {
  let runs = 0
  return {
    ...world,
    ...salted(() => `/${runs}`)(world),
    synchronize: (source, feed) => {
      runs++
      return world.synchronize(source, feed)
    }
  }
}

export const reopensDifferently: BreakingWorld = (world) => ({
  ...world,
  reopened: Effect.map(
    world.reopened,
    salted(() => "!")
  )
})

/** Responds to the same request differently each time. */
export const drawsAnew: BreakingWorld = (world) => ({ ...world, ...forgetsSeeds(world) })

/** Counts one home more where a text is looked for. */
export const miscountsTexts: BreakingWorld = (world) => ({
  ...world,
  draw: (request) =>
    Effect.map(world.draw(request), (drawn) =>
      request.filters.q === undefined ? drawn : { ...drawn, eligibleCount: (drawn.eligibleCount ?? 0) + 1 }
    )
})

/** Has the first address of a batch in the place of the last one, too. */
export const repeatsInBatches: BreakingWorld = (world) => ({
  ...world,
  drawMany: (request) =>
    Effect.map(world.drawMany(request), (drawn) => ({
      ...drawn,
      addresses: [...drawn.addresses.slice(0, -1), ...drawn.addresses.slice(0, 1)]
    }))
})

/** After its first synchronization, it draws IDs that no published address has. */
export const drawsNowhere: BreakingWorld = (world) => {
  let runs = 0
  return {
    ...world,
    draw: (request) =>
      Effect.map(world.draw(request), (drawn) =>
        runs > 1 ? { ...drawn, address: { ...drawn.address, id: "us-nowhere" } } : drawn
      ),
    synchronize: (source, feed) => {
      runs++
      return world.synchronize(source, feed)
    }
  }
}

/** Still finds, by its ID, every address that it ever drew. */
export const findsWhatIsGone: BreakingWorld = (world) => {
  const drawn = new Map<string, Address>()
  return {
    ...world,
    drawMany: (request) =>
      Effect.tap(world.drawMany(request), ({ addresses }) =>
        Effect.sync(() => {
          for (const address of addresses) drawn.set(address.id, address)
        })
      ),
    findById: (id) => {
      const known = drawn.get(id)
      return known === undefined ? world.findById(id) : Effect.succeed(known)
    }
  }
}
