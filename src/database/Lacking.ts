import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsLike } from "./Rows.ts"

/** Something that the database or its administrator has to give before tables can be made, and how. */
export interface Lacking {
  readonly message: string
  readonly mend: string
}

const asAdministrator = "As an administrator of that database:"

const oldest = 15

/** What a server and a database are, whoever uses them. */
export const ServerFacts = Schema.Struct({
  /** The number before the dot. */
  version: Schema.Int,
  /** As the server writes it, such as `15.18 (Debian 15.18-0+deb12u1)`. */
  name: Schema.String,
  encoding: Schema.String,
  /** Whether pg_trgm can be installed. */
  offersTrigrams: Schema.Boolean
})

const serverRows = rowsLike(ServerFacts)

export const serverFacts = (sql: SqlClient.SqlClient) => sql`
  current_setting('server_version_num')::int / 10000 AS version,
  current_setting('server_version') AS name,
  current_setting('server_encoding') AS encoding,
  EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "offersTrigrams"`

/** What the server and the database themselves lack. */
export const lackedByServer = (found: typeof ServerFacts.Type): ReadonlyArray<Lacking> => [
  ...(found.version < oldest
    ? [{ message: `The server is PostgreSQL ${found.name}.`, mend: `Use PostgreSQL ${oldest} or later.` }]
    : []),
  ...(found.encoding === "UTF8"
    ? []
    : [
        {
          message: `The database's encoding is ${found.encoding}, which lacks most of the world's letters.`,
          mend: "Create it again: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        }
      ]),
  ...(found.offersTrigrams
    ? []
    : [
        {
          message: "The extension pg_trgm is not installed on the server.",
          mend: "Install postgresql-contrib on it."
        }
      ])
]

/** Names are quoted as statements need it. */
const Rights = Schema.Struct({
  isReadOnly: Schema.Boolean,
  user: Schema.String,
  database: Schema.String,
  /** The schema that tables are made in; null if the search path names none that exists. */
  schema: Schema.NullOr(Schema.String),
  searchPath: Schema.String,
  mayFill: Schema.NullOr(Schema.Boolean),
  mayMakeSchemas: Schema.Boolean,
  hasSchema: Schema.Boolean,
  /** The schema of pg_trgm; null if the database does not have it. */
  trigrams: Schema.NullOr(Schema.String),
  areTrigramsFound: Schema.Boolean
})

const rightsRows = rowsLike(Rights)

/** How to make a database writable. */
export const makeWritable = "Point DATABASE_URL to the primary server, or reset default_transaction_read_only."

/** What to do about a limit on connections, which the server's message names. */
export const allowConnections =
  "Raise the limit that it names, or the server's max_connections; a service uses up to 40 connections."

/** How to let a user change tables that belong to another. */
export const useTheOwner = "Name the user that they belong to, or let an administrator GRANT that user to this one."

const lackedByUser = (found: typeof Rights.Type): Lacking | undefined => {
  const { database, schema, searchPath, trigrams, user } = found
  if (schema === null) {
    return {
      message: `The search_path of ${user}, ${searchPath}, names no schema that exists and that this user may use.`,
      mend: `${asAdministrator} CREATE SCHEMA … AUTHORIZATION ${user}; or ALTER ROLE ${user} SET search_path = …`
    }
  }
  if (found.mayFill !== true) {
    return {
      message: `The user ${user} may not create tables in the schema ${schema} of the database ${database}.`,
      mend: `${asAdministrator} GRANT CREATE ON SCHEMA ${schema} TO ${user}`
    }
  }
  if (!found.mayMakeSchemas && (trigrams === null || !found.hasSchema)) {
    return {
      message: `The user ${user} may not create schemas and extensions in the database ${database}.`,
      mend: `${asAdministrator} GRANT CREATE ON DATABASE ${database} TO ${user}`
    }
  }
  if (trigrams !== null && !found.areTrigramsFound) {
    return {
      message: `The extension pg_trgm is in the schema ${trigrams}, which the search_path of ${user}, ${searchPath}, leaves out.`,
      mend: `${asAdministrator} ALTER EXTENSION pg_trgm SET SCHEMA ${schema}; or ALTER ROLE ${user} SET search_path = ${schema}, ${trigrams}`
    }
  }
  return undefined
}

/**
 * What the connection lacks to make or change this service's tables; undefined if nothing.
 *
 * @param isNew whether the database has none of them yet
 */
export const lackedByConnection = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, isNew: boolean) {
  const [found] = yield* rightsRows(sql`
    SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly",
      quote_ident(current_user) AS user, quote_ident(current_database()) AS database,
      quote_ident(current_schema()) AS schema,
      current_setting('search_path') AS "searchPath",
      has_schema_privilege(current_schema(), 'CREATE') AS "mayFill",
      has_database_privilege(current_database(), 'CREATE') AS "mayMakeSchemas",
      to_regnamespace('cluster') IS NOT NULL AS "hasSchema",
      (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams,
      EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AS "areTrigramsFound"`)
  if (found!.isReadOnly) return { message: "The database is read-only, so it cannot be migrated.", mend: makeWritable }
  return isNew ? lackedByUser(found!) : undefined
})

/** The first thing that a database without tables lacks; undefined if nothing. */
export const lackedByNew = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [facts] = yield* serverRows(sql`SELECT ${serverFacts(sql)}`)
  return lackedByServer(facts!)[0]
})
