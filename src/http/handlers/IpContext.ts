import { Effect } from "effect"
import type { ClientContext } from "../../../schemas/ClientContext.ts"
import type { Attribution } from "../../geoip/GeoIpResolver.ts"

/** Where an IP address leads, with what the licences of the databases that say so ask to be shown beside it. */
export const withAttributions = (
  context: ClientContext,
  attributions: Effect.Effect<ReadonlyArray<Attribution>>
): Effect.Effect<ClientContext> =>
  context.matchLevel === "none"
    ? Effect.succeed(context)
    : Effect.map(attributions, (asked) => (asked.length === 0 ? context : { ...context, attributions: asked }))
