import type { RawRecord } from "../DataSource.ts"
import type { Tags } from "./PbfBlock.ts"
import { nameOfRef } from "./Refs.ts"
import type { Surrounding, Surroundings } from "../surroundings/Surroundings.ts"
import { useOfAddress, useOfBuilding } from "../surroundings/Uses.ts"

type RawEvidence = NonNullable<RawRecord["evidence"]>

/** Why an address is a home. */
export interface Evidence {
  readonly kind: "building" | "landuse"
  /** The object that says so, as `refOf` has it. */
  readonly ref: number
  readonly tag: string
  /** Whether the address is that object, and not just in it. */
  readonly itself: boolean
}

const kindOf = (tag: string): Evidence["kind"] => (tag.startsWith("landuse=") ? "landuse" : "building")

const lies = (around: Surrounding): Evidence => ({
  kind: kindOf(around.tag),
  ref: around.ref,
  tag: around.tag,
  itself: false
})

/**
 * Why the address is a home, the strongest reason first: its own tags, the building around it, the land around it; or
 * undefined, when nothing says so or something says that it is none.
 */
export const evidenceOf = (tags: Tags, ref: number, around: Surroundings, at: number): Evidence | undefined => {
  const said = useOfAddress(tags)
  if (said.kind === "home") return { kind: kindOf(said.tag), ref, tag: said.tag, itself: true }
  if (said.kind === "other") return undefined
  const building = useOfBuilding(tags) === undefined ? around.buildingAround(at) : undefined
  if (building?.kind === "home") return lies(building)
  if (building?.kind === "other") return undefined
  const land = around.landAround(at)
  return land?.kind === "home" ? lies(land) : undefined
}

/** In words: "Lies in building way/123, tagged building=apartments." */
export const inWords = ({ itself, kind, ref, tag }: Evidence): RawEvidence => ({
  kind,
  detail: `${itself ? "Is" : "Lies in"} ${tag.startsWith("building") ? "building " : ""}${nameOfRef(ref)}, tagged ${tag}.`
})
