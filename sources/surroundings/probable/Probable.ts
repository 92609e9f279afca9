import weights from "./weights.json" with { type: "json" }

/**
 * What is known of an address of which nothing says whether it is a home: of its building, if there is one, of its
 * street, and of what lies within some 150 meters.
 */
export interface Prospect {
  /** What the ways are that have the name of its street. */
  readonly street: Street
  /** Whether it lies on land of another use, such as a commercial area. */
  readonly isOnOtherLand: boolean
  /** Square meters of the building around it; undefined where there is none. */
  readonly footprint: number | undefined
  /** Of that building; undefined where nothing says so. */
  readonly levels: number | undefined
  /** Addresses nearby that are known as homes. */
  readonly homes: number
  /** Addresses nearby of which nothing is known, itself among them. */
  readonly open: number
  /** Addresses nearby that are known as something else, and what is pursued there without an address. */
  readonly others: number
}

export type Street = "quiet" | "main" | "pedestrian" | "unknown"

const band = (value: number, edges: ReadonlyArray<number>): string => {
  const above = edges.findLastIndex((edge) => value >= edge)
  return `${edges[above]}${edges[above + 1] === undefined ? "+" : ""}`
}

/** Its traits, as the table of weights names them. */
export const traitsOf = (prospect: Prospect): ReadonlyArray<string> => {
  const { footprint, homes, isOnOtherLand, levels, open, others, street } = prospect
  return [
    `street ${street}`,
    ...(isOnOtherLand ? ["other land"] : []),
    footprint === undefined ? "no building" : `footprint ${band(footprint, [0, 50, 150, 350, 800, 2000])}`,
    levels === undefined ? "levels unknown" : `levels ${band(levels, [0, 2, 4, 6, 10])}`,
    `others nearby ${band(others, [0, 1, 2, 4, 8, 16])}`,
    `open nearby ${band(open, [0, 4, 12, 30])}`,
    `share of others ${band(others / (others + homes + open), [0, 0.02, 0.1, 0.25, 0.5])}`
  ]
}

const table: Readonly<Record<string, number>> = weights.traits

/** The sum of the weights of its traits: the logarithm of the odds. */
export const scoreOf = (prospect: Prospect): number =>
  traitsOf(prospect).reduce((sum, trait) => sum + (table[trait] ?? weights.unknown), weights.intercept)

/**
 * The estimated precision, 0 to 1, with which addresses of such a score are homes; undefined where it is below 95 percent,
 * or was not measured.
 */
export const precisionOf = (prospect: Prospect): number | undefined => {
  const score = scoreOf(prospect)
  return weights.precision.find(({ from }) => score >= from)?.precision
}
