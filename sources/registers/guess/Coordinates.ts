import type { Position } from "../../../schemas/Earth.ts"
import { type Contents, numberOf, pairPoint, wktPoint } from "./Contents.ts"
import { epsgOfName, type Named, wordsOf } from "./Names.ts"
import {
  bestFit,
  countriesOf,
  type Fit,
  inDegrees,
  isLatitudeFirst,
  isNorthFirst,
  isReal,
  type Negated,
  type Points,
  referenceOf,
  swap,
  total
} from "./Fit.ts"
import { byEpsg, nameOf, type Projection } from "../grids/Projections.ts"
import { multiplied } from "./WholeDegrees.ts"

/** A column as read. */
export interface Column {
  /** As in templates. */
  readonly name: string
  /** As in its own table, if that is a joined one. */
  readonly own?: string
  readonly index: number
  readonly contents: Contents
  readonly named: ReadonlyArray<Named>
}

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
      }
    | { readonly kind: "text"; readonly column: string; readonly form: "wkt" | "pair"; readonly swapped: boolean }
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

const stem = (name: string): string =>
  wordsOf(name)
    .filter(
      (word) =>
        !/^(?:x|y|e|n|lon|long|lng|longitude|lat|latitude|east|west|north|easting|northing|ost|nord)$/.test(word)
    )
    .join(" ")

interface Pair {
  readonly x: Column
  readonly y: Column
  readonly score: number
  readonly degrees: boolean
}

const isNumbers = ({ contents }: Column): boolean => contents.filled > 0.2 && contents.numeric >= 0.95

const pointsOf = (x: Column, y: Column): Points =>
  x.contents.values
    .map((value, row) => [numberOf(value), numberOf(y.contents.values[row] ?? "")] as const)
    .filter(isReal)

/** How many columns may be the easting, or the northing; and how many places are worked out from such columns. */
const [mostAxes, mostPlaces] = [20, 8]

/** Pairs of columns that are coordinates according to their names, best first. */
const namedPairs = (columns: ReadonlyArray<Column>): ReadonlyArray<Pair> => {
  const numbers = columns.filter(isNumbers)
  const pairs: Array<Pair> = []
  const axis = (axis: "x" | "y") =>
    numbers
      .flatMap((column) => {
        const score = column.named.find(({ part }) => part === axis)?.score ?? 0
        return score < 0.5 ? [] : [{ column, score }]
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, mostAxes)
  const norths = axis("y")
  for (const { column: x, score: east } of axis("x")) {
    for (const { column: y, score: north } of norths) {
      if (y === x) continue
      const alike = stem(x.name) === stem(y.name) ? 0.6 : 0
      const near = Math.abs(x.index - y.index) === 1 ? 0.2 : 0
      const points = pointsOf(x, y)
      const degrees = inDegrees(points)
      pairs.push({ x, y, degrees, score: east + north + alike + near + (degrees ? 1 : 0) })
    }
  }
  return pairs.sort((one, other) => other.score - one.score)
}

/** Words of directions, in which names of coordinates differ. */
const directions: ReadonlyArray<readonly [east: RegExp, north: RegExp]> = [
  [/^(?:e$|east|est|ost|oest|oost|ita)/, /^(?:n$|nor|noord|pohjois)/],
  [/^(?:lon|lng|long|longitude|longitud)$/, /^(?:lat|latitude|latitud)$/],
  [/^x$/, /^y$/]
]

/** Whether the names say which of the two is the easting: x and y do not, because in some countries x is the northing. */
const isDirected = ({ x, y }: Pair): boolean =>
  directions
    .slice(0, 2)
    .some(
      ([east, north]) =>
        wordsOf(x.name).some((word) => east.test(word)) && wordsOf(y.name).some((word) => north.test(word))
    )

/** Pairs of columns whose names differ only in a direction: `ITM_E` and `ITM_N`, `ykjx` and `ykjy`. */
const directedPairs = (columns: ReadonlyArray<Column>): ReadonlyArray<Pair> => {
  const numbers = columns.filter(isNumbers).slice(0, 4 * mostAxes)
  return numbers.flatMap((x) =>
    numbers.flatMap((y) =>
      areDirections(x.name, y.name) ? [{ x, y, degrees: inDegrees(pointsOf(x, y)), score: 1 }] : []
    )
  )
}

const areDirections = (one: string, other: string): boolean => {
  const [east, north] = [wordsOf(one), wordsOf(other)]
  const differing = east.flatMap((word, at) => (word === north[at] ? [] : [[word, north[at] ?? ""] as const]))
  const [first] = differing
  if (first === undefined || differing.length !== 1 || east.length !== north.length) return false
  const [x, y] = first
  if (directions.some(([a, b]) => a.test(x) && b.test(y) && (x.length > 2 || x.length === y.length))) return true
  return x.length > 1 && /x/.test(x) && x.replace("x", "y") === y
}

/** Large whole numbers in which rows differ, as those of grids do, and as keys do: a country has to vouch for them. */
const areMeters = (x: Column, y: Column, points: Points): boolean =>
  points.every(([a, b]) => Math.abs(a) > 10_000 && Math.abs(b) > 10_000 && Math.abs(a) < 1e8 && Math.abs(b) < 1e8) &&
  [x, y].every(({ contents }) => contents.distinct > 1 && contents.values.every((value) => !value.startsWith("0")))

/** Pairs of adjacent columns whose values alone look like coordinates. */
const silentPairs = (columns: ReadonlyArray<Column>, isKnown: boolean): ReadonlyArray<Pair> =>
  columns.flatMap((x, index) => {
    const y = columns[index + 1]
    if (y === undefined || !isNumbers(x) || !isNumbers(y)) return []
    const points = pointsOf(x, y)
    const decimals = points.filter(([a, b]) => !Number.isInteger(a) && !Number.isInteger(b)).length
    if (decimals < points.length * 0.6) {
      return isKnown && areMeters(x, y, points) ? [{ x, y, degrees: false, score: 0.5 }] : []
    }
    const degrees = inDegrees(points) || inDegrees(swap(points))
    const large = points.every(([a, b]) => Math.abs(a) > 1000 && Math.abs(b) > 1000)
    return degrees || large ? [{ x, y, degrees, score: degrees ? 1 : 0.8 }] : []
  })

/** What is known of a table before its coordinates are searched. */
interface Setting {
  readonly columns: ReadonlyArray<Column>
  /** The reference system that the file names. */
  readonly said: Projection | "degrees" | undefined
  readonly country: string | undefined
  /** How much speaks for each country, apart from coordinates. */
  readonly hints: ReadonlyMap<string, number>
  /** Whether the file says that northings come first. */
  readonly northFirst: boolean
  /** Whether it says that latitudes come first, and not longitudes. */
  readonly latitudeFirst: boolean | undefined
  /** Where the towns are that the table names, if these were looked up. */
  readonly towns: ReadonlyArray<Position> | undefined
}

/** Columns of points in one text. */
const textColumns = (columns: ReadonlyArray<Column>) =>
  columns.flatMap((column) => {
    const filled = column.contents.values.filter((value) => value !== "")
    const isNamed = column.named.some(({ part, score }) => part === "point" && score >= 0.5)
    const form =
      filled.length === 0
        ? undefined
        : filled.filter((value) => wktPoint.test(value)).length >= filled.length * 0.9
          ? ("wkt" as const)
          : isNamed && filled.filter((value) => pairPoint.test(value)).length >= filled.length * 0.9
            ? ("pair" as const)
            : undefined
    return form === undefined ? [] : [{ column, filled, form }]
  })

/** GeoJSON, KML and GML 2 call two numbers their coordinates, and have the longitude first. */
const coordinates = /(?:^|\.)coordinates$/i

const textPlace = ({ columns, latitudeFirst, ...known }: Setting): Place | undefined => {
  for (const { column, filled, form } of textColumns(columns).slice(0, mostPlaces)) {
    const points = filled
      .flatMap((value): Points => {
        const [, x, y] = (form === "wkt" ? wktPoint : pairPoint).exec(value) ?? []
        return x === undefined || y === undefined ? [] : [[Number(x), Number(y)]]
      })
      .filter(isReal)
    if (points.length === 0) continue
    const srid = Number(/^SRID=(\d+)/.exec(filled[0] ?? "")?.[1])
    const found = bestFit(points, {
      ...known,
      said: Number.isNaN(srid) ? known.said : byEpsg(srid),
      keepsSigns: true
    })
    if (found === undefined) continue
    const isGeoJson = coordinates.test(column.name) || filled[0]!.includes("coordinates")
    // "48.1, 11.5" is usually latitude and longitude, so that is assumed if the values do not decide.
    const swapped =
      form === "pair" && found.fit.projection === "degrees" && known.country === undefined && inDegrees(swap(points))
        ? hintedSwap(points, known.hints, latitudeFirst ?? (isGeoJson ? false : undefined))
        : found.fit.swapped
    const countries = swapped === found.fit.swapped ? found.fit.countries : countriesOf(swap(points))
    return {
      from: { kind: "text", column: column.name, form, swapped },
      projection: found.fit.projection,
      countries,
      confidence: form === "wkt" ? 0.95 : 0.85,
      reason: reasonOf(
        { ...found.fit, countries },
        found.told,
        form === "wkt" ? "points as well-known text" : "two numbers"
      ),
      otherwise: found.otherwise
    }
  }
  return undefined
}

/**
 * Whether degrees have the latitude first: as other signs say, or else as the file says. Some files say the order that
 * they do not have.
 */
const hintedSwap = (points: Points, hints: ReadonlyMap<string, number>, isSaid?: boolean): boolean => {
  const weigh = (turned: Points, least: number) =>
    Array.from(countriesOf(turned)).reduce((sum, [code, share]) => sum + share * (least + (hints.get(code) ?? 0)), 0)
  return weigh(swap(points), isSaid === true ? 0.5 : 0.2) >= weigh(points, isSaid === false ? 0.5 : 0.2)
}

/** Whether names say that the numbers are degrees. */
const areCalledDegrees = ({ x, y }: Pair): boolean =>
  [x, y].every(({ named }) => named.some(({ degrees = false, score }) => degrees && score >= 0.8))

/** The numbers of two columns with their reference system; as degrees, if they are multiples of these. */
const fitOfPair = (pair: Pair, { columns, country, hints, towns }: Setting) => {
  const points = pointsOf(pair.x, pair.y)
  const code = epsgOfName(pair.x.name) ?? epsgOfCells(columns)
  const said = pair.degrees || code === undefined ? undefined : byEpsg(code)
  const fitted = (some: Points) => {
    const found = points.length === 0 ? undefined : bestFit(some, { said, country, hints, towns })
    return { points: some, found, isUnknown: found === undefined || total(found.fit.countries) < 0.5 }
  }
  const areCalled = areCalledDegrees(pair)
  const plain = areCalled ? undefined : fitted(points)
  const degrees = plain?.isUnknown === false ? undefined : multiplied(points, { country, hints }, areCalled)
  return degrees === undefined
    ? { ...(plain ?? fitted(points)), power: 0, otherPowers: [] }
    : { ...fitted(degrees.points), power: degrees.power, otherPowers: degrees.others }
}

/** Where the rows are located according to two columns; undefined if these say nothing. */
const pairPlace = (pair: Pair, isNamed: boolean, setting: Setting): Place | undefined => {
  const { country, hints } = setting
  const { found, isUnknown, otherPowers, points, power } = fitOfPair(pair, setting)
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
  return {
    from: {
      kind: "columns",
      x: (swapped ? pair.y : pair.x).name,
      y: (swapped ? pair.x : pair.y).name,
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
}

/** Where the rows' own geometry is, and whether it is in countries; undefined if there is none. */
const geometryPlace = (geometry: Points, { country, hints, said, towns }: Setting) => {
  const real = geometry.filter(isReal)
  if (real.length === 0) return undefined
  const found = bestFit(real, { said, country, hints, towns, keepsSigns: true })
  const fits = found !== undefined && total(found.fit.countries) >= 0.5
  const place: Place = {
    from: { kind: "geometry", swapped: found?.fit.swapped ?? false },
    projection: found?.fit.projection ?? "unknown",
    countries: found?.fit.countries ?? new Map(),
    confidence: fits ? 0.95 : 0.4,
    reason: found === undefined ? "their grid is unknown" : reasonOf(found.fit, found.told, "the rows' geometry"),
    otherwise: found?.otherwise ?? []
  }
  return { fits, place }
}

/** The first candidate that gives a place. */
const firstOf = <A>(candidates: ReadonlyArray<A>, placeOf: (candidate: A) => Place | undefined): Place | undefined => {
  for (const candidate of candidates) {
    const found = placeOf(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Where the rows are located: by columns of degrees, then columns of a grid, then points in one column, then the rows'
 * geometry, then the contents of columns whose names say nothing. Undefined if none of these helps.
 */
export const placeOf = (given: {
  readonly columns: ReadonlyArray<Column>
  readonly geometry: Points
  readonly reference: string | undefined
  readonly country: string | undefined
  readonly hints: ReadonlyMap<string, number>
  /** Where the towns are that the table names, if these were looked up. */
  readonly towns: ReadonlyArray<Position> | undefined
  /** Columns that were chosen. */
  readonly chosen: {
    readonly x?: string | undefined
    readonly y?: string | undefined
    readonly point?: string | undefined
  }
}): Place | undefined => {
  const { chosen, columns, country, geometry, hints, towns } = given
  const setting: Setting = {
    columns,
    country,
    hints,
    towns,
    said: referenceOf(given.reference),
    northFirst: isNorthFirst(given.reference),
    latitudeFirst: isLatitudeFirst(given.reference)
  }

  const byName = (name: string | undefined) => columns.find((column) => column.name === name)
  const [x, y, point] = [byName(chosen.x), byName(chosen.y), byName(chosen.point)]
  if (x !== undefined && y !== undefined) {
    return pairPlace({ x, y, score: 9, degrees: inDegrees(pointsOf(x, y)) }, true, setting)
  }
  if (point !== undefined) {
    const named = [{ ...point, named: [{ part: "point" as const, score: 1, as: "point", countries: [] }] }]
    const found = textPlace({ ...setting, columns: named })
    if (found !== undefined) return found
  }

  const isKnown = country !== undefined || Array.from(hints.values()).some((weight) => weight >= 0.5)
  const pairs = namedPairs(columns).slice(0, mostPlaces)
  const places = pairs.flatMap((pair) => pairPlace(pair, true, setting) ?? [])
  const good = places.find(
    ({ countries }) => total(countries) >= 0.5 && (country === undefined || countries.has(country))
  )
  const drawn = geometryPlace(geometry, setting)
  if (drawn !== undefined && (drawn.fits || good === undefined)) return drawn.place
  return (
    good ??
    textPlace(setting) ??
    places[0] ??
    firstOf([...directedPairs(columns), ...silentPairs(columns, isKnown)].slice(0, mostPlaces), (pair) =>
      pairPlace(pair, false, setting)
    )
  )
}

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
