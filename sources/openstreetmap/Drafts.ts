import type { TranslatedNames } from "../DataSource.ts"
import type { TaggedAddress } from "./AddressTags.ts"
import type { Around, Boundary } from "./Boundaries.ts"
import { relevant, type Translations } from "./Languages.ts"
import { fold } from "../../schemas/Fold.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import type { AddressObject } from "./AddressObjects.ts"
import type { Survey } from "./Survey.ts"

/** What an operator says of a whole extract, for parts that neither tags nor boundaries of the extract give. */
export interface Declared {
  readonly region?: string
  readonly city?: string
  readonly language?: string
}

/** An address with all its parts, as it is going to be a record. */
export interface Draft extends TaggedAddress {
  readonly around: Around | undefined
  /** Parts that are those of the boundaries around it. */
  readonly derived: ReadonlyArray<(typeof bounded)[number]>
}

const bounded = ["district", "city", "region", "postcode"] as const

/** Streets and places of one name this near, in 10⁻⁷ degrees of latitude, are the same, or called the same: 10 km, 30 km. */
const streetReach = 900_000
const placeReach = 2_700_000

/** Fills the parts of addresses from what the survey found around them. */
export class Drafts {
  private readonly survey: Survey
  private readonly declared: Declared

  constructor(survey: Survey, declared: Declared) {
    this.survey = survey
    this.declared = declared
  }

  /** The addresses of an object, of which the first has the number `at`. */
  of(object: AddressObject, at: number): ReadonlyArray<Draft> {
    const { boundaries, streetRelations, surroundings } = this.survey
    const lon = surroundings.lons.get(at)
    const lat = surroundings.lats.get(at)
    const around = lon === nowhere ? undefined : boundaries.at(lon, lat)
    const streetOfRelation =
      object.addresses[0]!.street === undefined ? streetRelations.streetOf(object.ref) : undefined
    const inside = {
      city: around?.city?.name,
      district: around?.district?.name,
      region: around?.region?.isoRegion ?? around?.region?.name,
      postcode: around?.postcode
    }
    return object.addresses.map((address): Draft => {
      const city = address.city ?? inside.city ?? this.declared.city
      const district = address.district ?? inside.district
      const parts = {
        city,
        // A city's part that is called like the city tells nothing, as where a town is its own only part.
        district: district === undefined || district === city ? undefined : district,
        region: address.region ?? inside.region ?? this.declared.region,
        postcode: address.postcode ?? inside.postcode
      }
      const derived = bounded.filter(
        (part) => address[part] === undefined && inside[part] !== undefined && parts[part] === inside[part]
      )
      // Written out, which takes half the time of spreading objects: every address is drafted twice.
      return {
        part: address.part,
        houseNumber: address.houseNumber,
        street: address.street ?? streetOfRelation,
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

  /**
   * The language of the street's name, if the street says so: it has that name in one language, and another in
   * another. Else the language of the signs around.
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

  /** What the parts of the address are called in other languages. */
  namesOf(object: AddressObject, draft: Draft, lon: number, lat: number) {
    const own = object.names
    if (lon === nowhere && own.length === 0) return undefined
    const { around, city, district, street } = draft
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
