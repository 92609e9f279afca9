import { Schema } from "effect"
import * as ClusterSchema from "effect/cluster/ClusterSchema"
import * as Entity from "effect/cluster/Entity"
import * as Rpc from "effect/rpc/Rpc"
import { RejectSamples, RunFacts, StartedBy } from "../sync/run/Run.ts"

/** Shards of parts are apart from those of synchronizations: who waits for one does not hold up the other. */
export const partsGroup = "parts"

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

/** Totals of a part that was read, as a message; null: it could not be read here. */
const PartTotals = Schema.NullOr(
  Schema.Struct({
    read: Schema.Int,
    kept: Schema.Int,
    rejected: Schema.Record(Schema.String, Schema.Int),
    samples: Schema.optionalKey(RejectSamples),
    facts: Schema.optionalKey(RunFacts)
  })
)

/** A part of a source that somebody reads for a run of another process, and stages where that run does. */
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

/** A source in a country: what is ordered of it is done one after the other, by one runner. */
export const Synchronization = Entity.make("Synchronization", [Run])

/** Names of sources have no slash. */
export const synchronizationId = (source: string, country: string): string => `${source}/${country}`

export const jobOf = (entityId: string) => {
  const at = entityId.lastIndexOf("/")
  return { source: entityId.slice(0, at), country: entityId.slice(at + 1) }
}
