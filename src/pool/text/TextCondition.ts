import type { SqlClient, Statement } from "effect/sql"
import { countryLiteral } from "../../database/AddressTables.ts"

/** Whether a text of the row `a` itself (house number, unit, building) has `q` in it. */
const hasLabel = (sql: SqlClient.SqlClient, country: string, q: Statement.Fragment): Statement.Fragment => sql`
  EXISTS (
    SELECT FROM label l
    WHERE l.country = ${countryLiteral(sql, country)}
      AND l.text IN (a.house_number, a.unit, a.building) AND strpos(l.folded, ${q}) > 0
  )`

/** Whether the home `a` in street `s` has `q` in one of its components. */
export const hasText = (sql: SqlClient.SqlClient, country: string, q: Statement.Fragment): Statement.Fragment =>
  sql`(strpos(s.search, ${q}) > 0 OR ${hasLabel(sql, country, q)})`
