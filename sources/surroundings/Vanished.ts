import { hasAny, type Tags } from "./Pursuits.ts"

/** Buildings and land that are empty, gone, or not there yet. */

/** https://wiki.openstreetmap.org/wiki/Lifecycle_prefix: not, no longer or not yet in use. */
export const lifecycle = [
  "abandoned",
  "collapsed",
  "demolished",
  "destroyed",
  "dismantled",
  "disused",
  "removed",
  "razed",
  "ruined",
  "ruins"
]
const unfinished = ["construction", "planned", "proposed"]

const statesOfBuildings = [...lifecycle, ...unfinished].map((state) => `${state}:building`)
/**
 * Keys of outlines in which no building stands any more, or none yet, and nobody lives; on sites of `planned` and
 * `proposed` ones, what they replace may still stand.
 */
export const outlinesWithout = [...lifecycle, "construction"].map((state) => `${state}:building`)
/** Say what a building was before, and of an object that is no building, that it was one. */
const former = ["was:building", "historic:building"]
/**
 * Keys of a building's condition, some of them of surveys after earthquakes, in wars and of informal settlements, and
 * values that leave no home, or none yet.
 */
const conditions = ["building:condition", "building:damage", "building:state", "condition", "damage", "damaged"]
const isLost =
  /^(?:burne?[dt]_?down|(?:total_)?collapsed?|(?:in|under)_?construction|demolished|derelict|(?:totally_)?destroyed|ruin(?:s|ed|ous)?|unfinished|uninhabitable)$/
/** Answers with which mappers say that nobody lives in a house, or not all year. */
const unlived: Readonly<Record<string, ReadonlyArray<string>>> = {
  habitable: ["no"],
  inhabited: ["no"],
  occupied: ["no"],
  seasonal: ["yes", "summer", "winter"],
  short_term_rental: ["yes"],
  uninhabited: ["yes"],
  vacant: ["yes"],
  vacation_rental: ["yes"]
}

const stateKeys: ReadonlySet<string> = new Set([
  "end_date",
  ...lifecycle,
  ...unfinished,
  ...statesOfBuildings,
  ...former,
  ...conditions,
  ...Object.keys(unlived)
])

/** The tag that says that the object is empty, gone, or not there yet. */
export const vanished = (tags: Tags): string | undefined => {
  if (tags.get("landuse") === "construction") return "landuse=construction"
  if (!hasAny(tags, stateKeys)) return undefined
  for (const state of lifecycle) {
    const value = tags.get(state)
    if (value !== undefined && value !== "no") return `${state}=${value}`
  }
  // The date on which it ceased to exist: https://wiki.openstreetmap.org/wiki/Key:end_date
  const end = tags.get("end_date")
  if (end !== undefined && /\d{3}|C\d/.test(end)) return `end_date=${end}`
  // Other values of these keys say what is being built, or what kind of works there are at a house.
  for (const state of unfinished) if (tags.get(state) === "yes") return `${state}=yes`
  for (const key in unlived) {
    const answer = tags.get(key)
    if (answer !== undefined && unlived[key]!.includes(answer)) return `${key}=${answer}`
  }
  const isBuilding = (tags.get("building") ?? "no") !== "no"
  const state =
    statesOfBuildings.find((key) => tags.has(key)) ??
    conditions.find((key) => isLost.test(tags.get(key) ?? "")) ??
    (isBuilding ? undefined : former.find((key) => tags.has(key)))
  return state === undefined ? undefined : `${state}=${tags.get(state)}`
}
