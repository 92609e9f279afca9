import { Context, Effect, Layer, Schema } from "effect"
import { SlowDatabase } from "../../database/Database.ts"
import { ConfiguredSources, type SourceRefused } from "./ConfiguredSources.ts"
import { rowsOf } from "../../database/Rows.ts"
import { outage, type StorageUnavailable } from "../../database/Outage.ts"
import { SyncJobs } from "../run/SyncJobs.ts"

const countryRows = rowsOf({ country: Schema.String })

/** Removes configured sources, together with the addresses that no other source has. */
export class SourceRemoval extends Context.Service<
  SourceRemoval,
  {
    /**
     * Removes a source at once, and orders that its own addresses be withdrawn, with one run per country. Returns those
     * countries. If it fails, the source is still configured, and can be removed again.
     */
    readonly remove: (name: string) => Effect.Effect<ReadonlyArray<string>, SourceRefused | StorageUnavailable>
  }
>()("doorstep/SourceRemoval") {
  static readonly layerNoDeps = Layer.effect(
    SourceRemoval,
    Effect.gen(function* () {
      const sources = yield* ConfiguredSources
      const jobs = yield* SyncJobs
      const sql = yield* SlowDatabase

      return SourceRemoval.of({
        remove: Effect.fn("SourceRemoval.remove")(function* (name) {
          const isConfigured = (yield* sources.list).some((setting) => setting.name === name)
          const rows = isConfigured
            ? yield* countryRows(sql`SELECT country FROM pool WHERE ${name} = ANY (sources) ORDER BY country`).pipe(
                outage("The source was not removed: the database does not respond.")
              )
            : []
          const countries = rows.map(({ country }) => country)
          // Ordered first: of a source that is gone, nobody could order it any more.
          yield* jobs.withdraw(name, countries)
          yield* sources.remove(name)
          return countries
        })
      })
    })
  )
}
