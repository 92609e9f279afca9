import type { SqlClient, Statement } from "effect/sql"
import { countryLiteral, labelColumns } from "../../database/AddressTables.ts"

/**
 * Whether a text of the row `a` itself (house number, unit, building) contains `q`. Each is looked up by its key: for
 * all three at once, the planner might scan the whole table for every row.
 */
const hasLabel = (sql: SqlClient.SqlClient, country: string, q: Statement.Fragment): Statement.Fragment =>
  sql.or(
    labelColumns.map(
      (column) => sql`strpos((
        SELECT l.folded FROM label l
        WHERE l.country = ${countryLiteral(sql, country)} AND l.text = a.${sql.literal(column)}
      ), ${q}) > 0`
    )
  )

/** Whether the home `a` in street `s` contains `q` in one of its components. */
export const hasText = (sql: SqlClient.SqlClient, country: string, q: Statement.Fragment): Statement.Fragment =>
  sql`(strpos(s.search, ${q}) > 0 OR ${hasLabel(sql, country, q)})`

/**
 * Whether the home `a` contains `q` in one of its components, if its street is not in the statement: the street is then
 * looked up by its key too. For a join, the planner would read all streets, because it cannot know how few homes a
 * bucket has.
 */
export const hasTextByKeys = (
  sql: SqlClient.SqlClient,
  country: string,
  q: Statement.Fragment
): Statement.Fragment => sql`
  (strpos((SELECT s.search FROM street s WHERE s.key = a.street), ${q}) > 0 OR ${hasLabel(sql, country, q)})`
