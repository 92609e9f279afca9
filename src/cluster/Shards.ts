/** Parts have other shards than synchronizations, so that neither delays the other. */
export const partsGroup = "parts"

/** The groups, in the order that numbers their locks. `default` holds the synchronizations. */
export const shardGroups: ReadonlyArray<string> = ["default", partsGroup]

/** Shards of each group: many more than machines, so that each gets its share. */
export const shardsPerGroup = 60

/** All shards. */
export const shardCount = shardGroups.length * shardsPerGroup
