import { Effect } from "effect"
import type { EvidenceMix, Pool } from "../../../schemas/admin/Pools.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { type EvidenceCounts, PoolViews } from "../../admin/PoolViews.ts"
import { type PublishedPool, publishedPools } from "../../admin/PublishedPools.ts"
import { Countries, defaultTargets } from "../../pool/Countries.ts"
import { Coverage } from "../../catalog/Coverage.ts"
import { PoolHealth } from "../../sync/run/Health.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import type { Standing } from "../../sync/run/Run.ts"
import { presentExplanations, withoutHomes } from "../../sync/run/StandingVerdict.ts"
import { jobsOf } from "../../sync/run/SyncJob.ts"
import { instant } from "./Instant.ts"

const sharesOf = (counts: Readonly<Record<string, number>>, whole: number) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / whole]))

const toMix = ({ derived, evidence, exact, sampled, version }: EvidenceCounts): EvidenceMix => ({
  shares: sharesOf(evidence, sampled),
  derived: sharesOf(derived, sampled),
  sampled,
  exact,
  poolVersion: version
})

/** What needs attention in a country's pool. That it has no homes is reported once: by a source, if one knows why. */
const explanationsOfPool = (
  country: string,
  pool: PublishedPool | undefined,
  standings: ReadonlyArray<Standing>
): Pool["explanations"] => {
  const homes = pool?.residential ?? 0
  const ofSources = standings
    .filter((standing) => standing.country === country)
    .flatMap((standing) => presentExplanations(standing, homes).map((one) => ({ source: standing.source, ...one })))
  const isTold = ofSources.some(({ severity }) => severity === "attention")
  return pool === undefined || homes > 0 || isTold
    ? ofSources
    : [{ source: null, ...withoutHomes(country, pool.total) }, ...ofSources]
}

/** Everything that the page about pools shows, from tables with one row per country. */
export const make = Effect.gen(function* () {
  const pools = yield* publishedPools
  const registry = yield* SourceRegistry
  const countries = yield* Countries
  const coverage = yield* Coverage
  const health = yield* PoolHealth
  const publisher = yield* Publisher
  const views = yield* PoolViews

  /** When a source of each country was last read completely. */
  const readTimes = Effect.gen(function* () {
    const jobs = jobsOf(yield* registry.all)
    const times = new Map<string, number>()
    const standings = yield* publisher.standings(jobs)
    for (const { country, goodAt } of standings) {
      if (goodAt !== undefined) times.set(country, Math.max(goodAt, times.get(country) ?? 0))
    }
    return { sourced: new Set(jobs.map(({ country }) => country)), standings, times }
  })

  return Effect.gen(function* () {
    const [published, settings, covered, report, evidence, { sourced, standings, times }] = yield* Effect.all(
      [pools, countries.list, coverage.report({ includeComplete: true }), health.report, views.evidence, readTimes],
      { concurrency: 3 }
    )
    const poolOf = new Map(published.map((pool) => [pool.country, pool]))
    const settingOf = new Map(settings.map((of) => [of.country, of]))
    const coverageOf = new Map(covered.map((of) => [of.countryCode, of]))
    const evidenceOf = new Map(evidence.map((of) => [of.country, of]))
    const readyOf = new Map(report.countries.map((of) => [of.code, of]))
    const codes = Array.from(new Set([...poolOf.keys(), ...settingOf.keys(), ...sourced])).sort()
    return codes.map((country): Pool => {
      const [pool, mix] = [poolOf.get(country), evidenceOf.get(country)]
      const readAt = times.get(country)
      const ready = readyOf.get(country)
      const explanations = explanationsOfPool(country, pool, standings)
      return {
        country,
        enabled: settingOf.get(country)?.enabled !== false,
        ready: ready?.ready === true,
        total: pool?.total ?? 0,
        residential: pool?.residential ?? 0,
        poolVersion: pool?.version ?? 0,
        publishedAt: pool === undefined ? null : instant(pool.publishedAt),
        readAt: readAt === undefined ? null : instant(readAt),
        stale: ready !== undefined && ready.count > 0 && !ready.ready,
        sources: pool?.sources ?? [],
        evidence: mix === undefined || mix.sampled === 0 ? null : toMix(mix),
        coverage: coverageOf.get(country) ?? null,
        targets: settingOf.get(country)?.targets ?? defaultTargets,
        verdict: explanations.some(({ severity }) => severity === "attention") ? "attention" : "good",
        explanations,
        weakestEvidence: settingOf.get(country)?.evidence ?? "assumed"
      }
    })
  })
})
