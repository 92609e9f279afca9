import { Effect, Schema } from "effect"
import type { Source, SourceType } from "../../../schemas/admin/Sources.ts"
import { type Manifest, SourceRegistry } from "../../../sources/DataSource.ts"
import type * as SourceTypes from "../../../sources/SourceType.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { onOneLine } from "../../sync/normalize/CleanText.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import type { SyncJob } from "../../sync/run/SyncJob.ts"
import { explanationsOf, verdictOfStanding } from "../../sync/run/StandingVerdict.ts"
import { dueAt, Schedules, type SourceSchedule } from "../../sync/run/Schedules.ts"
import { instant } from "./Instant.ts"
import { toSummary } from "./RunViews.ts"

const Json = Schema.Record(Schema.String, Schema.Json)

/** A source's options as stored, which are those given: JSON, and an object for every type. */
const optionsOf = (options: unknown): typeof Json.Type => (Schema.is(Json)(options) ? options : {})

/** The options of a type as a self-contained JSON Schema. */
export const toType = ({ choices = {}, options, summary, type }: SourceTypes.SourceType<never>): SourceType => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(options)
  const document = JSON.parse(JSON.stringify({ ...schema, $defs: definitions })) as SourceType["options"]
  return { type, summary, options: document, choices }
}

const byCountry = (one: SyncJob, other: SyncJob): number => (one.country < other.country ? -1 : 1)

const toManifest = ({ attribution, countries, evidence, homepage, license }: Manifest): Source["manifest"] => ({
  countries,
  license: onOneLine(license),
  attribution: onOneLine(attribution),
  homepage: onOneLine(homepage),
  evidence: onOneLine(evidence)
})

const toSchedule = (schedule: SourceSchedule): Source["schedule"] => {
  const due = dueAt(schedule)
  return { cron: schedule.cron, enabled: schedule.enabled, nextAt: due === undefined ? null : instant(due) }
}

/** Sources as pages show them. */
export const make = Effect.gen(function* () {
  const configured = yield* ConfiguredSources
  const registry = yield* SourceRegistry
  const schedules = yield* Schedules
  const publisher = yield* Publisher

  /** What is set for each source, by name: those that are registered, then those that are configured. */
  const settled = Effect.gen(function* () {
    const faults = new Map((yield* configured.refresh).map(({ message, source }) => [source, message]))
    const [settings, disabled, planned, registered] = yield* Effect.all([
      configured.list,
      configured.disabled,
      schedules.list,
      registry.all
    ])
    const settingOf = new Map(settings.map((setting) => [setting.name, setting]))
    const scheduleOf = new Map(planned.map((schedule) => [schedule.source, schedule]))
    const made = new Map(registered.map((source) => [source.manifest.name, source.manifest]))
    const builtIn = registered.map(({ manifest }) => manifest.name).filter((name) => !settingOf.has(name))
    return [...builtIn, ...Array.from(settingOf.keys()).sort()].map((name) => {
      const [setting, manifest, schedule] = [settingOf.get(name), made.get(name), scheduleOf.get(name)]
      return {
        name,
        kind: setting === undefined ? ("builtIn" as const) : ("configured" as const),
        enabled: !disabled.has(name),
        type: setting?.type ?? null,
        options: setting === undefined ? null : optionsOf(setting.options),
        manifest: manifest === undefined ? null : toManifest(manifest),
        fault: faults.get(name) ?? null,
        schedule: schedule === undefined ? null : toSchedule(schedule)
      }
    })
  })

  /** Adds what their runs have done, in two statements however many sources there are. */
  const withRuns = Effect.fnUntraced(function* (sources: Effect.Success<typeof settled>) {
    const runs = (yield* publisher.lastRuns(sources.map(({ name }) => name))).toSorted(byCountry)
    const runsOf = Map.groupBy(runs, ({ source }) => source)
    const jobs = sources.flatMap(({ manifest, name }) => {
      const countries = manifest?.countries ?? (runsOf.get(name) ?? []).map(({ country }) => country)
      return countries.map((country) => ({ source: name, country }))
    })
    const standings = (yield* publisher.standings(jobs)).filter(({ outcome }) => outcome !== undefined)
    const standingsOf = Map.groupBy(standings.toSorted(byCountry), ({ source }) => source)
    return sources.map((source): Source => ({
      ...source,
      lastRuns: (runsOf.get(source.name) ?? []).map(toSummary),
      standings: (standingsOf.get(source.name) ?? []).map((standing) => ({
        country: standing.country,
        verdict: verdictOfStanding(standing),
        explanations: explanationsOf(standing)
      }))
    }))
  })

  const named = (name: string) => Effect.map(settled, (sources) => sources.filter((source) => source.name === name))

  return {
    list: Effect.flatMap(settled, withRuns),
    isKnown: (name: string) => Effect.map(named(name), (found) => found.length > 0),
    find: (name: string) => Effect.map(Effect.flatMap(named(name), withRuns), ([source]) => source)
  }
})
