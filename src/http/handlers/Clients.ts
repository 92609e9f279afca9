import { Effect } from "effect"
import { Api } from "../../../schemas/Api.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { ClientLocator } from "../../geoip/ClientLocator.ts"
import { GeoIpResolver } from "../../geoip/GeoIpResolver.ts"
import { geoIpUnavailable, poolUnavailable } from "./Failures.ts"
import { withAttributions } from "./IpContext.ts"
import { requestIp } from "../edge/RequestIp.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  Api,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clientIp = yield* ClientIp
    const locator = yield* ClientLocator
    const { attributions } = yield* GeoIpResolver

    return handlers.handleAll({
      context: ({ query, request }) =>
        locator.locate(query.ip ?? requestIp(clientIp, request)).pipe(
          Effect.flatMap(({ context }) => withAttributions(context, attributions)),
          Effect.map((data) => ({ data })),
          Effect.catchTags({ GeoIpUnavailable: geoIpUnavailable, StorageUnavailable: poolUnavailable })
        )
    })
  })
)
