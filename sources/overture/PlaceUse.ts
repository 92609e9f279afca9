import { memberAt } from "../reading/Member.ts"
import { listIn, numberIn, textIn } from "./Values.ts"

/** The least confidence, of 0 to 1, with which Overture must be sure that a place exists. */
const leastConfidence = 0.8

/**
 * What happens at a place, in OpenStreetMap's tags, by a category of Overture's taxonomy; undefined if it says nothing
 * about the building: people do it at home, or outdoors. Services to homes and businesses (`services_and_business`) are
 * not listed: many of their places are the address of who offers them.
 * https://docs.overturemaps.org/guides/places/taxonomy
 */
const uses: Readonly<Record<string, string | undefined>> = {
  food_and_drink: "amenity=restaurant",
  pop_up_restaurant: undefined,
  food_truck: undefined,
  shopping: "shop=yes",
  online_shop: undefined,
  barber: "shop=hairdresser",
  hair_salon: "shop=hairdresser",
  hair_stylist: undefined,
  nail_salon: "shop=beauty",
  veterinarian: "amenity=veterinary",
  animal_hospital: "amenity=veterinary",
  health_care: "healthcare=yes",
  hospital: "amenity=hospital",
  childrens_hospital: "amenity=hospital",
  memory_care: "amenity=nursing_home",
  skilled_nursing: "amenity=nursing_home",
  assisted_living_facility: undefined,
  personal_care_service: undefined,
  lodging: "tourism=hotel",
  campground: undefined,
  holiday_rental_home: "tourism=apartment",
  school: "amenity=school",
  college_university: "amenity=university",
  specialty_school: "amenity=training",
  place_of_worship: "amenity=place_of_worship",
  convent: "amenity=convent",
  monastery: "amenity=monastery",
  community_center: "amenity=community_centre",
  courthouse: "amenity=courthouse",
  embassy: "office=diplomatic",
  fire_department: "amenity=fire_station",
  government_office: "office=government",
  jail_and_prison: "amenity=prison",
  library: "amenity=library",
  police_department: "amenity=police",
  post_office: "amenity=post_office",
  retirement_home: "amenity=retirement_home",
  town_hall: "amenity=townhall",
  museum: "tourism=museum",
  movie_theater: "amenity=cinema",
  nightlife_venue: "amenity=nightclub",
  bank: "amenity=bank",
  bank_credit_union: "amenity=bank"
}

/** What a business or institution says about the building in which it is. */
export interface PlaceUse {
  /** In OpenStreetMap's words: `shop=yes`. */
  readonly tag: string
  /** In Overture's: `bakery`. */
  readonly category: string
}

/** Of a place that is surely open; the most specific of its categories that is listed counts. */
export const useOfPlace = (confidence: unknown, status: unknown, taxonomy: unknown): PlaceUse | undefined => {
  if ((numberIn(confidence) ?? 0) < leastConfidence) return undefined
  if ((textIn(status) ?? "open") !== "open") return undefined
  const hierarchy = listIn(memberAt(taxonomy, "hierarchy")).flatMap((category) => textIn(category) ?? [])
  const listed = hierarchy.findLast((category) => Object.hasOwn(uses, category))
  const tag = listed === undefined ? undefined : uses[listed]
  return tag === undefined ? undefined : { tag, category: hierarchy.at(-1)! }
}
