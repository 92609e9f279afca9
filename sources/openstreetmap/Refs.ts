import { kinds } from "./PbfBlock.ts"

/** Kind and ID of an object as one number; nodes, ways and relations with one ID sort in the order of their kinds. */
export const refOf = (kind: number, id: number): number => id * 4 + Math.log2(kind)

const words: Readonly<Record<number, string>> = {
  [kinds.node]: "node",
  [kinds.way]: "way",
  [kinds.relation]: "relation"
}

export const kindOfRef = (ref: number): number => 1 << (((ref % 4) + 4) % 4)

/** As OpenStreetMap writes it: `way/123`. */
export const nameOfRef = (ref: number): string => {
  const kind = kindOfRef(ref)
  return `${words[kind]}/${(ref - Math.log2(kind)) / 4}`
}
