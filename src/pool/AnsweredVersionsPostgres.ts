import { Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { AnsweredVersions } from "../shared/AnsweredVersions.ts"

/** Uses the table of migration 0020, to which each process writes once after a publication. */
export const layerNoDeps = Layer.effect(
  AnsweredVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = new Map<string, number>()
    const listeners: Array<(country: string, version: number) => void> = []
    const turns = Semaphore.makeUnsafe(1)
    let mark = ""
    const of = (country: string) => known.get(country) ?? 0

    const store = (country: string, version: number) =>
      sql`
        UPDATE answered_version
        SET versions = versions || jsonb_build_object(${country}::text, ${version}::int),
          mark = pg_current_xact_id()::text
        WHERE coalesce((versions ->> ${country}::text)::int, 0) < ${version}::int`.pipe(
        Effect.timeout(timeBudgets.answeredVersion.time),
        Effect.tap(() => Effect.sync(() => known.set(country, Math.max(version, of(country))))),
        Effect.ignore
      )

    return {
      of,
      mark: () => mark,
      onHeard: (listener) => void listeners.push(listener),
      hear: (heard, versions) => {
        mark = heard
        for (const [country, version] of Object.entries(versions)) {
          known.set(country, version)
          for (const listener of listeners) listener(country, version)
        }
      },
      tell: (country, version) =>
        Effect.suspend(() =>
          version <= of(country)
            ? Effect.void
            : turns.withPermits(1)(
                Effect.suspend(() => (version <= of(country) ? Effect.void : store(country, version)))
              )
        )
    }
  })
)
