import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { changeOf, contraction, isExpansion } from "../../src/database/Expansion.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { numberOf } from "../../src/database/MigrationState.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { makeReader } from "./Expanding.ts"

/** The last migration from before migrations declared beside which versions they can run. */
const lastBefore = 18

const entries = Object.entries(migrations)
const later = entries.filter(([name]) => numberOf(name) > lastBefore)

const sources = Path.resolve(import.meta.dirname, "../../src")

/** The statements that a migration sends to a database that has all earlier ones. */
const statementsOf = Effect.fnUntraced(function* (name: string) {
  const until = Object.fromEntries(entries.filter(([other]) => other < name))
  const said: Array<string> = []
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(changeOf(migrations[name]!)).pipe(
      Effect.provideService(Statement.CurrentTransformer, (statement) =>
        Effect.sync(() => {
          said.push(statement.compile()[0])
          return statement
        })
      )
    )
  }).pipe(Effect.provide(Layer.fresh(TestDatabase.layerWith(until))))
  return said
})

/** Source files of the service that contain the word, except migrations. */
const usersOf = (word: string): ReadonlyArray<string> =>
  readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.includes("migrations/") &&
      new RegExp(`\\b${word}\\b`).test(readFileSync(Path.join(sources, file), "utf8"))
  )

describe("A migration beside which older programs keep running", () => {
  for (const [name, migration] of later.filter(([, migration]) => isExpansion(migration))) {
    it.live(`MUST do nothing that affects them: ${name}`, () =>
      Effect.gen(function* () {
        const said = yield* statementsOf(name)
        assert.isAbove(said.length, 0)
        if (!isExpansion(migration)) return assert.fail("This migration is not an expansion.")
        const { beside, drops } = migration
        const read = makeReader(migration)
        for (const statement of said) assert.isUndefined(read(statement), statement)
        assert.isBelow(beside, numberOf(name))
        for (const drop of drops) assert.deepStrictEqual(usersOf(drop.split(".").at(-1)!), [], drop)
      })
    )
  }

  it("MUST be the form of every later migration, except those documented to need all processes stopped", () => {
    const versions = readFileSync(Path.resolve(import.meta.dirname, "../../VERSIONS.md"), "utf8")
    const untold = later.filter(([name, migration]) => !isExpansion(migration) && !versions.includes(`\`${name}\``))
    assert.isAbove(later.length, 0)
    assert.deepStrictEqual(
      untold.map(([name]) => name),
      []
    )
  })

  it.each([
    [
      "CREATE TABLE a (id int PRIMARY KEY)",
      "CREATE UNIQUE INDEX b ON a (id)",
      "INSERT INTO a VALUES (1)",
      "UPDATE a SET id = 2"
    ],
    ["CREATE TABLE a (token text REFERENCES token ON DELETE CASCADE)", "ALTER TABLE a DROP COLUMN token"],
    ["ALTER TABLE pool ADD COLUMN notes text NOT NULL DEFAULT '', ADD COLUMN more numeric(3, 1)"],
    ["ALTER TABLE address ADD COLUMN rank smallint DEFAULT 0"],
    ["CREATE INDEX b ON run (started_at) WHERE runner IS NOT NULL", "CREATE SCHEMA IF NOT EXISTS other"],
    ["COMMENT ON TABLE pool IS 'x'", "SELECT count(*) FROM pool"]
  ])("MAY add: %s", (...statements) => {
    const read = makeReader({ changes: ["pool", "address", "run"], drops: [] })
    for (const statement of statements) assert.isUndefined(read(statement), statement)
  })

  it("MAY drop what it declares as unused, and no more", () => {
    const drops = ["schedule.claimed_by", "former"]
    const read = makeReader(contraction(18, { changes: ["schedule", "former"], drops }, Effect.void))
    assert.isUndefined(read("ALTER TABLE schedule DROP COLUMN claimed_by"))
    assert.isUndefined(read("DROP TABLE former"))
    assert.isDefined(read("ALTER TABLE schedule DROP COLUMN claimed_by, DROP COLUMN every"))
    assert.isDefined(read("DROP TABLE schedule"))
    assert.deepStrictEqual(usersOf("claimed_by"), [])
    assert.include(usersOf("suppressed_home"), "database/backup/Tables.ts")
  })

  it.each([
    ["ALTER TABLE schedule DROP COLUMN claimed_by", /rely on schedule without “DROP COLUMN claimed_by”/],
    [
      "ALTER TABLE pool ADD COLUMN a text, ALTER COLUMN version TYPE bigint",
      /without “ALTER COLUMN version TYPE bigint”/
    ],
    ["ALTER TABLE pool RENAME COLUMN version TO number", /without “RENAME/],
    ["ALTER TABLE pool ADD CONSTRAINT positive CHECK (version > 0)", /without “ADD CONSTRAINT/],
    ["ALTER TABLE pool ADD COLUMN a text NOT NULL", /must have a default/],
    ["ALTER TABLE pool ADD COLUMN a timestamptz DEFAULT now()", /rewrites the table/],
    ["ALTER TABLE pool ADD COLUMN a text UNIQUE", /cannot have this constraint/],
    ["CREATE TABLE a (token text REFERENCES token)", /could no longer delete/],
    ["CREATE UNIQUE INDEX a ON run (work)", /may write what a unique index refuses/],
    ["CREATE INDEX a ON address (postcode)", /takes minutes/],
    ["CREATE OR REPLACE FUNCTION f() RETURNS int AS 'SELECT 1'", /not among the changes/],
    ["CREATE TRIGGER a BEFORE INSERT ON pool EXECUTE FUNCTION f()", /not among the changes/],
    ["UPDATE pool SET version = version + 1", /rows of pool belong to running programs/],
    ["WITH gone AS (DELETE FROM token RETURNING 1) SELECT count(*) FROM gone", /not among the changes/],
    ["DROP TABLE schedule", /not among the changes/],
    ["TRUNCATE pool", /not among the changes/],
    ["ALTER TABLE token ADD COLUMN notes text", /it changes token without declaring so/],
    ["CREATE INDEX a ON token (name)", /it changes token without declaring so/],
    ["LOCK TABLE pool", /not among the changes/]
  ])("MUST not: %s", (statement, said) => {
    const read = makeReader({ changes: ["pool", "schedule", "run", "address"], drops: [] })
    assert.match(read(statement) ?? "nothing", said)
  })
})
