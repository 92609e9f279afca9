import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import type { Conflict } from "../../../schemas/admin/Errors.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import type { InvalidRequest } from "../../../schemas/Errors.ts"
import { type DataSource, SourceRegistry } from "../../../sources/DataSource.ts"
import { ConfiguredSources, type SourceRefused } from "../../sync/configured/ConfiguredSources.ts"
import { Schedules } from "../../sync/run/Schedules.ts"
import { SourceRemoval } from "../../sync/configured/SourceRemoval.ts"
import { testSource } from "../../sync/configured/SourceTest.ts"
import { SyncJobs } from "../../sync/run/SyncJobs.ts"
import type { SyncRequest } from "../../sync/run/SyncReport.ts"
import { conflict, invalid, notThere, outages } from "./Failures.ts"
import * as SourceViews from "./SourceViews.ts"
import { endOfSession, makeLasting } from "./Streams.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** Requests over HTTP get no access to this machine's files and network. */
const configuredBy = "console"

const unknown = (name: string) => notThere({ message: `No source is named "${name}".` })

/** Which member is at fault if a new or changed source is refused. */
const misfit = (error: SourceRefused): Effect.Effect<never, InvalidRequest> =>
  invalid(error.reason === "UnknownType" ? "type" : error.reason === "InvalidName" ? "name" : "options")(error)

const refused = (error: SourceRefused): Effect.Effect<never, Conflict | InvalidRequest> =>
  error.reason === "NameTaken" || error.reason === "NotConfigured" ? conflict(error) : misfit(error)

/** Facts about existing sources, by name. */
const makeNamed = Effect.gen(function* () {
  const configured = yield* ConfiguredSources
  const registry = yield* SourceRegistry
  const views = yield* SourceViews.make
  return {
    list: Effect.map(views.list, (sources) => ({ data: { sources } })),
    show: Effect.fnUntraced(function* (name: string) {
      const source = yield* views.find(name)
      return source === undefined ? yield* unknown(name) : { data: source }
    }),
    isKnown: Effect.fnUntraced(function* (name: string) {
      if (!(yield* views.isKnown(name))) return yield* unknown(name)
    }),
    registered: Effect.fnUntraced(function* (name: string) {
      yield* configured.refresh
      const source = (yield* registry.all).find(({ manifest }) => manifest.name === name)
      return source === undefined ? yield* unknown(name) : source
    })
  }
})

type Named = Effect.Success<typeof makeNamed>

/** Trial readings of sources, which end with the session at the latest. */
const makeTrial = Effect.gen(function* () {
  const sessionEnds = yield* endOfSession
  const lasting = yield* makeLasting
  return Effect.fnUntraced(function* (source: DataSource) {
    const { id } = yield* CurrentSession
    return lasting(testSource(source), sessionEnds(id), (event) => event)
  })
})

/** Starts reading a source, for one country or for all of its countries. */
const makeRun = Effect.fnUntraced(function* ({ registered }: Named) {
  const registry = yield* SourceRegistry
  const jobs = yield* SyncJobs
  return Effect.fnUntraced(
    function* (name: string, asked: Pick<SyncRequest, "country" | "force" | "dryRun" | "anyway">) {
      const { note } = yield* CurrentSession
      const { manifest } = yield* registered(name)
      if (asked.country !== undefined && !manifest.countries.includes(asked.country)) {
        return yield* invalid("country")({ message: `${name} has no records of ${asked.country}.` })
      }
      if (!(yield* registry.isEnabled(name))) {
        return yield* conflict({ message: `The source ${name} is disabled. Enable it first.` })
      }
      const started = yield* jobs.start({ source: name, ...asked, startedBy: "service" })
      const countries = started.map(({ country }) => country)
      yield* note({ detail: `${asked.dryRun === true ? "dry run: " : ""}${countries.join(", ")}` })
      return { data: { source: name, countries } }
    },
    outages,
    Effect.catchTags({ UnknownSource: notThere, RunInProgress: conflict })
  )
})

/** A source's schedule. */
const makeScheduling = Effect.fnUntraced(function* ({ isKnown, show }: Named) {
  const schedules = yield* Schedules
  return {
    set: Effect.fnUntraced(
      function* (name: string, cron: string, enabled: boolean) {
        const { note } = yield* CurrentSession
        yield* note({ detail: enabled ? cron : `${cron}, disabled` })
        yield* isKnown(name)
        yield* schedules.set(name, cron, enabled)
        return yield* show(name)
      },
      outages,
      Effect.catchTag("InvalidCron", invalid("cron"))
    ),
    remove: Effect.fnUntraced(function* (name: string) {
      yield* isKnown(name)
      yield* schedules.remove(name)
      return yield* show(name)
    }, outages)
  }
})

export const layerNoDeps = handlersOf(
  AdminApi,
  "sources",
  Effect.fnUntraced(function* (handlers) {
    const configured = yield* ConfiguredSources
    const removal = yield* SourceRemoval
    const named = yield* makeNamed
    const { isKnown, show } = named
    const schedule = yield* makeScheduling(named)
    const run = yield* makeRun(named)
    const test = yield* makeTrial

    return handlers.handleAll({
      types: () => Effect.succeed({ data: { types: configured.types.map(SourceViews.toType) } }),
      list: () => outages(named.list),
      get: ({ params: { name } }) => outages(show(name)),
      add: Effect.fnUntraced(
        function* ({ payload }) {
          const { note } = yield* CurrentSession
          yield* note({ target: payload.name, detail: payload.type })
          yield* configured.add({ ...payload, configuredBy })
          return yield* Effect.catchTag(show(payload.name), "NotThere", Effect.die)
        },
        outages,
        Effect.catchTag("SourceRefused", refused)
      ),
      edit: Effect.fnUntraced(
        function* ({ params: { name }, payload: { options } }) {
          yield* isKnown(name)
          yield* configured.edit({ name, options, configuredBy })
          return yield* show(name)
        },
        outages,
        Effect.catchTag("SourceRefused", refused)
      ),
      setEnabled: Effect.fnUntraced(
        function* ({ params: { name }, payload: { enabled } }) {
          const { note } = yield* CurrentSession
          yield* note({ detail: enabled ? "enabled" : "disabled" })
          yield* configured.setEnabled(name, enabled)
          return yield* show(name)
        },
        outages,
        Effect.catchTag("SourceRefused", notThere)
      ),
      remove: Effect.fnUntraced(
        function* ({ params: { name } }) {
          yield* isKnown(name)
          return { data: { withdrawing: yield* removal.remove(name) } }
        },
        outages,
        Effect.catchTag("SourceRefused", conflict)
      ),
      test: Effect.fnUntraced(
        function* ({ payload }) {
          const { note } = yield* CurrentSession
          yield* note({ target: payload.name, detail: payload.type })
          return yield* test(yield* configured.make({ ...payload, configuredBy }))
        },
        Effect.catchTag("SourceRefused", misfit)
      ),
      testNamed: ({ params: { name } }) => outages(Effect.flatMap(named.registered(name), test)),
      schedule: ({ params: { name }, payload: { cron, enabled } }) => schedule.set(name, cron, enabled),
      unschedule: ({ params: { name } }) => schedule.remove(name),
      run: ({ params: { name }, payload }) => run(name, payload)
    })
  })
)
