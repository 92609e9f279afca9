import Flatbush from "flatbush"
import type { PlaceNode } from "./Boundaries.ts"

/** Units of coordinates in a kilometre of latitude. */
const perKilometre = 1e7 / 111.195

/**
 * Kilometres from the middle of a settlement within which an address is its: of one whose people are counted, a circle in
 * which 2,500 of them live on a square kilometre.
 */
const radiusOf = ({ kind, population }: PlaceNode): number => {
  if (population !== undefined) return Math.min(12, Math.max(0.7, Math.sqrt(population / (Math.PI * 2500))))
  return kind === "city" ? 5 : kind === "town" ? 2 : 0.7
}

/** The largest radius. */
const farthest = 12
/**
 * Share of the radius within which the address must be. Of 2,615 addresses in nine extracts that say their city, 2,349
 * lie that near to a place of that name and 2 to another one of their country; within the whole radius these are 2,419
 * and 26, nearly all of them of North Vancouver, which is within Vancouver's circle (test/sources/real/PlaceRadius.ts).
 */
const within = 0.75
/** How many times nearer, by its radius, the settlement must be than the next one. */
const clearly = 2

/** Cities, towns and villages of an extract that are mapped as points: the city of an address, where nothing surer tells. */
export class PlaceNodes {
  private readonly nodes: ReadonlyArray<PlaceNode>
  private readonly index: Flatbush | undefined

  constructor(nodes: ReadonlyArray<PlaceNode>) {
    this.nodes = nodes
    if (nodes.length === 0) return
    this.index = new Flatbush(nodes.length, 16, Int32Array)
    for (const { lat, lon } of nodes) this.index.add(lon, lat, lon, lat)
    this.index.finish()
  }

  /** The settlement that is nearest by its radius, how many radii away it is, and how many the next one. */
  nearest(
    lon: number,
    lat: number
  ): { readonly node: PlaceNode; readonly away: number; readonly next: number } | undefined {
    const shorter = Math.max(0.01, Math.cos((lat * Math.PI) / 1.8e9))
    const high = farthest * perKilometre
    const wide = high / shorter
    let best: PlaceNode | undefined
    let [least, second] = [Infinity, Infinity]
    for (const i of this.index?.search(lon - wide, lat - high, lon + wide, lat + high) ?? []) {
      const node = this.nodes[i]!
      const away = Math.hypot((node.lon - lon) * shorter, node.lat - lat) / perKilometre / radiusOf(node)
      if (away < least) {
        second = least
        least = away
        best = node
      } else if (away < second) second = away
    }
    return best === undefined ? undefined : { node: best, away: least, next: second }
  }

  /** The name of the settlement that the point is well within the radius of, and of no other nearly as much. */
  at(lon: number, lat: number): string | undefined {
    const found = this.nearest(lon, lat)
    if (found === undefined || found.away > within || found.next < Math.max(1, found.away * clearly)) return undefined
    return found.node.name
  }
}
