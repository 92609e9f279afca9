/** What the value of a building's tag says by itself. */

/** Values of a tag; OpenStreetMap separates several by semicolons, and mappers by other signs as well. */
export const valuesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[;,/+|]/)
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "")

/**
 * Buildings with one household, by https://wiki.openstreetmap.org/wiki/Key:building, "Accommodation": any other tag of
 * such an object is about the whole of it. A farm is "a residential building on a farm", a bungalow "a single-storey
 * detached small house", an annexe "a small self-contained apartment … on the same property", a houseboat "a boat used
 * primarily as a home".
 */
export const singleHomes = new Set([
  "annexe",
  "bungalow",
  "detached",
  "farm",
  "ger",
  "house",
  "houseboat",
  "semi",
  "semidetached_house",
  "stilt_house",
  "trullo"
])

/** Buildings with many households, in which a shop or office on the ground floor is no evidence against homes. */
export const sharedHomes = new Set(["apartments", "dormitory", "residential", "terrace"])

/** What mappers write for these, though the wiki does not list it. */
const otherWords = new Map(
  (
    [
      [
        "detached",
        "detached_house detatched family_home family_house one_family_house private_house rural_house single_dwelling single_family single_family_home single_family_house single_house"
      ],
      [
        "house",
        "home household houses cottage council_house croft dwelling dwelling_house farmhouse farm_house hause homestead hosue link_detached linked_detached living_house manor mansion residence residential_house row_house row_houses rowhouse terraced_house end_of_terrace end_terrace mid_terrace town_house townhouse villa"
      ],
      ["semidetached_house", "duplex semi_detached semi_detached_house semidetached two_family_house"],
      ["annexe", "annex granny_flat in_law_suite"],
      [
        "terrace",
        "house_terraced rowhouses terrace_house terrace_houses terraced terraced_houses terraced_housing townhouses"
      ],
      [
        "apartments",
        "aparments apartament apartaments apartement apartment apartment_block apartment_building apartment_complex apartment_house apartments_building appartement appartements appartment appartments block_of_apartments block_of_flats condo condominium condominiums flat flats fourplex maisonette multi_family multifamily multi_family_house multifamily_house quadplex tenement tower_block triplex"
      ],
      [
        "dormitory",
        "hall_of_residence halls_of_residence residence_hall student_accommodation student_dormitory student_hostel student_housing student_residence"
      ],
      [
        "residential",
        "almshouse almshouses commercial_residential housing mixed_residential residental residential_block residential_building residential_commercial residential_mixed residential_retail retail_residential sheltered_housing social_housing staff_housing staff_quarters"
      ],
      // In the languages of mappers, where no other kind of building has the word.
      ["house", "casa einfamilienhaus maison moradia omakotitalo rumah vivienda wohnhaus дом"],
      ["semidetached_house", "doppelhaus doppelhaushälfte paritalo"],
      ["terrace", "reihenhaus rivitalo"],
      ["ger", "yurt"],
      ["houseboat", "floating_home"],
      ["residential", "residencial жилой_дом"],
      ["apartments", "immeuble kerrostalo mehrfamilienhaus マンション アパート"]
    ] as const
  ).flatMap(([known, words]) => words.split(" ").map((word) => [word, known]))
)

/**
 * Buildings that say nothing: `other`, `oui` and the like stand for `yes` according to the deprecated tags of the editor
 * iD (https://github.com/openstreetmap/id-tagging-schema), and a block may have any use. The wiki describes a cabin as "a
 * small, roughly built house, usually found in rural areas" and a static caravan as a "mobile home (semi)permanently left
 * on a single site". Both, and chalets, are holiday lets as often as homes, so they need a residential area around them.
 * Priests live in a presbytery, and work in it.
 */
const openBuildings = new Set([
  "1",
  "block",
  "building",
  "cabin",
  "chalet",
  "gatehouse",
  "general",
  "lodge",
  "manufactured_home",
  "mixed",
  "mixed_use",
  "mobile_home",
  "other",
  "oui",
  "palazzo",
  "parsonage",
  "part",
  "presbytery",
  "rectory",
  "shop_house",
  "shophouse",
  "si",
  "static_caravan",
  "sí",
  "true",
  "undefined",
  "unclassified",
  "unknown",
  "vicarage",
  "y",
  "yes"
])

/** Values of `building` that are not a building around an address. A roof covers what stands under it. */
const noBuildings = new Set(["entrance", "no", "roof"])

/** What the tag `building` says by itself. */
interface Structure {
  /** The values in the words of the wiki. */
  readonly values: ReadonlyArray<string>
  readonly isBuilding: boolean
  readonly shared: boolean
  readonly single: boolean
  readonly open: boolean
}

/** A few values occur in millions of buildings, and every pass over a file needs them. */
const mostStructures = 1000
const structures = new Map<string, Structure>()

export const structureOf = (building: string): Structure => {
  const known = structures.get(building)
  if (known !== undefined) return known
  const values = valuesOf(building).map((value) => {
    const word = value.replaceAll(/[\s-]+/g, "_")
    return otherWords.get(word) ?? word
  })
  const structure = {
    values,
    isBuilding: values.length > 0 && !values.some((value) => noBuildings.has(value)),
    shared: values.some((value) => sharedHomes.has(value)),
    single: values.some((value) => singleHomes.has(value)),
    open: values.every((value) => openBuildings.has(value))
  }
  if (structures.size < mostStructures) structures.set(building, structure)
  return structure
}

/**
 * Keys whose values are those of `building`: https://wiki.openstreetmap.org/wiki/Key:house, and those that mappers and
 * imports write beside `building=yes`.
 */
const keysOfKinds = ["house", "residential", "building:type", "building:function", "building:usage"] as const

/** Kinds that are no homes: other values of these keys say of what a house is made, or what form it has. */
const otherKinds = new Set(
  `
    barn chapel church civic clinic commercial factory farm_auxiliary garage garages government greenhouse hospital hotel
    industrial kindergarten library mosque museum office offices public religious restaurant retail school shed shop stable
    supermarket temple theatre townhall university warehouse workshop
  `
    .trim()
    .split(/\s+/)
)

/** What tags beside `building=yes` say that it is. */
export const statedKindOf = (
  tags: ReadonlyMap<string, string>
): { readonly kind: "home" | "other"; readonly tag: string } | undefined => {
  for (const key of keysOfKinds) {
    const text = tags.get(key)
    if (text === undefined) continue
    const { shared, single, values } = structureOf(text)
    const isOther = values.length > 0 && values.every((value) => otherKinds.has(value))
    if (shared || single || isOther) return { kind: isOther ? "other" : "home", tag: `${key}=${text}` }
  }
  return undefined
}
