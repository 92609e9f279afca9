import { Effect } from "effect"
import type { Position } from "../../../schemas/Earth.ts"
import type { Projection } from "../grids/Projection.ts"
import { byEpsg, nameOf } from "../grids/Projections.ts"
import type { Column } from "./Fields.ts"
import {
  bestFit,
  countriesOf,
  type Fit,
  inDegrees,
  isReal,
  likelyCountries,
  type Negated,
  type Points,
  swap,
  total
} from "./Fit.ts"
import { epsgOfName } from "./Names.ts"
import { areCalledDegrees, directedPairs, isDirected, namedPairs, type Pair, pointsOf, silentPairs } from "./Pairs.ts"
import { isLatitudeFirst, isNorthFirst, referenceOf } from "./Reference.ts"
import { type TextPoints, textPointsOf } from "./TextPoints.ts"
import { columnsOfTowns, KnownTowns, townsOf } from "./Towns.ts"
import { multiplied } from "./WholeDegrees.ts"
import { asEast, type DegreesColumn, withDegrees, type Written } from "./WrittenDegrees.ts"

export type { Column } from "./Fields.ts"

/** Where the rows are located, as far as can be told. */
export interface Place {
  /** Columns of the coordinates; undefined for the rows' own geometry. */
  readonly from:
    | {
        readonly kind: "columns"
        readonly x: string
        readonly y: string
        readonly decimalComma: boolean
        readonly negated: Negated
        /** By which power of ten degrees are multiplied. */
        readonly power: number
        /** How they are written, if not as the values of the two columns. */
        readonly written: { readonly x: Written | undefined; readonly y: Written | undefined }
      }
    | { readonly kind: "text"; readonly column: string; readonly form: TextPoints["form"]; readonly swapped: boolean }
    | { readonly kind: "geometry"; readonly swapped: boolean }
  readonly projection: Projection | "degrees" | "unknown"
  /** Countries that the rows are in, with the share of each. */
  readonly countries: ReadonlyMap<string, number>
  readonly confidence: number
  readonly reason: string
  /** Other systems that the coordinates could be in. */
  readonly otherwise: ReadonlyArray<string>
}

const reasonOf = (fit: Fit, told: boolean, how: string): string => {
  const where = Array.from(fit.countries).sort(([, one], [, other]) => other - one)[0]?.[0]
  return `${how}${told ? "" : ", by where it puts them"}: ${nameOf(fit.projection)}${where === undefined ? "" : `, in ${where}`}`
}

/** How many places are worked out from columns that may be coordinates. */
const mostPlaces = 8

/** What is known of a table before its coordinates are searched. */
interface Setting {
  readonly columns: ReadonlyArray<DegreesColumn>
  /** The reference system that the file names. */
  readonly said: Projection | "degrees" | undefined
  readonly country: string | undefined
  /** How much speaks for each country, apart from coordinates. */
  readonly hints: ReadonlyMap<string, number>
  /** Whether the file says that northings come first. */
  readonly northFirst: boolean
  /** Whether it says that latitudes come first, and not longitudes. */
  readonly latitudeFirst: boolean | undefined
  /** Where the towns of a country are that the table names. */
  readonly towns: (country: string) => Effect.Effect<ReadonlyArray<Position>>
}

/** GeoJSON, KML and GML 2 call two numbers their coordinates, and have the longitude first. */
const coordinates = /(?:^|\.)coordinates$/i

/** Names that say that the longitude comes first: `coordonneesXY`, `lon_lat`. */
const xFirst = /(?:xy|(?:lon|lng|long)[_ -]?lat)$/i

/** Lists of positions, which do not say which of two numbers is the latitude. */
const positions = /(?:^|[./])(?:coordinates|pos|posList)$/i

const textPlace = Effect.fnUntraced(function* ({
  columns,
  latitudeFirst,
  ...known
}: Setting): Effect.fn.Return<Place | undefined> {
  for (const { codeOf, column, confidence, filled, form, isOrdered, points: all, words } of textPointsOf(columns)) {
    const points = all.filter(isReal)
    if (points.length === 0) continue
    const code = codeOf(filled[0]!)
    const said = code === undefined ? known.said : byEpsg(code)
    const found = yield* bestFit(points, { ...known, said, keepsSigns: true })
    if (found === undefined) continue
    const isGeoJson = coordinates.test(column.name) || filled[0]!.includes("coordinates")
    // "48.1, 11.5" is usually latitude and longitude, so that is assumed if the values do not decide.
    const swapped =
      (!isOrdered || positions.test(column.name)) &&
      found.fit.projection === "degrees" &&
      known.country === undefined &&
      inDegrees(swap(points))
        ? hintedSwap(points, known.hints, latitudeFirst ?? (isGeoJson || xFirst.test(column.name) ? false : undefined))
        : found.fit.swapped
    const countries = swapped === found.fit.swapped ? found.fit.countries : countriesOf(swap(points))
    return {
      from: { kind: "text", column: column.name, form, swapped },
      projection: found.fit.projection,
      countries,
      confidence,
      reason: reasonOf({ ...found.fit, countries }, found.told, words),
      otherwise: found.otherwise
    }
  }
  return undefined
})

/**
 * Whether degrees have the latitude first: as other signs say, or else as the file says. Some files say the order that
 * they do not have.
 */
const hintedSwap = (points: Points, hints: ReadonlyMap<string, number>, isSaid?: boolean): boolean => {
  const weigh = (turned: Points, least: number) =>
    Array.from(countriesOf(turned)).reduce((sum, [code, share]) => sum + share * (least + (hints.get(code) ?? 0)), 0)
  return weigh(swap(points), isSaid === true ? 0.5 : 0.2) >= weigh(points, isSaid === false ? 0.5 : 0.2)
}

/** The numbers of two columns with their reference system; as degrees, if they are multiples of these. */
const fitOfPair = Effect.fnUntraced(function* (
  pair: Pair,
  isSure: boolean,
  { columns, country, hints, towns }: Setting
) {
  const points = pointsOf(pair.x, pair.y)
  const code = epsgOfName(pair.x.name) ?? epsgOfCells(columns)
  const said = pair.degrees || code === undefined ? undefined : byEpsg(code)
  const areCalled = areCalledDegrees(pair)
  const lacksSigns = [pair.x, pair.y].some(({ written }) => written?.isUnsigned === true)
  const fitted = Effect.fnUntraced(function* (some: Points) {
    const found =
      points.length === 0
        ? undefined
        : yield* bestFit(some, { said, country, hints, towns, isSure, areCalledDegrees: areCalled, lacksSigns })
    return { points: some, found, isUnknown: found === undefined || total(found.fit.countries) < 0.5 }
  })
  const plain = areCalled ? undefined : yield* fitted(points)
  const degrees = plain?.isUnknown === false ? undefined : multiplied(points, { country, hints }, areCalled)
  return degrees === undefined
    ? { ...(plain ?? (yield* fitted(points))), power: 0, otherPowers: [] }
    : { ...(yield* fitted(degrees.points)), power: degrees.power, otherPowers: degrees.others }
})

/** A pair in whose longitudes O stands for the direction that puts more rows where other signs say. */
const withDirection = (pair: Pair, { country, hints }: Setting): Pair => {
  const east = asEast(pair.x)
  if (east === undefined) return pair
  const weigh = (one: Pair) =>
    Array.from(countriesOf(pointsOf(one.x, one.y))).reduce(
      (sum, [code, share]) => sum + share * (code === country ? 9 : 0.1 + (hints.get(code) ?? 0)),
      0
    )
  const other = { ...pair, x: east }
  return weigh(other) > weigh(pair) ? other : pair
}

/** Where the rows are located according to two columns; undefined if these say nothing. */
const pairPlace = Effect.fnUntraced(function* (
  given: Pair,
  isNamed: boolean,
  setting: Setting
): Effect.fn.Return<Place | undefined> {
  const { country, hints } = setting
  const pair = withDirection(given, setting)
  const { found, isUnknown, otherPowers, points, power } = yield* fitOfPair(pair, isNamed, setting)
  if (points.length === 0 || (isUnknown && !isNamed)) return undefined
  // If no name tells the two apart, the country that other signs suggest decides.
  const swapped =
    !isNamed && found?.fit.projection === "degrees" && country === undefined
      ? hintedSwap(points, hints)
      : (found?.fit.swapped ?? false)
  const countries =
    found === undefined
      ? new Map<string, number>()
      : swapped === found.fit.swapped
        ? found.fit.countries
        : countriesOf(swap(points))
  const [x, y] = swapped ? [pair.y, pair.x] : [pair.x, pair.y]
  return {
    from: {
      kind: "columns",
      x: x.name,
      y: y.name,
      written: { x: x.written, y: y.written },
      decimalComma: pair.x.contents.decimalComma || pair.y.contents.decimalComma,
      negated: found?.fit.negated ?? "none",
      power
    },
    projection: found?.fit.projection ?? "unknown",
    countries,
    confidence: isUnknown ? 0.4 : isNamed ? 0.95 : 0.7,
    reason:
      found === undefined
        ? "named as coordinates; their grid is unknown"
        : reasonOf(
            { ...found.fit, countries },
            found.told,
            `${isNamed ? "named as coordinates" : "numbers like coordinates"}${power === 0 ? "" : `, multiplied by 10^${power}`}`
          ),
    otherwise: [
      ...(found?.otherwise ?? []),
      ...otherPowers.map((other) => `degrees that are multiplied by 10^${other}`),
      ...(found?.fit.eitherWay === true && !isDirected(pair) ? ["the same grid with the two columns exchanged"] : [])
    ]
  }
})

/** Where the rows' own geometry is, and whether it is in countries; undefined if there is none. */
const geometryPlace = Effect.fnUntraced(function* (geometry: Points, { country, hints, said, towns }: Setting) {
  const real = geometry.filter(isReal)
  if (real.length === 0) return undefined
  const found = yield* bestFit(real, { said, country, hints, towns, keepsSigns: true })
  // Formats of geometries have the longitude first, and some programs write the latitude first all the same.
  const swapped =
    found?.fit.projection === "degrees" && country === undefined && inDegrees(swap(real))
      ? hintedSwap(real, hints, false)
      : (found?.fit.swapped ?? false)
  const countries = swapped === found?.fit.swapped ? found.fit.countries : countriesOf(swapped ? swap(real) : real)
  const fits = found !== undefined && total(countries) >= 0.5
  const place: Place = {
    from: { kind: "geometry", swapped },
    projection: found?.fit.projection ?? "unknown",
    countries: found === undefined ? new Map() : countries,
    confidence: fits ? 0.95 : 0.4,
    reason:
      found === undefined
        ? "their grid is unknown"
        : reasonOf({ ...found.fit, countries }, found.told, "the rows' geometry"),
    otherwise: found?.otherwise ?? []
  }
  return { fits, place }
})

/** The place of the first pair that has one, among those whose names do not say that they are coordinates. */
const silentPlace = Effect.fnUntraced(function* (
  pairs: ReadonlyArray<Pair>,
  setting: Setting
): Effect.fn.Return<Place | undefined> {
  for (const pair of pairs) {
    const found = yield* pairPlace(pair, false, setting)
    if (found !== undefined) return found
  }
  return undefined
})

/** The first pair whose names say that it is coordinates and that lies where it should, or else the first at all. */
const namedPlace = Effect.fnUntraced(function* (setting: Setting) {
  const { columns, country } = setting
  let first: Place | undefined
  for (const pair of namedPairs(columns).slice(0, mostPlaces)) {
    const place = yield* pairPlace(pair, true, setting)
    if (place === undefined) continue
    const { countries } = place
    if (total(countries) >= 0.5 && (country === undefined || countries.has(country))) return { place, isGood: true }
    first ??= place
  }
  return first === undefined ? undefined : { place: first, isGood: false }
})

/** Where the towns are that the table names, by country; each looked up once. */
const townsIn = Effect.fnUntraced(function* (columns: ReadonlyArray<Column>) {
  const known = yield* KnownTowns
  const telling = columnsOfTowns(columns)
  const found = new Map<string, ReadonlyArray<Position>>()
  return Effect.fnUntraced(function* (country: string) {
    // Without such columns, a country's towns need not even be read.
    const towns = telling.length === 0 ? [] : (found.get(country) ?? townsOf(telling, yield* known(country)))
    found.set(country, towns)
    return towns
  })
})

/**
 * Where the rows are located: by columns of degrees, then columns of a grid, then points in one column, then the rows'
 * geometry, then the contents of columns whose names say nothing. Undefined if none of these helps. If they are on a
 * grid, the towns that they name tell which one it is.
 */
export const placeOf = Effect.fnUntraced(function* (given: {
  readonly columns: ReadonlyArray<Column>
  readonly geometry: Points
  readonly reference: string | undefined
  readonly country: string | undefined
  readonly hints: ReadonlyMap<string, number>
  /** Columns that were chosen. */
  readonly chosen: {
    readonly x?: string | undefined
    readonly y?: string | undefined
    readonly point?: string | undefined
  }
}): Effect.fn.Return<Place | undefined> {
  const { chosen, country, geometry, hints } = given
  const columns = withDegrees(given.columns)
  const [nearest] = likelyCountries({ country, hints })
  const setting: Setting = {
    columns,
    country,
    hints,
    towns: yield* townsIn(columns),
    said: referenceOf(given.reference),
    northFirst: isNorthFirst(given.reference),
    latitudeFirst: isLatitudeFirst(given.reference)
  }

  const byName = (name: string | undefined) => columns.find((column) => column.name === name)
  const [x, y, point] = [byName(chosen.x), byName(chosen.y), byName(chosen.point)]
  if (x !== undefined && y !== undefined) {
    return yield* pairPlace({ x, y, score: 9, degrees: inDegrees(pointsOf(x, y)) }, true, setting)
  }
  if (point !== undefined) {
    const named = [{ ...point, named: [{ part: "point" as const, score: 1, as: "point", countries: [] }] }]
    const found = yield* textPlace({ ...setting, columns: named })
    if (found !== undefined) return found
  }

  const pair = yield* namedPlace(setting)
  const drawn = yield* geometryPlace(geometry, setting)
  if (drawn !== undefined && (drawn.fits || pair?.isGood !== true)) return drawn.place
  if (pair?.isGood === true) return pair.place
  const text = yield* textPlace(setting)
  if (text !== undefined || pair !== undefined) return text ?? pair?.place
  const silent = [...directedPairs(columns), ...silentPairs(columns, nearest !== undefined)].slice(0, mostPlaces)
  return yield* silentPlace(silent, setting)
})

/** The EPSG code of all rows, if a column contains it. */
const epsgOfCells = (columns: ReadonlyArray<Column>): number | undefined => {
  const codes = epsgColumn(columns)?.codes ?? []
  return codes.length === 1 ? codes[0] : undefined
}

/** A column that names the reference system of each row, and the codes in it. */
export const epsgColumn = (columns: ReadonlyArray<Column>) => {
  for (const { contents, name } of columns) {
    if (!/epsg|srid|crs/i.test(name)) continue
    const values = Array.from(new Set(contents.values.filter((value) => value !== "")))
    const codes = values.map((value) => Number(/(\d{4,5})$/.exec(value)?.[1]))
    if (values.length > 0 && values.length <= 20 && codes.every((code) => byEpsg(code) !== undefined)) {
      return { name, values, codes }
    }
  }
  return undefined
}
