import { Context, Effect, FiberSet, Layer, Schedule, Schema } from "effect"
import { SlowDatabase } from "../../database/Database.ts"
import { ConfiguredSources, type SourceRefused } from "./ConfiguredSources.ts"
import { Publisher } from "../publish/Publisher.ts"
import type { StartedBy } from "../run/Run.ts"
import { rowsOf } from "../../database/Rows.ts"
import { StorageUnavailable } from "../../database/Outage.ts"

const countryRows = rowsOf({ country: Schema.String })

/** Cancels the source's runs in the country, whose results are no longer wanted. */
const cancelRuns = Effect.fnUntraced(function* (publisher: Publisher["Service"], name: string, country: string) {
  for (const run of yield* publisher.running) {
    if (run.source === name && run.country === country) yield* publisher.requestCancel(run.id)
  }
})

/** How often, in milliseconds, and how many times to check whether a run has ended: for ten minutes in all. */
const [lookEvery, looks] = [250, 2400]

/**
 * Publishes, as a separate run, that a source has nothing in a country any more. A run of the source in progress, even
 * one that is only cleaning up after its publication, is cancelled and waited for.
 */
export const withdraw = Effect.fn("SourceRemoval.withdraw")(function* (
  publisher: Publisher["Service"],
  name: string,
  country: string,
  startedBy: StartedBy
) {
  const staging = yield* publisher.begin(name, country, "removed", { startedBy, fresh: true }).pipe(
    Effect.tapErrorTag("RunInProgress", () => cancelRuns(publisher, name, country)),
    Effect.retry({
      while: (error) => error._tag === "RunInProgress",
      schedule: Schedule.spaced(lookEvery),
      times: looks
    })
  )
  const totals = { read: 0, kept: 0, rejected: {} }
  return yield* staging.publish({ totals, limits: { records: 1, cities: 1 }, anyway: true })
}, Effect.scoped)

/** Removes configured sources, together with the addresses that no other source has. */
export class SourceRemoval extends Context.Service<
  SourceRemoval,
  {
    /**
     * Removes a source at once, and withdraws its own addresses in the background, with one run per country. Returns
     * those countries.
     */
    readonly remove: (name: string) => Effect.Effect<ReadonlyArray<string>, SourceRefused | StorageUnavailable>
  }
>()("doorstep/SourceRemoval") {
  static readonly layerNoDeps = Layer.effect(
    SourceRemoval,
    Effect.gen(function* () {
      const sources = yield* ConfiguredSources
      const publisher = yield* Publisher
      const sql = yield* SlowDatabase
      const fork = yield* FiberSet.makeRuntime<never, unknown, unknown>()

      return SourceRemoval.of({
        remove: Effect.fn("SourceRemoval.remove")(function* (name) {
          yield* sources.remove(name)
          const rows = yield* Effect.mapError(
            countryRows(sql`SELECT country FROM pool WHERE ${name} = ANY (sources) ORDER BY country`),
            (cause) =>
              new StorageUnavailable({
                message: "The source was removed, but its addresses were not: the database does not respond.",
                cause
              })
          )
          const countries = rows.map(({ country }) => country)
          fork(
            Effect.forEach(
              countries,
              (country) =>
                Effect.catch(withdraw(publisher, name, country, "service"), ({ message }) =>
                  Effect.logError(`Addresses of the removed source ${name} stay in ${country}: ${message}`)
                ),
              { discard: true }
            )
          )
          return countries
        })
      })
    })
  )
}
