import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "./PoolStore.ts"
import type * as Sampler from "../Sampler.ts"
import { outage, StorageUnavailable } from "../../database/Outage.ts"

/** What the statements of the pools in PostgreSQL have in common. */

const message = "The address pool cannot be read: its database does not respond."

export const unavailable = outage(message)

/** How a statement ends that several requests share and that is not answered. */
export const late = () => new StorageUnavailable({ message, cause: "timeout" })

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * Numbers come as one string of bytes, most significant first: no object per number. They are turned round in their place,
 * since draws that read keys leave little else behind.
 */
export const decodeNumbers = (bytes: Uint8Array | null, swap: "swap32" | "swap64"): ArrayBufferLike => {
  if (bytes === null) return new ArrayBuffer(0)
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  if (isLittleEndian) Buffer.from(own.buffer)[swap]()
  return own.buffer
}

export const decodeKeys = (bytes: Uint8Array | null): Sampler.SampleKeys =>
  new Uint32Array(decodeNumbers(bytes, "swap32"))

/** What LIKE takes for any text that has this one in it. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** The version of the country's pool that a statement reads. */
export const versionOf = (sql: SqlClient.SqlClient, country: string) =>
  sql`(SELECT version FROM served_pool WHERE country = ${country}) AS version`

/** The rows, when all of them are of the scope's version. */
export const unchanged = <Row extends { readonly version: number | null }>(scope: Scope, rows: ReadonlyArray<Row>) =>
  rows.every((row) => row.version === scope.pool.version)
    ? Effect.succeed(rows)
    : Effect.fail(new PoolChanged({ country: scope.country }))

/** One value by name, made when it is first asked for. */
export const memoized = <A>(make: (name: string) => A): ((name: string) => A) => {
  const made = new Map<string, A>()
  return (name) => {
    let value = made.get(name)
    if (value === undefined) {
      value = make(name)
      made.set(name, value)
    }
    return value
  }
}
