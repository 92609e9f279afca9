/**
 * What a subject has reached if it keeps all laws of a level. The names are stable: badges and reports contain them.
 */
export const levels = {
  Contract: "Every row of the contract: paging, headers, tokens, errors, and responses as described",
  Core: "Seeds repeat, batches are unique, exclusions and filters hold, counts are right",
  Uniform: "Each address of a selection is equally likely, however it is drawn",
  Stable: "Seeds and addresses stay the same, over time and across synchronizations",
  Honest: "Evidence, licences and identifiers are as the data state, and independent rules accept the addresses",
  Readable: "A source's files are read to the end or refused with a reason, and its manifest is complete",
  Complete: "Every record of a source is given or rejected with a reason, none is lost, and none is repeated",
  Placed: "A source's addresses are where it says, and are written as their country writes them",
  Steady: "A source gives the same records with the same IDs each time it is read, and notices when it has changed"
} as const

export type Level = keyof typeof levels

/** The levels of deployments and of sources, in display order. */
export const deploymentLevels = [
  "Contract",
  "Core",
  "Uniform",
  "Stable",
  "Honest"
] as const satisfies ReadonlyArray<Level>
export const sourceLevels = ["Readable", "Complete", "Placed", "Steady"] as const satisfies ReadonlyArray<Level>

/** The promises of each level, worded as in the suites. */
export type LevelTable<L extends Level> = Readonly<Record<L, ReadonlyArray<string>>>

/** The level of each promise in a table. */
export const byPromise = (table: Partial<LevelTable<Level>>): ReadonlyMap<string, Level> =>
  new Map(
    (Object.keys(levels) as ReadonlyArray<Level>).flatMap((level) =>
      (table[level] ?? []).map((promise) => [promise, level] as const)
    )
  )
