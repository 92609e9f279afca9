import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { SlowDatabase } from "../database/Database.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"
import { rowsOf } from "../database/Rows.ts"

const commentRows = rowsOf({ comment: Schema.NullOr(Schema.String) })

/** A database that serves snapshots says so itself, in the comment of its table of pools. */
const prefix = "Doorstep serves snapshots: "

/** Marks the database as serving these snapshots. */
export const mark = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  sql`COMMENT ON TABLE pool IS ${sql.literal(`'${prefix}${ids.join(", ")}'`)}`

/** IDs of the snapshots that the database serves; empty if it has pools of its own. */
export const servedSnapshots = (sql: SqlClient.SqlClient) =>
  Effect.map(
    commentRows(sql`SELECT obj_description(to_regclass('pool'), 'pg_class') AS comment`),
    ([row]): ReadonlyArray<string> =>
      row?.comment?.startsWith(prefix) === true ? row.comment.slice(prefix.length).split(", ") : []
  )

export const unchangeable =
  "It is served as it is: sources, countries and synchronizations belong to another data folder."

/** Fails if the database serves snapshots, which nothing may change. */
export const refuseSnapshot = Effect.gen(function* () {
  const served = yield* servedSnapshots(yield* SlowDatabase)
  if (served.length > 0) {
    const message = `This data folder is that of the snapshot ${served.join(", ")}. ${unchangeable}`
    return yield* new SnapshotFailed({ reason: "NotEmpty", message })
  }
})
