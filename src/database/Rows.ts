import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

/** A statement is not what the schema of its rows says: one of the two was changed without the other. */
const otherShape = (cause: Schema.SchemaError): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause,
      message: `A statement has given rows of another shape than its schema's: ${cause.message}`,
      operation: "decode"
    })
  })

/** The same for rows that are of one shape or another. */
export const rowsLike = <const S extends Schema.Decoder<unknown>>(row: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
    Effect.flatMap(statement, (rows) => Effect.mapError(decode(rows), otherShape))
}

/** Columns of a statement's rows, by the names that the statement gives them, and the services that none of them needs. */
type Columns = Readonly<Record<string, Schema.Decoder<unknown>>>

/**
 * Decodes what a statement gives: rows with these columns, each as its schema says. Rows of another shape are a failure of
 * the statement. Make it once, where the module begins, and not for each statement: that compiles the schema.
 */
export const rowsOf = <const C extends Columns>(columns: C) => {
  return rowsLike(Schema.Struct(columns))
}
