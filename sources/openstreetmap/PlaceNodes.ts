import Flatbush from "flatbush"
import { fold } from "../../schemas/Fold.ts"
import { metresPerDegree } from "../../schemas/Earth.ts"
import { largestRadius, settlementRadius, smallestRadius } from "../../schemas/SettlementRadius.ts"
import type { PlaceNode } from "./Boundaries.ts"

/** Units of coordinates in a kilometre of latitude. */
const perKilometre = 1e7 / (metresPerDegree / 1000)

/** Its radius in kilometres; by its kind, if its population is unknown. */
const radiusOf = ({ kind, population }: PlaceNode): number => {
  if (population !== undefined) return settlementRadius(population)
  return kind === "city" ? 5 : kind === "town" ? 2 : smallestRadius
}

/**
 * The share of the radius within which the address must lie. Of 2,615 addresses in nine extracts that name their city,
 * 2,349 lie that near to a place with that name and 2 to another one of their country; within the whole radius it is
 * 2,419 and 26, nearly all of them of North Vancouver, which is within Vancouver's circle
 * (test/sources/real/PlaceRadius.ts).
 */
const within = 0.75
/** How many times nearer, measured in radii, the settlement must be than the next one. */
const clearly = 2

/**
 * Within this many kilometres, an address that names a settlement lies in it: farms are far from the middle of their
 * village, and neighbouring villages have different names.
 */
const reachOfName = 5

/** Cities, towns and villages mapped as points: they give the city of an address if nothing more certain does. */
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

  /** Whether a settlement with that name is so near that an address that names it lies in it. */
  isNamed(name: string, lon: number, lat: number): boolean {
    return this.around(reachOfName, lon, lat).near.some((i) => fold(this.nodes[i]!.name) === fold(name))
  }

  /** The settlements within some kilometres or little more, and how much shorter a degree of longitude is there. */
  private around(kilometres: number, lon: number, lat: number) {
    const shorter = Math.max(0.01, Math.cos((lat * Math.PI) / 1.8e9))
    const high = kilometres * perKilometre
    const wide = high / shorter
    return { shorter, near: this.index?.search(lon - wide, lat - high, lon + wide, lat + high) ?? [] }
  }

  /** The settlement that is nearest in radii, its distance in radii, and that of the next one. */
  nearest(
    lon: number,
    lat: number
  ): { readonly node: PlaceNode; readonly away: number; readonly next: number } | undefined {
    const { near, shorter } = this.around(largestRadius, lon, lat)
    let best: PlaceNode | undefined
    let [least, second] = [Infinity, Infinity]
    for (const i of near) {
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

  /** The name of the settlement whose radius clearly contains the point, if no other is nearly as near. */
  at(lon: number, lat: number): string | undefined {
    const found = this.nearest(lon, lat)
    if (found === undefined || found.away > within || found.next < Math.max(1, found.away * clearly)) return undefined
    return found.node.name
  }
}
