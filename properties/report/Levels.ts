/**
 * What a subject has reached if it keeps all laws of a level. The names are stable: badges and reports contain them.
 */
export const levels = {
  Contract: "Every row of the interface: paging, headers, tokens, errors, answers as they are described",
  Core: "Seeds repeat, batches are unique, exclusions and filters hold, counts are right",
  Uniform: "Each address of a selection has the same chance, however it is drawn",
  Stable: "Seeds and addresses stay what they are, over time and across synchronizations",
  Honest: "Evidence, licences and identifiers are what the data say, and judges of addresses agree",
  Readable: "A source's files are read to their end or refused with a reason, and its manifest is whole",
  Complete: "Every record of a source is given or rejected with a reason, none is lost and none comes twice",
  Placed: "A source's addresses lie where it says, and are written as their country writes them",
  Steady: "A source says the same each time that it is read, under the same IDs, and notices when it has changed"
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
