import { Effect } from "effect"
import type { Position } from "../../../schemas/Earth.ts"
import { onFirstUse } from "../../../schemas/Memoized.ts"
import { countryAt, countryCoder } from "../../surroundings/CountryBorders.ts"
import { type Area, gridsFor, isWithin } from "../grids/EpsgRegistry.ts"
import type { Projection } from "../grids/Projection.ts"
import { byEpsg, nameOf, projections, unproject, webMercator } from "../grids/Projections.ts"
import { likeliest } from "./Country.ts"
import { distanceTo } from "./Towns.ts"

/** The country that a point is in. Nobody has an address in Antarctica, where numbers too large for a grid end. */
const inhabitedAt = ([x, y]: readonly [number, number]): string | undefined => {
  const code = countryAt(x, y)
  return code === "AQ" ? undefined : code
}

export type Points = ReadonlyArray<readonly [number, number]>

/** How many points are looked up, because each look-up searches the borders. */
const looked = 12

const spread = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => {
  const step = Math.max(1, Math.floor(all.length / looked))
  return all.filter((_, index) => index % step === 0).slice(0, looked)
}

export const inDegrees = (points: Points): boolean =>
  points.length > 0 &&
  points.filter(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90).length >= points.length * 0.98 &&
  // Whole numbers are not degrees.
  points.some(([x, y]) => !Number.isInteger(x) && !Number.isInteger(y))

export const countriesOf = (points: Points): ReadonlyMap<string, number> => {
  const some = spread(points)
  const found = new Map<string, number>()
  for (const point of some) {
    const country = inhabitedAt(point)
    if (country !== undefined) found.set(country, (found.get(country) ?? 0) + 1 / some.length)
  }
  return found
}

export const swap = (points: Points): Points => points.map(([x, y]) => [y, x])
/** Whether they are numbers, and no stand-in for missing ones, such as 0, 0 and -999, -999. */
export const isReal = ([x, y]: readonly [number, number]): boolean =>
  !(x === y && Number.isInteger(x)) && Number.isFinite(x + y)

/** Which of easting and northing, or longitude and latitude, are written without their minus sign. */
export type Negated = "none" | "x" | "y" | "both"

export interface Fit {
  readonly projection: Projection | "degrees"
  readonly swapped: boolean
  /** Whether the points lie in the country with either order of their two numbers. */
  readonly eitherWay: boolean
  readonly negated: Negated
  readonly countries: ReadonlyMap<string, number>
  /** The share of the points in the projection's countries, or in the given country. */
  readonly share: number
}

export const shareIn = (countries: ReadonlyMap<string, number>, wanted: ReadonlyArray<string>): number =>
  wanted.reduce((sum, country) => sum + (countries.get(country) ?? 0), 0)

export const total = (countries: ReadonlyMap<string, number>): number =>
  Array.from(countries.values()).reduce((sum, share) => sum + share, 0)

const projected = (projection: Projection, points: Points): Points =>
  spread(points).flatMap((point): Points => {
    const found = unproject(projection, point)
    return found === undefined ? [] : [found]
  })

/** The points as the projection takes them. */
const turnedBy = ({ negated, swapped }: Pick<Fit, "negated" | "swapped">, points: Points): Points => {
  const ordered = swapped ? swap(points) : points
  if (negated === "none") return ordered
  const [east, north] = [negated === "y" ? 1 : -1, negated === "x" ? 1 : -1]
  return ordered.map(([x, y]) => [x * east, y * north])
}

/** Degrees in every order and with every sign, but as they are. */
const otherwiseInDegrees: ReadonlyArray<Pick<Fit, "negated" | "swapped">> = [
  { swapped: true, negated: "none" },
  ...(["x", "y", "both"] as const).flatMap((negated) => [
    { swapped: false, negated },
    { swapped: true, negated }
  ])
]

const westAndSouth = "+axis=wsu "

/** A grid of Southern Africa as programs write it that count to the east and north. */
const eastAndNorth = (projection: Projection): Projection => ({
  ...projection,
  countries: southern,
  definition: projection.definition.replace(westAndSouth, "")
})

const southern: ReadonlyArray<string> = ["ZA", "NA", "BW", "LS", "SZ", "ZW"]

/** Countries whose tables use a system; none if any may. */
const countriesWith = (projection: Projection | "degrees"): ReadonlyArray<string> => {
  if (projection === "degrees") return []
  return projection.definition.includes(westAndSouth) ? southern : projection.countries
}

const fitOf = (
  projection: Projection | "degrees",
  points: Points,
  country: string | undefined,
  northFirst = false
): Fit => {
  const way = (swapped: boolean, negated: Negated = "none"): Fit => {
    const turned = turnedBy({ negated, swapped }, points)
    if (projection === "degrees" && !inDegrees(turned)) {
      return { projection, swapped, eitherWay: false, negated, countries: new Map(), share: 0 }
    }
    const countries = countriesOf(projection === "degrees" ? turned : projected(projection, turned))
    const wanted = country === undefined ? countriesWith(projection) : [country]
    return {
      projection,
      swapped,
      eitherWay: false,
      negated,
      countries,
      share: wanted.length === 0 ? total(countries) : shareIn(countries, wanted)
    }
  }
  const straight = way(false)
  if (straight.share >= 0.8) {
    // In degrees, a country that lies the same way round is so rare that it is not looked for.
    const other = projection === "degrees" ? undefined : way(true)
    if (other === undefined || other.share < 0.8) return straight
    return { ...(northFirst ? other : straight), eitherWay: true }
  }
  const turned = way(true)
  const plain = turned.share > straight.share ? turned : straight
  if (projection === "degrees" || plain.share >= 0.8) return plain
  if (projection.definition.includes(westAndSouth)) {
    const other = fitOf(eastAndNorth(projection), points, country, northFirst)
    return other.share >= 0.8 ? other : plain
  }
  // Tables omit the minus signs of grids that count to the south and west (Krovak's in Czechia and Slovakia).
  if (!projection.definition.includes("krovak")) return plain
  return [way(true, "both"), way(false, "both")].find(({ share }) => share >= 0.8) ?? plain
}

/** Eastings of a UTM zone at the equator, and somewhat beyond. */
const isInZone = ([x]: readonly [number, number]): boolean => x > 100_000 && x < 900_000

/** The UTM zones, for countries without a grid of their own in the list. */
const zones = (country: string | undefined, points: Points): ReadonlyArray<Projection> =>
  country === undefined ||
  projections.some(({ countries }) => countries.includes(country)) ||
  !(points.every(isInZone) || swap(points).every(isInZone))
    ? []
    : Array.from({ length: 60 }, (_, index) => index + 1).flatMap((zone) =>
        [32600 + zone, 32700 + zone].flatMap((epsg) => {
          const found = byEpsg(epsg)
          return found === undefined || found === "degrees" ? [] : [found]
        })
      )

/** The fits that are not of a UTM zone, unless it is the only one: in a large country, points fit several. */
const withoutGuesses = (fits: ReadonlyArray<Fit>, guessed: ReadonlyArray<Projection>): ReadonlyArray<Fit> => {
  const isGuess = ({ projection }: Fit) => projection !== "degrees" && guessed.includes(projection)
  return fits.filter(isGuess).length > 1 ? fits.filter((fit) => !isGuess(fit)) : fits
}

/**
 * Degrees in another order or with a minus sign that they lack, if the country, or else other signs, clearly say that
 * the points lie where they are then.
 */
const asHinted = (
  fit: Fit,
  points: Points,
  { areCalledDegrees = false, country, hints, keepsSigns = false, lacksSigns = false }: Known
): Fit => {
  const weight = (of: ReadonlyMap<string, number>) =>
    country === undefined
      ? Array.from(of).reduce((sum, [code, share]) => sum + share * (hints.get(code) ?? 0), 0)
      : shareIn(of, [country])
  const given = weight(fit.countries)
  // Neighbours use the same words: what speaks for another country, too, says nothing against the names.
  if (areCalledDegrees && given >= 0.4 && total(fit.countries) >= 0.8) return fit
  for (const way of otherwiseInDegrees) {
    if (keepsSigns && way.negated !== "none") continue
    const turned = turnedBy(way, points)
    if (!inDegrees(turned)) continue
    const countries = countriesOf(turned)
    const found = weight(countries)
    if (total(countries) < 0.8 || found < (lacksSigns ? 0.4 : 0.8) || found <= 2 * given) continue
    return { ...fit, ...way, countries, share: total(countries) }
  }
  return fit
}

/** What is known besides the points. */
export interface Known {
  /** The system that the table names. */
  readonly said?: Projection | "degrees" | undefined
  readonly country: string | undefined
  /** How much speaks for each country, apart from coordinates. */
  readonly hints: ReadonlyMap<string, number>
  /** Whether the table says that northings come first. */
  readonly northFirst?: boolean | undefined
  /** Whether names say which numbers are longitudes, and which latitudes. */
  readonly areCalledDegrees?: boolean | undefined
  /** Whether the numbers are written without signs or directions, as far as can be seen. */
  readonly lacksSigns?: boolean | undefined
  /** Whether a mapping cannot change the signs of the numbers. */
  readonly keepsSigns?: boolean | undefined
  /** Where the towns of a country are that the table names; looked up for grids alone. */
  readonly towns: (country: string) => Effect.Effect<ReadonlyArray<Position>>
  /** Whether grids are tried, too, that tables of the country hardly use: only where the numbers are surely coordinates. */
  readonly isSure?: boolean | undefined
}

/** Where the rows may lie: in the given country, or those that other signs suggest, the strongest first. */
export const likelyCountries = ({ country, hints }: Pick<Known, "country" | "hints">): ReadonlyArray<string> =>
  country === undefined
    ? Array.from(hints)
        .filter(([, weight]) => weight >= 0.5)
        .sort(([, one], [, other]) => other - one)
        .map(([code]) => code)
    : [country]

const namesOf = (fits: ReadonlyArray<{ readonly fit: Fit }>): ReadonlyArray<string> =>
  Array.from(new Set(fits.map(({ fit }) => nameOf(fit.projection)))).slice(0, 4)

/** In how many likely countries the towns of a table are looked up. */
const mostCountries = 12

/** A reference system, others that are possible, and whether the table itself tells it. */
export interface Found {
  readonly fit: Fit
  readonly otherwise: ReadonlyArray<string>
  readonly told: boolean
}

/** Meters from a town that the table names within which half of the rows are, if the grid is right. */
const nearTown = 30_000

/** Meters by which grids of one datum put a point apart. */
const samePlace = 50

const areTogether = (one: Points, other: Points): boolean =>
  one.every((place, i) => distanceTo([other[i]!], [place]) < samePlace)

/** The places that a grid gives for points, if all of them are in its own area. */
const placesWithin = (projection: Projection, area: Area, points: Points): Points | undefined => {
  const places: Array<readonly [number, number]> = []
  for (const point of points) {
    const place = unproject(projection, point)
    if (place === undefined || !isWithin(place, area)) return undefined
    places.push(place)
  }
  return places
}

interface PlacedFit {
  readonly fit: Fit
  readonly places: Points
}

/**
 * The grids of the registry that put all points into their own area and into the country. Of grids that put them into
 * the same places, only the first counts.
 */
const registryFits = (points: Points, country: string, isWanted: (area: Area) => boolean): ReadonlyArray<PlacedFit> => {
  const some = spread(points)
  const found: Array<PlacedFit> = []
  for (const { area, projection } of gridsFor(isWanted)) {
    for (const swapped of [false, true]) {
      const places = placesWithin(projection, area, turnedBy({ swapped, negated: "none" }, some))
      if (places === undefined || found.some((other) => areTogether(places, other.places))) continue
      const countries = countriesOf(places)
      const share = shareIn(countries, [country])
      const fit = { projection, swapped, eitherWay: false, negated: "none" as const, countries, share }
      if (share >= 0.8) found.push({ fit, places })
    }
  }
  return found
}

const placed =
  (points: Points) =>
  (fit: Fit): PlacedFit => {
    const turned = turnedBy(fit, points)
    return { fit, places: fit.projection === "degrees" ? spread(turned) : projected(fit.projection, turned) }
  }

/** The grid that puts the rows closest to the towns that the table names, if it puts them near these at all. */
const fitByTowns = (
  fits: ReadonlyArray<Fit>,
  points: Points,
  country: string,
  towns: ReadonlyArray<Position>
): Found | undefined => {
  if (towns.length === 0) return undefined
  const exchanged = fits.filter(({ eitherWay }) => eitherWay).map((fit) => ({ ...fit, swapped: !fit.swapped }))
  const near = [
    ...[...fits, ...exchanged].map(placed(points)),
    ...registryFits(points, country, (area) => towns.some((town) => isWithin(town, area)))
  ]
    .map((candidate) => ({ ...candidate, meters: distanceTo(towns, candidate.places) }))
    .filter(({ meters }) => meters <= nearTown)
  const least = Math.min(...near.map(({ meters }) => meters))
  // Grids before it are more common: by towns alone, a kilometer or two more or less mean nothing.
  const first = near.find(({ meters }) => meters <= least + 2000)
  if (first === undefined) return undefined
  const others = near.filter(({ meters, places }) => meters <= least + 2000 && !areTogether(first.places, places))
  return {
    fit: { ...first.fit, eitherWay: false },
    otherwise: namesOf(others),
    told: false
  }
}

/** The box around a country: west, south, east, north. */
const boxOf = (country: string): readonly [number, number, number, number] | undefined => {
  const geometry = countryCoder().aggregateFeature(country)?.geometry
  if (geometry?.type !== "MultiPolygon") return undefined
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude, latitude] of geometry.coordinates.flat(2)) {
    box[0] = Math.min(box[0], longitude!)
    box[1] = Math.min(box[1], latitude!)
    box[2] = Math.max(box[2], longitude!)
    box[3] = Math.max(box[3], latitude!)
  }
  return box
}

/** The grids of the registry that put the points into the country. */
const fitsWithin = (points: Points, country: string): ReadonlyArray<PlacedFit> => {
  const box = boxOf(country)
  if (box === undefined) return []
  const [west, south, east, north] = box
  return registryFits(points, country, (area) => {
    const [top, left, bottom, right] = area
    return top >= south && bottom <= north && (left > right || (left <= east && right >= west))
  })
}

/** The only one of them; undefined if there are several. */
const onlyFit = (points: Points, country: string): Found | undefined => {
  const [only, ...others] = fitsWithin(points, country)
  return only === undefined || others.length > 0 ? undefined : { fit: only.fit, otherwise: [], told: false }
}

/** The other grids of a country without a usual one, as those of old surveys: a UTM zone is only the likeliest. */
const othersOf = (fit: Fit, points: Points, country: string | undefined): ReadonlyArray<{ readonly fit: Fit }> => {
  if (country === undefined || fit.projection === "degrees" || projections.includes(fit.projection)) return []
  const { places } = placed(points)(fit)
  return fitsWithin(points, country).filter((other) => !areTogether(places, other.places))
}

/** Where the points are in a grid that the table does not name, by the countries of these grids and other signs. */
const fitsByCountry = (points: Points, { country, hints }: Known, likely: ReadonlyArray<string>) => {
  const utm = zones(country ?? likely[0], points)
  const tried = [...projections, ...utm, webMercator].filter(
    ({ countries }) => likely.length === 0 || countries.length === 0 || countries.some((code) => likely.includes(code))
  )
  const isHinted = (code: string) => (hints.get(code) ?? 0) > 0
  // Far from its zone, a grid puts points anywhere, too.
  const isZoned = (fit: Fit) => !utm.some((zone) => zone === fit.projection) || turnedBy(fit, points).every(isInZone)
  // A grid of the whole world puts points anywhere: they have to lie where other signs say.
  const isLikely = (fit: Fit) =>
    (likely.length === 0 && (fit.projection !== webMercator || Array.from(fit.countries.keys()).some(isHinted))) ||
    (fit.projection !== "degrees" && fit.projection.countries.length > 0) ||
    shareIn(fit.countries, likely) >= 0.8
  return withoutGuesses(
    tried
      .map((projection) => fitOf(projection, points, country))
      .filter((fit) => fit.share >= 0.8 && isZoned(fit))
      .filter(isLikely),
    utm
  )
    .map((fit) => {
      const weight = Math.max(0, ...Array.from(fit.countries.keys(), (code) => hints.get(code) ?? 0))
      const rank =
        fit.projection === "degrees" || fit.projection.countries.length === 0
          ? 9
          : Math.min(
              ...Array.from(fit.countries.keys(), (code) => {
                const of = fit.projection === "degrees" ? [] : fit.projection.countries
                const at = of.indexOf(code)
                return at < 0 ? 9 : at
              })
            )
      return { fit, score: weight * 2 - rank * 0.1 - (fit.swapped ? 0.35 : 0) }
    })
    .sort((one, other) => other.score - one.score)
}

/** The grids of countries that put the rows into their own. */
const nationalFits = (points: Points): ReadonlyArray<Fit> =>
  projections.map((grid) => fitOf(grid, points, undefined)).filter(({ share }) => share >= 0.8)

/**
 * The grid that puts the rows near the towns that the table names: in a likely country, or else in another one. Languages
 * are spoken across borders, as Swedish in Finland.
 */
const fitNearTowns = Effect.fnUntraced(function* (
  points: Points,
  { country, towns: townsOf }: Known,
  likely: ReadonlyArray<string>,
  fits: ReadonlyArray<Fit>,
  national: () => ReadonlyArray<Fit>
): Effect.fn.Return<Found | undefined> {
  // Where many countries have the same words, the towns tell which of them it is.
  for (const candidate of likely.slice(0, mostCountries)) {
    const found = fitByTowns(fits, points, candidate, yield* townsOf(candidate))
    if (found !== undefined) return found
  }
  if (country !== undefined) return undefined
  const others = national()
  const abroad = new Set(others.flatMap((fit) => Array.from(fit.countries.keys())))
  for (const candidate of Array.from(abroad).slice(0, mostCountries)) {
    const found = fitByTowns(others, points, candidate, yield* townsOf(candidate))
    if (found !== undefined) return found
  }
  return undefined
})

/** The reference system of points: the stated one, or the one that puts them into the country. */
export const bestFit = Effect.fnUntraced(function* (points: Points, known: Known): Effect.fn.Return<Found | undefined> {
  const { country, isSure = true, northFirst, said } = known
  if (said !== undefined) {
    const fit = fitOf(said, points, country, northFirst)
    if (total(fit.countries) > 0 || said !== "degrees") return { fit, otherwise: [], told: true }
  }
  if (inDegrees(points) || inDegrees(swap(points))) {
    return { fit: asHinted(fitOf("degrees", points, country), points, known), otherwise: [], told: true }
  }
  const magnitude = Math.max(...points.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))))
  if (magnitude < 1000) return undefined
  const likely = likelyCountries(known)
  const fits = fitsByCountry(points, known, likely)
  const [nearest] = likely
  const national = onFirstUse(() => nationalFits(points))
  const isTold = country !== undefined || likeliest(known.hints) !== undefined
  if (isSure || fits.length > 0) {
    const plain = fits.map(({ fit }) => fit)
    const near = yield* fitNearTowns(points, known, likely, plain, national)
    if (near !== undefined) return near
    // Where several countries are as likely, the first of them is none to try all grids on.
    const only = isTold && nearest !== undefined && fits.length === 0 ? onlyFit(points, nearest) : undefined
    if (only !== undefined) return only
  }
  const [first, ...rest] = fits
  if (first === undefined) return undefined
  // Where other signs clearly tell the country, a grid that puts the rows abroad is not theirs.
  const told = country ?? likeliest(known.hints)
  if (told !== undefined && shareIn(first.fit.countries, [told]) < 0.5) return undefined
  const others = rest.filter(({ score }) => score > first.score - 1.2)
  const isElsewhere = (fit: Fit) => !Array.from(fit.countries.keys()).some((code) => first.fit.countries.has(code))
  // Where nothing else tells the country, grids of several countries tell none.
  if (country === undefined && likely.length === 0 && others.some(({ fit }) => isElsewhere(fit))) return undefined
  const abroad = isTold ? [] : national().filter(isElsewhere)
  const possible = [...others, ...othersOf(first.fit, points, nearest), ...abroad.map((fit) => ({ fit }))]
  return { fit: first.fit, otherwise: namesOf(possible), told: false }
})
