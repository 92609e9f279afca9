import { type Use, useOfBuilding } from "../surroundings/Uses.ts"

/** Overture's columns about a building. */
export interface Building {
  readonly subtype: string | undefined
  readonly class: string | undefined
  readonly level: number | undefined
  readonly isUnderground: boolean
}

const tagsOf = ({ class: name, isUnderground, level, subtype }: Building): ReadonlyMap<string, string> => {
  const value = name ?? subtype ?? "yes"
  const tags = new Map([["building", value]])
  if (isUnderground) tags.set("location", "underground")
  if (level !== undefined && level !== 0) tags.set("layer", String(level))
  return tags
}

/**
 * The use of a building, by the rules of the source `openstreetmap`: `class` has the values of OpenStreetMap's
 * `building`, and `subtype`, used without a class, groups several of them. According to the schema, the subtype
 * represents "the current use of the building", so a subtype that is not residential overrules a residential class;
 * only a farmhouse counts as agricultural. Undefined if it is not a building around an address.
 * https://docs.overturemaps.org/schema/reference/buildings/building
 */
export const useOf = (building: Building): Use | undefined => {
  const { class: name, subtype } = building
  const use = useOfBuilding(tagsOf(building))
  if (use === undefined) return undefined
  const tag = name === undefined ? `subtype=${subtype}` : `class=${name}`
  const elsewise =
    subtype !== undefined && subtype !== "residential" && !(name === "farm" && subtype === "agricultural")
  return use.kind === "home" && elsewise ? { kind: "other", tag: `subtype=${subtype}` } : { kind: use.kind, tag }
}
