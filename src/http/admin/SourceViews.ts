import { Effect, Schema } from "effect"
import type { Source, SourceType } from "../../../schemas/admin/Sources.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import type * as SourceTypes from "../../../sources/SourceType.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import type { Run } from "../../sync/run/Run.ts"
import { explanationsOf, verdictOfStanding } from "../../sync/run/StandingVerdict.ts"
import { dueAt, Schedules } from "../../sync/run/Schedules.ts"
import { instant } from "./Instant.ts"
import { toSummary } from "./RunViews.ts"

/** How many runs of one source are searched for the last one of each country. */
const runsPerSource = 60

const Json = Schema.Record(Schema.String, Schema.Json)

/** A source's options as stored, which are those given: JSON, and an object for every type. */
const optionsOf = (options: unknown): typeof Json.Type => (Schema.is(Json)(options) ? options : {})

/** The options of a type as a self-contained JSON Schema. */
export const toType = ({ choices = {}, options, summary, type }: SourceTypes.SourceType<never>): SourceType => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(options)
  const document = JSON.parse(JSON.stringify({ ...schema, $defs: definitions })) as SourceType["options"]
  return { type, summary, options: document, choices }
}

/** The last run of each country, by country. */
const lastRuns = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const last = new Map<string, Run>()
  for (const run of runs) if (!last.has(run.country)) last.set(run.country, run)
  return Array.from(last.values()).sort((a, b) => (a.country < b.country ? -1 : 1))
}

/** Sources as pages show them. */
export const make = Effect.gen(function* () {
  const configured = yield* ConfiguredSources
  const registry = yield* SourceRegistry
  const schedules = yield* Schedules
  const publisher = yield* Publisher

  const list = Effect.gen(function* () {
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
    const names = [...builtIn, ...Array.from(settingOf.keys()).sort()]
    return yield* Effect.forEach(
      names,
      Effect.fnUntraced(function* (name) {
        const [setting, manifest, schedule] = [settingOf.get(name), made.get(name), scheduleOf.get(name)]
        const due = schedule === undefined ? undefined : dueAt(schedule)
        const last = lastRuns(yield* publisher.runs(runsPerSource, { source: name }))
        const countries = manifest?.countries ?? last.map(({ country }) => country)
        const standings = yield* publisher.standings(countries.toSorted().map((country) => ({ source: name, country })))
        const source: Source = {
          name,
          kind: setting === undefined ? "builtIn" : "configured",
          enabled: !disabled.has(name),
          type: setting?.type ?? null,
          options: setting === undefined ? null : optionsOf(setting.options),
          manifest:
            manifest === undefined
              ? null
              : {
                  countries: manifest.countries,
                  license: manifest.license,
                  attribution: manifest.attribution,
                  homepage: manifest.homepage,
                  evidence: manifest.evidence
                },
          fault: faults.get(name) ?? null,
          schedule:
            schedule === undefined
              ? null
              : { cron: schedule.cron, enabled: schedule.enabled, nextAt: due === undefined ? null : instant(due) },
          lastRuns: last.map(toSummary),
          standings: standings
            .filter(({ outcome }) => outcome !== undefined)
            .map((standing) => ({
              country: standing.country,
              verdict: verdictOfStanding(standing),
              explanations: explanationsOf(standing)
            }))
        }
        return source
      }),
      { concurrency: 4 }
    )
  })

  const find = (name: string) => Effect.map(list, (sources) => sources.find((source) => source.name === name))

  return { list, find }
})
