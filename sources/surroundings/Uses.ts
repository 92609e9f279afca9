/** Keys and values, as OpenStreetMap writes them. */
export type Tags = ReadonlyMap<string, string>

/**
 * What an object's tags say of living there.
 *
 * - `home`: people live there
 * - `other`: it serves something else
 * - `open`: the tags leave it open, so that what lies around decides
 */
export type UseKind = "home" | "other" | "open"

export interface Use {
  readonly kind: UseKind
  /** The tag that says so, such as `building=apartments`. */
  readonly tag: string
}

/** Values of a tag; OpenStreetMap separates several by semicolons. */
const valuesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(";")
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "")

/**
 * Buildings with one household, by https://wiki.openstreetmap.org/wiki/Key:building, "Accommodation": what else such an
 * object is tagged as is then all of it. A farm is "a residential building on a farm", a bungalow "a single-storey
 * detached small house", an annexe "a small self-contained apartment … on the same property", a houseboat "a boat used
 * primarily as a home".
 */
const singleHomes = new Set([
  "annexe",
  "bungalow",
  "detached",
  "farm",
  "ger",
  "house",
  "houseboat",
  "semi",
  "semidetached_house",
  "stilt_house"
])

/** Buildings with many households, where a shop or office on the ground floor is no objection. */
const sharedHomes = new Set(["apartments", "dormitory", "residential", "terrace"])

/**
 * Buildings that tell nothing. The wiki has a cabin as "a small, roughly built house, usually found in rural areas" and
 * a static caravan as a "mobile home (semi)permanently left on a single site"; both are holiday lets as often as homes,
 * so that it takes a residential area around them.
 */
const openBuildings = new Set(["cabin", "static_caravan", "undefined", "unclassified", "unknown", "yes"])

/** Values of `building` that are no building around an address. A roof covers what stands under it. */
const noBuildings = new Set(["entrance", "no", "roof"])

/** Keys that make an object a place for something else than living. */
const pursuits = [
  "aeroway",
  "amenity",
  "club",
  "craft",
  "government",
  "healthcare",
  "industrial",
  "leisure",
  "man_made",
  "military",
  "office",
  "power",
  "public_transport",
  "railway",
  "shop",
  "telecom",
  "tourism"
]

/** Values of those keys that say nothing of the building or person at the address. */
const trifles = new Set([
  "no",
  "amenity=letter_box",
  "amenity=student_accommodation",
  "amenity=student_accomodation",
  "leisure=garden",
  "leisure=swimming_pool",
  "power=generator",
  "tourism=artwork",
  "tourism=attraction",
  "tourism=information",
  "tourism=viewpoint"
])

/** What takes a whole building, though its structure is that of a block of flats. */
const institutions = new Set([
  "childcare",
  "clinic",
  "college",
  "community_centre",
  "conference_centre",
  "courthouse",
  "fire_station",
  "hospital",
  "kindergarten",
  "library",
  "monastery",
  "nursing_home",
  "place_of_worship",
  "police",
  "prison",
  "public_building",
  "school",
  "social_facility",
  "theatre",
  "townhall",
  "university"
])

/** https://wiki.openstreetmap.org/wiki/Lifecycle_prefix: what is not, no longer or not yet in use. */
const lifecycle = ["abandoned", "collapsed", "demolished", "destroyed", "disused", "removed", "razed", "ruins"]
const unfinished = ["construction", "planned", "proposed"]

/** The first of the keys whose value is no trifle, as a tag. */
const pursuitOf = (tags: Tags, keys = pursuits): string | undefined => {
  for (const key of keys) {
    const value = tags.get(key)
    if (value !== undefined && !trifles.has(value) && !trifles.has(`${key}=${value}`)) return `${key}=${value}`
  }
  return undefined
}

/** A closed shop's address may be that of flats above it, but it is the shop that is tagged. */
const formerPursuits = ["disused:", "was:"].flatMap((prefix) => pursuits.map((key) => prefix + key))

const wholeBuilding = ["tourism", "military", "power", "railway", "aeroway"]

const takesAll = (tags: Tags): string | undefined => {
  const amenity = tags.get("amenity")
  return amenity !== undefined && institutions.has(amenity) ? `amenity=${amenity}` : pursuitOf(tags, wholeBuilding)
}

const statesOfBuildings = [...lifecycle, ...unfinished].map((state) => `${state}:building`)

/** The tag that says that the object stands empty, is gone, or is not there yet. */
const vanished = (tags: Tags): string | undefined => {
  for (const state of lifecycle) {
    const value = tags.get(state)
    if (value !== undefined && value !== "no") return `${state}=${value}`
  }
  const state = statesOfBuildings.find((key) => tags.has(key))
  return state === undefined ? undefined : `${state}=${tags.get(state)}`
}

/** Tags by which mappers say that an unspecific building is lived in. */
const homeHint = (tags: Tags): string | undefined => {
  const use = tags.get("building:use")
  if (use !== undefined && valuesOf(use).some((value) => sharedHomes.has(value) || singleHomes.has(value))) {
    return `building:use=${use}`
  }
  const flats = tags.get("building:flats")
  return flats !== undefined && Number.parseInt(flats, 10) > 0 ? "building:flats" : undefined
}

/** What a building's tags say; undefined for what is no building. */
export const useOfBuilding = (tags: Tags): Use | undefined => {
  const building = tags.get("building")
  if (building === undefined) return undefined
  const values = valuesOf(building)
  if (values.length === 0 || values.some((value) => noBuildings.has(value))) return undefined
  // Most buildings have no other tag, and there are millions of them.
  const alone = tags.size === 1
  if (!alone && (tags.get("location") === "underground" || Number(tags.get("layer") ?? 0) < 0)) return undefined
  const gone = alone ? undefined : vanished(tags)
  if (gone !== undefined) return { kind: "other", tag: gone }
  const tag = `building=${building}`
  const shared = values.some((value) => sharedHomes.has(value))
  const single = values.some((value) => singleHomes.has(value))
  if (shared || single) {
    const instead = alone ? undefined : (takesAll(tags) ?? (shared ? undefined : pursuitOf(tags)))
    return instead === undefined ? { kind: "home", tag } : { kind: "other", tag: instead }
  }
  if (!values.every((value) => openBuildings.has(value))) return { kind: "other", tag }
  if (alone) return { kind: "open", tag }
  const use = tags.get("building:use")
  const hint = homeHint(tags)
  if (hint !== undefined && takesAll(tags) === undefined) return { kind: "home", tag: hint }
  if (use !== undefined && hint === undefined) return { kind: "other", tag: `building:use=${use}` }
  const instead = pursuitOf(tags)
  return instead === undefined ? { kind: "open", tag } : { kind: "other", tag: instead }
}

/** Uses of land that make it clear that an unspecific building on it is not a home. */
const otherLand = new Set([
  "allotments",
  "brownfield",
  "cemetery",
  "civic_admin",
  "commercial",
  "construction",
  "depot",
  "education",
  "farmyard",
  "garages",
  "greenfield",
  "holiday_cottages",
  "industrial",
  "institutional",
  "landfill",
  "military",
  "port",
  "quarry",
  "railway",
  "recreation_ground",
  "religious",
  "retail"
])

/** Grounds of something else, by key. Smaller things, such as a playground, do not change what stands beside them. */
const grounds: Readonly<Record<string, ReadonlySet<string>>> = {
  amenity: new Set([...institutions, "grave_yard", "marketplace", "exhibition_centre", "research_institute"]),
  tourism: new Set([
    "apartment",
    "camp_site",
    "caravan_site",
    "chalet",
    "guest_house",
    "hostel",
    "hotel",
    "motel",
    "museum",
    "resort",
    "theme_park",
    "zoo"
  ]),
  leisure: new Set(["marina", "resort", "sports_centre", "stadium", "summer_camp", "water_park"]),
  man_made: new Set(["wastewater_plant", "water_works", "works"]),
  power: new Set(["plant", "substation"]),
  aeroway: new Set(["aerodrome", "heliport"]),
  place: new Set(["allotments"])
}

const groundsOf = (tags: Tags): string | undefined => {
  for (const key in grounds) {
    const value = tags.get(key)
    if (value !== undefined && grounds[key]!.has(value)) return `${key}=${value}`
  }
  for (const key of ["healthcare", "military", "shop", "office"]) {
    const value = tags.get(key)
    if (value !== undefined && value !== "no") return `${key}=${value}`
  }
  return undefined
}

/** What the land is used for: `home` or `other`; undefined for what says nothing of the houses on it. */
export const useOfLand = (tags: Tags): Use | undefined => {
  const land = tags.get("landuse")
  const values = land === undefined ? [] : valuesOf(land)
  const ground = groundsOf(tags)
  if (ground !== undefined) return { kind: "other", tag: ground }
  if (values.length === 1 && values[0] === "residential") return { kind: "home", tag: "landuse=residential" }
  return values.some((value) => otherLand.has(value)) ? { kind: "other", tag: `landuse=${land}` } : undefined
}

/** Keys that `useOfBuilding` and `useOfLand` look at in the first place. */
export const areaKeys: ReadonlySet<string> = new Set([
  "building",
  "healthcare",
  "landuse",
  "military",
  "office",
  "shop",
  ...Object.keys(grounds)
])

const deadEntrances = new Set(["garage", "shop"])
/** Values of `historic` that an inhabited house may have. */
const livedInHistory = new Set(["building", "farm", "house", "yes"])

/** What the tags of an addressed object say of the address itself, before anything around it is asked. */
export const useOfAddress = (tags: Tags): Use => {
  const building = useOfBuilding(tags)
  if (building !== undefined) return building
  const gone = vanished(tags)
  if (gone !== undefined) return { kind: "other", tag: gone }
  const pursuit = pursuitOf(tags) ?? pursuitOf(tags, formerPursuits)
  if (pursuit !== undefined) return { kind: "other", tag: pursuit }
  const historic = tags.get("historic")
  if (historic !== undefined && !livedInHistory.has(historic)) return { kind: "other", tag: `historic=${historic}` }
  for (const key of ["highway", "natural", "advertising", "emergency"]) {
    const value = tags.get(key)
    if (value !== undefined) return { kind: "other", tag: `${key}=${value}` }
  }
  const entrance = tags.get("entrance")
  if (entrance !== undefined && deadEntrances.has(entrance)) return { kind: "other", tag: `entrance=${entrance}` }
  if (entrance === "home") return { kind: "home", tag: "entrance=home" }
  if (/\d/.test(tags.get("addr:flats") ?? "")) return { kind: "home", tag: "addr:flats" }
  return useOfLand(tags) ?? { kind: "open", tag: "" }
}
