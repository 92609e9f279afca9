import { Effect } from "effect"
import type { ConfigurationError, DataHealth } from "../../../schemas/Reports.ts"
import type { SourceError } from "../../../sources/DataSource.ts"
import { GeoIpResolver } from "../../geoip/GeoIpResolver.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { PoolHealth } from "../../sync/run/Health.ts"

/** A configured source that cannot be created. */
const misconfigured = ({ message, source }: SourceError): ConfigurationError => ({
  code: "SOURCE_MISCONFIGURED",
  message,
  path: `sources.${source}`
})

/** Whether the pools serve, and everything that should be fixed, at this moment. */
export const make = Effect.gen(function* () {
  const pools = yield* PoolHealth
  const sources = yield* ConfiguredSources
  const geoIp = yield* GeoIpResolver

  return Effect.gen(function* () {
    const ofSources = (yield* sources.refresh).map(misconfigured)
    const [{ configurationErrors: ofPools, countries, notReady }, ofGeoIp] = yield* Effect.all(
      [pools.report, geoIp.configurationErrors],
      { concurrency: 2 }
    )
    const configurationErrors = [...ofGeoIp, ...ofSources, ...ofPools]
    const healthy = configurationErrors.length === 0 && countries.every(({ ready }) => ready)
    return { health: { healthy, countries, configurationErrors } satisfies DataHealth, notReady }
  })
})
