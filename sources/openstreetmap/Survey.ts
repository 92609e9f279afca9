import { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Levels } from "./AdminLevels.ts"
import type { Boundaries } from "./Boundaries.ts"
import type { NameIndex } from "./NameIndex.ts"
import type { StreetRelations } from "./Names.ts"
import type { NodeLocations } from "./NodeLocations.ts"
import { eachAddressObject } from "./Objects.ts"
import { kinds, type Member, type Tags } from "./PbfBlock.ts"
import { PlaceNodes } from "./PlaceNodes.ts"
import type { PbfFile } from "./PbfFile.ts"
import { refOf } from "./Refs.ts"
import { type Assembled, shapeOfWay } from "./Rings.ts"
import type { StreetKinds } from "./StreetKinds.ts"
import { areaKey, Stock } from "./Stock.ts"
import type { Indoors } from "../surroundings/Indoors.ts"
import type { Surroundings } from "../surroundings/Surroundings.ts"
import { useOfBuilding, useOfLand } from "../surroundings/Uses.ts"

/** What an extract says around its addresses, found out in several passes over it. */
export interface Survey {
  readonly surroundings: Surroundings
  /** What is pursued in buildings that say nothing of it. */
  readonly indoors: Indoors
  readonly boundaries: Boundaries
  readonly streetKinds: StreetKinds
  readonly streets: NameIndex
  readonly places: NameIndex
  /** Cities, towns and villages as points. */
  readonly settlements: PlaceNodes
  /** Languages of the streets, by BCP 47 tag. */
  readonly languages: ReadonlySet<string>
  readonly streetRelations: StreetRelations
  /** Blocks with addresses. */
  readonly blocks: ReadonlyArray<number>
  /** Number of the first address of a block. */
  readonly firstOf: (block: number) => number
}

/** Reads the nodes of ways that relations are made of. */
const readMemberWays = Effect.fnUntraced(function* (file: PbfFile, { holding, locations, memberWays }: Stock) {
  if (memberWays.seal() > 0) {
    const keep = (id: number, _: Tags, refs: ReadonlyArray<number>) => {
      memberWays.offer(id, refs)
      for (const ref of refs) locations.want(ref)
    }
    yield* file.each(holding(kinds.way), (block) =>
      block.ways(
        () => false,
        keep,
        (id) => memberWays.has(id)
      )
    )
  } else file.skip(holding(kinds.way))
  memberWays.finish()
})

/** Reads where the nodes lie that were asked for. */
const readLocations = Effect.fnUntraced(function* (file: PbfFile, { holding, locations }: Stock) {
  locations.seal()
  yield* file.each(holding(file.locationsOnWays ? kinds.node | kinds.way : kinds.node), (block) => {
    block.positions((id, lon, lat) => locations.offer(id, lon, lat))
    if (!file.locationsOnWays) return
    block.ways(
      () => true,
      (_, __, refs, inline) => {
        if (inline === undefined) return
        for (let i = 0; i < refs.length; i++) locations.offer(refs[i]!, inline.lons[i]!, inline.lats[i]!)
      }
    )
  })
})

/** Within its area, or the middle of a line, or of what the extract has of it. */
const positionOfWay = (refs: ArrayLike<number>, locations: NodeLocations) => {
  const whole = locations.along(refs)
  const shape = whole === undefined ? undefined : shapeOfWay({ refs, ...whole })
  if (shape !== undefined) return shape.pointWithin()
  const there = whole ?? locations.along(refs, true)
  if (there === undefined) return undefined
  const middle = there.lons.length >>> 1
  return { lon: there.lons[middle]!, lat: there.lats[middle]! }
}

const positionOfRelation = (members: ReadonlyArray<Member>, { locations, memberWays }: Stock) => {
  const area = memberWays.areaOf(members, locations)
  if (area !== undefined) return area.shape.pointWithin()
  const ways = members.filter(({ kind }) => kind === kinds.way)
  return ways.map(({ id }) => positionOfWay(memberWays.nodesOf(id), locations)).find((at) => at !== undefined)
}

/** Blocks with addressed ways or relations, perhaps. */
const arealOf = (stock: Stock): ReadonlyArray<number> => {
  const areal = new Set(stock.holding(kinds.way | kinds.relation))
  return stock.addressed().filter((block) => areal.has(block))
}

/** Finds where addressed ways and relations lie. */
const placeAddresses = (file: PbfFile, stock: Stock) => {
  const { locations, surroundings } = stock
  return file.each(arealOf(stock), (block, number) => {
    let at = stock.firsts[number]!
    eachAddressObject(block, ({ count, kind, members, refs }) => {
      const position =
        kind === kinds.node
          ? undefined
          : kind === kinds.way
            ? positionOfWay(refs, locations)
            : positionOfRelation(members, stock)
      if (position !== undefined) {
        surroundings.lons.fill(position.lon, at, at + count)
        surroundings.lats.fill(position.lat, at, at + count)
      }
      at += count
    })
  })
}

const levelsOf = (tags: Tags): number => {
  const levels = tags.get("building:levels")
  return levels === undefined ? 0 : Math.max(0, Math.min(255, Math.round(Number.parseFloat(levels)) || 0))
}

/** Lets buildings and land pass by the addresses, and keeps boundaries. */
const passAreas = (file: PbfFile, stock: Stock) => {
  const { boundaries, indoors, locations, memberWays, surroundings } = stock
  const pass = (tags: Tags, area: Assembled, ref: number) => {
    const building = useOfBuilding(tags)
    const land = building === undefined ? useOfLand(tags) : undefined
    if (building !== undefined) surroundings.passBuilding(area.shape, building, ref, levelsOf(tags))
    if (building?.kind === "open") indoors.pass(area.shape, ref)
    if (land !== undefined) surroundings.passLand(area.shape, land, ref)
    boundaries.add(tags, area)
  }
  return file.each(stock.holding(kinds.way | kinds.relation), (block) => {
    block.ways(areaKey, (id, tags, refs) => {
      if (refs.length < 4 || refs[0] !== refs[refs.length - 1] || !stock.isArea(tags)) return
      const positions = locations.along(refs)
      const shape = positions === undefined ? undefined : shapeOfWay({ refs, ...positions })
      if (shape !== undefined) pass(tags, { shape, complete: true }, refOf(kinds.way, id))
    })
    block.relations(areaKey, (id, tags, members) => {
      const area = stock.isArea(tags) ? memberWays.areaOf(members, locations) : undefined
      if (area !== undefined) pass(tags, area, refOf(kinds.relation, id))
    })
  })
}

/** Surveys an extract for a country. Each pass reads only the blocks that hold what it is after. */
export const survey = Effect.fn("openstreetmap.survey")(function* (
  file: PbfFile,
  country: string,
  levels: Levels
): Effect.fn.Return<Survey, SourceError> {
  const stock = new Stock(file.blocks.length, country, levels)
  yield* stock.take(file)
  const areas = stock.holding(kinds.way | kinds.relation)
  const nodes = stock.holding(file.locationsOnWays ? kinds.node | kinds.way : kinds.node)
  const addressed = stock.addressed()
  file.expect([stock.holding(kinds.way), nodes, arealOf(stock), areas, addressed])
  yield* readMemberWays(file, stock)
  yield* readLocations(file, stock)
  // Not the stock itself: what it holds of nodes and ways is not needed any longer.
  const { boundaries, firsts, indoors, places, streetKinds, streetNames, streetRelations, surroundings } = stock
  yield* placeAddresses(file, stock)
  surroundings.indexPositions()
  yield* passAreas(file, stock)
  surroundings.dropIndex()
  indoors.settle(surroundings)
  boundaries.seal(stock.placeNodes)
  const settlements = new PlaceNodes(stock.placeNodes)
  return {
    surroundings,
    indoors,
    boundaries,
    streetKinds,
    streets: streetNames.index(stock.locations),
    places,
    settlements,
    languages: streetNames.languages(),
    streetRelations,
    blocks: stock.addressed(),
    firstOf: (block) => firsts[block]!
  }
})
