import weights from "./weights.json" with { type: "json" }

/**
 * The traits of an address without evidence either way: its building, if there is one, its street, and what lies within
 * some 150 meters.
 */
export interface Prospect {
  /** The kind of ways that have the name of its street. */
  readonly street: Street
  /** Whether it lies on land of another use, such as a commercial area. */
  readonly isOnOtherLand: boolean
  /** Square meters of the building around it; undefined if there is none. */
  readonly footprint: number | undefined
  /** Levels of that building; undefined if unknown. */
  readonly levels: number | undefined
  /** Nearby addresses that are known to be homes. */
  readonly homes: number
  /** Nearby addresses of which nothing is known, including this one. */
  readonly open: number
  /** Nearby addresses that are known not to be homes, and nearby businesses without an address. */
  readonly others: number
}

export type Street = "quiet" | "main" | "pedestrian" | "unknown"

/** Names of a trait's bands, by the lowest value of each; made once, because every undecided address needs them. */
const bands = (name: string, edges: ReadonlyArray<number>) => {
  const names = edges.map((edge, i) => `${name} ${edge}${edges[i + 1] === undefined ? "+" : ""}`)
  return (value: number): string =>
    names[
      Math.max(
        0,
        edges.findLastIndex((edge) => value >= edge)
      )
    ]!
}

const footprintBand = bands("footprint", [0, 50, 150, 350, 800, 2000])
const levelsBand = bands("levels", [0, 2, 4, 6, 10])
const othersBand = bands("others nearby", [0, 1, 2, 4, 8, 16])
const openBand = bands("open nearby", [0, 4, 12, 30])
const shareBand = bands("share of others", [0, 0.02, 0.1, 0.25, 0.5])

/** Its traits, under the names in the table of weights. */
export const traitsOf = (prospect: Prospect): ReadonlyArray<string> => {
  const { footprint, homes, isOnOtherLand, levels, open, others, street } = prospect
  return [
    `street ${street}`,
    ...(isOnOtherLand ? ["other land"] : []),
    footprint === undefined ? "no building" : footprintBand(footprint),
    levels === undefined ? "levels unknown" : levelsBand(levels),
    othersBand(others),
    openBand(open),
    shareBand(others / (others + homes + open))
  ]
}

const table: Readonly<Record<string, number>> = weights.traits

/** The sum of the weights of its traits: the log-odds. */
export const scoreOf = (prospect: Prospect): number =>
  traitsOf(prospect).reduce((sum, trait) => sum + (table[trait] ?? weights.unknown), weights.intercept)

/**
 * The estimated precision, 0 to 1, with which addresses of this score are homes; undefined if it is below 95 percent,
 * or was not measured.
 */
export const precisionOf = (prospect: Prospect): number | undefined => {
  const score = scoreOf(prospect)
  return weights.precision.find(({ from }) => score >= from)?.precision
}
