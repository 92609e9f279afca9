import { Effect } from "effect"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { Api } from "../../../schemas/Api.ts"
import type { Country } from "../../../schemas/Countries.ts"
import * as Settings from "../../pool/Countries.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { OneServer } from "../../replicas/PublishedReads.ts"
import { poolUnavailable } from "./Failures.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  Api,
  "countries",
  Effect.fnUntraced(function* (handlers) {
    const pool = yield* PoolRepository
    const sources = yield* SourceRegistry
    const settings = yield* Settings.Countries
    const together = yield* OneServer

    const countries = Effect.gen(function* () {
      const [counts, known] = yield* together(Effect.all([pool.counts, settings.published], { concurrency: 2 }))
      const residential = new Map(counts.map(({ country, residential }) => [country, residential]))
      const codes = new Set(residential.keys())
      for (const { manifest } of yield* sources.all) {
        for (const country of manifest.countries) codes.add(country)
      }
      for (const { country, enabled } of known) {
        if (!enabled) codes.delete(country)
      }
      return Array.from(codes)
        .sort()
        .map((code): Country => {
          const residentialCount = residential.get(code) ?? 0
          return {
            code,
            residentialAvailable: residentialCount > 0,
            residentialCount,
            generationMode: "synchronized-pool"
          }
        })
    }).pipe(Effect.catchTag("StorageUnavailable", poolUnavailable))

    return handlers.handleAll({
      list: () => Effect.map(countries, (data) => ({ data })),
      availability: () =>
        Effect.map(countries, (data) => ({
          data: data.map(({ code, residentialAvailable }) => ({ code, residentialAvailable }))
        }))
    })
  })
)
