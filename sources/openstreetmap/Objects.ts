import { addressKeys, countAddresses } from "./AddressTags.ts"
import { kinds, type Member, type PrimitiveBlock, type Tags } from "./PbfBlock.ts"
import { refOf } from "./Refs.ts"

/** An object with an address, or several. */
export interface AddressObject {
  readonly ref: number
  readonly kind: number
  readonly id: number
  readonly tags: Tags
  /** How many addresses it has. */
  readonly count: number
  /** Of a node. */
  readonly position: { readonly lon: number; readonly lat: number } | undefined
  /** Nodes of a way. */
  readonly refs: ReadonlyArray<number>
  /** Of a relation. */
  readonly members: ReadonlyArray<Member>
}

const none: ReadonlyArray<never> = []

const wanted = (key: string): boolean => addressKeys.has(key)

/**
 * Objects with addresses, always in the same order: every pass over the file numbers addresses as the first one did,
 * and so finds what the passes before have found out about them.
 */
export const eachAddressObject = (block: PrimitiveBlock, visit: (object: AddressObject) => void): void => {
  const offer = (
    kind: number,
    id: number,
    tags: Tags,
    position: AddressObject["position"],
    refs: ReadonlyArray<number>,
    members: ReadonlyArray<Member>
  ) => {
    const count = countAddresses(tags)
    if (count > 0) visit({ ref: refOf(kind, id), kind, id, tags, count, position, refs, members })
  }
  block.nodes(wanted, (id, lon, lat, tags) => offer(kinds.node, id, tags, { lon, lat }, none, none))
  block.ways(wanted, (id, tags, refs) => offer(kinds.way, id, tags, undefined, refs, none))
  block.relations(wanted, (id, tags, members) => offer(kinds.relation, id, tags, undefined, none, members))
}
