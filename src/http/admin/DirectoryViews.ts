import { Effect } from "effect"
import type {
  AddFigures,
  CountryDirectory,
  CountryState,
  DirectoryCountry,
  ExistingSource,
  RecommendedEntry
} from "../../../schemas/admin/Directory.ts"
import type { DirectoryEntry } from "../../../schemas/Directory.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { AddCountry } from "../../directory/AddCountry.ts"
import { best } from "../../directory/AddChoice.ts"
import { type AddPlan, madeOf } from "../../directory/AddPlan.ts"
import { Directory } from "../../directory/Directory.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import type { Standing } from "../../sync/run/Run.ts"
import { isUnsuccessful } from "../../sync/run/StandingVerdict.ts"
import { jobsOf } from "../../sync/run/SyncJob.ts"
import { SyncJobs } from "../../sync/run/SyncJobs.ts"
import * as SourceViews from "./SourceViews.ts"

const toRecommended = ({
  access,
  addresses,
  bytes,
  evidence,
  id,
  license,
  title,
  upstream
}: DirectoryEntry): RecommendedEntry => ({ id, title, upstream, evidence, license, access, bytes, addresses })

const toFigures = ({
  country: _country,
  entry: _entry,
  options: _options,
  others: _others,
  type: _type,
  ...figures
}: AddPlan): AddFigures => figures

interface Situation {
  readonly published: ReadonlyMap<string, number>
  readonly adding: ReadonlySet<string>
  /** Countries whose runs have yet to start, in the order of their turns. */
  readonly waiting: ReadonlyArray<string>
  readonly standings: ReadonlyArray<Standing>
}

/** Why a country needs attention, if it does. */
const attentionOf = (country: string, { published, standings }: Situation): string | null => {
  // A run that somebody cancelled counts as never started.
  const own = standings.filter(
    ({ country: of, outcome }) => of === country && outcome !== undefined && outcome !== "cancelled"
  )
  const bad = own.find(isUnsuccessful)
  if (bad !== undefined) return `${bad.source}: ${bad.message ?? `its last run is ${bad.outcome}`}`
  return own.length > 0 && (published.get(country) ?? 0) === 0 ? "What was read of it has no homes." : null
}

interface Stand {
  readonly state: CountryState
  readonly attention: string | null
  readonly place: number | null
}

const stateOf = (country: string, situation: Situation): Stand => {
  const place = situation.waiting.indexOf(country)
  if (situation.adding.has(country)) return { state: "adding", attention: null, place: place < 0 ? null : place + 1 }
  const attention = attentionOf(country, situation)
  if (attention !== null) return { state: "attention", attention, place: null }
  return { state: (situation.published.get(country) ?? 0) > 0 ? "ready" : "none", attention: null, place: null }
}

const toCountry = (country: string, entries: ReadonlyArray<DirectoryEntry>, there: Situation): DirectoryCountry => {
  const whole = best(entries.filter(({ part }) => part === null))
  return {
    country,
    entries: entries.length,
    published: there.published.get(country) ?? 0,
    ...stateOf(country, there),
    best: whole === undefined ? null : toRecommended(whole)
  }
}

/** The directory as pages show it, with what the service already has. */
export const make = Effect.gen(function* () {
  const directory = yield* Directory
  const adding = yield* AddCountry
  const configured = yield* ConfiguredSources
  const publisher = yield* Publisher
  const registry = yield* SourceRegistry
  const jobs = yield* SyncJobs
  const pool = yield* PoolRepository
  const sources = yield* SourceViews.make

  const situation = Effect.gen(function* () {
    const running = (yield* publisher.running).map(({ country }) => country)
    const taken = (yield* jobs.pending).map(({ country }) => country)
    const published = (yield* pool.counts).map(({ country, residential }) => [country, residential] as const)
    yield* configured.refresh
    const enabled = yield* Effect.filter(yield* registry.all, ({ manifest }) => registry.isEnabled(manifest.name))
    const there: Situation = {
      published: new Map(published),
      adding: new Set([...running, ...taken]),
      waiting: Array.from(new Set(taken)).filter((country) => !running.includes(country)),
      standings: yield* publisher.standings(jobsOf(enabled))
    }
    return there
  })

  const list = Effect.gen(function* () {
    const there = yield* situation
    const byCountry = Map.groupBy(yield* directory.entries, ({ country }) => country)
    const codes = new Set([...byCountry.keys(), ...there.published.keys()])
    const takenAt = (yield* directory.indexes).map((index) => index.takenAt).sort()
    const countries = Array.from(codes, (country) => toCountry(country, byCountry.get(country) ?? [], there))
    return {
      countries: countries.sort((a, b) => (a.country < b.country ? -1 : 1)),
      indexesAt: takenAt[0] ?? null
    }
  })

  const existing = Effect.fnUntraced(function* (country: string, plans: ReadonlyArray<AddPlan>) {
    const settings = yield* configured.list
    const own = (yield* sources.list).filter(({ manifest }) => manifest?.countries.includes(country))
    return own.map(({ enabled, lastRuns, name, schedule, type }): ExistingSource => {
      const setting = settings.filter((one) => one.name === name)
      return {
        name,
        type,
        enabled,
        entry: plans.find(({ entry }) => madeOf(entry, setting) !== undefined)?.entry.id ?? null,
        schedule,
        lastRun: lastRuns.find((run) => run.country === country) ?? null
      }
    })
  })

  const country = Effect.fnUntraced(function* (code: string) {
    // State and count come from a single read of the situation.
    const there = yield* situation
    const { plans, recommended } = yield* adding.country(code)
    const found: CountryDirectory = {
      country: code,
      ...stateOf(code, there),
      published: there.published.get(code) ?? 0,
      entries: plans.map(({ entry }) => entry),
      recommended: recommended?.id ?? null,
      plans: Object.fromEntries(plans.map((plan) => [plan.entry.id, toFigures(plan)])),
      sources: yield* existing(code, plans)
    }
    return found
  })

  return { list, country }
})
