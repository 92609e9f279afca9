import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { DerivedPart, EvidenceKind } from "../../schemas/Address.ts"
import { countryLiteral } from "../database/AddressTables.ts"
import { SlowDatabase } from "../database/Database.ts"
import { placeKeyOf, type PlaceType } from "../address/Identity.ts"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import type { StorageUnavailable } from "../database/Outage.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** Longitude, latitude, and kind of evidence. */
const MapPoint = Schema.Tuple([Schema.Number, Schema.Number, EvidenceKind])

const Home = Schema.Struct({
  longitude: Schema.NullOr(Schema.Number),
  latitude: Schema.NullOr(Schema.Number),
  evidence: EvidenceKind,
  derived: Schema.NullOr(Schema.Array(DerivedPart))
})
type Home = typeof Home.Type

const homeRows = rowsOf(Home.fields)
const countryVersionRows = rowsOf({ country: Schema.String, version: Schema.Number })
const sampleRows = rowsOf({ points: Schema.Array(MapPoint), sampled: Schema.Number, residential: Schema.Number })
const evidenceRows = rowsOf({
  country: Schema.String,
  version: Schema.Number,
  sampled: Schema.Number,
  exact: Schema.Boolean,
  evidence: Schema.Record(Schema.String, Schema.Number),
  derived: Schema.Record(Schema.String, Schema.Number)
})
const residentialRows = rowsOf({ residential: Schema.Number })

/** Longitude, latitude, and kind of evidence of a home. */
type MapPoint = typeof MapPoint.Type

/** A uniform sample of homes. */
export interface Sample {
  readonly points: ReadonlyArray<MapPoint>
  /** Sampled homes, with or without coordinates. */
  readonly sampled: number
  /** Homes in the whole selection. */
  readonly residential: number
}

export interface EvidenceCounts {
  readonly country: string
  /** Version of the sampled pool. */
  readonly version: number
  readonly sampled: number
  /** Whether the sample is the whole pool. */
  readonly exact: boolean
  /** Sampled homes by kind of evidence. */
  readonly evidence: Readonly<Record<string, number>>
  /** Sampled homes with derived parts, by method. A home with several methods counts for each. */
  readonly derived: Readonly<Record<string, number>>
}

/** Maximum number of homes in a sample. Proportions in it are within 2.2 percentage points, 19 times out of 20. */
const sampleSize = 2000
/** Number of points on the world map. */
const worldSize = 4000

const placeTypes: ReadonlyArray<PlaceType> = ["region", "city", "district", "postcode"]

/** Counts homes by kind of evidence, and by the methods that derived their parts. */
const countsOf = (homes: ReadonlyArray<Home>) => {
  const evidence: Record<string, number> = {}
  const derived: Record<string, number> = {}
  for (const home of homes) {
    evidence[home.evidence] = (evidence[home.evidence] ?? 0) + 1
    for (const method of new Set(home.derived?.map((part) => part.method))) {
      derived[method] = (derived[method] ?? 0) + 1
    }
  }
  return { derived, evidence }
}

const pointsOf = (homes: ReadonlyArray<Home>): ReadonlyArray<MapPoint> =>
  homes.flatMap(({ evidence, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [[longitude, latitude, evidence] as const]
  )

/**
 * The homes with the smallest keys among rows of `address a`. If a record has no coordinates, another one's may be
 * used.
 */
const makeFirst = (sql: SqlClient.SqlClient) => (which: Statement.Fragment) =>
  homeRows(sql`
  SELECT coalesce(a.longitude, o.longitude) AS longitude, coalesce(a.latitude, o.latitude) AS latitude,
    g.evidence, g.derived::json AS derived
  FROM address a JOIN origin g ON g.key = a.origin
  LEFT JOIN LATERAL (
    SELECT r.longitude, r.latitude FROM other_record r
    WHERE a.has_others AND a.latitude IS NULL AND r.id = a.id AND r.latitude IS NOT NULL
    ORDER BY r.evidence_rank, r.nth LIMIT 1
  ) o ON true
  WHERE a.is_residential AND ${which}
  ORDER BY a.sample_key LIMIT ${sampleSize}::int`)

/**
 * What pools are made of, estimated from a sample: the homes with the smallest sample keys. The keys are hashes, so the
 * sample is uniform, and reading it takes one index range whatever the size of the pool. The sample of a whole pool is
 * taken after its publication, and stored.
 */
export class PoolViews extends Context.Service<
  PoolViews,
  {
    /** By country, for the pools sampled so far. */
    readonly evidence: Effect.Effect<ReadonlyArray<EvidenceCounts>, StorageUnavailable>
    /** Homes of a country; undefined if it has no pool. */
    readonly country: (country: string) => Effect.Effect<Sample | undefined, StorageUnavailable>
    /** Homes of a place; undefined when the country has no such place. */
    readonly place: (country: string, placeId: string) => Effect.Effect<Sample | undefined, StorageUnavailable>
    /** Homes of all enabled countries, equally many of each. */
    readonly world: Effect.Effect<Sample, StorageUnavailable>
    /** Samples the pools that have changed since they were sampled. */
    readonly refresh: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/PoolViews") {
  static readonly layerNoDeps = Layer.effect(
    PoolViews,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const first = makeFirst(sql)
      const look = Effect.fn("PoolViews.look")(function* (country: string, version: number) {
        const homes = yield* first(sql`a.country = ${countryLiteral(sql, country)}`)
        const { derived, evidence } = countsOf(homes)
        yield* sql`
          INSERT INTO pool_view (country, version, sampled, exact, evidence, derived, points)
          VALUES (${country}, ${version}::int, ${homes.length}::int, ${homes.length < sampleSize},
            ${JSON.stringify(evidence)}::text::jsonb, ${JSON.stringify(derived)}::text::jsonb, ${JSON.stringify(pointsOf(homes))}::text::jsonb)
          ON CONFLICT (country) DO UPDATE SET version = excluded.version, sampled = excluded.sampled,
            exact = excluded.exact, evidence = excluded.evidence, derived = excluded.derived, points = excluded.points
          WHERE pool_view.version <= excluded.version`
      })

      const changed = (country: string | null) =>
        countryVersionRows(sql`
        SELECT p.country, p.version FROM pool p LEFT JOIN pool_view v ON v.country = p.country
        WHERE v.version IS DISTINCT FROM p.version AND (${country}::text IS NULL OR p.country = ${country}::text)
        ORDER BY p.country`)

      const refresh = (country: string | null) =>
        unavailable(
          Effect.flatMap(changed(country), (pools) =>
            Effect.forEach(pools, (pool) => look(pool.country, pool.version), { discard: true })
          )
        )

      const kept = Effect.fnUntraced(function* (country: string) {
        const [row] = yield* unavailable(
          sampleRows(sql`
          SELECT v.points, v.sampled, p.residential FROM pool p JOIN pool_view v ON v.country = p.country
          WHERE p.country = ${country}`)
        )
        return row
      })

      return PoolViews.of({
        evidence: unavailable(
          evidenceRows(sql`
          SELECT country, version, sampled, exact, evidence, derived FROM pool_view ORDER BY country`)
        ),
        country: Effect.fnUntraced(function* (country) {
          // Someone who opens a map right after a publication does not wait for the next round.
          yield* refresh(country)
          return yield* kept(country)
        }),
        place: Effect.fnUntraced(function* (country, placeId) {
          const type = placeTypes.find((one) => placeKeyOf(one, placeId) !== undefined)
          if (type === undefined) return undefined
          const key = placeKeyOf(type, placeId)!
          const [place] = yield* unavailable(
            residentialRows(sql`
            SELECT residential FROM place WHERE key = ${key} AND type = ${type} AND country = ${country}`)
          )
          if (place === undefined) return undefined
          const inPlace = sql`a.country = ${countryLiteral(sql, country)} AND a.${sql.literal(type)} = ${key}`
          const homes = yield* unavailable(first(inPlace))
          return { points: pointsOf(homes), sampled: homes.length, residential: place.residential }
        }),
        world: Effect.gen(function* () {
          const rows = yield* unavailable(
            sampleRows(sql`
            WITH share AS (SELECT greatest(1, ${worldSize}::int / greatest(1, count(*)::int)) AS points FROM served_pool)
            SELECT jsonb_path_query_array(v.points, '$[0 to $last]', jsonb_build_object('last', s.points - 1)) AS points,
              least(v.sampled, s.points) AS sampled, p.residential
            FROM served_pool p JOIN pool_view v ON v.country = p.country CROSS JOIN share s ORDER BY p.country`)
          )
          return {
            points: rows.flatMap(({ points }) => points),
            sampled: rows.reduce((sum, { sampled }) => sum + sampled, 0),
            residential: rows.reduce((sum, { residential }) => sum + residential, 0)
          }
        }),
        refresh: refresh(null)
      })
    })
  )

  /** Checks for changed pools every five seconds. */
  static readonly layerRefreshing = Layer.effectDiscard(
    Effect.gen(function* () {
      const { refresh } = yield* PoolViews
      yield* refresh.pipe(repeatedly("5 seconds"), Effect.forkScoped)
    })
  )
}
