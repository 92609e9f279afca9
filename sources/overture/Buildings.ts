import { Effect, type Scope, Stream } from "effect"
import type { RawRecord, SourceError } from "../DataSource.ts"
import type { ParquetGroup } from "../reading/Parquet.ts"
import { positionOfWkb, ringsOfWkb, type WkbRing } from "../reading/Wkb.ts"
import { Indoors } from "../surroundings/Indoors.ts"
import { type Ring, Shape } from "../surroundings/Shape.ts"
import { nowhere, own, type Surrounding, Surroundings } from "../surroundings/Surroundings.ts"
import { takes } from "../surroundings/Uses.ts"
import { Cells, extentOf } from "./Area.ts"
import { useOf } from "./BuildingUse.ts"
import { useOfPlace } from "./PlaceUse.ts"
import { batchRows, type Rows, type Wanted } from "./Rows.ts"
import type { Part, Theme, ThemePlace } from "./Theme.ts"
import { numberIn, textIn } from "./Values.ts"

/** Every release has the class, if it is known; the other columns came later. */
export const buildings: Theme = {
  folder: "theme=buildings/type=building/",
  required: ["id", "geometry", "class"],
  optional: ["subtype", "level", "is_underground"]
}

/** Places of business, which have the column `taxonomy` since October 2025. */
export const places: Theme = {
  folder: "theme=places/type=place/",
  required: ["id", "geometry", "confidence", "taxonomy"],
  optional: ["operating_status"]
}

/** For an address with a building around it: home or not, with the evidence, or undecided. */
export type Verdict =
  | { readonly kind: "home" | "other"; readonly evidence: NonNullable<RawRecord["evidence"]> }
  | { readonly kind: "open" | "unclear"; readonly evidence?: undefined }

/** Row groups of buildings or places, read once for each tile of addresses among them. */
interface Stock {
  readonly groups: ReadonlyArray<{ readonly group: ParquetGroup; readonly columns: ReadonlyArray<string> }>
}

/** Files opened in parallel, if that takes requests to a server. */
const concurrency = 4

/** Opens all files of a theme for as long as the scope, and keeps their footers' data about the columns needed. */
const openStock = Effect.fn("overture.openStock")(function* (
  theme: Theme,
  files: Stream.Stream<Part, SourceError>
): Effect.fn.Return<Stock, SourceError, Scope.Scope> {
  const parts = yield* files.pipe(
    Stream.mapEffect(({ open }) => open, { concurrency }),
    Stream.runCollect
  )
  const wanted = [...theme.required, ...theme.optional]
  return {
    groups: parts.flatMap((part) => {
      const columns = wanted.filter((column) => part.columns.includes(column))
      return part.groups.map((group) => ({ group, columns }))
    })
  }
})

/** Where buildings are, and places, if they count. */
export interface Around {
  readonly buildings: ThemePlace
  readonly places: ThemePlace | undefined
}

/** What is around addresses. */
export interface AroundStock {
  readonly buildings: Stock
  readonly places: Stock | undefined
}

export const openAround = Effect.fnUntraced(function* (
  around: Around,
  wanted: Wanted
): Effect.fn.Return<AroundStock, SourceError, Scope.Scope> {
  return {
    buildings: yield* openStock(buildings, around.buildings.parts(wanted)),
    places: around.places === undefined ? undefined : yield* openStock(places, around.places.parts(wanted))
  }
})

const whole = (degrees: number): number => Math.round(degrees * 1e7)

const toRing = ({ inner, line }: WkbRing): Ring => {
  const points = line.length / 2
  return {
    lons: Int32Array.from({ length: points }, (_, point) => whole(line[point * 2]!)),
    lats: Int32Array.from({ length: points }, (_, point) => whole(line[point * 2 + 1]!)),
    inner
  }
}

const toShape = (rings: ReadonlyArray<WkbRing> | undefined): Shape | undefined => {
  const usable = rings?.filter(({ line }) => line.length >= 8 && line.every(Number.isFinite)) ?? []
  return usable.length === 0 ? undefined : new Shape(usable.map(toRing))
}

type Value = (column: string) => unknown

/** Visits the rows that may be in cells with addresses, with their numbers in the stock. */
const eachRow = Effect.fnUntraced(function* (
  { groups }: Stock,
  cells: Cells,
  visit: (value: Value, ref: number) => void
): Effect.fn.Return<void, SourceError> {
  let first = 0
  for (const { columns, group } of groups) {
    const extent = extentOf(group)
    if (extent === undefined || cells.touch(extent)) {
      const read = yield* group.read(columns)
      for (let from = 0; from < group.rows; from += batchRows) {
        const to = Math.min(group.rows, from + batchRows)
        const values = new Map<string, ArrayLike<unknown>>()
        for (const column of columns) values.set(column, yield* read(column, from, to))
        for (let row = 0; row < to - from; row++) visit((column) => values.get(column)?.[row], first + from + row)
      }
    }
    first += group.rows
  }
})

/** Keeps a place of business near addresses. */
const keepPlace =
  (cells: Cells, indoors: Indoors, names: Map<number, string>) =>
  (value: Value, ref: number): void => {
    const use = useOfPlace(value("confidence"), value("operating_status"), value("taxonomy"))
    const position = use === undefined ? undefined : positionOfWkb(value("geometry"))
    if (use === undefined || position === undefined) return
    const [lon, lat] = position
    if (!cells.touch({ minLon: lon, maxLon: lon, minLat: lat, maxLat: lat })) return
    indoors.add(whole(lon), whole(lat), ref, use.tag)
    names.set(ref, `${textIn(value("id")) ?? "without an ID"}, ${use.category}`)
  }

/** Tests a building against the addresses, and against what may be in it. */
const passBuilding =
  (around: Surroundings, indoors: Indoors | undefined, names: Map<number, string>) =>
  (value: Value, ref: number): void => {
    const use = useOf({
      subtype: textIn(value("subtype")),
      class: textIn(value("class")),
      level: numberIn(value("level")),
      isUnderground: value("is_underground") === true
    })
    const shape = use === undefined ? undefined : toShape(ringsOfWkb(value("geometry")))
    if (use === undefined || shape === undefined) return
    const nearest = around.passBuilding(shape, use, ref)
    if (nearest && use.kind !== "open") names.set(ref, textIn(value("id")) ?? "without an ID")
    if (use.kind === "other") return
    indoors?.pass(shape, ref, use.kind === "home" ? (tag) => takes(use.tag, tag) : undefined)
  }

/** Keeps the places of business near addresses. */
const readPlaces = Effect.fnUntraced(function* (
  stock: Stock,
  cells: Cells,
  names: Map<number, string>
): Effect.fn.Return<Indoors, SourceError> {
  const indoors = new Indoors()
  yield* eachRow(stock, cells, keepPlace(cells, indoors, names))
  for (const _ of indoors.sealing()) continue
  return indoors
})

/** What takes the building, or is nearest to this address of several. */
const neighbourOf = (indoors: Indoors, building: Surrounding, at: number) => {
  const taker = indoors.taking(building.ref)
  return indoors.at(at) ?? (taker !== undefined && takes(building.tag, taker.tag) ? taker : undefined)
}

/**
 * The evidence around the addresses of a tile, in row order. Addresses and places are indexed and buildings stream past,
 * so memory holds these and one row group of buildings.
 */
export const judge = Effect.fn("overture.judge")(function* (
  stock: AroundStock,
  tile: ReadonlyArray<Rows>
): Effect.fn.Return<(at: number) => Verdict, SourceError> {
  const around = new Surroundings()
  const cells = new Cells()
  for (const { lats, lons } of tile) {
    for (let row = 0; row < lons.length; row++) {
      const [lon, lat] = [lons[row]!, lats[row]!]
      const real = Math.abs(lon) <= 180 && Math.abs(lat) <= 90
      around.add(real ? whole(lon) : nowhere, real ? whole(lat) : nowhere, own.open)
      if (real) cells.add(lon, lat)
    }
  }
  around.indexPositions()
  const places = new Map<number, string>()
  const indoors = stock.places === undefined ? undefined : yield* readPlaces(stock.places, cells, places)
  const names = new Map<number, string>()
  yield* eachRow(stock.buildings, cells, passBuilding(around, indoors, names))
  around.dropIndex()
  for (const _ of indoors?.settling(around) ?? []) continue
  return (at) => {
    const found = around.buildingAround(at)
    const place = indoors === undefined || found === undefined ? undefined : neighbourOf(indoors, found, at)
    if (place !== undefined && found?.kind !== "other") {
      const detail = `Shares its building with Overture's place ${places.get(place.ref)}.`
      return { kind: "other", evidence: { kind: "against", detail } }
    }
    if (found?.kind !== "home" && found?.kind !== "other") return { kind: found?.kind ?? "open" }
    const detail = `Lies in Overture's building ${names.get(found.ref) ?? "without an ID"}, ${found.tag}.`
    return { kind: found.kind, evidence: { kind: found.kind === "home" ? "building" : "against", detail } }
  }
})
