import { Array as Arrays, Effect, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../schemas/Fold.ts"
import { evidenceRank } from "../../src/address/EvidenceRank.ts"
import { identifyingForm } from "../../src/address/identity/OneForm.ts"
import { SlowDatabase } from "../../src/database/Database.ts"
import { defaultLimits } from "../../src/sync/publish/Gates.ts"
import type { KeptRecord } from "../../src/sync/normalize/KeptRecord.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"
import { type PartStaging, Publisher } from "../../src/sync/publish/Publisher.ts"
import { tablesOf } from "../../src/sync/stage/StagedTables.ts"
import {
  allRare,
  country,
  homesPerStreet,
  houseAt,
  manifest,
  record,
  type Size,
  unitCount
} from "./GeneratedCountry.ts"

/**
 * Fills a database with the generated country through an ordinary publication. Only the staging differs: one home per
 * street is staged like a source's record, with everything that its street shares, and PostgreSQL writes the others.
 */

/** Parts of a hash as in Identity.ts, each preceded by its length. */
const hashed = (parts: ReadonlyArray<string>): string => parts.map((part) => `\0${part.length}\0${part}`).join("")

/** The hashed text of an address up to its street. */
const identifyingPrefix = ({ components, countryCode }: KeptRecord): string => {
  const { city, district, postcode, regionCode, street } = components
  const folded = Object.entries({ city, district, postcode, street }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, fold(text)]]
  )
  const form = identifyingForm(countryCode, Object.fromEntries(folded))
  const parts = [form.city, form.district, form.postcode, form.street].map((part) => part ?? "")
  return `address${hashed([countryCode, fold(regionCode ?? ""), ...parts])}`
}

const kept = (i: number, size: Size): KeptRecord => Result.getOrThrow(normalize(manifest, country, record(i, size)))

/** A street, by the number of its first home, and the home of it that is staged like any record. */
interface Model {
  readonly first: number
  readonly staged: number
}

const modelsOf = ({ postcodes, total }: Size, rare: ReadonlySet<number>): ReadonlyArray<Model> => {
  const streets = Math.ceil(total / (postcodes * homesPerStreet))
  return Array.from({ length: postcodes * streets }, (_, nth) => {
    const first = (nth % postcodes) + Math.floor(nth / postcodes) * postcodes * homesPerStreet
    // A rare home may have a street of its own.
    return { first, staged: rare.has(first) ? first + postcodes : first }
  }).filter(({ staged }) => staged < total)
}

/** Streets that are read and written at a time. */
const chunk = 5_000

const createTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    CREATE UNLOGGED TABLE generated_street (
      first integer PRIMARY KEY, staged integer, street bigint, origin bigint, evidence_rank smallint, prefix bytea
    )`
  yield* sql`
    CREATE UNLOGGED TABLE generated_house (house integer PRIMARY KEY, house_number text, unit text, hashed bytea)`
})

const stageStreets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  part: PartStaging,
  models: ReadonlyArray<Model>,
  size: Size
) {
  const records = models.map(({ staged }) => kept(staged, size))
  yield* part.stage(records)
  yield* sql`
    INSERT INTO generated_street
    SELECT first, staged, street, origin, evidence_rank, decode(prefix, 'hex')
    FROM unnest(
      ${models.map(({ first }) => first)}::int[],
      ${models.map(({ staged }) => staged)}::int[],
      ${records.map(({ parts }) => parts.street.key)}::bigint[],
      ${records.map(({ parts }) => parts.origin.key)}::bigint[],
      ${records.map(({ parts }) => evidenceRank(parts.origin.evidence))}::int[],
      ${records.map((one) => Buffer.from(identifyingPrefix(one)).toString("hex"))}::text[]
    ) AS s (first, staged, street, origin, evidence_rank, prefix)`
})

/** Every combination of what only a home has: its place in the street, a fraction in its number, and its unit. */
const writeHouses = (sql: SqlClient.SqlClient) => {
  const houses = Array.from({ length: homesPerStreet * 2 * (unitCount + 1) }, (_, house) => {
    const unit = house % (unitCount + 1)
    const rest = Math.floor(house / (unitCount + 1))
    const components: { readonly houseNumber: string; readonly unit?: string } = houseAt(
      rest >> 1,
      rest % 2 === 1,
      unit
    )
    const folded = Object.entries(components).map(([name, text]) => [name, fold(text)])
    const form = identifyingForm(country, Object.fromEntries(folded))
    return { ...components, hashed: hashed([form.houseNumber ?? "", form.unit ?? "", ""]) }
  })
  return sql`
    INSERT INTO generated_house
    SELECT nth - 1, house_number, NULLIF(unit, ''), decode(hashed, 'hex')
    FROM unnest(
      ${houses.map(({ houseNumber }) => houseNumber)}::text[],
      ${houses.map(({ unit }) => unit ?? "")}::text[],
      ${houses.map((house) => Buffer.from(house.hashed).toString("hex"))}::text[]
    ) WITH ORDINALITY AS h (house_number, unit, hashed, nth)`
}

/** Half an ID: ten letters from 50 bits, two letters at a time, looked up in the list of all pairs. */
const lettersOf = (sql: SqlClient.SqlClient, bits: string) =>
  sql.literal(
    Array.from({ length: 5 }, (_, i) => `substr(pairs, 1 + 2 * ((${bits} >> ${10 * (4 - i)}) & 1023)::int, 2)`).join(
      " || "
    )
  )

/**
 * Stages all other homes. PostgreSQL hashes their IDs and sample keys as Identity.ts does; a test compares the result
 * with what a synchronization of the same records publishes.
 */
const stageHomes = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint, { postcodes, total }: Size) {
  const { labels, parts, records } = tablesOf(sql, staging)
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
  // As bytes, since finding a part of a text means counting its characters.
  const pairs = Buffer.from(
    Array.from(alphabet)
      .flatMap((first) => Array.from(alphabet).map((second) => first + second))
      .join("")
  )
  yield* sql`
    INSERT INTO ${records} (part, sample_key, id, street, origin, digest, latitude, longitude, evidence_rank, record_id,
      house_number, unit)
    SELECT (SELECT part FROM ${parts}),
      ((substr(sha256(
        decode('73616d706c652d6b657900323300', 'hex') || convert_to('us-', 'UTF8') || d.letters || decode('00310030', 'hex')
      ), 1, 8))::bigint >> 1) & 9223372036854775807,
      ('7573' || lpad(to_hex(d.upper >> 2), 12, '0') || to_hex(((d.upper & 3) << 2) | (d.lower >> 48))
        || lpad(to_hex(d.lower & 281474976710655), 12, '0') || '000')::uuid,
      d.street, d.origin, d.upper << 13 # d.lower,
      (3700000 + (d.postcode % 200) * 1000 + (d.within * 7) % 997) / 100000::float8,
      ((d.postcode / 200) * 1000 + (d.within * 13) % 991 - 10100000) / 100000::float8,
      d.evidence_rank, lpad(d.i::text, 16, '0'), d.house_number, d.unit
    FROM (
      SELECT b.*, ${lettersOf(sql, "b.upper")} || ${lettersOf(sql, "b.lower")} AS letters
      FROM (
        SELECT g.*, ((substr(g.hash, 1, 8))::bigint >> 14) & 1125899906842623 AS upper,
          ((substr(g.hash, 9, 8))::bigint >> 14) & 1125899906842623 AS lower, ${pairs}::bytea AS pairs
        FROM (
          SELECT n.i, n.postcode, n.within, s.street, s.origin, s.evidence_rank, h.house_number, h.unit,
            sha256(s.prefix || h.hashed) AS hash
          FROM (
            SELECT i, i % ${postcodes}::int AS postcode, i / ${postcodes}::int AS within, i % ${postcodes}::int / 100 AS hundred
            FROM generate_series(0, ${total}::int - 1) i
          ) n
          JOIN generated_street s
            ON s.first = n.postcode + n.within / ${homesPerStreet}::int * ${postcodes * homesPerStreet}::int
          JOIN generated_house h ON h.house = ${unitCount + 1}::int
            * (n.within % ${homesPerStreet}::int * 2 + ((n.hundred + 7 * n.within) % 100 = 0)::int)
            + CASE WHEN (n.hundred + 3 * n.within) % 10 < 3 THEN 1 + (n.postcode + n.within) % ${unitCount}::int ELSE 0 END
          WHERE n.i <> s.staged AND n.i <> ALL (${allRare(total)}::int[])
        ) g
      ) b
    ) d`
  const texts = yield* sql<{ readonly text: string }>`
    SELECT DISTINCT house_number AS text FROM ${records}
    UNION SELECT DISTINCT unit FROM ${records} WHERE unit IS NOT NULL`
  yield* sql`
    INSERT INTO ${labels} (text, folded)
    SELECT * FROM unnest(${texts.map(({ text }) => text)}::text[], ${texts.map(({ text }) => fold(text))}::text[])
    ON CONFLICT DO NOTHING`
})

const stageAll = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  part: PartStaging,
  staging: bigint,
  size: Size
) {
  yield* createTables(sql)
  const rare = allRare(size.total)
  yield* part.stage(rare.map((i) => kept(i, size)))
  const models = Arrays.chunksOf(modelsOf(size, new Set(rare)), chunk)
  yield* Effect.forEach(models, (some) => stageStreets(sql, part, some, size), { discard: true })
  yield* writeHouses(sql)
  yield* sql`ANALYZE generated_street, generated_house`
  yield* stageHomes(sql, staging, size)
})

/** Publishes the generated country into an empty database. */
export const fill = Effect.fn("Dataset.fill")(function* (size: Size) {
  const sql = yield* SlowDatabase
  const publisher = yield* Publisher
  const staging = yield* publisher.begin(manifest.name, country, "generated")
  const part = yield* staging.part("all")
  const dropTables = sql`DROP TABLE IF EXISTS generated_street, generated_house`
  yield* stageAll(sql, part, BigInt(staging.runId), size).pipe(Effect.ensuring(Effect.ignore(dropTables)))
  const totals = { read: size.total, kept: size.total, rejected: {} }
  yield* part.finish(totals)
  return yield* staging.publish({ totals, limits: defaultLimits, anyway: false })
}, Effect.scoped)
