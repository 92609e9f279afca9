import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * API tokens.
 *
 * - A token is kept as its SHA-256 alone (src/tokens/TokenText.ts), so that whoever reads the table, or a backup of it, can
 *   use none. Look-ups go by that hash.
 * - A revoked token stays, so that its holder is told why it is refused; its name is free again.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE token (
      id text PRIMARY KEY,
      hash text NOT NULL UNIQUE,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'generate')),
      rate_limit integer NOT NULL CHECK (rate_limit >= 1),
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      revoked_at timestamptz
    )`
  yield* sql`CREATE UNIQUE INDEX token_by_name ON token (name) WHERE revoked_at IS NULL`
})
