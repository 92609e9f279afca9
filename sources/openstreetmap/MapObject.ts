import { Fault } from "../reading/Parser.ts"
import { longestRecord } from "../reading/Limits.ts"
import type { Member } from "./PbfBlock.ts"
import { kinds } from "./PbfBlock.ts"

/** A node, way or relation as a map in text has it. Positions are integers of 10⁻⁷ degrees. */
export interface MapObject {
  /** Of `kinds`. */
  readonly kind: number
  readonly id: number
  /** Of a node. */
  readonly lon: number
  readonly lat: number
  readonly tags: ReadonlyArray<readonly [key: string, value: string]>
  /** IDs of a way's nodes. */
  readonly refs: ReadonlyArray<number>
  readonly members: ReadonlyArray<Member>
  /** Whether it only counts if the map has no node with this ID. */
  readonly isStandIn?: boolean
}

/** IDs from here on down are those of nodes that stand in for ways without any. */
const standIns = -(2 ** 49)

/**
 * A way with the node that stands in for its own, at its center: Overpass sends no positions with "out center", and
 * others send the nodes as well.
 */
export const withCenter = (way: MapObject, lon: number, lat: number): ReadonlyArray<MapObject> => {
  const id = way.refs[0] ?? standIns - way.id
  const node = { kind: kinds.node, id, lon, lat, tags: [], refs: [], members: [], isStandIn: true }
  return [node, { ...way, refs: way.refs.length === 0 ? [id] : way.refs }]
}

/** `kinds` by the names of elements. */
export const kindOf: Readonly<Record<string, number | undefined>> = Object.assign(Object.create(null), kinds)

/** IDs are smaller, with either sign. */
const beyondIds = 2 ** 50

/** An ID; a fault that names what has none. */
export const idOf = (value: unknown, what: string): number => {
  const id = typeof value === "string" && value !== "" ? Number(value) : value
  if (typeof id === "number" && Number.isInteger(id) && Math.abs(id) < beyondIds) return id
  throw new Fault(`it has a ${what} without a usable ID. Save the map again.`)
}

/** Degrees as integers of 10⁻⁷ degrees; a fault if they are no place. */
export const positionOf = (value: unknown, most: number): number => {
  const degrees = typeof value === "string" && value !== "" ? Number(value) : value
  if (typeof degrees === "number" && Math.abs(degrees) <= most) return Math.round(degrees * 1e7)
  throw new Fault("it has a node without a usable position. Save the map again.")
}

/** Counts what an object has in characters. */
export const grown = (size: number, what: string): number => {
  if (size <= longestRecord) return size
  throw new Fault(`it has a ${what} of more than ${longestRecord} characters.`)
}

/** A map of which a server sent only a part, with its reason. */
export const incomplete = (remark: string): Fault =>
  new Fault(
    `it is incomplete: the server that made it says "${remark.trim().slice(0, 200)}". Ask for a smaller area, or allow more time and memory ([timeout:900][maxsize:2000000000]).`
  )

/** Whether what Overpass says about its response is why it has no more. */
export const isFailure = (remark: string): boolean => /error|timed out|out of memory/i.test(remark)
