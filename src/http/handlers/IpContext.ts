import { Effect } from "effect"
import type { ClientContext } from "../../../schemas/ClientContext.ts"
import type { Attribution } from "../../geoip/Attribution.ts"

/** The place of an IP address, with the attribution that the databases' licences require. */
export const withAttributions = (
  context: ClientContext,
  attributions: Effect.Effect<ReadonlyArray<Attribution>>
): Effect.Effect<ClientContext> =>
  context.matchLevel === "none"
    ? Effect.succeed(context)
    : Effect.map(attributions, (asked) => (asked.length === 0 ? context : { ...context, attributions: asked }))
