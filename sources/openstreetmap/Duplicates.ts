import { Effect } from "effect"
import { fold } from "../../schemas/Fold.ts"
import type { Draft } from "./Drafts.ts"
import type { Evidence } from "./Evidence.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import { kinds, type Tags } from "./PbfBlock.ts"
import { kindOfRef } from "./Refs.ts"
import { useOfAddress } from "../surroundings/Uses.ts"
import { Words } from "../surroundings/Words.ts"

/** Objects with one street and number this near are one address, if no other part says otherwise: some 150 m. */
const reach = 13_500

/** Hashes lie below this. */
const keySpan = 2 ** 53
/** Addresses that are sorted at a time. */
const perBucket = 8192

/** Street and city names come again and again; folding is slower than looking up. */
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

/** 53 bits of a hash of the parts, folded as the pool compares them: two runs in the manner of FNV-1a. */
const hash = (parts: ReadonlyArray<string | undefined>): number => {
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

/** 32 bits of a part; 0 when there is none. */
const shortHash = (part: string | undefined): number => (part === undefined ? 0 : hash([part]) % 2 ** 32 || 1)

/** In the order in which they decide, whichever of the objects says so. */
const evidenceKinds: ReadonlyArray<Evidence["kind"]> = ["building", "against", "landuse"]
const relations: ReadonlyArray<Evidence["relation"]> = ["is", "in", "with"]
/** Lower decides before higher; 3 is none. */
const rankOf = (evidence: Evidence | undefined): number =>
  evidence === undefined ? 3 : evidenceKinds.indexOf(evidence.kind)

/**
 * One of the objects that say the same address, chosen by content: where an address is mapped on the building and again
 * on its entrance, or on every shop in it, one record is made of all. Columns of numbers, some fifty bytes an address.
 */
export class Duplicates {
  private readonly keys: Float64Array
  private readonly contents: Float64Array
  private readonly cities: Uint32Array
  private readonly postcodes: Uint32Array
  private readonly refs: Float64Array
  /** Which parts the address has, the more important first, then whether it is no shop or office: more is better. */
  private readonly completeness: Uint8Array
  private readonly ranks: Uint8Array
  private readonly evidenceRefs: Float64Array
  private readonly evidenceTags: Uint16Array
  private readonly relations: Uint8Array
  private readonly words = new Words()
  /** Number of the address that stands for it; its own when it stands for itself. */
  private readonly standsFor: Uint32Array
  /** Number of the address whose position it takes. */
  private readonly places: Uint32Array
  private readonly lons: Int32Array
  private readonly lats: Int32Array
  private readonly left: Uint8Array

  constructor(lons: Int32Array, lats: Int32Array) {
    const { length } = lons
    this.lons = lons
    this.lats = lats
    this.keys = new Float64Array(length)
    this.contents = new Float64Array(length)
    this.cities = new Uint32Array(length)
    this.postcodes = new Uint32Array(length)
    this.refs = new Float64Array(length)
    this.completeness = new Uint8Array(length)
    this.ranks = new Uint8Array(length).fill(3)
    this.evidenceRefs = new Float64Array(length)
    this.evidenceTags = new Uint16Array(length)
    this.relations = new Uint8Array(length)
    this.standsFor = new Uint32Array(length)
    this.places = Uint32Array.from(lons, (_, at) => at)
    this.left = new Uint8Array(length)
  }

  /** Keeps an address out: it is of another country. */
  leaveOut(at: number): void {
    this.left[at] = 1
    this.standsFor[at] = at
  }

  isLeftOut(at: number): boolean {
    return this.left[at] === 1
  }

  add(at: number, ref: number, tags: Tags, draft: Draft, evidence: Evidence | undefined): void {
    const { building, city, district, houseNumber, postcode, region, street, unit } = draft
    this.keys[at] = hash([street, houseNumber, unit, building])
    this.contents[at] = hash([region, city, district, postcode])
    this.cities[at] = shortHash(city)
    this.postcodes[at] = shortHash(postcode)
    this.refs[at] = ref
    const parts = [city, postcode, region, district].reduce((sum, part) => sum * 2 + (part === undefined ? 0 : 1), 0)
    this.completeness[at] = parts * 2 + (useOfAddress(tags).kind === "other" ? 0 : 1)
    this.standsFor[at] = at
    this.keepEvidence(at, evidence)
  }

  private keepEvidence(at: number, evidence: Evidence | undefined): void {
    this.ranks[at] = rankOf(evidence)
    if (evidence === undefined) return
    this.evidenceRefs[at] = evidence.ref
    this.evidenceTags[at] = this.words.numberOf(evidence.tag)
    this.relations[at] = relations.indexOf(evidence.relation)
  }

  evidenceAt(at: number): Evidence | undefined {
    const kind = evidenceKinds[this.ranks[at]!]
    return kind === undefined
      ? undefined
      : {
          kind,
          ref: this.evidenceRefs[at]!,
          tag: this.words.at(this.evidenceTags[at]!),
          relation: relations[this.relations[at]!]!
        }
  }

  /** The object whose record this one's is, or undefined when it has a record of its own. */
  duplicateOf(at: number): number | undefined {
    const other = this.standsFor[at]!
    return other === at ? undefined : this.refs[other]
  }

  /** Number of the address whose position is the best: an entrance goes before the middle of its building. */
  placeOf(at: number): number {
    return this.places[at]!
  }

  /** Finds the addresses that say the same, some thousands at a time, so that nothing else has to wait for long. */
  readonly settle = Effect.gen({ self: this }, function* () {
    const { keys, lats } = this
    const buckets = Math.ceil(keys.length / perBucket)
    const bucketOf = (at: number) => Math.floor(keys[at]! / (keySpan / buckets))
    const ends = new Uint32Array(buckets + 1)
    for (let at = 0; at < keys.length; at++) if (this.left[at] === 0) ends[bucketOf(at) + 1]!++
    for (let bucket = 0; bucket < buckets; bucket++) ends[bucket + 1]! += ends[bucket]!
    const next = ends.slice()
    const order = new Uint32Array(ends[buckets]!)
    for (let at = 0; at < keys.length; at++) if (this.left[at] === 0) order[next[bucketOf(at)]!++] = at
    for (let bucket = 0; bucket < buckets; bucket++) {
      const members = order.subarray(ends[bucket]!, ends[bucket + 1]!)
      members.sort((a, b) => keys[a]! - keys[b]! || lats[a]! - lats[b]! || a - b)
      this.settleBucket(members)
      yield* Effect.yieldNow
    }
  })

  private settleBucket(members: Uint32Array): void {
    for (let start = 0; start < members.length;) {
      let end = start + 1
      while (end < members.length && this.keys[members[end]!] === this.keys[members[start]!]) end += 1
      if (end - start > 1) this.settleGroup(members.subarray(start, end))
      start = end
    }
  }

  /** Addresses of one street name and number, from south to north; all over a country there may be thousands. */
  private settleGroup(group: Uint32Array): void {
    for (const near of this.clusters(group)) this.settleCluster(near)
    const byContent = new Map<number, Array<number>>()
    for (const at of group) {
      if (this.standsFor[at] !== at) continue
      const same = byContent.get(this.contents[at]!)
      if (same === undefined) byContent.set(this.contents[at]!, [at])
      else same.push(at)
    }
    for (const same of byContent.values()) if (same.length > 1) this.settleCluster(same)
  }

  /** What lies near each other, step by step. */
  private clusters(group: Uint32Array): ReadonlyArray<ReadonlyArray<number>> {
    const clusters = new Map<number, Array<number>>()
    const clusterOf = new Map<number, Array<number>>()
    for (let i = 0; i < group.length; i++) {
      const at = group[i]!
      let mine = clusterOf.get(at)
      if (mine === undefined) {
        mine = [at]
        clusterOf.set(at, mine)
        clusters.set(at, mine)
      }
      for (let j = i + 1; j < group.length && this.lats[group[j]!]! - this.lats[at]! <= reach; j++) {
        const other = group[j]!
        const theirs = clusterOf.get(other)
        if (theirs === mine || !this.areNear(at, other)) continue
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
    if (this.lons[a] === nowhere || this.lons[b] === nowhere) return false
    const north = this.lats[a]! - this.lats[b]!
    const east = (this.lons[a]! - this.lons[b]!) * Math.cos((this.lats[a]! * Math.PI) / 1.8e9)
    return north * north + east * east <= reach * reach
  }

  /** The fullest address first, then the one with the strongest evidence, then nodes, then the southernmost. */
  private readonly byRank = (a: number, b: number): number =>
    this.completeness[b]! - this.completeness[a]! ||
    this.ranks[a]! - this.ranks[b]! ||
    kindOfRef(this.refs[a]!) - kindOfRef(this.refs[b]!) ||
    // Before the ID, so that the same map under other IDs gives the same.
    this.contents[a]! - this.contents[b]! ||
    this.lats[a]! - this.lats[b]! ||
    this.lons[a]! - this.lons[b]! ||
    this.refs[a]! - this.refs[b]! ||
    a - b

  private settleCluster(cluster: ReadonlyArray<number>): void {
    const kept: Array<number> = []
    for (const at of [...cluster].sort(this.byRank)) {
      const same = kept.find((other) => this.areSame(at, other))
      if (same === undefined) kept.push(at)
      else this.absorb(same, at)
    }
  }

  /** Whether nothing keeps them apart: each part is the same, or missing in one. */
  private areSame(a: number, b: number): boolean {
    const agree = (values: Uint32Array) => values[a] === 0 || values[b] === 0 || values[a] === values[b]
    return agree(this.cities) && agree(this.postcodes)
  }

  private absorb(winner: number, loser: number): void {
    this.standsFor[loser] = winner
    if (this.ranks[loser]! < this.ranks[winner]!) this.keepEvidence(winner, this.evidenceAt(loser))
    const isNode = (at: number) => kindOfRef(this.refs[at]!) === kinds.node
    const better = isNode(loser) && !isNode(winner)
    const placed = this.places[winner]! !== winner
    if (!placed && this.lons[loser] !== nowhere && (better || this.lons[winner] === nowhere))
      this.places[winner] = loser
  }
}
