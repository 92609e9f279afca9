import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { invalidRequest } from "../../../schemas/Faults.ts"
import type { MapPoints } from "../../../schemas/admin/Pools.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import { DEFAULT_LIMIT } from "../../../schemas/Paging.ts"
import { PoolJudge } from "../../admin/PoolJudge.ts"
import { PoolViews, type Sample } from "../../admin/PoolViews.ts"
import { Catalog } from "../../catalog/Catalog.ts"
import { Countries } from "../../pool/Countries.ts"
import { invalid, notThere, outages } from "./Failures.ts"
import * as PoolList from "./PoolList.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** Homes in the sample behind a score: within 1.4 percentage points 19 times out of 20, and read in a second. */
const scored = 5_000

const noPool = (country: string) =>
  notThere({ message: `${country} has no pool: no source has records of it, and it has no settings.` })

const toPoints = ({ points, residential, sampled }: Sample): MapPoints => ({ points, residential, sampled })

export const layerNoDeps = handlersOf(
  AdminApi,
  "pools",
  Effect.fnUntraced(function* (handlers) {
    const catalog = yield* Catalog
    const countries = yield* Countries
    const views = yield* PoolViews
    const judge = yield* PoolJudge
    const list = yield* PoolList.make

    const show = Effect.fnUntraced(function* (country: string) {
      const pool = (yield* list).find((one) => one.country === country)
      return pool === undefined ? yield* noPool(country) : { data: pool }
    })

    return handlers.handleAll({
      list: () =>
        list.pipe(
          Effect.map((pools) => ({ data: { pools } })),
          outages
        ),
      get: ({ params: { country } }) => outages(show(country)),
      update: Effect.fnUntraced(
        function* ({ params: { country }, payload: { enabled, targets, weakestEvidence } }) {
          const { note } = yield* CurrentSession
          yield* note({ detail: JSON.stringify({ enabled, targets, weakestEvidence }) })
          // A refused change must change nothing, so targets are checked before anything is written.
          yield* countries.setTargets(country, targets ?? {})
          if (enabled !== undefined) yield* countries.setEnabled(country, enabled)
          if (weakestEvidence !== undefined) yield* countries.setEvidence(country, weakestEvidence)
          return yield* Effect.catchTag(show(country), "NotThere", Effect.die)
        },
        outages,
        Effect.catchTag("CountryRefused", (error) => invalid("targets")(error))
      ),
      places: Effect.fnUntraced(
        function* ({ params: { country }, query: { limit = DEFAULT_LIMIT, parentType = "country", ...query } }) {
          const page = yield* catalog.children({ ...query, country, parentType, limit, residential: true })
          const places = page.items.map(({ availableCount, id, value }) => ({ id, value, residential: availableCount }))
          return { data: { places, total: page.total, nextCursor: page.nextCursor } }
        },
        outages,
        Effect.catchTags({
          InvalidCursor: ({ message }) => Effect.fail(invalidRequest([{ path: "cursor", message }])),
          InvalidParent: (error) => invalid(error.parameter)(error)
        })
      ),
      map: Effect.fnUntraced(function* ({ params: { country }, query: { placeId } }) {
        const sample = yield* placeId === undefined ? views.country(country) : views.place(country, placeId)
        if (sample !== undefined) return { data: toPoints(sample) }
        if (placeId === undefined) return yield* noPool(country)
        return yield* notThere({ message: `${country} has no place with the ID "${placeId}".` })
      }, outages),
      score: Effect.fnUntraced(function* ({ params: { country } }) {
        const score = yield* judge.score(country, { most: scored, examples: 3 })
        if (score === undefined) return yield* noPool(country)
        const { country: _, ...data } = score
        return { data }
      }, outages),
      world: () =>
        views.world.pipe(
          Effect.map((sample) => ({ data: toPoints(sample) })),
          outages
        )
    })
  })
)
