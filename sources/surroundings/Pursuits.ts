/** Keys and values, as OpenStreetMap writes them. */
export type Tags = ReadonlyMap<string, string>

/**
 * What happens at a place besides living, by OpenStreetMap's keys and values.
 *
 * - `against`: people work, trade, learn, pray, are treated or stay overnight there, so it is not a home
 * - `unclear`: an object that merely stands there, or a business that was there; the address may or may not be that of
 *   a home
 */
export interface Pursuit {
  readonly kind: "against" | "unclear"
  /** Such as `shop=bakery`. */
  readonly tag: string
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Keys of what happens indoors, not next to the house; leisure may be either. */
const indoors = [
  "amenity",
  "shop",
  "office",
  "tourism",
  "craft",
  "healthcare",
  "leisure",
  "club",
  "government",
  "diplomatic"
] as const
/** What a shop has that is mapped with its name, and without its kind. */
const signs = ["brand", "contact:phone", "contact:website", "cuisine", "phone", "website"]
export const indoorKeys: ReadonlySet<string> = new Set([...indoors, ...signs])

/** Keys of which every value counts, except those below. */
const keys = [
  ...indoors,
  "education",
  "social_facility",
  "gambling",
  "industrial",
  "man_made",
  "military",
  "aeroway",
  "aerialway",
  "railway",
  "public_transport",
  "power",
  "telecom",
  "waterway",
  "cemetery",
  "religion",
  "attraction",
  "emergency",
  "historic"
] as const
type Key = (typeof keys)[number]

/** Values that say nothing about the users of an address: a garden, solar cells, an old name. */
const nothing: { readonly [K in Key]?: ReadonlySet<string> } = {
  amenity: words("dormitory student_accommodation student_accomodation"),
  leisure: words("garden swimming_pool hot_tub"),
  power: words("generator"),
  historic: words("building cottage farm farmhouse house heritage manor mansion residence tenement townhouse villa yes")
}

/** Objects that have an address, or borrow one, and say nothing about the house next to or around them. */
const things: { readonly [K in Key]?: ReadonlySet<string> } = {
  amenity: words(`
    atm bbq bench bicycle_parking bicycle_rental bicycle_repair_station binoculars car_sharing charging_station clock
    compressed_air device_charging_station dog_toilet drinking_water feeding_place fountain give_box grit_bin letter_box
    loading_dock lounger luggage_locker mailroom motorcycle_parking parcel_locker parking_entrance parking_space
    payment_terminal photo_booth post_box public_bookcase recycling scooter_parking shelter smoking_area table taxi
    telephone ticket_validator toilets vacuum_cleaner vending_machine waste_basket waste_disposal water_point
    watering_place
  `),
  leisure: words("bird_hide bleachers firepit fishing outdoor_seating picnic_table pitch playground slipway"),
  man_made: words(`
    antenna carpet_hanger chimney cross flagpole mast monitoring_station planter pole street_cabinet surveillance
    survey_point tank tower utility_pole water_tap water_tower water_well windmill watermill
  `),
  power: words("cable_distribution_cabinet catenary_mast connection insulator pole switch terminal tower transformer"),
  telecom: words("connection_point distribution_point service_device antenna"),
  public_transport: words("platform stop_position stop_area"),
  railway: words("crossing level_crossing platform signal stop subway_entrance switch tram_stop"),
  historic: words(`
    bomb_crater boundary_stone cannon charcoal_pile memorial milestone monument plaque stolperstein stone wayside_cross
    wayside_shrine
  `),
  waterway: words("canal ditch drain river stream weir waterfall"),
  attraction: words("animal"),
  tourism: words("artwork attraction information picnic_site trail_riding_station viewpoint yes")
}

/** The few values of these two keys that count; all others are objects. */
const stations: { readonly [K in Key]?: ReadonlySet<string> } = {
  emergency: words("ambulance_station lifeguard mountain_rescue rescue_station water_rescue air_rescue_service"),
  waterway: words("boatyard dock fuel")
}

/** Values with which mappers say that nothing is there. */
const vacancy = words("vacant empty none disused abandoned closed")

/** Where residents rent their own flats, although a service is included. */
const isOfFlats = (tags: Tags): boolean => tags.get("social_facility") === "assisted_living"

const kindOf = (key: Key, value: string, tags: Tags): Pursuit["kind"] | undefined => {
  if (value === "no" || nothing[key]?.has(value) === true) return undefined
  if (vacancy.has(value) || things[key]?.has(value) === true) return "unclear"
  if (stations[key]?.has(value) === false) return "unclear"
  if ((key === "social_facility" || value === "social_facility") && isOfFlats(tags)) return undefined
  return "against"
}

/** What kind of social facility it is says more than that it is one. */
const tagOf = (key: Key, value: string, tags: Tags): string => {
  const facility = value === "social_facility" ? tags.get("social_facility") : undefined
  return facility === undefined ? `${key}=${value}` : `social_facility=${facility}`
}

/** Homes in which people live in care, and which take a building: https://wiki.openstreetmap.org/wiki/Key:social_facility */
const careHomes = new Set(["amenity=nursing_home", "social_facility=group_home", "social_facility=nursing_home"])

export const isCareHome = ({ tag }: { readonly tag: string }): boolean => careHomes.has(tag)

const allKeys: ReadonlySet<string> = new Set(keys)

/** Most objects have few tags, and none of these. */
export const hasAny = (tags: Tags, among: ReadonlySet<string>): boolean => {
  for (const key of tags.keys()) if (among.has(key)) return true
  return false
}

/** What happens there, according to the tags with these keys; `against` takes precedence over `unclear`. */
export const pursuitOf = (tags: Tags, among: ReadonlyArray<Key> = keys): Pursuit | undefined => {
  if (!hasAny(tags, allKeys)) return undefined
  let unclear: Pursuit | undefined
  for (const key of among) {
    const value = tags.get(key)
    if (value === undefined) continue
    const kind = kindOf(key, value, tags)
    if (kind === "against") return { kind, tag: tagOf(key, value, tags) }
    if (kind === "unclear") unclear ??= { kind, tag: `${key}=${value}` }
  }
  return unclear
}

/** A closed shop's address may now be that of flats, or of nothing. */
const formerKeys = ["disused:", "was:", "abandoned:", "closed:", "old_", "former:", "removed:", "demolished:"].flatMap(
  (prefix) => keys.map((key) => prefix + key)
)

/** Objects that are not dwellings, whatever they are. */
const otherThings = ["highway", "natural", "advertising", "barrier", "traffic_calming"]

/**
 * In many countries the house number is on the gate, and mappers put the address there. Others put it on the lift behind
 * the door.
 */
const entries = new Set([
  "barrier=gate",
  "barrier=entrance",
  "barrier=wicket_gate",
  "barrier=sliding_gate",
  "highway=elevator"
])

/**
 * What a business or institution tells the public about itself, whatever its kind. Of the addresses with one of these
 * keys and no other in real extracts, nearly all are shops, companies and associations whose mappers found no tag.
 */
const traces = `
  atm branch brand brand:wikidata company cuisine delivery denomination email facebook fax financial instagram
  isced:level mobile opening_hours phone product sport stars takeaway twitter url vending website
  animal_boarding animal_breeding animal_shelter beauty community_centre dispensing drive_through fire_station golf guest_house lawyer parking place_of_worship police
  iata icao reservation school smoking substation theatre training uic_ref
`

/**
 * What only those write about themselves who serve the public, by the forms of the editor iD: keys of its presets for
 * businesses and institutions that are in none for buildings and addresses
 * (https://github.com/openstreetmap/id-tagging-schema). `internet_access` is none: in Berlin, homes have it that share
 * their network with passers-by.
 */
const services = `
  animal_training baby_feeding bar beds brewery capacity:persons changing_table charge clothes collection_times consulate
  diplomatic:services fee gastronomy grades group_only highchair hotel indoor_seating information
  kindergarten library license_classes liaison max_age microbrewery min_age museum operator organic outdoor_seating
  parcel_mail_in parcel_pickup pedagogy pharmacy piercing preschool real_fire resort sample_collection second_hand
  self_checkout self_service service service_times shoes studio toilets trade wholesale
`

/**
 * What precedes a colon in further such keys: `payment:visa`, `opening_hours:covid19`. The buildings that the United
 * States' register of names (GNIS) lists are churches, schools and the like.
 */
const traceSpaces = words(`
  brand community_centre contact craft currency diet drink fhrs fire_station fuel gnis guest_house health_facility
  healthcare opening_hours operator payment place_of_worship police school service shop social_facility toilets website
`)

/**
 * What their registers are called in keys of IDs, which imports write beside the kind of place, or without one:
 * `ref:INEP`, `ref:FR:SIRET`, `ref:school`. Those of buildings, addresses and monuments are as frequent: `ref:bag`.
 */
const registers = words(`
  abn acara allocine amie bank branch cct clues cnes cnpj company cqc cue cuit cvr denue deped edu education edubase ein
  emis finess health hospital inep isil krs kvk laposte mfl mise moph museofile museum naf nces ncessch neis nhs_ods nif nip
  npi npsn om pharmacy pnummer prix-carburants rbd regon rna rspo school shop siren siret skola store tax tobacco uai udise vatin
`)

/** Whether a key is that of an ID in such a register: `ref:FR:SIRET`, `type:FR:FINESS`. */
const isRegistered = (key: string): boolean =>
  /^(?:ref|type):./.test(key) &&
  key
    .toLowerCase()
    .split(":")
    .some((part, i) => i > 0 && registers.has(part))

/** Keys of a second shop, or telephone, that editors and imports number: `shop_1`. */
const numberedKey = /^(?:amenity|craft|email|healthcare|office|phone|shop|tourism|website)[_:]?\d$/

const traceKeys = words(traces + services)
const formerPursuits: ReadonlySet<string> = new Set(formerKeys)
const doubtfulKeys: ReadonlySet<string> = new Set([...formerKeys, ...otherThings, ...traceKeys])

const firstOf = (tags: Tags, keys: ReadonlySet<string>): string | undefined => {
  if (!hasAny(tags, keys)) return undefined
  for (const key of keys) {
    const value = tags.get(key)
    if (value !== undefined && value !== "no" && !entries.has(`${key}=${value}`)) return `${key}=${value}`
  }
  return undefined
}

const spacedTraceOf = (tags: Tags): string | undefined => {
  for (const [key, value] of tags) {
    const colon = key.indexOf(":")
    const isTrace = (colon > 0 && (traceSpaces.has(key.slice(0, colon)) || isRegistered(key))) || numberedKey.test(key)
    if (isTrace && value !== "no") return `${key}=${value}`
  }
  return undefined
}

/** A trace of a business or institution of unknown kind. */
export const traceOf = (tags: Tags): string | undefined => firstOf(tags, traceKeys) ?? spacedTraceOf(tags)

/** What was there before, such as a kindergarten. */
export const formerPursuitOf = (tags: Tags): string | undefined => firstOf(tags, formerPursuits)

/** A tag that is not a current use, but keeps an address from being a home's. */
export const doubtOf = (tags: Tags): string | undefined => firstOf(tags, doubtfulKeys) ?? spacedTraceOf(tags)

const outdoors = words(`
  biergarten bus_station car_rental car_wash fuel grave_yard hunting_stand kneipp_water_cure marketplace parking
  caravan_site camp_site camp_pitch picnic_site theme_park zoo
`)
const indoorLeisure = words(`
  adult_gaming_centre amusement_arcade bowling_alley dance escape_game fitness_centre ice_rink sauna sports_centre sports_hall
  tanning_salon trampoline_park
`)

/** Keys that say what an object with a name is, or was. */
const kindKeys: ReadonlySet<string> = new Set([...keys, ...formerKeys, ...otherThings, "building", "landuse", "place"])

/** What happens in a building, by an object in it: `shop=bakery`. */
export const indoorPursuitOf = (tags: Tags): string | undefined => {
  for (const key of indoors) {
    const value = tags.get(key)
    if (key === "leisure" || value === undefined) continue
    if (!outdoors.has(value) && kindOf(key, value, tags) === "against") {
      return tagOf(key, value, tags)
    }
  }
  const leisure = tags.get("leisure")
  if (leisure !== undefined) return indoorLeisure.has(leisure) ? `leisure=${leisure}` : undefined
  const name = tags.get("name")
  return name !== undefined && signs.some((key) => tags.has(key)) && !hasAny(tags, kindKeys)
    ? `name=${name}`
    : undefined
}
