import { nowhere } from "../surroundings/Surroundings.ts"
import type { NodeLocations } from "./NodeLocations.ts"
import type { InlineLocations, Member } from "./PbfBlock.ts"
import type { TapeReader, TapeWriter } from "./Tape.ts"

/** Writes the nodes of a way, with their positions if the way contains them. */
export const writeLine = (tape: TapeWriter, refs: Float64Array, inline: InlineLocations | undefined): void => {
  tape.number(refs.length * 2 + (inline === undefined ? 0 : 1))
  for (const column of inline === undefined ? [refs] : [refs, inline.lons, inline.lats]) {
    let before = 0
    for (const value of column) {
      tape.signed(value - before)
      before = value
    }
  }
}

const readColumn = <A extends Float64Array | Int32Array>(tape: TapeReader, into: A): A => {
  let value = 0
  for (let i = 0; i < into.length; i++) {
    value += tape.signed()
    into[i] = value
  }
  return into
}

/** The positions of a way's nodes: `nowhere` for those that the extract lacks. */
export interface Found {
  readonly lons: Int32Array
  readonly lats: Int32Array
  /** The number of nodes with a position. */
  readonly found: number
  /** Whether the last node is the first, with at least two others between. */
  readonly isClosed: boolean
}

export const isClosed = (refs: ArrayLike<number>): boolean => refs.length > 3 && refs[0] === refs[refs.length - 1]

/** Fills in positions that are `nowhere` from the nodes. */
export const pointsOf = (refs: Float64Array, lons: Int32Array, lats: Int32Array, locations: NodeLocations): Found => {
  let found = 0
  for (let i = 0; i < refs.length; i++) {
    if (lons[i] !== nowhere || locations.locate(refs[i]!, i, lons, lats)) found += 1
  }
  return { lons, lats, found, isClosed: isClosed(refs) }
}

/** Reads the positions of a way's nodes. */
export const readLine = (tape: TapeReader, locations: NodeLocations): Found => {
  const head = tape.number()
  const length = Math.floor(head / 2)
  const lons = new Int32Array(length)
  const lats = new Int32Array(length)
  if (head % 2 === 1) {
    const refs = readColumn(tape, new Float64Array(length))
    readColumn(tape, lons)
    readColumn(tape, lats)
    return pointsOf(refs, lons, lats, locations)
  }
  let found = 0
  let ref = 0
  let first = 0
  for (let i = 0; i < length; i++) {
    ref += tape.signed()
    if (i === 0) first = ref
    if (locations.locate(ref, i, lons, lats)) found += 1
  }
  return { lons, lats, found, isClosed: length > 3 && ref === first }
}

export const writeMembers = (tape: TapeWriter, members: ReadonlyArray<Member>): void => {
  tape.number(members.length)
  for (const { id, kind, role } of members) {
    tape.number(kind)
    tape.signed(id)
    tape.text(role)
  }
}

export const readMembers = (tape: TapeReader): ReadonlyArray<Member> =>
  Array.from({ length: tape.number() }, () => ({ kind: tape.number(), id: tape.signed(), role: tape.text() ?? "" }))
