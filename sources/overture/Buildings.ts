import { Effect, type Scope, Stream } from "effect"
import type { RawRecord, SourceError } from "../DataSource.ts"
import type { ParquetGroup } from "../reading/Parquet.ts"
import { ringsOfWkb, type WkbRing } from "../reading/Wkb.ts"
import { type Ring, Shape } from "../surroundings/Shape.ts"
import { nowhere, own, Surroundings } from "../surroundings/Surroundings.ts"
import { Cells, extentOf } from "./Area.ts"
import { useOf } from "./BuildingUse.ts"
import { batchRows, type Rows } from "./Rows.ts"
import type { Part, Theme } from "./Theme.ts"
import { numberIn, textIn } from "./Values.ts"

/** Every release has the class, if it is known; the other columns came later. */
export const buildings: Theme = {
  folder: "theme=buildings/type=building/",
  required: ["id", "geometry", "class"],
  optional: ["subtype", "level", "is_underground"]
}

/** For an address with a building around it: home or not, with the evidence, or undecided. */
export type Verdict =
  | { readonly kind: "home" | "other"; readonly evidence: NonNullable<RawRecord["evidence"]> }
  | { readonly kind: "open" | "unclear"; readonly evidence?: undefined }

/** Row groups of buildings, read once for each tile of addresses among them. */
export interface BuildingStock {
  readonly groups: ReadonlyArray<{ readonly group: ParquetGroup; readonly columns: ReadonlyArray<string> }>
}

/** Files opened in parallel, if that takes requests to a server. */
const concurrency = 4

/** Opens all building files for as long as the scope, and keeps their footers' data about the columns needed. */
export const openBuildings = Effect.fn("overture.openBuildings")(function* (
  files: Stream.Stream<Part, SourceError>
): Effect.fn.Return<BuildingStock, SourceError, Scope.Scope> {
  const parts = yield* files.pipe(
    Stream.mapEffect(({ open }) => open, { concurrency }),
    Stream.runCollect
  )
  const wanted = [...buildings.required, ...buildings.optional]
  return {
    groups: parts.flatMap((part) => {
      const columns = wanted.filter((column) => part.columns.includes(column))
      return part.groups.map((group) => ({ group, columns }))
    })
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

const passGroup = Effect.fnUntraced(function* (
  { columns, group }: BuildingStock["groups"][number],
  first: number,
  around: Surroundings,
  names: Map<number, string>
): Effect.fn.Return<void, SourceError> {
  const read = yield* group.read(columns)
  for (let from = 0; from < group.rows; from += batchRows) {
    const to = Math.min(group.rows, from + batchRows)
    const values = new Map<string, ArrayLike<unknown>>()
    for (const column of columns) values.set(column, yield* read(column, from, to))
    const value = (column: string, row: number) => values.get(column)?.[row]
    for (let row = 0; row < to - from; row++) {
      const use = useOf({
        subtype: textIn(value("subtype", row)),
        class: textIn(value("class", row)),
        level: numberIn(value("level", row)),
        isUnderground: value("is_underground", row) === true
      })
      const shape = use === undefined ? undefined : toShape(ringsOfWkb(value("geometry", row)))
      if (use === undefined || shape === undefined) continue
      const ref = first + from + row
      const nearest = around.passBuilding(shape, use, ref)
      if (nearest && use.kind !== "open") names.set(ref, textIn(value("id", row)) ?? "without an ID")
    }
  }
})

/**
 * The evidence around the addresses of a tile, in row order. Addresses are indexed and buildings stream past, so memory
 * holds the addresses and one row group of buildings.
 */
export const judge = Effect.fn("overture.judge")(function* (
  stock: BuildingStock,
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
  const names = new Map<number, string>()
  let first = 0
  for (const member of stock.groups) {
    const extent = extentOf(member.group)
    if (extent === undefined || cells.touch(extent)) yield* passGroup(member, first, around, names)
    first += member.group.rows
  }
  around.dropIndex()
  return (at) => {
    const found = around.buildingAround(at)
    if (found?.kind !== "home" && found?.kind !== "other") return { kind: found?.kind ?? "open" }
    const detail = `Lies in Overture's building ${names.get(found.ref) ?? "without an ID"}, ${found.tag}.`
    return { kind: found.kind, evidence: { kind: found.kind === "home" ? "building" : "against", detail } }
  }
})
