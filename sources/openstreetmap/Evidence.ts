import { memoized } from "../../schemas/Memoized.ts"
import type { RawRecord } from "../DataSource.ts"
import type { AddressObject } from "./AddressObjects.ts"
import { nameOfRef } from "./Refs.ts"
import type { Indoors } from "../surroundings/Indoors.ts"
import type { Surrounding, Surroundings } from "../surroundings/Surroundings.ts"
import { isOutlineWithout, takes, takesHouses } from "../surroundings/Uses.ts"

type RawEvidence = NonNullable<RawRecord["evidence"]>

/** The relation between the object with the evidence and the address. */
type Relation = "is" | "in" | "with"

/** Why an address is a home, or why not. */
export interface Evidence {
  readonly kind: "building" | "against" | "landuse"
  /** The object with the evidence, as made by `refOf`. */
  readonly ref: number
  readonly tag: string
  /** The address is the object, lies in it, or shares its building with it. */
  readonly relation: Relation
}

const kindOf = (tag: string): Evidence["kind"] => (tag.startsWith("landuse=") ? "landuse" : "building")

/** What the surroundings of the address say about it; `isBuilding` if it is a building itself. */
const evidenceAround = (
  isBuilding: boolean,
  around: Surroundings,
  indoors: Indoors,
  at: number
): Evidence | undefined => {
  const land = around.landAround(at)
  const building = isBuilding ? undefined : around.buildingAround(at)
  if (building?.kind === "home" && land !== undefined && takesHouses(land)) return againstBy(land)
  if (building?.kind === "other") return againstBy(building)
  const neighbour = indoors.at(at) ?? (building === undefined ? undefined : takerOf(building, indoors))
  if (neighbour !== undefined) return { kind: "against", ...neighbour, relation: "with" }
  if (building?.kind === "home") {
    return { kind: kindOf(building.tag), ref: building.ref, tag: building.tag, relation: "in" }
  }
  if (building?.kind === "unclear") return undefined
  // The address may be left over, or that of a new building that is not mapped yet.
  if (land !== undefined && isOutlineWithout(land)) return undefined
  if (land?.kind === "home") return { kind: "landuse", ref: land.ref, tag: land.tag, relation: "in" }
  return land === undefined || land.tag.startsWith("landuse=") ? undefined : againstBy(land)
}

/** What takes the building in which it stands. */
const takerOf = ({ ref, tag }: Surrounding, indoors: Indoors) => {
  const taker = indoors.taking(ref)
  return taker !== undefined && takes(tag, taker.tag) ? taker : undefined
}

const againstBy = ({ ref, tag }: Surrounding): Evidence => ({ kind: "against", ref, tag, relation: "in" })

/**
 * Why the address is a home or why not, the strongest reason first: its own tags, the building around it, a business in
 * that building, the land around it. Undefined if nothing says so. Land of another use, such as a commercial area, is
 * not evidence against a home in it; the grounds of a school or a hotel are, and those of lodgings even against houses.
 */
export const evidenceOf = (
  { isBuilding, ref, use: said }: AddressObject,
  around: Surroundings,
  indoors: Indoors,
  at: number
): Evidence | undefined => {
  if (said.kind === "other") return { kind: "against", ref, tag: said.tag, relation: "is" }
  if (said.kind === "home") {
    const land = around.landAround(at)
    if (land !== undefined && takesHouses(land)) return againstBy(land)
    const taker = isBuilding ? takerOf({ ...said, ref }, indoors) : undefined
    if (taker !== undefined) return { kind: "against", ...taker, relation: "with" }
    return { kind: kindOf(said.tag), ref, tag: said.tag, relation: "is" }
  }
  const found = evidenceAround(isBuilding, around, indoors, at)
  return said.kind === "unclear" && found?.kind !== "against" ? undefined : found
}

const phrases: Readonly<Record<Relation, string>> = { is: "Is", in: "Lies in", with: "Shares its building with" }

/** In words: "Lies in building way/123, tagged building=apartments." */
export const inWords = ({ kind, ref, relation, tag }: Evidence): RawEvidence => ({
  kind,
  detail: `${phrases[relation]} ${tag.startsWith("building") ? "building " : ""}${nameOfRef(ref)}, tagged ${tag}.`
})

/**
 * In words, with the estimated precision for such addresses, 0 to 1. It is one of a few estimates, for every address in
 * doubt.
 */
export const probably = memoized((precision: number): RawEvidence => ({
  kind: "probable",
  detail: `Probably a home: nothing says so, but its building, its street and what lies around it are those of homes; estimated precision ${Math.floor(precision * 100)} percent.`
}))
