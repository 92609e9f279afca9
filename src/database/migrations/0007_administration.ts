import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What the administrator's console stores.
 *
 * - `administrator` has one row: the hash of the only password. Sessions and failed attempts are stored here rather
 *   than in a process, so that every process sharing the database knows them, and a restart forgives nothing.
 * - A session is stored as the hash of its token, so that nothing in the table can be used to sign in.
 * - `sign_in` counts attempts by client address; `sign_in_budget` has one row for all strangers together.
 * - `activity` and `token_use` are sums that each process adds to every few seconds. Nothing is written per request.
 * - `pool_view` is a uniform sample of each pool, taken after a publication: its kinds of evidence, and where its homes
 *   are. Pages about ten million addresses therefore read one row per country.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE administrator (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      password_hash text NOT NULL,
      changed_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE admin_session (
      hash text PRIMARY KEY,
      id text NOT NULL UNIQUE,
      ip text NOT NULL,
      user_agent text NOT NULL,
      started_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE sign_in (
      client text PRIMARY KEY,
      failures integer NOT NULL,
      locked_until timestamptz NOT NULL,
      last_at timestamptz NOT NULL,
      succeeded_at timestamptz
    )`
  yield* sql`
    CREATE TABLE sign_in_budget (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      attempts double precision NOT NULL,
      counted_at timestamptz NOT NULL
    )`
  yield* sql`INSERT INTO sign_in_budget (attempts, counted_at) VALUES (0, 'epoch')`

  yield* sql`
    CREATE TABLE audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      session text,
      client text,
      action text NOT NULL,
      target text NOT NULL,
      result text NOT NULL CHECK (result IN ('done', 'refused', 'failed')),
      detail text NOT NULL
    )`
  yield* sql`CREATE INDEX audit_by_action ON audit (action, id)`
  yield* sql`CREATE INDEX audit_by_time ON audit (at)`

  yield* sql`
    CREATE TABLE activity (
      minute timestamptz PRIMARY KEY,
      requests bigint NOT NULL,
      draws bigint NOT NULL,
      client_errors bigint NOT NULL,
      server_errors bigint NOT NULL
    )`
  yield* sql`
    CREATE TABLE token_use (
      token text NOT NULL,
      hour timestamptz NOT NULL,
      requests bigint NOT NULL,
      refused bigint NOT NULL,
      PRIMARY KEY (token, hour)
    )`
  yield* sql`CREATE INDEX token_use_by_hour ON token_use (hour)`
  yield* sql`CREATE TABLE token_seen (token text PRIMARY KEY, at timestamptz NOT NULL)`

  yield* sql`
    CREATE TABLE pool_view (
      country text PRIMARY KEY,
      version integer NOT NULL,
      sampled integer NOT NULL,
      exact boolean NOT NULL,
      -- Homes of the sample by kind of evidence.
      evidence jsonb NOT NULL,
      -- Longitude, latitude and kind of evidence of those that have coordinates.
      points jsonb NOT NULL
    )`
})
