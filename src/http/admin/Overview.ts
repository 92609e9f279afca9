import { Clock, Effect } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import type { ReadServer } from "../../../schemas/admin/Overview.ts"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { Activity, type ActivityMinute } from "../../admin/Activity.ts"
import { Coverage } from "../../catalog/Coverage.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { ReadServerStandings, type ServerStanding } from "../../replicas/PublishedReads.ts"
import { SyncRuns } from "../../sync/run/SyncRuns.ts"
import * as DataHealth from "../handlers/DataHealth.ts"
import { outages } from "./Failures.ts"
import { instant } from "./Instant.ts"
import { toProblem } from "./Problems.ts"
import { toSummary } from "./RunViews.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** Whole minutes over which a rate is averaged; the current one is left out. */
const rateMinutes = 5

const mean = (points: ReadonlyArray<ActivityMinute>, of: (point: ActivityMinute) => number): number => {
  const whole = points.slice(-rateMinutes - 1, -1)
  return whole.reduce((sum, point) => sum + of(point), 0) / Math.max(1, whole.length)
}

const toReadServer = ({ isUsed, lagBytes, lagMillis, versions, why, ...standing }: ServerStanding): ReadServer => ({
  ...standing,
  used: isUsed,
  why: why ?? null,
  lagSeconds: lagMillis === undefined ? null : lagMillis / 1_000,
  lagBytes: lagBytes ?? null,
  versions: Object.fromEntries(versions)
})

export const layerNoDeps = handlersOf(
  AdminApi,
  "overview",
  Effect.fnUntraced(function* (handlers) {
    const activity = yield* Activity
    const coverage = yield* Coverage
    const health = yield* DataHealth.make
    const pools = yield* PoolRepository
    const runs = yield* SyncRuns
    const servers = yield* ReadServerStandings
    const startedAt = instant(yield* Clock.currentTimeMillis)

    return handlers.handleAll({
      overview: Effect.fnUntraced(function* () {
        const [{ health: report, notReady }, counts, covered, points, running, recent] = yield* Effect.all(
          [
            health,
            pools.counts,
            coverage.report({ includeComplete: true }),
            activity.lastHour,
            runs.running,
            runs.recent({ limit: 10 })
          ],
          { concurrency: 3 }
        )
        const incomplete = covered.filter(({ complete }) => !complete).map(({ countryCode }) => countryCode)
        return {
          data: {
            version: packageJson.version,
            startedAt,
            healthy: report.healthy,
            notReady: notReady.map(({ country, error }) => ({ country, ...toProblem(error) })),
            problems: report.configurationErrors.map(toProblem),
            pools: {
              countries: report.countries.length,
              ready: report.countries.filter(({ ready }) => ready).length,
              total: counts.reduce((sum, { total }) => sum + total, 0),
              residential: counts.reduce((sum, { residential }) => sum + residential, 0)
            },
            coverage: { complete: covered.length - incomplete.length, incomplete },
            readServers: (yield* servers.list).map(toReadServer),
            drawsPerMinute: mean(points, ({ draws }) => draws),
            errorsPerMinute: mean(points, ({ serverErrors }) => serverErrors),
            running: running.map(toSummary),
            recent: recent.map(toSummary)
          }
        }
      }, outages),
      activity: () =>
        activity.lastHour.pipe(
          Effect.map((points) => ({
            data: { points: points.map(({ at, ...counts }) => ({ at: instant(at), ...counts })) }
          })),
          outages
        )
    })
  })
)
