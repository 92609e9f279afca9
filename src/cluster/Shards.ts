import { HashRing, PrimaryKey } from "effect"

/** Parts have other shards than synchronizations, so that neither delays the other. */
export const partsGroup = "parts"

/** The groups, in the order that numbers their locks. `default` holds the synchronizations. */
export const shardGroups: ReadonlyArray<string> = ["default", partsGroup]

/** Shards of each group: many more than machines, so that each gets its share. */
export const shardsPerGroup = 60

/** All shards. */
export const shardCount = shardGroups.length * shardsPerGroup

/**
 * Which of the healthy runners, by name, gets the shard of a number in its group. It is computed as the cluster does it,
 * on a hash ring, and all of them get the same result.
 */
export const ownersOf = (names: ReadonlyArray<string>) => {
  const ring = HashRing.make<PrimaryKey.PrimaryKey & { readonly name: string }>()
  for (const name of names) HashRing.add(ring, { name, [PrimaryKey.symbol]: () => name })
  const owners = HashRing.getShards(ring, shardsPerGroup)
  return (shard: number): string | undefined => owners?.[shard - 1]?.name
}
