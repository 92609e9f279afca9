import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Coordinates } from "../../schemas/Address.ts"
import { earthRadius, metresPerDegree, radians } from "../../schemas/Earth.ts"
import { type CatalogStore, type FoundPlace, nearbyKilometres } from "./CatalogStore.ts"
import { rowsOf } from "../database/Rows.ts"

const Row = Schema.Struct({
  key: Schema.BigInt,
  name: Schema.String,
  residential: Schema.Number,
  region: Schema.NullOr(Schema.BigInt),
  regionName: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type

const placeRows = rowsOf(Row.fields)

/** How many centers are considered for the nearest one, nearest on the map first. */
const candidates = 500

const toPlace = ({ key, name, region, regionName, residential }: Row): FoundPlace => ({
  key,
  name,
  residential,
  ...(region === null || regionName === null ? {} : { region: { key: region, name: regionName } })
})

type Request = Parameters<CatalogStore["Service"]["locate"]>[0]

export const makeLocate = (sql: SqlClient.SqlClient) => {
  /** Great-circle distance from row `m` of the centers, in kilometres (haversine). */
  const distance = ({ latitude, longitude }: Coordinates) => sql`
    (2 * ${earthRadius / 1000}::float8 * asin(least(1, sqrt(
      sin(radians(m.latitude - ${latitude}::float8) / 2) ^ 2
      + cos(radians(m.latitude)) * cos(radians(${latitude}::float8))
        * sin(radians(m.longitude - ${longitude}::float8) / 2) ^ 2
    ))))`

  const named = ({ coordinates, country, level, names, within }: Request) =>
    placeRows(sql`
    SELECT p.key, p.name, p.residential, r.key AS region, r.name AS "regionName"
    FROM country c
    CROSS JOIN unnest(${names}::text[]) WITH ORDINALITY AS wanted (folded, place)
    JOIN place_name n ON n.country = c.code AND n.type = ${level} AND n.folded = wanted.folded
    JOIN place p ON p.key = n.place
    LEFT JOIN place r ON r.key = p.parent
    LEFT JOIN city_center m ON m.city = p.key
    WHERE c.code = ${country} AND c.enabled ${within === undefined ? sql`` : sql`AND p.parent = ${within}`}
    ORDER BY wanted.place,
      ${coordinates === undefined ? sql`` : sql`coalesce(${distance(coordinates)} <= ${nearbyKilometres}::float8, false) DESC,`}
      p.residential DESC, p.key
    LIMIT 1`)

  /**
   * The index finds the nearest by degrees within a square around the coordinates; the nearest of those by distance
   * wins.
   */
  const nearest = (country: string, coordinates: Coordinates, within: bigint | undefined) => {
    const { latitude, longitude } = coordinates
    const height = (nearbyKilometres * 1000) / metresPerDegree
    const narrowest = Math.cos(radians(Math.min(89, Math.abs(latitude) + height)))
    const width = Math.min(180, height / narrowest)
    // A square that crosses the 180th meridian continues at the other edge of the map.
    const longitudes = [longitude, longitude - 360, longitude + 360]
    return placeRows(sql`
      SELECT p.key, p.name, p.residential, r.key AS region, r.name AS "regionName"
      FROM country c
      CROSS JOIN unnest(${longitudes}::float8[]) AS map (longitude)
      CROSS JOIN LATERAL (
        SELECT m.city, m.latitude, m.longitude
        FROM city_center m JOIN place p ON p.key = m.city
        WHERE m.country = ${country} AND p.residential > 0
          ${within === undefined ? sql`` : sql`AND p.parent = ${within}`}
          AND point(m.longitude, m.latitude) <@ box(
            point(map.longitude - ${width}::float8, ${latitude - height}::float8),
            point(map.longitude + ${width}::float8, ${latitude + height}::float8)
          )
        ORDER BY point(m.longitude, m.latitude) <-> point(map.longitude, ${latitude}::float8)
        LIMIT ${candidates}
      ) m
      JOIN place p ON p.key = m.city
      LEFT JOIN place r ON r.key = p.parent
      WHERE c.code = ${country} AND c.enabled AND ${distance(coordinates)} <= ${nearbyKilometres}::float8
      ORDER BY ${distance(coordinates)}, p.key
      LIMIT 1`)
  }

  return Effect.fnUntraced(function* (request: Request) {
    const [byName] = request.names.length === 0 ? [] : yield* named(request)
    if (byName !== undefined) return Option.some(toPlace(byName))
    if (request.level !== "city" || request.coordinates === undefined) return Option.none()
    const [byPosition] = yield* nearest(request.country, request.coordinates, request.within)
    return Option.map(Option.fromUndefinedOr(byPosition), toPlace)
  })
}
