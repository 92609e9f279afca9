import { fold } from "../../schemas/Fold.ts"
import { columnFloat64, columnInt32, columnUint8 } from "../scratch/Column.ts"
import type { Pages } from "../scratch/Pages.ts"
import { Partitions } from "../scratch/Partitions.ts"
import type { ScratchFile } from "../scratch/ScratchFile.ts"
import type { AddressObject } from "./AddressObjects.ts"
import type { Draft } from "./Drafts.ts"
import type { Evidence } from "./Evidence.ts"
import { isCareHome } from "../surroundings/Pursuits.ts"
import { isOneHouse, takesOneHouse } from "../surroundings/Uses.ts"
import { nowhere, type Surroundings } from "../surroundings/Surroundings.ts"
import { kinds } from "./PbfBlock.ts"
import { kindOfRef } from "./Refs.ts"
import { Words } from "../surroundings/Words.ts"

/**
 * Objects with the same street and number within this distance are one address, if no other component contradicts: some
 * 150 m.
 */
const reach = 13_500

/** Upper limit of hashes. */
const keySpan = 2 ** 53
/** Approximate number of addresses sorted at a time. */
const perPartition = 2048

/** Street and city names repeat; folding them is slower than a look-up. */
const foldedTexts = 50_000
const foldedBefore = new Map<string, string>()

const folded = (text: string): string => {
  const known = foldedBefore.get(text)
  if (known !== undefined) return known
  if (foldedBefore.size >= foldedTexts) foldedBefore.clear()
  const result = fold(text)
  foldedBefore.set(text, result)
  return result
}

/** 53 bits of a hash of the components, folded as the pool compares them: two FNV-1a-like runs. */
const hash = (...parts: ReadonlyArray<string | undefined>): number => {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (const part of parts) {
    const text = part === undefined ? "" : folded(part)
    for (let i = 0; i < text.length; i++) {
      low = Math.imul(low ^ text.charCodeAt(i), 0x01000193)
      high = Math.imul(high ^ low ^ (low >>> 15), 0x85ebca6b)
    }
    low = Math.imul(low ^ 0x1f, 0x01000193)
    high = Math.imul(high ^ low, 0xc2b2ae35)
  }
  high ^= high >>> 13
  low ^= low >>> 16
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}

/** 32 bits of a component's hash; 0 if it is empty. */
const shortHash = (part: string | undefined): number => (part === undefined ? 0 : hash(part) % 2 ** 32 || 1)

/** Kinds of evidence in the order in which they decide, whichever object has them. */
const evidenceKinds: ReadonlyArray<Evidence["kind"]> = ["building", "against", "landuse"]
const byBuilding = evidenceKinds.indexOf("building")
const against = evidenceKinds.indexOf("against")
/** Before a house for one household, after a block of flats. */
const takingHouse = byBuilding + 0.25
const byHouse = byBuilding + 0.5
/** After `against`. */
const byBuildingOfDoor = against + 0.5
const relations: ReadonlyArray<Evidence["relation"]> = ["is", "in", "with"]
/** A lower rank decides first; 3 is no evidence. */
const rankOf = (evidence: Evidence | undefined): number =>
  evidence === undefined ? 3 : evidenceKinds.indexOf(evidence.kind)

/** Numbers per row: the key, a hash of the other components, the position, and the address's number. */
const column = { key: 0, content: 1, lon: 2, lat: 3, at: 4 } as const
const columns = 5

/**
 * Chooses one of the objects with the same address, by content: if an address is mapped on the building and again on
 * its entrance, or on every shop in it, all of them become one record.
 */
export class Duplicates {
  private readonly around: Surroundings
  private readonly partitions: Partitions
  private readonly cities
  private readonly postcodes
  private readonly refs
  /**
   * Which components the address has, the more important first, then whether it is not a shop or office: higher is
   * better.
   */
  private readonly completeness
  private readonly ranks
  private readonly evidenceRefs
  private readonly evidenceTags
  private readonly relations
  private readonly words = new Words()
  /** One plus the number of the address that represents it; 0 if it represents itself. */
  private readonly winners
  /** One plus the number of the address whose position it takes; 0 if it keeps its own. */
  private readonly places
  private readonly left
  /** Whether house numbers are those of doors. */
  private readonly isByDoor: boolean
  /** The addresses of the current partition. */
  private rows = new Float64Array(0)

  constructor(around: Surroundings, scratch: ScratchFile, pages: Pages, isByDoor: boolean) {
    this.around = around
    this.isByDoor = isByDoor
    this.partitions = new Partitions(scratch, Math.max(1, Math.ceil(around.length / perPartition)), columns)
    this.cities = columnInt32(pages)
    this.postcodes = columnInt32(pages)
    this.refs = columnFloat64(pages)
    this.completeness = columnUint8(pages)
    this.ranks = columnUint8(pages, rankOf(undefined))
    this.evidenceRefs = columnFloat64(pages)
    this.evidenceTags = columnInt32(pages)
    this.relations = columnUint8(pages)
    this.winners = columnInt32(pages)
    this.places = columnInt32(pages)
    this.left = columnUint8(pages)
  }

  /** Excludes an address that is in another country. */
  leaveOut(at: number): void {
    this.left.set(at, 1)
  }

  isLeftOut(at: number): boolean {
    return this.left.get(at) === 1
  }

  add(at: number, { ref, use }: AddressObject, draft: Draft, evidence: Evidence | undefined): void {
    const { building, city, district, houseNumber, postcode, region, street, unit } = draft
    const key = hash(street, houseNumber, unit, building)
    const content = hash(region, city, district, postcode)
    const partition = Math.floor(key / (keySpan / this.partitions.count))
    this.partitions.add(partition, [key, content, this.around.lons.get(at), this.around.lats.get(at), at])
    this.cities.set(at, shortHash(city))
    this.postcodes.set(at, shortHash(postcode))
    this.refs.set(at, ref)
    const has = (part: string | undefined) => (part === undefined ? 0 : 1)
    const parts = has(city) * 8 + has(postcode) * 4 + has(region) * 2 + has(district)
    this.completeness.set(at, parts * 2 + (use.kind === "other" ? 0 : 1))
    this.keepEvidence(at, evidence)
  }

  /**
   * The rank of an address's evidence among that of the same address. What is at a door that has a number of its own
   * decides before the building around it, a care home before any building, and a guest house or a school before a
   * house for one household.
   */
  private orderOf(at: number): number {
    const rank = this.ranks.get(at)
    const relation = relations[this.relations.get(at)]
    if (this.isByDoor && rank === byBuilding && relation === "in") return byBuildingOfDoor
    const tag = this.words.at(this.evidenceTags.get(at))
    if (rank === byBuilding) return isOneHouse(tag) ? byHouse : rank
    if (rank !== against || relation !== "is") return rank
    if (isCareHome({ tag })) return byBuilding - 1
    return takesOneHouse(tag) ? takingHouse : rank
  }

  private keepEvidence(at: number, evidence: Evidence | undefined): void {
    if (evidence === undefined) return
    this.ranks.set(at, rankOf(evidence))
    this.evidenceRefs.set(at, evidence.ref)
    this.evidenceTags.set(at, this.words.numberOf(evidence.tag))
    this.relations.set(at, relations.indexOf(evidence.relation))
  }

  /** Kind of the evidence. */
  kindAt(at: number): Evidence["kind"] | undefined {
    return evidenceKinds[this.ranks.get(at)]
  }

  evidenceAt(at: number): Evidence | undefined {
    const kind = this.kindAt(at)
    return kind === undefined
      ? undefined
      : {
          kind,
          ref: this.evidenceRefs.get(at),
          tag: this.words.at(this.evidenceTags.get(at)),
          relation: relations[this.relations.get(at)]!
        }
  }

  /** The object whose record represents this one, or undefined if it has its own. */
  duplicateOf(at: number): number | undefined {
    const winner = this.winners.get(at)
    return winner === 0 ? undefined : this.refs.get(winner - 1)
  }

  /** Number of the address with the best position: an entrance is better than the middle of its building. */
  placeOf(at: number): number {
    return this.places.get(at) - 1 < 0 ? at : this.places.get(at) - 1
  }

  /** Groups equal addresses, some thousands at a time, yielding to other work in between. */
  settlePartition(partition: number): void {
    const rows = this.partitions.read(partition)
    this.rows = rows
    const order = Uint32Array.from({ length: rows.length / columns }, (_, row) => row * columns)
    order.sort(
      (a, b) =>
        rows[a]! - rows[b]! ||
        rows[a + column.lat]! - rows[b + column.lat]! ||
        rows[a + column.at]! - rows[b + column.at]!
    )
    for (let start = 0; start < order.length;) {
      let end = start + 1
      while (end < order.length && rows[order[end]!] === rows[order[start]!]) end += 1
      if (end - start > 1) this.settleGroup(order.subarray(start, end))
      start = end
    }
  }

  get partitionCount(): number {
    return this.partitions.count
  }

  private atOf(row: number): number {
    return this.rows[row + column.at]!
  }

  /** Addresses with one street name and number, from south to north; a country may have thousands of them. */
  private settleGroup(group: Uint32Array): void {
    if (this.hasNeighbours(group)) for (const near of this.clusters(group)) this.settleCluster(near)
    const byContent = new Map<number, Array<number>>()
    for (const row of group) {
      if (this.winners.get(this.atOf(row)) !== 0) continue
      const content = this.rows[row + column.content]!
      const same = byContent.get(content)
      if (same === undefined) byContent.set(content, [row])
      else same.push(row)
    }
    for (const same of byContent.values()) if (same.length > 1) this.settleCluster(same)
  }

  /** Most share name and number only with distant addresses. */
  private hasNeighbours(group: Uint32Array): boolean {
    for (let i = 0; i < group.length; i++) {
      for (let j = i + 1; j < group.length && this.isInReach(group[i]!, group[j]!); j++) {
        if (this.areNear(group[i]!, group[j]!)) return true
      }
    }
    return false
  }

  private isInReach(a: number, b: number): boolean {
    return this.rows[b + column.lat]! - this.rows[a + column.lat]! <= reach
  }

  /** Groups of neighbors, link by link. */
  private clusters(group: Uint32Array): ReadonlyArray<ReadonlyArray<number>> {
    const clusters = new Map<number, Array<number>>()
    const clusterOf = new Map<number, Array<number>>()
    for (let i = 0; i < group.length; i++) {
      const row = group[i]!
      let mine = clusterOf.get(row)
      if (mine === undefined) {
        mine = [row]
        clusterOf.set(row, mine)
        clusters.set(row, mine)
      }
      for (let j = i + 1; j < group.length && this.isInReach(row, group[j]!); j++) {
        const other = group[j]!
        const theirs = clusterOf.get(other)
        if (theirs === mine || !this.areNear(row, other)) continue
        const joined: ReadonlyArray<number> = theirs ?? [other]
        for (const member of joined) {
          mine.push(member)
          clusterOf.set(member, mine)
          clusters.delete(member)
        }
      }
    }
    return Array.from(clusters.values()).filter((cluster) => cluster.length > 1)
  }

  private areNear(a: number, b: number): boolean {
    const { rows } = this
    const [lonA, lonB, latA] = [rows[a + column.lon]!, rows[b + column.lon]!, rows[a + column.lat]!]
    if (lonA === nowhere || lonB === nowhere) return false
    const north = latA - rows[b + column.lat]!
    const east = (lonA - lonB) * Math.cos((latA * Math.PI) / 1.8e9)
    return north * north + east * east <= reach * reach
  }

  /** The most complete address first, then the strongest evidence, then nodes, then the southernmost. */
  private readonly byRank = (rowA: number, rowB: number): number => {
    const [a, b] = [this.atOf(rowA), this.atOf(rowB)]
    const by = (column: number) => this.rows[rowA + column]! - this.rows[rowB + column]!
    return (
      this.completeness.get(b) - this.completeness.get(a) ||
      this.orderOf(a) - this.orderOf(b) ||
      kindOfRef(this.refs.get(a)) - kindOfRef(this.refs.get(b)) ||
      // Compared before the ID, so that the same map with other IDs gives the same result.
      by(column.content) ||
      by(column.lat) ||
      by(column.lon) ||
      this.refs.get(a) - this.refs.get(b) ||
      a - b
    )
  }

  private settleCluster(cluster: ReadonlyArray<number>): void {
    const kept: Array<number> = []
    for (const at of [...cluster].sort(this.byRank).map((row) => this.atOf(row))) {
      const same = kept.find((other) => this.areSame(at, other))
      if (same === undefined) kept.push(at)
      else this.absorb(same, at)
    }
  }

  /** Whether nothing contradicts: each component is the same, or missing in one. */
  private areSame(a: number, b: number): boolean {
    const agree = (one: number, other: number) => one === 0 || other === 0 || one === other
    return agree(this.cities.get(a), this.cities.get(b)) && agree(this.postcodes.get(a), this.postcodes.get(b))
  }

  private absorb(winner: number, loser: number): void {
    this.winners.set(loser, winner + 1)
    if (this.orderOf(loser) < this.orderOf(winner)) this.keepEvidence(winner, this.evidenceAt(loser))
    const isNode = (at: number) => kindOfRef(this.refs.get(at)) === kinds.node
    const isNowhere = (at: number) => this.around.lons.get(at) === nowhere
    const better = isNode(loser) && !isNode(winner)
    const placed = this.places.get(winner) !== 0
    if (!placed && !isNowhere(loser) && (better || isNowhere(winner))) this.places.set(winner, loser + 1)
  }
}
