/** What any file may take, in looks at a point or at an edge: some seconds. */
const atFirst = 1e8
/**
 * The same for each point, and for each area. Real extracts take up to 2,000 for each point: it lies within the bounds of
 * some dozen areas, and is compared with a few edges of each.
 */
const perPoint = 50_000
const perArea = 4096
/** A point within the bounds of an area costs as much as so many edges, apart from the edges. */
const perQuery = 16

/**
 * Bounds the work of finding the points in areas. Without it, areas stacked over the same points would take time in
 * proportion to the product of their numbers.
 */
export class Effort {
  private left: number
  spent = 0

  constructor(left = atFirst) {
    this.left = left
  }

  allowPoints(count: number): void {
    this.left += count * perPoint
  }

  allowArea(): void {
    this.left += perArea
  }

  /** Throws a RangeError if that was too much. */
  spend(looks: number): void {
    this.spent += looks
    this.left -= looks
    if (this.left < 0) throw new RangeError("thousands of its areas lie over one another, as on no map")
  }

  /** A point was compared with edges of an area. */
  query(edges: number): void {
    this.spend(edges + perQuery)
  }
}
