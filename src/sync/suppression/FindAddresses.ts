import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { FoundAddress } from "../../../schemas/admin/Suppressions.ts"
import { fold } from "../../../schemas/Fold.ts"
import { countryLiteral, hasTable, sameId } from "../../database/AddressTables.ts"
import { countryOfAddressId } from "../../address/Identity.ts"
import { likePattern } from "../../database/Values.ts"
import { toUuid } from "../../address/AddressUuid.ts"
import { composeHome } from "../../pool/stored/Compose.ts"
import { wholeColumns, type WholeRow } from "../../pool/stored/StoredRows.ts"
import { makeWholeAddresses } from "../../pool/stored/WholeAddresses.ts"
import { rowsOf } from "../../database/Rows.ts"

const idRows = rowsOf({ id: Schema.String })

/** How many addresses are shown, and in how many streets they are searched. */
const [mostAddresses, mostStreets] = [50, 2000]

type Sql = SqlClient.SqlClient

/** Published addresses of these IDs, each on one line. */
const shown = Effect.fnUntraced(function* (sql: Sql, country: string, ids: ReadonlyArray<string>) {
  const rows = yield* sql<WholeRow>`
    SELECT ${wholeColumns(sql)} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS g (id, nth)
    JOIN address a ON a.country = ${countryLiteral(sql, country)} AND ${sameId(sql, "a", "g")}
    JOIN street s ON s.key = a.street ORDER BY g.nth`
  const whole = yield* makeWholeAddresses(sql)(rows)
  return whole.flatMap((one): ReadonlyArray<FoundAddress> => {
    if (one === undefined) return []
    const { coordinates, formattedAddress, id } = composeHome(one)
    const { latitude = null, longitude = null } = coordinates ?? {}
    return [{ id, line: formattedAddress, latitude, longitude }]
  })
})

/** The folded name of the building that `a` is or is in has the word. */
const inBuilding = (sql: Sql, country: string, word: string) => sql`
  EXISTS (SELECT FROM label l WHERE l.country = ${country} AND l.text = a.building AND l.folded LIKE ${likePattern(word)})`

/** Whether `a` has the word as its house number, its unit or its building. */
const isNumber = (sql: Sql, word: string) =>
  sql`coalesce(${word} IN (lower(a.house_number), lower(a.unit), lower(a.building)), false)`

/** Words of a text: those that name a street, a place or a building, and those that number something in it. */
const wordsOf = (text: string) => {
  const words = fold(text)
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
  const names = words.filter((word) => /^\D/u.test(word) && word.length > 1)
  return { names, others: words.filter((word) => !names.includes(word)) }
}

const sum = (sql: Sql, conditions: ReadonlyArray<Statement.Fragment>) =>
  conditions.reduce((sum, one) => sql`${sum} + (${one})::int`, sql`0::int`)

/**
 * Addresses that contain all the words, in any order: in the street with its places, or as house number, unit or name
 * of the building. House number 7 comes before others whose postcode has a 7. Numbers alone are not searched, because
 * thousands of addresses share them.
 */
const byWords = Effect.fnUntraced(function* (sql: Sql, country: string, text: string) {
  const { names, others } = wordsOf(text)
  if (names.length === 0) return []
  const inStreet = (word: string) => sql`s.search LIKE ${likePattern(word)}`
  const search = (streets: Statement.Fragment, order: Statement.Fragment) =>
    Effect.map(
      idRows(sql`
        SELECT a.id FROM (
          SELECT key, search FROM street s WHERE s.country = ${country} AND ${streets}
          ORDER BY ${order} LIMIT ${mostStreets}
        ) s
        JOIN address a ON a.country = ${countryLiteral(sql, country)} AND a.street = s.key
        WHERE ${sql.and([
          ...names.map((word) => sql`(${inStreet(word)} OR ${inBuilding(sql, country, word)})`),
          ...others.map((word) => sql`(${isNumber(sql, word)} OR ${inStreet(word)})`)
        ])}
        ORDER BY ${sum(
          sql,
          others.map((word) => isNumber(sql, word))
        )} DESC, s.search, length(a.house_number), a.house_number, a.unit, a.id LIMIT ${mostAddresses}`),
      (rows) => rows.map(({ id }) => id)
    )
  const found = yield* search(sql.and(names.map(inStreet)), sql.literal("key"))
  if (found.length > 0 || names.length === 1) return found
  // Some of the words name the building: the streets that have most of the others come first.
  return yield* search(sql.or(names.map(inStreet)), sql`${sum(sql, names.map(inStreet))} DESC, key`)
})

/** Published addresses that a text may mean: by their ID, or by their words. */
export const findAddresses = Effect.fn("FindAddresses.find")(function* (sql: Sql, country: string, text: string) {
  const id = text.trim().toLowerCase()
  if (!(yield* hasTable(sql, country))) return []
  if (countryOfAddressId(id) === country) return yield* shown(sql, country, [toUuid(id)])
  return yield* shown(sql, country, yield* byWords(sql, country, text))
})
