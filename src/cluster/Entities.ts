import { Schema } from "effect"
import * as ClusterSchema from "effect/cluster/ClusterSchema"
import * as Entity from "effect/cluster/Entity"
import * as Rpc from "effect/rpc/Rpc"
import { RejectSamples } from "../../schemas/RejectSamples.ts"
import { StartedBy } from "../../schemas/StartedBy.ts"
import { RunFacts } from "../sync/run/Run.ts"
import { synchronizationType } from "./ClusterTables.ts"
import { partsGroup } from "./Shards.ts"

/**
 * One synchronization of a source in a country, done by the runner of its shard. The message is kept until there is a
 * reply, so it is delivered again if a runner dies or leaves. A runner that must give it up interrupts it at once.
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
    publish: Schema.optional(Schema.String),
    withdraw: Schema.optional(Schema.Boolean)
  },
  primaryKey: ({ order }) => order
})
  .annotate(ClusterSchema.Persisted, true)
  .annotate(ClusterSchema.InterruptOnTermination, true)

/** The totals of a part that was read, as a message; null if it could not be read here. */
const PartTotals = Schema.NullOr(
  Schema.Struct({
    read: Schema.Int,
    kept: Schema.Int,
    rejected: Schema.Record(Schema.String, Schema.Int),
    samples: Schema.optionalKey(RejectSamples),
    facts: Schema.optionalKey(RunFacts)
  })
)

/** Reads a part of a source for another process's run, and stages it where that run does. */
const Read = Rpc.make("Read", {
  payload: {
    source: Schema.String,
    country: Schema.String,
    runId: Schema.String,
    place: Schema.String,
    fingerprint: Schema.String,
    part: Schema.String
  },
  success: PartTotals,
  primaryKey: ({ part }) => part
})
  .annotate(ClusterSchema.Persisted, true)
  .annotate(ClusterSchema.InterruptOnTermination, true)

/** What one runner reads for one run. */
export const PartReader = Entity.make("PartReader", [Read]).annotate(ClusterSchema.ShardGroup, () => partsGroup)

/** A source in a country: its orders are done one after the other, by one runner. */
export const Synchronization = Entity.make(synchronizationType, [Run])

/** The job of an entity, whose ID is the name of the job. */
export const jobOf = (entityId: string) => {
  const at = entityId.lastIndexOf("/")
  return { source: entityId.slice(0, at), country: entityId.slice(at + 1) }
}
