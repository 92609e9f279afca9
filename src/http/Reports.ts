import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import type { ConfigurationError } from "../../schemas/Reports.ts"
import type { SourceError } from "../../sources/DataSource.ts"
import { GeoIpResolver } from "../geoip/GeoIpResolver.ts"
import { Coverage } from "../pool/Coverage.ts"
import { PoolUnavailable } from "../pool/PoolErrors.ts"
import { ConfiguredSources } from "../sync/ConfiguredSources.ts"
import { PoolHealth } from "../sync/Health.ts"
import { poolUnavailable } from "./Failures.ts"

/** A source that is configured, and cannot be made. */
const misconfigured = ({ message, source }: SourceError): ConfigurationError => ({
  code: "SOURCE_MISCONFIGURED",
  message,
  path: `sources.${source}`
})

export const layerNoDeps = HttpApiBuilder.group(
  Api,
  "reports",
  Effect.fnUntraced(function* (handlers) {
    const coverage = yield* Coverage
    const pools = yield* PoolHealth
    const sources = yield* ConfiguredSources
    const geoIp = yield* GeoIpResolver

    const faultsOfSources = sources.refresh.pipe(
      Effect.map((faults) => faults.map(misconfigured)),
      Effect.mapError(({ cause, message }) => new PoolUnavailable({ message, cause }))
    )

    /** Every fault is looked for at the moment of the request, so that one that was mended is gone at once. */
    const dataHealth = Effect.gen(function* () {
      const ofSources = yield* faultsOfSources
      const [{ configurationErrors: ofPools, countries }, ofGeoIp] = yield* Effect.all(
        [pools.report, geoIp.configurationErrors],
        { concurrency: 2 }
      )
      const configurationErrors = [...ofGeoIp, ...ofSources, ...ofPools]
      const healthy = configurationErrors.length === 0 && countries.every(({ ready }) => ready)
      return { data: { healthy, countries, configurationErrors } }
    })

    return handlers.handleAll({
      coverage: ({ query: { country, includeComplete = true } }) =>
        coverage.report({ country, includeComplete }).pipe(
          Effect.map((countries) => ({ data: { countries } })),
          Effect.catchTag("PoolUnavailable", poolUnavailable)
        ),
      dataHealth: () => dataHealth.pipe(Effect.catchTag("PoolUnavailable", poolUnavailable))
    })
  })
)
