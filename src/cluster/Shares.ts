/** Shards of each kind of work: many more than machines, so that each gets its share. */
export const shards = 60
