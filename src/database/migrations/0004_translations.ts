import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Words that online translators gave, so that each is paid for once and an address keeps its translation.
 *
 * A name is kept by what it was asked with: the provider, both languages, and the text. No address is kept with it.
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
