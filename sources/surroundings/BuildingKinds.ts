import { distance } from "../../schemas/EditDistance.ts"
import { fold } from "../../schemas/Fold.ts"
import { homeWords } from "./HomeWords.ts"

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
  [
    ...([
      [
        "detached",
        "detached_house detatched family_home family_house independent_house one_family_house private_house rural_house single_dwelling single_family single_family_detached single_family_home single_family_house single_house"
      ],
      [
        "house",
        "home household houses accessory_dwelling_unit adu backyard_house barn_conversion compound_house laneway_house link_house secondary_suite tiny_house coach_house converted_barn cottage council_house croft dwelling dwelling_house farmhouse farm_house hause homestead hosue link_detached linked_detached living_house manor mansion park_home residence residential_house row_house row_houses rowhouse terraced_house end_of_terrace end_terrace mid_terrace town_house townhouse villa"
      ],
      ["semidetached_house", "duplex semi_detached semi_detached_house semidetached two_family_house"],
      ["annexe", "annex granny_flat in_law_suite"],
      [
        "terrace",
        "house_terraced rowhouses terrace_house terrace_houses terraced terraced_houses terraced_housing terraces townhouses"
      ],
      [
        "apartments",
        "aparments apartament apartaments apartement apartment apartment_block apartment_building apartment_complex apartment_house apartments_building appartement appartements appartment appartments block_of_apartments block_of_flats condo condominium condominiums flat flats fourplex home_units maisonette maisonettes multi_family multifamily multi_family_house multi_unit multifamily_house loft penthouse quadplex tenement tower_block triplex"
      ],
      [
        "dormitory",
        "fraternity fraternity_house sorority sorority_house hall_of_residence halls_of_residence residence_hall student_accommodation student_dormitory student_hostel student_housing student_residence"
      ],
      [
        "residential",
        "almshouse almshouses apartments_commercial apartments_retail commercial_apartments commercial_residential housing live_work mixed_residential residental residential_block residential_building residential_commercial residential_mixed residential_office residential_retail retail_apartments retail_residential sheltered_housing social_housing staff_housing staff_quarters"
      ]
    ] as const),
    ...homeWords
  ].flatMap(([known, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [fold(word), known] as const)
  )
)

/**
 * Buildings that say nothing: `other`, `oui` and the like stand for `yes` according to the deprecated tags of the editor
 * iD (https://github.com/openstreetmap/id-tagging-schema), and a block may have any use. The wiki describes a cabin as "a
 * small, roughly built house, usually found in rural areas" and a static caravan as a "mobile home (semi)permanently left
 * on a single site". Both, and chalets, are holiday lets as often as homes, so they need a residential area around them.
 * Priests live in a presbytery, and work in it. A riad is a house or a hotel, a ruko has a shop on its ground floor, and a
 * shack is a dwelling or a shed. Words of other languages say that it is a building.
 */
const openBuildings = new Set([
  "1",
  "block",
  "blok",
  "bloque",
  "budova",
  "budynek",
  "bina",
  "building",
  "bygning",
  "bâtiment",
  "cabin",
  "carriage_house",
  "chalet",
  "compound",
  "dom",
  "dům",
  "edificio",
  "edifício",
  "gatehouse",
  "gebouw",
  "gebäude",
  "general",
  "haus",
  "hoone",
  "hus",
  "lodge",
  "maja",
  "manufactured_home",
  "mixed",
  "mixed_use",
  "mobile_home",
  "other",
  "officetel",
  "oui",
  "palazzo",
  "parsonage",
  "part",
  "pastatas",
  "presbytery",
  "prédio",
  "rakennus",
  "rectory",
  "riad",
  "ruko",
  "rumah_kedai",
  "shack",
  "shop_house",
  "shophouse",
  "si",
  "static_caravan",
  "stavba",
  "sí",
  "talo",
  "true",
  "undefined",
  "unclassified",
  "unknown",
  "vicarage",
  "y",
  "yes",
  "zgrada",
  "épület",
  "ēka",
  "κτίριο",
  "будівля",
  "здание",
  "зграда",
  "сграда",
  "ห้องแถว",
  "อาคารพาณิชย์",
  "오피스텔"
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

/** At the end of compounds that mappers coin: `council_flats`. A `_house` may be a boat's or for guests. */
const endsAsFlats = /_(?:apartments?|dwellings?|flats?|maisonettes?|residences|(?<!non_)residential|villas?)$/
/** The same in other languages, many of which write compounds as one word: `tomannsbolig`. */
const endsAsHomes =
  /(?:apartamentos?|apartmanı?|bolig(?:er)?|bostadshus|departamentos?|familienhaus|familienhäuser|habitacional|kuća|кућа|leilighet(?:er)?|lejlighed(?:er)?|moradias?|reihenhaus|residencial|viviendas?|wielorodzinny|woning(?:en)?|wohnhaus|wohnhäuser|κατοικία|住宅|주택)$/
const forGuests =
  /(?:^|_)(?:airport|guest|holiday|hotel|letting|rental|serviced?|summer|tourist|vacation|weekend)_|feri|fritid|pleje|recreatie|vakantie/

/**
 * Long words for homes that mappers misspell, and that no other kind of building resembles: between a farmhouse and a
 * firehouse there are two letters.
 */
const oftenMisspelt = [
  "apartment",
  "apartments",
  "bungalow",
  "detached",
  "dormitory",
  "residential",
  "semidetached_house"
]

/** How many letters of a long word may be wrong, missing or too many: `resitental`. Of a shorter one, it is one. */
const mistakes = 2
const isLong = 9

/** The word for a home that a mapper meant; its ends are right, or it may be another language's: `residencia`. */
const misspelt = (word: string): string | undefined => {
  const found = oftenMisspelt.find(
    (known) =>
      known[0] === word[0] &&
      known.at(-1) === word.at(-1) &&
      distance(word, known, mistakes) <= (known.length < isLong ? 1 : mistakes)
  )
  return found === undefined ? undefined : (otherWords.get(found) ?? found)
}

const wordOf = (value: string): string => {
  const word = value.replaceAll(/[\s-]+/g, "_").replaceAll(/_{2,}/g, "_")
  const known = otherWords.get(fold(word))
  if (known !== undefined || forGuests.test(word)) return known ?? word
  if (endsAsFlats.test(word)) return "apartments"
  return endsAsHomes.test(word) ? "residential" : (misspelt(word) ?? word)
}

/** A few values occur in millions of buildings, and every pass over a file needs them. */
const mostStructures = 1000
const structures = new Map<string, Structure>()

export const structureOf = (building: string): Structure => {
  const known = structures.get(building)
  if (known !== undefined) return known
  const values = valuesOf(building).map(wordOf)
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

/**
 * The code of a Czech building's use, by RÚIAN (SC_ZP_VYUZITI_BUD), which its import writes beside `building=yes` if the
 * use has no kind of its own.
 */
const ruianKey = "building:ruian:type"
const ruianHomes = new Set(["3", "6", "7"])
const ruianOthers = new Set("1 4 5 8 9 10 11 12 13 14 15 16 17 18 21 22 23 24 25 26 27".split(" "))

const kindByCode = (code: string | undefined): "home" | "other" | undefined => {
  if (code === undefined) return undefined
  if (ruianHomes.has(code)) return "home"
  return ruianOthers.has(code) ? "other" : undefined
}

/** What tags beside `building=yes` say that it is. */
export const statedKindOf = (
  tags: ReadonlyMap<string, string>
): { readonly kind: "home" | "other"; readonly tag: string } | undefined => {
  for (const key of keysOfKinds) {
    const text = tags.get(key)
    if (text === undefined) continue
    const { shared, single, values } = structureOf(text)
    const isOther = values.length > 0 && values.every((value) => otherKinds.has(value))
    const isHome = shared || single || (key === "residential" && text === "yes")
    if (isHome || isOther) return { kind: isOther ? "other" : "home", tag: `${key}=${text}` }
  }
  const code = tags.get(ruianKey)
  const kind = kindByCode(code)
  return kind === undefined ? undefined : { kind, tag: `${ruianKey}=${code}` }
}
