import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

/** The statement and the schema of its rows disagree: one was changed without the other. */
const otherShape = (cause: Schema.SchemaError): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause,
      message: `A statement returned rows that do not fit its schema: ${cause.message}`,
      operation: "decode"
    })
  })

/** The same for rows of one shape or another, given as a union. */
export const rowsLike = <const S extends Schema.Decoder<unknown>>(row: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
    Effect.flatMap(statement, (rows) => Effect.mapError(decode(rows), otherShape))
}

/**
 * The columns of a statement's rows under the names that the statement gives them. Decoding them requires no services.
 */
type Columns = Readonly<Record<string, Schema.Decoder<unknown>>>

/**
 * Decodes the rows of a statement: each column by its schema. Rows of another shape fail like the statement itself.
 * Call it once per module rather than per statement, because it compiles the schema.
 */
export const rowsOf = <const C extends Columns>(columns: C) => {
  return rowsLike(Schema.Struct(columns))
}
