import type { TranslatedNames } from "../DataSource.ts"
import type { AddressParts, TaggedAddress } from "./AddressTags.ts"
import type { Around, Boundary } from "./Boundaries.ts"
import { relevant, type Translations } from "./Languages.ts"
import { fold } from "../../schemas/Fold.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import type { AddressObject } from "./AddressObjects.ts"
import type { Survey } from "./Survey.ts"

/** The operator's values for a whole extract, for components that neither its tags nor its boundaries give. */
export interface Declared {
  readonly region?: string
  readonly city?: string
  readonly language?: string
}

/** An address with all components, ready to become a record. */
export interface Draft extends Omit<TaggedAddress, "county"> {
  readonly around: Around | undefined
  /** Components that come from the boundaries around it. */
  readonly derived: ReadonlyArray<(typeof bounded)[number]>
}

const bounded = ["district", "city", "region", "postcode"] as const

/**
 * Streets and places with one name within this distance, in 10⁻⁷ degrees of latitude, share their translations: 10 km,
 * 30 km.
 */
const streetReach = 900_000
const placeReach = 2_700_000

const completedBy = (address: TaggedAddress, { city, postcode, street }: AddressParts): TaggedAddress => ({
  ...address,
  street: address.street ?? street,
  city: address.city ?? city,
  postcode: address.postcode ?? postcode
})

/** Fills in components of addresses from what the survey found around them. */
export class Drafts {
  private readonly survey: Survey
  private readonly declared: Declared

  constructor(survey: Survey, declared: Declared) {
    this.survey = survey
    this.declared = declared
  }

  /** The addresses of an object, numbered from `at`. */
  of(object: AddressObject, at: number): ReadonlyArray<Draft> {
    const { boundaries, surroundings } = this.survey
    const lon = surroundings.lons.get(at)
    const lat = surroundings.lats.get(at)
    const around = lon === nowhere ? undefined : boundaries.at(lon, lat)
    const shared = this.sharedWith(object, at)
    const inside = {
      city: around?.city?.name,
      district: around?.district?.name,
      region: around?.region?.isoRegion ?? around?.region?.name,
      postcode: around?.postcode
    }
    return object.addresses.map((address): Draft => {
      const stated = shared === undefined ? address : completedBy(address, shared)
      const city = stated.city ?? inside.city ?? this.declared.city ?? this.cityByPlace(object, lon, lat)
      const district = address.district ?? inside.district
      const parts = {
        city,
        // A district with the city's name says nothing, as in a town that is its own only district.
        district: district === undefined || district === city ? undefined : district,
        region: address.region ?? inside.region ?? address.county ?? this.declared.region,
        postcode: stated.postcode ?? inside.postcode
      }
      const derived = bounded.filter(
        (part) => stated[part] === undefined && inside[part] !== undefined && parts[part] === inside[part]
      )
      // Spelled out, because spreading objects takes twice the time, and every address is drafted twice.
      return {
        part: address.part,
        houseNumber: address.houseNumber,
        street: stated.street ?? this.survey.villages.streetOf(address.city),
        unit: address.unit,
        building: address.building,
        district: parts.district,
        city,
        region: parts.region,
        postcode: parts.postcode,
        around,
        derived
      }
    })
  }

  /** In villages without streets, mappers often name the village in place of the street, and no city: Rysiowice 19. */
  private cityByPlace({ addresses, isInPlace }: AddressObject, lon: number, lat: number): string | undefined {
    const place = isInPlace && lon !== nowhere ? addresses[0]!.street : undefined
    return place !== undefined && this.survey.settlements.isNamed(place, lon, lat) ? place : undefined
  }

  /** What the relation, line or building that the object belongs to says about parts that its own tags lack. */
  private sharedWith({ addresses, ref }: AddressObject, at: number): AddressParts | undefined {
    const { city, postcode, street } = addresses[0]!
    if (street !== undefined && city !== undefined && postcode !== undefined) return undefined
    const { shared, surroundings } = this.survey
    const stated = shared.of(ref)
    if (street !== undefined) return stated?.street === street ? stated : undefined
    if (stated !== undefined) return stated
    const building = surroundings.buildingAround(at)
    return building === undefined ? undefined : shared.inside(building.ref, addresses[0]!.houseNumber)
  }

  /**
   * The language of the street's name, if its tags reveal it: the name equals the one in a single language and differs
   * from another. Otherwise the language of the signs around.
   */
  languageOf({ around, street }: Draft, lon: number, lat: number): string | undefined {
    const names = street === undefined || lon === nowhere ? undefined : this.streetNames(street, lon, lat)
    const languages = Object.keys(names ?? {})
    const same = languages.filter((language) => names![language] === street)
    return same.length === 1 && languages.length > 1 ? same[0] : (around?.language ?? this.declared.language)
  }

  private streetNames(street: string, lon: number, lat: number): Translations | undefined {
    return this.survey.streets.nearest(street, lon, lat, streetReach)
  }

  private placeNames(
    name: string | undefined,
    boundary: Pick<Boundary, "name" | "translations"> | undefined,
    lon: number,
    lat: number
  ): Translations | undefined {
    if (name === undefined) return undefined
    if (boundary?.translations !== undefined && fold(boundary.name) === fold(name)) return boundary.translations
    return this.survey.places.nearest(name, lon, lat, placeReach)
  }

  /** The names of the address's components in other languages. */
  namesOf(object: AddressObject, draft: Draft, lon: number, lat: number) {
    const { around, city, district, street } = draft
    // The names in an object's tags are those of its first street.
    const own = object.names.filter(([part]) => part !== "street" || street === object.addresses[0]!.street)
    if (lon === nowhere && own.length === 0) return undefined
    const parts: ReadonlyArray<readonly [keyof TranslatedNames, Translations | undefined]> = [
      ["street", street === undefined ? undefined : this.streetNames(street, lon, lat)],
      ["district", this.placeNames(district, around?.district, lon, lat)],
      ["city", this.placeNames(city, around?.city, lon, lat)],
      ["region", draft.region === around?.region?.isoRegion ? around?.region?.translations : undefined],
      ...own
    ]
    return byLanguage(parts, this.survey.languages)
  }
}

const byLanguage = (
  parts: ReadonlyArray<readonly [keyof TranslatedNames, Translations | undefined]>,
  local: ReadonlySet<string>
): Readonly<Record<string, TranslatedNames>> | undefined => {
  let found: Record<string, Record<string, string>> | undefined
  for (const [part, translations] of parts) {
    if (translations === undefined) continue
    const kept = relevant(translations, local)
    for (const language in kept) {
      found ??= {}
      const names = (found[language] ??= {})
      names[part] = kept[language]!
    }
  }
  return found
}
