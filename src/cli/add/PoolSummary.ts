import { Effect, Option, Schema } from "effect"
import { Address } from "../../../schemas/Address.ts"
import { PoolViews } from "../../admin/PoolViews.ts"
import { Catalog } from "../../catalog/Catalog.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"

/** The seed of the home shown, and of the request that returns it. */
export const shownSeed = "abc"

/** What a country's pool looks like. */
export const PoolSummary = Schema.Struct({
  homes: Schema.Int,
  /** Null if the pool has no home. */
  home: Schema.NullOr(Address),
  /** Shares of homes by kind of evidence, estimated from a sample, largest first. */
  evidence: Schema.Array(Schema.Struct({ kind: Schema.String, share: Schema.Finite })),
  /** Regions with homes, the one with the most homes first. */
  regions: Schema.Array(Schema.Struct({ name: Schema.String, homes: Schema.Int })),
  /** Official regions without a home. */
  emptyRegions: Schema.Int
})
export type PoolSummary = typeof PoolSummary.Type

/** More than the regions of any country. */
const most = 1_000

export const poolSummary = Effect.fnUntraced(function* (
  country: string
): Effect.fn.Return<PoolSummary, unknown, PoolRepository | PoolViews | Catalog> {
  const pool = yield* PoolRepository
  const views = yield* PoolViews
  const homes = (yield* pool.counts).find((one) => one.country === country)?.residential ?? 0
  const draw = yield* Effect.option(pool.draw({ country, filters: {}, seed: shownSeed, strategy: "random" }))
  // Samples the pool unless it has been sampled since its publication.
  yield* views.country(country)
  const counts = (yield* views.evidence).find((one) => one.country === country)
  const evidence = Object.entries(counts?.evidence ?? {}).map(([kind, count]) => ({
    kind,
    share: count / (counts?.sampled ?? 1)
  }))
  const { items } = yield* (yield* Catalog).children({
    country,
    parentType: "country",
    childType: "region",
    residential: true,
    limit: most
  })
  const regions = items.map(({ availableCount, value }) => ({ name: value, homes: availableCount }))
  return {
    homes,
    home: Option.isSome(draw) ? draw.value.address : null,
    evidence: evidence.sort((a, b) => b.share - a.share),
    regions: regions.filter((region) => region.homes > 0).sort((a, b) => b.homes - a.homes),
    emptyRegions: regions.filter((region) => region.homes === 0).length
  }
})
