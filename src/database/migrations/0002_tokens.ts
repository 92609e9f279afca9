import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * API tokens.
 *
 * - Only a token's SHA-256 is stored (src/tokens/TokenText.ts), so that the table and its backups contain nothing that
 *   can be used as a token. Look-ups go by that hash.
 * - A revoked token's row stays, so that its holder is told why it is refused. Its name can be used again.
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
