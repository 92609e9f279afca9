import { type Use, useOfBuilding } from "../surroundings/Uses.ts"

/** What Overture says of a building. */
export interface Building {
  readonly subtype: string | undefined
  readonly class: string | undefined
  readonly level: number | undefined
  readonly isUnderground: boolean
}

/** Classes for which OpenStreetMap has other words. */
const words: Readonly<Record<string, string>> = { dwelling_house: "house", trullo: "house" }

const tagsOf = ({ class: name, isUnderground, level, subtype }: Building): ReadonlyMap<string, string> => {
  const value = name ?? subtype ?? "yes"
  const tags = new Map([["building", Object.hasOwn(words, value) ? words[value]! : value]])
  if (isUnderground) tags.set("location", "underground")
  if (level !== undefined && level !== 0) tags.set("layer", String(level))
  return tags
}

/**
 * What a building is used for, as the source `openstreetmap` judges it: `class` has the values of OpenStreetMap's
 * `building`, and `subtype`, where there is no class, a word for several of them. The schema has the subtype "represent
 * the current use of the building", so that one which is not residential contradicts a class that is; a farmhouse
 * alone counts as agricultural. Undefined for what is no building around an address.
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
