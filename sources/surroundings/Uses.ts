import { sharedHomes, singleHomes, statedKindOf, structureOf, valuesOf } from "./BuildingKinds.ts"
import { businessNamedIn, unknownNameIn } from "./NamedUses.ts"
import { doubtOf, formerPursuitOf, isCareHome, pursuitOf, type Tags, traceOf } from "./Pursuits.ts"
import { lifecycle, outlinesWithout, vanished } from "./Vanished.ts"

/**
 * What an object's tags say about living there.
 *
 * - `home`: people live there
 * - `other`: it has another use, which is evidence against a home
 * - `open`: the tags leave it open, so its surroundings decide
 * - `unclear`: nothing around it can make it a home, and nothing is evidence against one
 */
export type UseKind = "home" | "other" | "open" | "unclear"

export interface Use {
  readonly kind: UseKind
  /** The tag with the evidence, such as `building=apartments`. */
  readonly tag: string
}

/** Uses that take a whole building, even if its structure is that of a block of flats. */
const institutions = new Set([
  "childcare",
  "clinic",
  "college",
  "community_centre",
  "conference_centre",
  "convent",
  "courthouse",
  "embassy",
  "events_venue",
  "fire_station",
  "hospital",
  "hostel",
  "hotel",
  "kindergarten",
  "library",
  "love_hotel",
  "monastery",
  "nursing_home",
  "place_of_worship",
  "police",
  "prison",
  "public_building",
  "retirement_home",
  "school",
  "social_facility",
  "theatre",
  "townhall",
  "university"
])

/** Those of them that a floor has room for: flats that mappers count are above. */
const onOneFloor = new Set(["childcare", "clinic", "community_centre", "kindergarten", "library", "place_of_worship"])

/**
 * What takes a house for one household in which it stands as a point: a shop or a flat for guests may be beside one. A
 * chalet is "rented exclusively": https://wiki.openstreetmap.org/wiki/Tag:tourism%3Dchalet
 */
const takers: ReadonlySet<string> = new Set([
  ...Array.from(institutions, (kind) => `amenity=${kind}`),
  ...["chalet", "guest_house", "hostel", "hotel", "motel"].map((kind) => `tourism=${kind}`),
  "office=diplomatic"
])

export const takesOneHouse = (tag: string): boolean => takers.has(tag) || tag.startsWith("social_facility=")

/** Whether the tag with the evidence is that of a house for one household; Overture's key is `class`. */
export const isOneHouse = (tag: string): boolean => {
  const kind = /^(?:building|class)=(.*)$/s.exec(tag)?.[1]
  if (kind === undefined) return false
  const { shared, single } = structureOf(kind)
  return single && !shared
}

/** Whether something in a building of homes takes it: a care home takes also one of many households. */
export const takes = (building: string, tag: string): boolean =>
  isOneHouse(building) ? takesOneHouse(tag) : isCareHome({ tag })

/** Keys of uses that take a whole building, even if its structure is that of a block of flats. */
const wholeBuilding = ["diplomatic", "tourism", "social_facility", "military", "power", "railway", "aeroway"] as const

/** Where nuns and monks live; in `building=apartments` they no longer do. */
const isReligiousHouse = (tags: Tags): boolean =>
  tags.get("building") === "residential" && (tags.get("historic") === "monastery" || tags.get("historic") === "convent")

const takesAll = (tags: Tags): string | undefined => {
  if (tags.get("office") === "diplomatic") return "office=diplomatic"
  if (isReligiousHouse(tags)) return `historic=${tags.get("historic")}`
  const amenity = tags.get("amenity") ?? ""
  const isBelowFlats = onOneFloor.has(amenity) && flatsHint(tags) !== undefined
  const pursuit = pursuitOf(tags, institutions.has(amenity) && !isBelowFlats ? ["amenity"] : wholeBuilding)
  return pursuit?.kind === "against" ? pursuit.tag : undefined
}

const pursuedAt = (tags: Tags): string | undefined => {
  const pursuit = pursuitOf(tags)
  return pursuit?.kind === "against" ? pursuit.tag : undefined
}

/** Uses that say nothing. */
const openUses = new Set(["mixed", "mixed_use", "multipurpose", "no", "other", "unknown", "yes"])

/** How surveys in Indonesia and Africa write a building's uses: `building:use:residential=yes`. */
const useSpace = "building:use:"

/** What a building is used for by keys of its uses. */
const useByKey = (tags: Tags): Use | undefined => {
  let other: Use | undefined
  for (const [key, value] of tags) {
    if (value !== "yes" || !key.startsWith(useSpace)) continue
    const tag = `${key}=yes`
    const { open, shared, single } = structureOf(key.slice(useSpace.length))
    if (shared || single) return { kind: "home", tag }
    if (!open) other = { kind: "other", tag }
  }
  return other
}

/**
 * What a building is used for now, whatever it was built as: https://wiki.openstreetmap.org/wiki/Key:building:use. One
 * of several uses is enough for a home.
 */
const presentUse = (tags: Tags): Use | undefined => {
  const text = tags.get("building:use")
  if (text === undefined) return useByKey(tags)
  const tag = `building:use=${text}`
  const uses = text.split(/[;,/&+]|(?:^|[\s_])and[\s_]/).flatMap((use) => structureOf(use.trim()).values)
  if (uses.some((use) => sharedHomes.has(use) || singleHomes.has(use))) return { kind: "home", tag }
  return uses.length === 0 || uses.some((use) => openUses.has(use)) ? undefined : { kind: "other", tag }
}

/** Buildings for work and trade, in which mappers count the flats above. */
const belowFlats = new Set(["commercial", "office", "public", "retail", "shop", "supermarket"])

/** Keys that count them: https://wiki.openstreetmap.org/wiki/Key:building:units is that of Los Angeles. */
const keysOfFlats = ["building:flats", "building:units", "building:apartments", "building:dwellings"] as const

const flatsCounted = (tags: Tags): string | undefined =>
  keysOfFlats.find((key) => Number.parseInt(tags.get(key) ?? "", 10) > 0)

/** A list or range of flats, which no shop has. */
const saysSeveralFlats = (tags: Tags): boolean => /\d\s*[-–;,]\s*\p{L}?\d/u.test(tags.get("addr:flats") ?? "")

/** Flats that mappers count or list, whatever else is in the building. */
const flatsHint = (tags: Tags): string | undefined =>
  flatsCounted(tags) ?? (saysSeveralFlats(tags) ? "addr:flats" : undefined)

/** Tags with which mappers say that people live in an unspecific building, whatever else is in it. */
const homeHint = (tags: Tags): string | undefined => {
  const use = presentUse(tags)
  return use?.kind === "home" ? use.tag : flatsHint(tags)
}

/** Where students live, by https://wiki.openstreetmap.org/wiki/Tag:amenity%3Dstudent_accommodation, as in a dormitory. */
const studentHome = (tags: Tags): string | undefined => {
  const amenity = tags.get("amenity")
  return amenity !== undefined && /^(?:dormitory|student_accomm?odation)$/.test(amenity)
    ? `amenity=${amenity}`
    : undefined
}

/** What an unspecific building is by its other tags, if nothing else is in it. */
const kindHint = (tags: Tags): Use | undefined => {
  const students = studentHome(tags)
  if (students !== undefined) return { kind: "home", tag: students }
  return statedKindOf(tags) ?? (saysFlats(tags) ? { kind: "home", tag: "addr:flats" } : undefined)
}

/** Numbers of flats, with which mappers tell what is behind an entrance. */
const saysFlats = (tags: Tags): boolean => /\d/.test(tags.get("addr:flats") ?? "")

/** What a building's tags say; undefined if it is not a building. */
export const useOfBuilding = (tags: Tags): Use | undefined => {
  const building = tags.get("building")
  if (building === undefined) return undefined
  const { isBuilding, open, shared, single, values } = structureOf(building)
  if (!isBuilding) return undefined
  // Most buildings have no other tag, and there are millions of them.
  const alone = tags.size === 1
  if (!alone && (tags.get("location") === "underground" || Number(tags.get("layer") ?? 0) < 0)) return undefined
  const gone = alone ? undefined : vanished(tags)
  if (gone !== undefined) return { kind: "other", tag: gone }
  const tag = `building=${building}`
  const use = alone ? undefined : presentUse(tags)
  if (use !== undefined) {
    const instead = use.kind === "home" ? takesAll(tags) : undefined
    return instead === undefined ? use : { kind: "other", tag: instead }
  }
  if (shared || single) {
    const instead = alone ? undefined : (takesAll(tags) ?? (shared ? undefined : pursuedAt(tags)))
    if (instead !== undefined) return { kind: "other", tag: instead }
    const named = alone || shared ? undefined : businessNamedIn(tags, true)
    return named === undefined ? { kind: "home", tag } : { kind: "unclear", tag: named }
  }
  if (!open) {
    const above = !alone && values.every((value) => belowFlats.has(value)) ? flatsHint(tags) : undefined
    return above !== undefined && takesAll(tags) === undefined ? { kind: "home", tag: above } : { kind: "other", tag }
  }
  if (alone) return { kind: "open", tag }
  const hint = homeHint(tags)
  if (hint !== undefined && takesAll(tags) === undefined) return { kind: "home", tag: hint }
  const instead = pursuedAt(tags)
  if (instead !== undefined) return { kind: "other", tag: instead }
  const doubt = traceOf(tags) ?? businessNamedIn(tags)
  if (doubt !== undefined) return { kind: "unclear", tag: doubt }
  return kindHint(tags) ?? ownLand(tags) ?? { kind: "open", tag }
}

/** Land uses on which an unspecific building is certainly not a home. */
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

/** What an unspecific building says of the land that it takes: its outline is that of both. */
const ownLand = (tags: Tags): Use | undefined => {
  const land = tags.get("landuse")
  if (land === "residential") return { kind: "home", tag: "landuse=residential" }
  return land !== undefined && otherLand.has(land) ? { kind: "unclear", tag: `landuse=${land}` } : undefined
}

/** Grounds with another use, by key. Smaller ones, such as a playground, do not affect the buildings next to them. */
const grounds: Readonly<Record<string, ReadonlySet<string>>> = {
  amenity: new Set([...institutions, "grave_yard", "marketplace", "exhibition_centre", "research_institute"]),
  tourism: new Set([
    "apartment",
    "camp_site",
    "caravan_site",
    "chalet",
    "guest_house",
    "holiday_park",
    "holiday_village",
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

/**
 * Grounds on which houses are let to guests, hold prisoners or soldiers, or have been left, whatever they were built as.
 */
const withoutHomes = new Set([
  ...lifecycle.map((state) => `${state}=yes`),
  "amenity=prison",
  "landuse=holiday_cottages",
  "leisure=resort",
  "leisure=summer_camp",
  "military=barracks",
  ..."apartment camp_site caravan_site chalet guest_house holiday_park holiday_village hostel hotel motel resort"
    .split(" ")
    .map((kind) => `tourism=${kind}`)
])

/** Whether land with this use is evidence against the houses on it, and not only against unspecific buildings. */
export const takesHouses = (use: Use): boolean => withoutHomes.has(use.tag) || isCareHome(use)

/** Berths that an address belongs to, whichever boat lies there: the ligplaatsen of the Dutch register BAG. */
const moorings = "houseboat"

/** Whether land is the outline of a building that is not there. */
export const isOutlineWithout = ({ tag }: Use): boolean => outlinesWithout.some((key) => tag.startsWith(`${key}=`))

const groundsOf = (tags: Tags): string | undefined => {
  const facility = `social_facility=${tags.get("social_facility")}`
  if (isCareHome({ tag: facility })) return facility
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

/** The use of the land: `home` or `other`; undefined if it says nothing about the houses on it. */
export const useOfLand = (tags: Tags): Use | undefined => {
  const land = tags.get("landuse")
  const values = land === undefined ? [] : valuesOf(land)
  const ground = groundsOf(tags)
  if (ground !== undefined) return { kind: "other", tag: ground }
  const outline = outlinesWithout.find((key) => (tags.get(key) ?? "no") !== "no")
  if (outline !== undefined) return { kind: "other", tag: `${outline}=${tags.get(outline)}` }
  if (values.some((value) => otherLand.has(value))) return { kind: "other", tag: `landuse=${land}` }
  if (!values.includes("residential") && !values.includes(moorings)) return undefined
  const gone = vanished(tags)
  return gone === undefined ? { kind: "home", tag: `landuse=${land}` } : { kind: "other", tag: gone }
}

/** The main keys that `useOfBuilding` and `useOfLand` read. */
export const areaKeys: ReadonlySet<string> = new Set([
  ...outlinesWithout,
  "building",
  "healthcare",
  "landuse",
  "military",
  "office",
  "shop",
  "social_facility",
  ...Object.keys(grounds)
])

const deadEntrances = new Set(["garage", "shop"])

/**
 * What an addressed building says about its own address: a business tagged on the object has the address, not the flats
 * above. A car park on a block of flats is that of its cellar.
 */
const useOfItself = (tags: Tags, building: Use): Use => {
  const pursuit = tags.size > 1 ? pursuitOf(tags) : undefined
  if (building.kind === "other") return building
  if (pursuit === undefined) {
    const former = building.kind === "open" ? formerPursuitOf(tags) : undefined
    return former === undefined ? building : { kind: "unclear", tag: former }
  }
  if (pursuit.kind === "against") {
    const isGarage = building.kind === "home" && pursuit.tag === "amenity=parking"
    return isGarage || homeHint(tags) !== undefined ? building : { kind: "other", tag: pursuit.tag }
  }
  return building.kind === "home" ? building : { kind: "unclear", tag: pursuit.tag }
}

/** Parts of a building in which people work, trade, or keep things. */
const otherParts = new Set([...belowFlats, "garage", "garages", "hotel", "industrial", "warehouse"])

/** What the kind of a part of a building says about the address of that part. */
const useOfPart = (tags: Tags): Use | undefined => {
  const part = tags.get("building:part")
  if (part === undefined) return undefined
  const { shared, single, values } = structureOf(part)
  if (shared || single) return { kind: "home", tag: `building:part=${part}` }
  return values.every((value) => otherParts.has(value)) ? { kind: "other", tag: `building:part=${part}` } : undefined
}

/**
 * Places of one or two households, by https://wiki.openstreetmap.org/wiki/Key:place. A farm where nobody lives any more is
 * a `locality`.
 */
const dwellings = new Set(["farm", "isolated_dwelling"])

/**
 * The name of an address that is no building, nor a part or an entrance of one, and has no other tag: nearly always that
 * of a business whose mapper found no kind for it. In real extracts, 24 of 30 such addresses are businesses.
 */
const nameOfPoint = (tags: Tags): string | undefined =>
  tags.has("entrance") || tags.has("building:part") || tags.has("place") ? undefined : unknownNameIn(tags)

/** What the tags of an addressed object say about the address itself, before its surroundings count. */
export const useOfAddress = (tags: Tags, building = useOfBuilding(tags)): Use => {
  if (building !== undefined) return useOfItself(tags, building)
  const gone = vanished(tags)
  if (gone !== undefined) return { kind: "other", tag: gone }
  const pursuit = pursuitOf(tags)
  if (pursuit !== undefined) return { kind: pursuit.kind === "against" ? "other" : "unclear", tag: pursuit.tag }
  const doubt = doubtOf(tags) ?? businessNamedIn(tags)
  if (doubt !== undefined) return { kind: "unclear", tag: doubt }
  const entrance = tags.get("entrance")
  if (entrance !== undefined && deadEntrances.has(entrance)) return { kind: "unclear", tag: `entrance=${entrance}` }
  if (entrance === "home") return { kind: "home", tag: "entrance=home" }
  const students = studentHome(tags)
  if (students !== undefined) return { kind: "home", tag: students }
  if (saysFlats(tags)) return { kind: "home", tag: "addr:flats" }
  const counted = flatsCounted(tags)
  if (counted !== undefined) return { kind: "home", tag: counted }
  const part = useOfPart(tags) ?? presentUse(tags) ?? statedKindOf(tags)
  if (part !== undefined) return part
  // What stands beneath a roof with an address of its own is a filling station or a market.
  if (tags.get("building") === "roof") return { kind: "unclear", tag: "building=roof" }
  const ground = groundsOf(tags)
  if (ground !== undefined) return { kind: "other", tag: ground }
  const place = tags.get("place")
  if (place !== undefined && dwellings.has(place)) return { kind: "home", tag: `place=${place}` }
  // An area with an address is a park or a factory, not a house, unless people live there: each of the seven residential
  // ones in real extracts is a lot with a house, or blocks of flats.
  const land = tags.get("landuse")
  const name = land === undefined ? nameOfPoint(tags) : undefined
  if (name !== undefined) return { kind: "unclear", tag: name }
  if (land === undefined || land === "residential") return { kind: "open", tag: "" }
  return { kind: land === moorings ? "home" : "unclear", tag: `landuse=${land}` }
}
