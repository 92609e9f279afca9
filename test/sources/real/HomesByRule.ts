import Flatbush from "flatbush"
import type { Osm, OsmWay } from "../openstreetmap/PbfWriter.ts"

/**
 * The homes of an extract by the rule of a careful reader, independent of how Doorstep decides, so that what Doorstep
 * publishes can be measured against it. An object with a house number and a street is a home if
 *
 * 1. it is itself a building of a residential kind without amenity or tourism, and, if the kind is a house for one
 *    household, without any business or other activity; or
 * 2. it is not a building, or one without a kind, has no activity, and the smallest building around it is of a
 *    residential kind; or
 * 3. as in 2, but the building around it, if any, has no kind and no activity, and the smallest land use around it,
 *    other than grass, forest, garden and the like, is residential.
 *
 * In `queens_village_ny` these are 13,039: 16 by part 1 and 13,023 by part 3. Another reader of the same rule may count
 * a few more: a building that straddles the edge of residential land may lie in it by the mean of its corners, but not
 * by its centroid (2), and a residential area that itself has an address is not a home (2).
 */
export interface RuledObject {
  /** In OpenStreetMap's notation: `way/123`. */
  readonly ref: string
  readonly tags: Readonly<Record<string, string>>
  /** Degrees; undefined if the extract does not give its position. */
  readonly position: Point | undefined
  /** The part of the rule that makes it a home; undefined if none does. */
  readonly homeBy: 1 | 2 | 3 | undefined
  /** The surroundings that the rule considered. */
  readonly building: Area | undefined
  readonly land: Area | undefined
}

interface Point {
  readonly lon: number
  readonly lat: number
}

export interface Area {
  readonly ref: string
  readonly tags: Tags
  readonly rings: ReadonlyArray<ReadonlyArray<Point>>
  readonly size: number
}

type Tags = Readonly<Record<string, string>>

const oneHousehold = new Set(
  "annexe bungalow cabin detached farm ger house houseboat semi semidetached_house static_caravan stilt_house".split(
    " "
  )
)
const manyHouseholds = new Set(["apartments", "dormitory", "residential", "terrace"])
const withoutKind = new Set(["", "yes", "undefined", "unclassified", "unknown"])
const pursued =
  "aeroway amenity club craft government healthcare industrial leisure man_made military office power public_transport railway shop tourism".split(
    " "
  )
/** Vegetation and ground cover say nothing about the houses on the land. */
const cover = new Set(
  "basin farmland farmyard flowerbed forest garden grass greenery greenfield meadow orchard plant_nursery village_green vineyard".split(
    " "
  )
)

const isPursued = (tags: Tags): boolean => pursued.some((key) => tags[key] !== undefined && tags[key] !== "no")

const kindOfBuilding = (tags: Tags): "one" | "many" | "none" | "unknown" | "other" => {
  const { building } = tags
  if (building === undefined || building === "no") return "none"
  if (oneHousehold.has(building)) return "one"
  if (manyHouseholds.has(building)) return "many"
  return withoutKind.has(building) ? "unknown" : "other"
}

const residentialItself = (tags: Tags): boolean => {
  const kind = kindOfBuilding(tags)
  if (kind === "one") return !isPursued(tags)
  return kind === "many" && tags["amenity"] === undefined && tags["tourism"] === undefined
}

const shoelace = (ring: ReadonlyArray<Point>) => {
  const origin = ring[0]!
  let [sum, lon, lat] = [0, 0, 0]
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = [ring[i]!.lon - origin.lon, ring[i]!.lat - origin.lat]
    const [x2, y2] = [ring[i + 1]!.lon - origin.lon, ring[i + 1]!.lat - origin.lat]
    const cross = x1 * y2 - x2 * y1
    sum += cross
    lon += (x1 + x2) * cross
    lat += (y1 + y2) * cross
  }
  const centre = sum === 0 ? origin : { lon: origin.lon + lon / (3 * sum), lat: origin.lat + lat / (3 * sum) }
  return { area: Math.abs(sum) / 2, centre }
}

const holds = ({ rings }: Area, { lat, lon }: Point): boolean => {
  let inside = false
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!]
      if (a.lat > lat === b.lat > lat) continue
      if (lon < a.lon + ((lat - a.lat) * (b.lon - a.lon)) / (b.lat - a.lat)) inside = !inside
    }
  }
  return inside
}

/** Joins ways end to end into closed rings, dropping those that do not close. */
const joined = (ways: ReadonlyArray<OsmWay>): ReadonlyArray<ReadonlyArray<number>> => {
  const open = ways.map(({ refs }) => [...refs])
  const closed: Array<ReadonlyArray<number>> = []
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    if (line.length > 3 && line[0] === line.at(-1)) {
      closed.push(line)
      continue
    }
    const end = line.at(-1)
    const next = open.findIndex((other) => other[0] === end || other.at(-1) === end)
    if (next < 0) continue
    const [other] = open.splice(next, 1)
    open.push([...line, ...(other![0] === end ? other! : other!.toReversed()).slice(1)])
  }
  return closed
}

/** Areas by location, smallest first. */
class AreaIndex {
  private readonly areas: ReadonlyArray<Area>
  private readonly index: Flatbush | undefined

  constructor(areas: ReadonlyArray<Area>) {
    this.areas = areas
    if (areas.length === 0) return
    this.index = new Flatbush(areas.length)
    for (const { rings } of areas) {
      const points = rings.flat()
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (const { lat, lon } of points) {
        west = Math.min(west, lon)
        east = Math.max(east, lon)
        south = Math.min(south, lat)
        north = Math.max(north, lat)
      }
      this.index.add(west, south, east, north)
    }
    this.index.finish()
  }

  around(point: Point, except: string): ReadonlyArray<Area> {
    const hits = this.index?.search(point.lon, point.lat, point.lon, point.lat) ?? []
    return hits
      .map((hit) => this.areas[hit]!)
      .filter((area) => area.ref !== except && holds(area, point))
      .sort((a, b) => a.size - b.size || (a.ref < b.ref ? -1 : 1))
  }
}

const isArea = (tags: Tags) => kindOfBuilding(tags) !== "none" || tags["landuse"] !== undefined

/** Every object of the extract with a house number and a street, and whether the rule considers it a home. */
export const homesByRule = ({ nodes = [], relations = [], ways = [] }: Osm): ReadonlyArray<RuledObject> => {
  const positions = new Map(nodes.map(({ id, lat, lon }) => [id, { lon, lat }]))
  const waysById = new Map(ways.map((way) => [way.id, way]))
  const pointsOf = (refs: ReadonlyArray<number>) => {
    const points = refs.map((ref) => positions.get(ref))
    return points.includes(undefined) ? undefined : points.filter((point) => point !== undefined)
  }
  const areaOf = (ref: string, tags: Tags, lines: ReadonlyArray<ReadonlyArray<number>>): Area | undefined => {
    const rings = lines.map(pointsOf).filter((ring) => ring !== undefined)
    const size = rings.reduce((sum, ring) => sum + shoelace(ring).area, 0)
    return rings.length === 0 ? undefined : { ref, tags, rings, size }
  }
  const areas = new Map<string, Area>()
  const add = (area: Area | undefined) => area === undefined || areas.set(area.ref, area)
  for (const { id, refs, tags = {} } of ways) {
    const closed = refs.length > 3 && refs[0] === refs.at(-1)
    if (closed && (isArea(tags) || tags["addr:housenumber"] !== undefined)) add(areaOf(`way/${id}`, tags, [refs]))
  }
  for (const { id, members, tags = {} } of relations) {
    if (!isArea(tags) && tags["addr:housenumber"] === undefined) continue
    const parts = members.filter(({ type }) => type === "way").map((member) => waysById.get(member.id))
    add(areaOf(`relation/${id}`, tags, joined(parts.filter((way) => way !== undefined))))
  }
  const underground = (tags: Tags) => tags["location"] === "underground" || Number(tags["layer"] ?? 0) < 0
  const buildings = new AreaIndex(
    Array.from(areas.values()).filter(
      ({ tags }) => kindOfBuilding(tags) !== "none" && tags["building"] !== "roof" && !underground(tags)
    )
  )
  const lands = new AreaIndex(
    Array.from(areas.values()).filter(({ tags }) => tags["landuse"] !== undefined && !cover.has(tags["landuse"]))
  )

  const positionOf = (ref: string, refs: ReadonlyArray<number>): Point | undefined => {
    const rings = areas.get(ref)?.rings
    if (rings === undefined) return refs.map((id) => positions.get(id)).find((point) => point !== undefined)
    const { centre } = rings.map(shoelace).reduce((a, b) => (b.area > a.area ? b : a))
    return holds(areas.get(ref)!, centre) ? centre : rings[0]![0]
  }

  const ruled: Array<RuledObject> = []
  const judge = (ref: string, tags: Tags, at: () => Point | undefined) => {
    if (tags["addr:housenumber"] === undefined || tags["addr:street"] === undefined) return
    if (tags["addr:interpolation"] !== undefined) return
    const position = at()
    const [building] = position === undefined ? [] : buildings.around(position, ref)
    const [land] = position === undefined ? [] : lands.around(position, ref)
    const homeBy = (): RuledObject["homeBy"] => {
      if (residentialItself(tags)) return 1
      const kind = kindOfBuilding(tags)
      if ((kind !== "none" && kind !== "unknown") || isPursued(tags)) return undefined
      const around = building === undefined ? "none" : kindOfBuilding(building.tags)
      if (around === "one" || around === "many") return 2
      if (around === "other" || (building !== undefined && isPursued(building.tags))) return undefined
      return land?.tags["landuse"] === "residential" ? 3 : undefined
    }
    ruled.push({ ref, tags, position, homeBy: homeBy(), building, land })
  }
  for (const { id, lat, lon, tags = {} } of nodes) judge(`node/${id}`, tags, () => ({ lon, lat }))
  for (const { id, refs, tags = {} } of ways) judge(`way/${id}`, tags, () => positionOf(`way/${id}`, refs))
  for (const { id, members, tags = {} } of relations) {
    const refs = members.flatMap((member) => waysById.get(member.id)?.refs ?? [])
    judge(`relation/${id}`, tags, () => positionOf(`relation/${id}`, refs))
  }
  return ruled
}
