import { growingFloat64, growingInt32 } from "../surroundings/Growing.ts"
import { hasAny, indoorKeys, indoorPursuitOf } from "../surroundings/Pursuits.ts"
import { nowhere, own } from "../surroundings/Surroundings.ts"
import { areaKeys } from "../surroundings/Uses.ts"
import type { Levels } from "./AdminLevels.ts"
import { type AddressObject, addressObjectOf, writeAddresses } from "./AddressObjects.ts"
import {
  addressKeys,
  fullKey,
  hasStreet,
  houseKeys,
  interpolationKey,
  isInterpolation,
  partsIn
} from "./AddressTags.ts"
import { areaOf, writeArea } from "./Areas.ts"
import { boundaryKeys, settlements, stateOf } from "./Boundaries.ts"
import { Hints } from "./Hints.ts"
import { translationsOf } from "./Languages.ts"
import { streetNamesOf } from "./Names.ts"
import { type NodePages, Nodes } from "./NodePages.ts"
import { writeLine, writeMembers } from "./Outlines.ts"
import {
  counted,
  type InlineLocations,
  kinds,
  type Member,
  mostObjects,
  type NodeVisitor,
  type PrimitiveBlock,
  type RelationVisitor,
  type Tags,
  type WayVisitor
} from "./PbfBlock.ts"
import { refOf } from "./Refs.ts"
import { sharedByRelation } from "./SharedAddresses.ts"
import { streetKindOf } from "./StreetKinds.ts"
import { TapeWriter } from "./Tape.ts"

/** What is extracted from every block. */
export interface Asked {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly levels: Levels
  /** Whether ways contain the positions of their nodes. */
  readonly locationsOnWays: boolean
}

/** Numbers per address in `addresses`: longitude, latitude, and the evidence of its own tags, from `own`. */
export const perAddress = 3

/** The parts of a block that concern addresses; the rest is not read again. */
export interface Excerpt {
  /** Bits of `kinds` that the block contains. */
  readonly kinds: number
  readonly nodes: NodePages
  /** One per address, in the order of `objects`; the position is `nowhere` for ways and relations. */
  readonly addresses: Int32Array<ArrayBuffer>
  /** The number of addresses on nodes, which come first. */
  readonly onNodes: number
  /** Objects with addresses, as read by `readAddresses`; empty tapes are undefined. */
  readonly objects: Uint8Array<ArrayBuffer> | undefined
  /** For the ways and relations among them: number of addresses, kind, and nodes or members. */
  readonly outlines: Uint8Array<ArrayBuffer> | undefined
  /** Areas that say something about the addresses in them. */
  readonly areas: Uint8Array<ArrayBuffer> | undefined
  readonly hints: Uint8Array<ArrayBuffer> | undefined
  /** IDs of ways that make up areas and addresses. */
  readonly members: Float64Array<ArrayBuffer>
  /** IDs of the first and the last way, in ID order; Infinity and -Infinity without ways. */
  readonly ways: readonly [first: number, last: number]
}

const addressKey = (key: string): boolean => key === fullKey || addressKeys.has(key)
const nodeKey = (key: string): boolean => key === "place" || addressKey(key) || indoorKeys.has(key)
const areaKey = (key: string): boolean => areaKeys.has(key) || boundaryKeys.has(key)
const wayKey = (key: string): boolean =>
  key === "highway" || key === interpolationKey || areaKey(key) || addressKey(key)
const relationKey = (key: string): boolean => key === "type" || areaKey(key) || addressKey(key)

const houseRoles = new Set(["", "addr:houselink", "address", "house"])

const saidBy = ({ isBuilding, use }: AddressObject): number => {
  if (use.kind === "home") return own.home
  if (use.kind === "other") return own.decided
  return isBuilding ? own.building : own.open
}

const populationOf = (tags: Tags): number => {
  const population = Number(tags.get("population")?.replace(/[ .,](?=\d{3})/g, ""))
  return Number.isFinite(population) && population > 0 ? population : 0
}

/** One per thread, which reads one block after another. */
const allNodes = new Nodes()

/** Extracts from a block what concerns addresses. */
class Excerpts {
  private readonly asked: Asked
  private readonly objects = new TapeWriter()
  private readonly outlines = new TapeWriter()
  private readonly areas = new TapeWriter()
  private readonly hints = new Hints()
  private readonly addresses = growingInt32()
  private readonly members = growingFloat64()
  private firstWay = Infinity
  private lastWay = -Infinity

  constructor(asked: Asked) {
    this.asked = asked
  }

  private takeAddresses(ref: number, tags: Tags, lon: number, lat: number): number {
    const object = addressObjectOf(ref, tags, this.asked.country)
    if (object === undefined) return 0
    writeAddresses(this.objects, object)
    const said = saidBy(object)
    // A Japanese house is in a block, not in a street.
    if (object.addresses[0]!.street === undefined && this.asked.country !== "JP") {
      this.hints.streetless({ first: this.addresses.length / perAddress, ref })
    }
    for (let i = 0; i < object.addresses.length; i++) {
      for (const value of [lon, lat, said]) this.addresses.push(value)
    }
    counted(this.addresses.length / perAddress, mostObjects, "addresses")
    return object.addresses.length
  }

  private readonly takeNode: NodeVisitor = (id, lon, lat, tags) => {
    const ref = refOf(kinds.node, id)
    const isAddressed = this.takeAddresses(ref, tags, lon, lat) > 0
    const pursuit = isAddressed && hasStreet(tags, this.asked.country) ? undefined : indoorPursuitOf(tags)
    if (pursuit !== undefined) this.hints.indoor({ lon, lat, ref, tag: pursuit })
    const place = tags.get("place")
    const name = tags.get("name")
    if (place === undefined || name === undefined) return
    const translations = translationsOf(tags, "name")
    const kind = settlements.has(place) ? place : undefined
    if (translations === undefined && kind === undefined) return
    this.hints.place({ name, lon, lat, kind, population: populationOf(tags), translations })
  }

  private readonly takeWay: WayVisitor = (id, tags, refs, given) => {
    const inline = this.asked.locationsOnWays ? given : undefined
    const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1]
    const isHouse = isClosed || tags.has("building") || !isInterpolation(tags)
    const count = isHouse ? this.takeAddresses(refOf(kinds.way, id), tags, nowhere, nowhere) : 0
    if (count > 0) {
      this.outlines.number(count)
      this.outlines.number(kinds.way)
      writeLine(this.outlines, refs, inline)
    }
    if (isClosed) this.takeArea(kinds.way, id, tags, refs, inline)
    const street = streetKindOf(tags)
    if (street !== undefined) this.hints.streetKind(street)
    this.takeStreet(tags, refs, inline)
    this.takeNumbered(refOf(kinds.way, id), tags, refs)
  }

  /** Mappers give the street of the houses on a line, or of the entrances of a building, to the line or building alone. */
  private takeNumbered(ref: number, tags: Tags, refs: Float64Array | ReadonlyArray<number>): void {
    const isNumbered = isInterpolation(tags) || (tags.has("building") && !hasAny(tags, houseKeys))
    const parts = isNumbered ? partsIn(tags, this.asked.country) : undefined
    if (parts?.street === undefined) return
    const houses = Array.from(new Set(refs), (id) => refOf(kinds.node, id))
    this.hints.shared({ parts, houses: [ref, ...houses] })
  }

  private takeStreet(tags: Tags, refs: Float64Array, inline: InlineLocations | undefined): void {
    const names = refs.length === 0 ? undefined : streetNamesOf(tags)
    if (names === undefined) return
    const middle = Math.floor(refs.length / 2)
    const lon = inline?.lons[middle] ?? nowhere
    const lat = inline?.lats[middle] ?? nowhere
    this.hints.street({ ...names, node: refs[middle]!, lon, lat })
  }

  /** Of a closed way, or of a relation. */
  private takeArea(kind: number, id: number, tags: Tags, refs?: Float64Array, inline?: InlineLocations): boolean {
    const area = areaOf(tags, this.asked.levels, this.asked.country)
    if (area === undefined) return false
    writeArea(this.areas, refOf(kind, id), area)
    if (refs !== undefined) writeLine(this.areas, refs, inline)
    return true
  }

  private readonly takeRelation: RelationVisitor = (id, tags, members) => {
    const count = this.takeAddresses(refOf(kinds.relation, id), tags, nowhere, nowhere)
    if (count > 0) {
      this.outlines.number(count)
      this.outlines.number(kinds.relation)
      writeMembers(this.outlines, members)
    }
    const isArea = this.takeArea(kinds.relation, id, tags)
    if (isArea) writeMembers(this.areas, members)
    if (isArea || count > 0) this.takeMembers(members)
    const state = stateOf(tags, this.asked.country)
    if (state !== undefined) this.hints.state(state.name)
    this.takeNumbered(refOf(kinds.relation, id), tags, [])
    const parts = sharedByRelation(tags, this.asked.country)
    if (parts === undefined) return
    const houses = members.filter(({ role }) => houseRoles.has(role)).map((house) => refOf(house.kind, house.id))
    this.hints.shared({ parts, houses })
  }

  private takeMembers(members: ReadonlyArray<Member>): void {
    for (const { id, kind } of members) if (kind === kinds.way) this.members.push(id)
  }

  take(block: PrimitiveBlock): Excerpt {
    allNodes.clear()
    block.nodes(nodeKey, this.takeNode, allNodes)
    const onNodes = this.addresses.length / perAddress
    block.ways(wayKey, this.takeWay, (id) => {
      if (id < this.firstWay) this.firstWay = id
      if (id > this.lastWay) this.lastWay = id
      return false
    })
    block.relations(relationKey, this.takeRelation)
    const made = (tape: TapeWriter | Hints) => (tape.isEmpty ? undefined : tape.finish())
    return {
      kinds: block.kinds,
      nodes: allNodes.toPages(),
      addresses: this.addresses.finish(),
      onNodes,
      objects: made(this.objects),
      outlines: made(this.outlines),
      areas: made(this.areas),
      hints: made(this.hints),
      members: this.members.finish(),
      ways: [this.firstWay, this.lastWay]
    }
  }
}

export const excerptOf = (block: PrimitiveBlock, asked: Asked): Excerpt => new Excerpts(asked).take(block)
