import { Schema } from "effect"
import * as ClusterSchema from "effect/cluster/ClusterSchema"
import * as Entity from "effect/cluster/Entity"
import * as Rpc from "effect/rpc/Rpc"
import { StartedBy } from "../sync/Run.ts"

/**
 * One synchronization of a source in a country, done by whoever is its runner. The message is kept until it is answered, so
 * that it is delivered anew when a runner dies or leaves; a runner that has to give it up interrupts it at once.
 */
const Run = Rpc.make("Run", {
  payload: {
    order: Schema.String,
    source: Schema.String,
    country: Schema.String,
    startedBy: StartedBy,
    force: Schema.optional(Schema.Boolean),
    anyway: Schema.optional(Schema.Boolean),
    dryRun: Schema.optional(Schema.Boolean),
    publish: Schema.optional(Schema.String)
  },
  primaryKey: ({ order }) => order
})
  .annotate(ClusterSchema.Persisted, true)
  .annotate(ClusterSchema.InterruptOnTermination, true)

/** A source in a country: what is ordered of it is done one after the other, by one runner. */
export const Synchronization = Entity.make("Synchronization", [Run])

/** Names of sources have no slash. */
export const synchronizationId = (source: string, country: string): string => `${source}/${country}`

export const jobOf = (entityId: string) => {
  const at = entityId.lastIndexOf("/")
  return { source: entityId.slice(0, at), country: entityId.slice(at + 1) }
}
