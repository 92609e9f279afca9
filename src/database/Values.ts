import type { SqlClient } from "effect/sql"

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * Numbers arrive as one byte string, most significant byte first, which saves an object per number. The bytes are
 * swapped in place, because draws that read keys allocate little else.
 */
export const decodeNumbers = (bytes: Uint8Array | null, swap: "swap32" | "swap64"): ArrayBufferLike => {
  if (bytes === null) return new ArrayBuffer(0)
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  if (isLittleEndian) Buffer.from(own.buffer)[swap]()
  return own.buffer
}

/** A name as SQL takes it, whatever characters it has. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * A schema as an identifier. `sql(name)` takes each dot for one between two names, and users of directories have dots in
 * theirs.
 */
export const schemaName = (sql: SqlClient.SqlClient, schema: string) => sql.literal(quotedName(schema))

/** The schema of the service's own tables, as lists of the system name it. A name without quotes would be folded. */
export const ownNamespace = (sql: SqlClient.SqlClient) => sql.literal("quote_ident(current_schema())::regnamespace")

/** A table of a schema, as an identifier. */
export const tableIn = (sql: SqlClient.SqlClient, schema: string, table: string) =>
  sql.literal(`${quotedName(schema)}.${quotedName(table)}`)

/** A LIKE pattern that matches any text containing this one. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
