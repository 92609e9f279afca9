/** Keys and values, as OpenStreetMap writes them. */
export type Tags = ReadonlyMap<string, string>

/**
 * What is pursued at a place besides living, by OpenStreetMap's keys and values.
 *
 * - `against`: somebody works, trades, learns, prays, heals or stays the night there, so that it is no home
 * - `unclear`: a thing that stands there, or a trade that was there; the address may be that of a home, and may be not
 */
export interface Pursuit {
  readonly kind: "against" | "unclear"
  /** Such as `shop=bakery`. */
  readonly tag: string
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Keys of what is pursued indoors, and not beside the house; leisure is pursued at either. */
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
export const indoorKeys: ReadonlySet<string> = new Set(indoors)

/** Keys whose every value but those below is a pursuit. */
const keys = [
  ...indoors,
  "education",
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

/** Values that say nothing at all of who is at the address: a garden, solar cells, an old name. */
const nothing: { readonly [K in Key]?: ReadonlySet<string> } = {
  amenity: words("student_accommodation student_accomodation"),
  leisure: words("garden swimming_pool hot_tub"),
  power: words("generator"),
  historic: words("building cottage farm farmhouse house heritage manor mansion residence tenement townhouse villa yes")
}

/** Things that have an address, or borrow one, and tell nothing of the house beside them or around them. */
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

/** Of these two keys the few values that are a pursuit; all others are things. */
const stations: { readonly [K in Key]?: ReadonlySet<string> } = {
  emergency: words("ambulance_station lifeguard mountain_rescue rescue_station water_rescue air_rescue_service"),
  waterway: words("boatyard dock fuel")
}

/** Words with which mappers say that nothing is there. */
const vacancy = words("vacant empty none disused abandoned closed")

/** Where residents rent flats of their own, though a service comes with them. */
const isOfFlats = (tags: Tags): boolean => tags.get("social_facility") === "assisted_living"

const kindOf = (key: Key, value: string, tags: Tags): Pursuit["kind"] | undefined => {
  if (value === "no" || nothing[key]?.has(value) === true) return undefined
  if (vacancy.has(value) || things[key]?.has(value) === true) return "unclear"
  if (stations[key]?.has(value) === false) return "unclear"
  if (key === "amenity" && value === "social_facility" && isOfFlats(tags)) return undefined
  return "against"
}

const allKeys: ReadonlySet<string> = new Set(keys)

/** Most objects have few tags, and none of these. */
export const hasAny = (tags: Tags, among: ReadonlySet<string>): boolean => {
  for (const key of tags.keys()) if (among.has(key)) return true
  return false
}

/** What is pursued there, as far as the tags of these keys say; what is against goes before what is unclear. */
export const pursuitOf = (tags: Tags, among: ReadonlyArray<Key> = keys): Pursuit | undefined => {
  if (!hasAny(tags, allKeys)) return undefined
  let unclear: Pursuit | undefined
  for (const key of among) {
    const value = tags.get(key)
    if (value === undefined) continue
    const kind = kindOf(key, value, tags)
    if (kind === "against") return { kind, tag: `${key}=${value}` }
    if (kind === "unclear") unclear ??= { kind, tag: `${key}=${value}` }
  }
  return unclear
}

/** A closed shop's address may be that of flats now, or of nothing. */
const formerKeys = ["disused:", "was:", "abandoned:", "closed:", "old_", "former:", "removed:", "demolished:"].flatMap(
  (prefix) => keys.map((key) => prefix + key)
)

/** Objects that are no dwelling, whatever they are, and signs of a trade whose kind was left out. */
const otherThings = ["highway", "natural", "advertising", "barrier", "traffic_calming", "cuisine", "opening_hours"]

const doubtfulKeys: ReadonlySet<string> = new Set([...formerKeys, ...otherThings])

/** What a tag says that is no pursuit of today, and yet keeps an address from being one of a home. */
export const doubtOf = (tags: Tags): string | undefined => {
  if (!hasAny(tags, doubtfulKeys)) return undefined
  for (const key of doubtfulKeys) {
    const value = tags.get(key)
    if (value !== undefined && value !== "no") return `${key}=${value}`
  }
  return undefined
}

const outdoors = words(`
  biergarten bus_station car_rental car_wash fuel grave_yard hunting_stand kneipp_water_cure marketplace parking
  caravan_site camp_site camp_pitch picnic_site theme_park zoo
`)
const indoorLeisure = words(`
  adult_gaming_centre amusement_arcade bowling_alley dance escape_game fitness_centre ice_rink sauna sports_centre sports_hall
  tanning_salon trampoline_park
`)

/** What is pursued within a building, by an object that stands in it: `shop=bakery`. */
export const indoorPursuitOf = (tags: Tags): string | undefined => {
  for (const key of indoors) {
    const value = tags.get(key)
    if (key === "leisure" || value === undefined) continue
    if (!outdoors.has(value) && kindOf(key, value, tags) === "against") {
      return `${key}=${value}`
    }
  }
  const leisure = tags.get("leisure")
  return leisure !== undefined && indoorLeisure.has(leisure) ? `leisure=${leisure}` : undefined
}
