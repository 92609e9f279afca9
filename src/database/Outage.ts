import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

/** What is kept cannot be read or written: its storage cannot be reached, does not answer in time, or gives what is no row of it. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  /** In the words of whoever asked. */
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** What a statement fails with, by itself or by its rows. */
type StorageFault = SqlError.SqlError | Schema.SchemaError

const isStorageFault = (error: unknown): error is StorageFault =>
  SqlError.isSqlError(error) || Schema.isSchemaError(error)

/**
 * Makes an outage of what statements fail with, in the words of whoever asked. Every other failure goes on as it is.
 *
 * @param told a sentence, which may depend on what the storage says
 */
export const outage = (told: string | ((cause: StorageFault) => string)) => {
  const of = (cause: StorageFault) =>
    new StorageUnavailable({ message: typeof told === "string" ? told : told(cause), cause })
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.mapError(effect, (error): Exclude<E, StorageFault> | StorageUnavailable =>
      isStorageFault(error) ? of(error) : (error as Exclude<E, StorageFault>)
    )
}
