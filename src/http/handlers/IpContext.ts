import { Effect } from "effect"
import type { ClientContext } from "../../../schemas/ClientContext.ts"
import type { Attribution } from "../../geoip/GeoIpResolver.ts"

/** Where an IP address leads, with the attribution that the databases' licences ask for. */
export const withAttributions = (
  context: ClientContext,
  attributions: Effect.Effect<ReadonlyArray<Attribution>>
): Effect.Effect<ClientContext> =>
  context.matchLevel === "none"
    ? Effect.succeed(context)
    : Effect.map(attributions, (asked) => (asked.length === 0 ? context : { ...context, attributions: asked }))
