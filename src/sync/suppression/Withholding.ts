import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Area } from "../../../schemas/admin/Suppressions.ts"
import { boxOf, contains } from "./Area.ts"
import { type Described, tagsToAsk, tokensToAsk } from "./Tokens.ts"
import { rowsOf } from "../../database/Rows.ts"

const areaRows = rowsOf({ id: Schema.String, area: Area })
const keyRows = rowsOf({ id: Schema.String, secret: Schema.Uint8Array })
const kindRows = rowsOf({ kind: Schema.Literals(["id", "point"]) })
const homeRows = rowsOf({
  tag: Schema.Number,
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number)
})
const labelRows = rowsOf({ houseNumber: Schema.NullOr(Schema.String), building: Schema.NullOr(Schema.String) })
const placedRows = rowsOf({ id: Schema.String, latitude: Schema.Number, longitude: Schema.Number })
const countRows = rowsOf({ count: Schema.Number })

/**
 * Decides which addresses must be withheld. Nothing else knows. It is used for everything about to be published, and
 * for what is already published when a suppression is made.
 */

/** Addresses to check: a query without parameters that returns `id` and the {@link lookedColumns}. */
export interface Looked {
  readonly country: string
  readonly rows: Statement.Fragment
  /** The table of their streets. */
  readonly streets: Statement.Fragment
  /** Only what this suppression withholds; if absent, all of them. */
  readonly suppression?: string | undefined
}

export const lookedColumns = "id, street, latitude, longitude, house_number, unit, building"

type Sql = SqlClient.SqlClient

interface Key {
  readonly id: string
  readonly secret: Uint8Array
}

/** How many addresses are checked at a time. */
const atOnce = 5_000

export const keysOf = (sql: Sql) => keyRows(sql`SELECT id, secret FROM suppression_key ORDER BY id`)

/**
 * A keyed hash of a text of the row, truncated to 16 bytes. Texts have a fixed length or one of a few forms, so nothing
 * can be appended to a known one.
 */
export const hashOf = (secret: Uint8Array, sql: Sql, text: Statement.Fragment): Statement.Fragment =>
  sql`substring(sha256(decode(${Buffer.from(secret).toString("hex")}, 'hex') || ${text}) FROM 1 FOR 16)`

/** What a row's ID is hashed from. */
const idText = (sql: Sql, table: string): Statement.Fragment => sql.literal(`uuid_send(${table}.id)`)

/** What a row's coordinates are hashed from: rounded to a hundred-thousandth of a degree, about a metre. */
export const pointText = (sql: Sql, latitude: string, longitude: string): Statement.Fragment =>
  sql.literal(
    `convert_to('point ' || round((${latitude}) * 100000)::int || ' ' || round((${longitude}) * 100000)::int, 'UTF8')`
  )

/** Which suppressions apply: all that were not lifted, or one of them. */
const standing = (sql: Sql, { suppression }: Looked): Statement.Fragment =>
  suppression === undefined ? sql.literal("s.lifted_at IS NULL") : sql`s.id = ${suppression}`

/**
 * Rows near a suppressed home, because hashing the coordinates of a whole country takes longer than everything else.
 */
const about = (sql: Sql, looked: Looked): Statement.Fragment => sql`
  SELECT r.id, r.latitude, r.longitude FROM looked r
  WHERE (floor(r.latitude * 10)::int, floor(r.longitude * 10)::int) IN (
    SELECT p.latitude + north, p.longitude + east
    FROM suppressed_home p JOIN suppression s ON s.id = p.suppression
      CROSS JOIN generate_series(-1, 1) AS n (north) CROSS JOIN generate_series(-1, 1) AS e (east)
    WHERE p.country = ${looked.country} AND ${standing(sql, looked)}
  )`

/** By IDs that are known to be withheld, and by the coordinates of suppressed buildings. */
const byHash = Effect.fnUntraced(function* (sql: Sql, looked: Looked, keys: ReadonlyArray<Key>) {
  const kinds = yield* kindRows(sql`
    SELECT DISTINCT h.kind FROM suppressed_hash h JOIN suppression s ON s.id = h.suppression
    WHERE h.country = ${looked.country} AND ${standing(sql, looked)}`)
  for (const { kind } of kinds) {
    for (const { id, secret } of keys) {
      const text = kind === "id" ? idText(sql, "r") : pointText(sql, "r.latitude", "r.longitude")
      const rows = kind === "id" ? sql`SELECT id FROM looked` : about(sql, looked)
      yield* sql`
        INSERT INTO withheld
        WITH rows AS MATERIALIZED (${rows})
        SELECT r.id, h.suppression FROM rows r
        JOIN suppressed_hash h ON h.hash = ${hashOf(secret, sql, text)}
        JOIN suppression s ON s.id = h.suppression
        WHERE h.country = ${looked.country} AND h.kind = ${kind} AND h.key = ${id} AND ${standing(sql, looked)}
        ON CONFLICT DO NOTHING`
    }
  }
})

interface HomeRow {
  readonly tag: number
  readonly latitude: number | null
  readonly longitude: number | null
}

interface LabelRow {
  readonly houseNumber: string | null
  readonly building: string | null
}

const homesUnder = (sql: Sql, looked: Looked, key: string) =>
  homeRows(sql`
  SELECT DISTINCT h.tag, h.latitude, h.longitude FROM suppressed_home h JOIN suppression s ON s.id = h.suppression
  WHERE h.country = ${looked.country} AND h.key = ${key} AND ${standing(sql, looked)}`)

/** Cells that contain a home, or are next to one. */
const cellsOf = (homes: ReadonlyArray<HomeRow>): ReadonlyArray<readonly [number, number]> => {
  const cells = new Map<string, readonly [number, number]>()
  for (const { latitude, longitude } of homes) {
    if (latitude === null || longitude === null) continue
    for (const north of [-1, 0, 1]) {
      for (const east of [-1, 0, 1])
        cells.set(`${latitude + north}/${longitude + east}`, [latitude + north, longitude + east])
    }
  }
  return Array.from(cells.values())
}

/** Fills `candidate` with rows whose number, by its tag, and whose surroundings may be those of a suppressed home. */
const findCandidates = Effect.fnUntraced(function* (
  sql: Sql,
  { country, streets }: Looked,
  { secret }: Key,
  homes: ReadonlyArray<HomeRow>
) {
  const tags = new Set(homes.map(({ tag }) => tag))
  const labels = yield* labelRows(sql`
    SELECT DISTINCT house_number AS "houseNumber", CASE WHEN house_number IS NULL THEN building END AS building FROM looked`)
  const wanted = labels.filter(({ building, houseNumber }) => {
    const record = { houseNumber: houseNumber ?? undefined, building: building ?? undefined }
    return tagsToAsk(secret, country, record).some((tag) => tags.has(tag))
  })
  const texts = (name: keyof LabelRow) => wanted.flatMap((label) => label[name] ?? [])
  const cells = cellsOf(homes)
  const isAnywhere = homes.some(({ latitude }) => latitude === null)
  const near = sql`
    (r.latitude IS NULL OR (floor(r.latitude * 10)::int, floor(r.longitude * 10)::int) IN (
      SELECT * FROM unnest(${cells.map(([north]) => north)}::int[], ${cells.map(([, east]) => east)}::int[])
    ))`
  yield* sql`DROP TABLE IF EXISTS candidate`
  yield* sql`
    CREATE TEMPORARY TABLE candidate ON COMMIT DROP AS
    SELECT row_number() OVER () AS nth, r.id, r.latitude, r.longitude, r.house_number, r.unit, r.building,
      s.street_name, s.district_name, s.city_name, s.postcode_text
    FROM looked r JOIN ${streets} s ON s.key = r.street
    WHERE (r.house_number = ANY (${texts("houseNumber")}::text[])
        OR (r.house_number IS NULL AND r.building = ANY (${texts("building")}::text[])))
      AND ${isAnywhere ? sql.literal("true") : near}`
  yield* sql`CREATE UNIQUE INDEX ON candidate (nth)`
})

const text = Schema.NullOr(Schema.String)

const candidate = {
  id: Schema.String,
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number),
  houseNumber: text,
  unit: text,
  building: text,
  street: text,
  district: text,
  city: text,
  postcode: text
}

const candidateRows = rowsOf(candidate)

const described = (row: Schema.Struct.Type<typeof candidate>): Described =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== "id" && value !== null))

const candidatesFrom = (sql: Sql, first: number) =>
  candidateRows(sql`
  SELECT id, latitude, longitude, house_number AS "houseNumber", unit, building, street_name AS street,
    district_name AS district, city_name AS city, postcode_text AS postcode
  FROM candidate WHERE nth BETWEEN ${first} AND ${first + atOnce - 1}`)

/** By number and place, whoever says it, under whatever ID. */
const byPlace = Effect.fnUntraced(function* (sql: Sql, looked: Looked, key: Key) {
  const homes = yield* homesUnder(sql, looked, key.id)
  if (homes.length === 0) return
  yield* findCandidates(sql, looked, key, homes)
  for (let first = 1; ; first += atOnce) {
    const rows = yield* candidatesFrom(sql, first)
    if (rows.length === 0) return
    const asked = rows.flatMap((row) =>
      Array.from(tokensToAsk(key.secret, looked.country, described(row)), (token) => ({ id: row.id, token }))
    )
    yield* sql`
      INSERT INTO withheld
      SELECT a.id, h.suppression
      FROM unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ token }) => token)}::uuid[]) AS a (id, token)
      JOIN suppressed_token t ON t.token = a.token JOIN suppressed_home h ON h.id = t.home
      JOIN suppression s ON s.id = h.suppression
      WHERE h.key = ${key.id} AND h.country = ${looked.country} AND ${standing(sql, looked)}
      ON CONFLICT DO NOTHING`
  }
})

/** By the areas. An address without a position is in an area if its street has an address there. */
const byArea = Effect.fnUntraced(function* (sql: Sql, looked: Looked) {
  const areas = yield* areaRows(sql`
    SELECT s.id, s.area FROM suppression s WHERE s.area IS NOT NULL AND ${standing(sql, looked)}`)
  for (const { area, id } of areas) {
    const { east, north, south, west } = boxOf(area)
    yield* sql`DROP TABLE IF EXISTS in_box, in_area`
    yield* sql`CREATE TEMPORARY TABLE in_area (id uuid NOT NULL) ON COMMIT DROP`
    yield* sql`
      CREATE TEMPORARY TABLE in_box ON COMMIT DROP AS
      SELECT row_number() OVER () AS nth, id, latitude, longitude FROM looked
      WHERE latitude BETWEEN ${south} AND ${north} AND longitude BETWEEN ${west} AND ${east}`
    yield* sql`CREATE UNIQUE INDEX ON in_box (nth)`
    for (let first = 1; ; first += atOnce) {
      const rows = yield* placedRows(sql`
        SELECT id, latitude, longitude FROM in_box WHERE nth BETWEEN ${first} AND ${first + atOnce - 1}`)
      if (rows.length === 0) break
      const within = rows.filter(({ latitude, longitude }) => contains(area, longitude, latitude))
      if (within.length > 0) yield* sql`INSERT INTO in_area SELECT unnest(${within.map((row) => row.id)}::uuid[])`
    }
    yield* sql`
      INSERT INTO withheld
      SELECT id, ${id} FROM in_area
      UNION
      SELECT id, ${id} FROM looked
      WHERE latitude IS NULL AND street IN (SELECT l.street FROM looked l JOIN in_area USING (id))
      ON CONFLICT DO NOTHING`
  }
})

/**
 * What was withheld is known by its ID from then on, even if a later record of it has no position or another number.
 */
const remember = Effect.fnUntraced(function* (sql: Sql, { country }: Looked, keys: ReadonlyArray<Key>) {
  const [key] = keys
  if (key === undefined) return
  yield* sql`
    INSERT INTO suppressed_hash (country, kind, hash, suppression, key)
    SELECT ${country}, 'id', ${hashOf(key.secret, sql, idText(sql, "w"))}, w.suppression, ${key.id} FROM withheld w
    ON CONFLICT DO NOTHING`
})

/** Whether any suppression could be in the country. Usually there is none, and then nothing is searched. */
const isAny = (sql: Sql, looked: Looked) =>
  Effect.map(
    sql`
      SELECT FROM suppression s WHERE (s.country IS NULL OR s.country = ${looked.country}) AND ${standing(sql, looked)} LIMIT 1`,
    (rows) => rows.length > 0
  )

/**
 * Fills a temporary table `withheld` with the IDs among the rows that must be withheld, each with the suppressions that
 * say so. Returns how many IDs there are. Requires a transaction.
 */
export const findWithheld = Effect.fn("Withholding.find")(function* (sql: Sql, looked: Looked) {
  yield* sql`DROP TABLE IF EXISTS withheld`
  yield* sql`
    CREATE TEMPORARY TABLE withheld (id uuid NOT NULL, suppression text NOT NULL, PRIMARY KEY (id, suppression))
    ON COMMIT DROP`
  if (!(yield* isAny(sql, looked))) return 0
  const keys = yield* keysOf(sql)
  yield* sql`CREATE TEMPORARY VIEW looked AS ${looked.rows}`
  yield* byHash(sql, looked, keys)
  for (const key of keys) yield* byPlace(sql, looked, key)
  yield* byArea(sql, looked)
  yield* sql`DROP VIEW looked`
  yield* remember(sql, looked, keys)
  const [found] = yield* countRows(sql`SELECT count(DISTINCT id)::int AS count FROM withheld`)
  return found!.count
})
