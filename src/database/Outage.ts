import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

/**
 * Stored data cannot be read or written: the storage is unreachable, does not answer in time, or returns rows of the
 * wrong shape.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  /** In the words of the caller. */
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** How a statement fails: the statement itself, or the decoding of its rows. */
type StorageFault = SqlError.SqlError | Schema.SchemaError

const isStorageFault = (error: unknown): error is StorageFault =>
  SqlError.isSqlError(error) || Schema.isSchemaError(error)

/**
 * Turns the failures of statements into an outage, in the words of the caller. All other failures pass through
 * unchanged.
 *
 * @param told a sentence, which may depend on the cause
 */
export const outage = (told: string | ((cause: StorageFault) => string)) => {
  const of = (cause: StorageFault) =>
    new StorageUnavailable({ message: typeof told === "string" ? told : told(cause), cause })
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.mapError(effect, (error): Exclude<E, StorageFault> | StorageUnavailable =>
      isStorageFault(error) ? of(error) : (error as Exclude<E, StorageFault>)
    )
}
