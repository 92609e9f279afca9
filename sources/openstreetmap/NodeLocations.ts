import { nowhere } from "../surroundings/Surroundings.ts"
import { IdIndex } from "./IdIndex.ts"

/** Where nodes lie, for the nodes that were asked for: nine bytes each, or a little more. */
export class NodeLocations {
  private readonly ids = new IdIndex()
  private lons = new Int32Array(0)
  private lats = new Int32Array(0)

  /** Asks for a node's position; not after `seal`. */
  want(id: number): void {
    this.ids.add(id)
  }

  /** Makes room for what was asked for. */
  seal(): void {
    const count = this.ids.seal()
    this.lons = new Int32Array(count).fill(nowhere)
    this.lats = new Int32Array(count).fill(nowhere)
  }

  /** Keeps the position, if it was asked for. */
  offer(id: number, lon: number, lat: number): void {
    const rank = this.ids.rank(id)
    if (rank < 0) return
    this.lons[rank] = lon
    this.lats[rank] = lat
  }

  /**
   * Positions of the nodes of a way, in its order, or undefined when one is missing, as at the edge of an extract; with
   * `partly` those that are there.
   */
  along(refs: ArrayLike<number>, partly = false): { lons: Int32Array; lats: Int32Array } | undefined {
    const lons = new Int32Array(refs.length)
    const lats = new Int32Array(refs.length)
    let found = 0
    for (let i = 0; i < refs.length; i++) {
      const rank = this.ids.rank(refs[i]!)
      const lon = rank < 0 ? nowhere : this.lons[rank]!
      if (lon === nowhere) {
        if (partly) continue
        return undefined
      }
      lons[found] = lon
      lats[found] = this.lats[rank]!
      found += 1
    }
    if (found === 0) return undefined
    return found === refs.length ? { lons, lats } : { lons: lons.subarray(0, found), lats: lats.subarray(0, found) }
  }
}
