/** A coordinate reference system with two numbers per point. */
export interface Projection {
  readonly epsg: number
  readonly name: string
  /** Countries whose tables use it, most common first. */
  readonly countries: ReadonlyArray<string>
  readonly definition: string
}
