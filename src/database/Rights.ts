import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"

/** Something that the database or its administrator has to give before tables can be made, and how. */
export interface Lacking {
  readonly message: string
  readonly mend: string
}

const Rights = Schema.Struct({
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

const read = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: Rights,
    execute: () => sql`
      SELECT current_user::text AS user, current_database()::text AS database, current_schema()::text AS schema,
        current_setting('search_path') AS "searchPath",
        has_schema_privilege(current_schema(), 'CREATE') AS "mayFill",
        has_database_privilege(current_database(), 'CREATE') AS "mayMakeSchemas",
        to_regnamespace('cluster') IS NOT NULL AS "hasSchema",
        (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams,
        EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AS "areTrigramsFound"`
  })(undefined)

const lackingOf = (found: typeof Rights.Type): Lacking | undefined => {
  const { database, schema, searchPath, trigrams, user } = found
  const asAdministrator = "As an administrator of that database:"
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

/** What the user of the connection lacks to make this service's tables; undefined if nothing. */
export const lackingRight = (sql: SqlClient.SqlClient) => Effect.map(read(sql), lackingOf)
