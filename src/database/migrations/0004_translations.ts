import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Words translated by online services, stored so that each is paid for once and an address keeps its translation.
 *
 * A translation is stored under what was asked: the provider, both languages, and the text. No address is stored with
 * it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE translation (
      provider text NOT NULL,
      source_language text NOT NULL,
      target_locale text NOT NULL,
      text text NOT NULL,
      translated text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (provider, target_locale, source_language, text)
    )`
})
