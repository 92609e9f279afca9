import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import { namedCountry } from "../../../schemas/CountryAliases.ts"
import { AddCountry } from "../../directory/AddCountry.ts"
import { SyncJobs } from "../../sync/run/SyncJobs.ts"
import { handlersOf } from "../server/RequestServices.ts"
import * as DirectoryViews from "./DirectoryViews.ts"
import { conflict, invalid, notThere, outages } from "./Failures.ts"

export const layerNoDeps = handlersOf(
  AdminApi,
  "directory",
  Effect.fnUntraced(function* (handlers) {
    const adding = yield* AddCountry
    const jobs = yield* SyncJobs
    const views = yield* DirectoryViews.make

    return handlers.handleAll({
      list: () => outages(Effect.map(views.list, (data) => ({ data }))),
      get: Effect.fnUntraced(function* ({ params: { country } }) {
        const data = yield* views.country(country)
        return data.entries.length === 0 && data.sources.length === 0
          ? yield* notThere({ message: `The directory has no source of ${namedCountry(country)}.` })
          : { data }
      }, outages),
      add: Effect.fnUntraced(
        function* ({ params: { country }, payload: { entry, part } }) {
          const { note } = yield* CurrentSession
          const plan = yield* adding.plan({ country, from: entry, part })
          yield* note({ target: country, detail: plan.entry.id })
          const source = yield* adding.configure(plan, "console")
          yield* note({ detail: `${plan.entry.id} as ${source}` })
          yield* jobs.start({ source, country, startedBy: "service" })
          return { data: { source, country } }
        },
        outages,
        Effect.catchTags({
          NoSource: notThere,
          UnknownCountry: notThere,
          UnknownEntry: invalid("entry"),
          UnknownPart: invalid("part"),
          PartNeeded: invalid("part"),
          NeedsHand: conflict,
          SourceRefused: conflict,
          UnknownSource: conflict,
          RunInProgress: conflict,
          // The schedules that adding a country proposes are valid.
          InvalidCron: Effect.die
        })
      )
    })
  })
)
