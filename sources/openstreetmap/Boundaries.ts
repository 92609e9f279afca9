import Flatbush from "flatbush"
import { fold } from "../../schemas/Fold.ts"
import type { Levels } from "./AdminLevels.ts"
import { type Translations, languageOf, readTranslations, translationsOf, writeTranslations } from "./Languages.ts"
import type { Tags } from "./PbfBlock.ts"
import { wardNamed, withWard } from "./PlaceTags.ts"
import type { Assembled } from "./Rings.ts"
import type { TapeReader, TapeWriter } from "./Tape.ts"
import { type Shape, side } from "../surroundings/Shape.ts"

/** Values of `place` that are cities of an address, and parts of them, the larger first. */
export const settlements: ReadonlySet<string> = new Set(["city", "town", "village", "municipality"])
const quarters = ["borough", "suburb", "quarter", "neighbourhood"]

export interface Boundary {
  readonly name: string
  readonly translations: Translations | undefined
  /** `admin_level`; 0 if the boundary is not administrative. */
  readonly level: number
  readonly place: string | undefined
  /** ISO 3166-2 code. */
  readonly isoRegion: string | undefined
  readonly postcode: string | undefined
  /** Whether it is a `boundary=postal_code`. */
  readonly postal: boolean
  /** BCP 47 language of the names on signs there. */
  readonly language: string | undefined
  readonly shape: Shape
  readonly area: number
}

/** What the tags of a boundary say. */
export interface BoundaryFacts extends Omit<Boundary, "shape" | "area"> {
  /** Whether it is the requested country. */
  readonly isCountry: boolean
}

/** A city or town as a point. */
export interface PlaceNode {
  readonly name: string
  /** Value of `place`. */
  readonly kind: string
  /** Undefined if it is not tagged. */
  readonly population: number | undefined
  readonly lon: number
  readonly lat: number
}

/** The boundaries around a point. */
export interface Around {
  readonly region: Boundary | undefined
  /** Without a boundary of its own if the state is the city. */
  readonly city: Pick<Boundary, "name" | "translations"> | undefined
  readonly district: Boundary | undefined
  readonly postcode: string | undefined
  readonly language: string | undefined
}

const nothing: Around = {
  region: undefined,
  city: undefined,
  district: undefined,
  postcode: undefined,
  language: undefined
}

const postcodeShape = /^[\p{L}\d][\p{L}\d -]{1,11}$/u

const isoCountryOf = (tags: Tags): string | undefined => tags.get("ISO3166-1:alpha2") ?? tags.get("ISO3166-1")

const matching = (pattern: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined

/** Keys that can make an object a relevant boundary. */
export const boundaryKeys: ReadonlySet<string> = new Set(["boundary", "place"])

/** Level of a relevant administrative boundary, 0 for a postal area or a place; undefined for anything else. */
const boundaryLevel = (tags: Tags, levels: Levels): number | undefined => {
  const boundary = tags.get("boundary")
  if (boundary === "postal_code") return tags.has("postal_code") ? 0 : undefined
  if (!tags.has("name")) return undefined
  const level = boundary === "administrative" ? Number(tags.get("admin_level")) : Number.NaN
  const wanted = [2, ...levels.region, ...levels.city, ...levels.cityStates, ...levels.district]
  if (wanted.includes(level)) return level
  const place = tags.get("place")
  return place !== undefined && (settlements.has(place) || quarters.includes(place)) ? 0 : undefined
}

/** Undefined if it is not a relevant boundary. */
export const boundaryOf = (tags: Tags, levels: Levels, country: string): BoundaryFacts | undefined => {
  const level = boundaryLevel(tags, levels)
  if (level === undefined) return undefined
  return {
    name: tags.get("name")?.trim() ?? "",
    translations: translationsOf(tags, "name"),
    level,
    place: tags.get("place"),
    isoRegion: matching(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, tags.get("ISO3166-2")),
    postcode: matching(postcodeShape, tags.get("postal_code")?.trim()),
    postal: tags.get("boundary") === "postal_code",
    language: languageOf(tags.get("default_language") ?? ""),
    isCountry: level === 2 && isoCountryOf(tags) === country
  }
}

/** The name of an object that may be the country itself, even if the extract contains only part of it. */
export const stateOf = (tags: Tags, country: string): { readonly name: string | undefined } | undefined =>
  tags.get("admin_level") === "2" && isoCountryOf(tags) === country ? { name: tags.get("name")?.trim() } : undefined

export const writeBoundary = (tape: TapeWriter, facts: BoundaryFacts): void => {
  tape.number(facts.level)
  tape.number((facts.postal ? 1 : 0) + (facts.isCountry ? 2 : 0))
  for (const text of [facts.name, facts.place, facts.isoRegion, facts.postcode, facts.language]) tape.text(text)
  writeTranslations(tape, facts.translations)
}

export const readBoundary = (tape: TapeReader): BoundaryFacts => {
  const level = tape.number()
  const flags = tape.number()
  return {
    level,
    postal: (flags & 1) !== 0,
    isCountry: (flags & 2) !== 0,
    name: tape.text() ?? "",
    place: tape.text(),
    isoRegion: tape.text(),
    postcode: tape.text(),
    language: tape.text(),
    translations: readTranslations(tape)
  }
}

/** The areas that give components of an address: the closed boundaries of the extract. */
export class Boundaries {
  private readonly levels: Levels
  private readonly found: Array<Boundary> = []
  private index: Flatbush | undefined
  /** District-free cities, city states and the like. */
  private readonly cities = new Set<Boundary>()
  private readonly country: string
  /** The complete country, if the extract has it. */
  private land: Shape | undefined
  private state: string | undefined

  constructor(country: string, levels: Levels) {
    this.country = country
    this.levels = levels
  }

  add({ isCountry, ...facts }: BoundaryFacts, { complete, shape }: Assembled): void {
    if (isCountry && complete) this.land = shape
    this.found.push({ ...facts, shape, area: shape.area() })
  }

  /** The name of the country itself. */
  note(name: string | undefined): void {
    this.state = name
  }

  /** Prepares the areas for look-ups; `places` are the cities and towns of the extract. */
  seal(places: ReadonlyArray<PlaceNode>): void {
    if (this.found.length === 0) return
    // The smallest first, so that the first hit is the most specific; the name makes the order deterministic.
    this.found.sort((a, b) => a.area - b.area || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.level - b.level))
    const index = new Flatbush(this.found.length, 16, Int32Array)
    for (const { shape } of this.found) index.add(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat)
    index.finish()
    this.index = index
    const byName = Map.groupBy(places, (place) => fold(place.name))
    for (const boundary of this.found) {
      if (!this.levels.cityStates.includes(boundary.level)) continue
      const isPlace = boundary.place !== undefined && settlements.has(boundary.place)
      const namesakes = byName.get(fold(boundary.name)) ?? []
      if (isPlace || namesakes.some(({ lat, lon }) => boundary.shape.locate(lon, lat) !== side.outside)) {
        this.cities.add(boundary)
      }
    }
  }

  /**
   * Whether the point certainly lies in another country. Along a border, extracts include a strip of the neighboring
   * country.
   */
  isAbroad(lon: number, lat: number): boolean {
    return this.land !== undefined && this.land.locate(lon, lat) === side.outside
  }

  at(lon: number, lat: number): Around {
    if (this.index === undefined) return nothing
    const hits = this.index
      .search(lon, lat, lon, lat)
      .sort((a, b) => a - b)
      .map((hit) => this.found[hit]!)
      .filter(({ shape }) => shape.locate(lon, lat) !== side.outside)
    if (hits.length === 0) return nothing
    const ward = this.country === "JP" ? hits.find(isWard) : undefined
    return {
      region: this.regionOf(hits),
      city: inWard(this.cityOf(hits), ward),
      district: this.districtOf(hits.filter((hit) => hit !== ward)),
      postcode: this.postcodeOf(hits),
      language: hits.find(({ language }) => language !== undefined)?.language
    }
  }

  private regionOf(hits: ReadonlyArray<Boundary>): Boundary | undefined {
    const own = hits.filter(({ isoRegion }) => isoRegion === undefined || isoRegion.startsWith(this.country))
    const regions = this.levels.region.flatMap((level) => own.find((hit) => hit.level === level) ?? [])
    return regions.find(({ isoRegion }) => isoRegion !== undefined) ?? regions[0]
  }

  private cityOf(hits: ReadonlyArray<Boundary>): Around["city"] {
    return (
      firstAt(hits, this.levels.city) ??
      firstAt(
        hits.filter((hit) => this.cities.has(hit)),
        this.levels.cityStates
      ) ??
      hits.find(({ level, place }) => level === 0 && place !== undefined && settlements.has(place)) ??
      this.cityStateOf(hits)
    )
  }

  /** If the state is the city, a point in a subdivision of the state is in the city. */
  private cityStateOf(hits: ReadonlyArray<Boundary>): Around["city"] {
    if (this.state === undefined || !this.levels.cityStates.includes(2)) return undefined
    const within = hits.some(({ isoRegion }) => isoRegion?.startsWith(`${this.country}-`))
    return within ? { name: this.state, translations: undefined } : undefined
  }

  private districtOf(hits: ReadonlyArray<Boundary>): Boundary | undefined {
    const administrative = firstAt(hits, this.levels.district)
    if (administrative !== undefined) return administrative
    for (const kind of quarters) {
      const found = hits.find(({ level, place }) => level === 0 && place === kind)
      if (found !== undefined) return found
    }
    return undefined
  }

  private postcodeOf(hits: ReadonlyArray<Boundary>): string | undefined {
    const local = [...this.levels.city, ...this.levels.district]
    const postal = hits.find((hit) => hit.postal && hit.postcode !== undefined)
    return (postal ?? hits.find(({ level, postcode }) => postcode !== undefined && local.includes(level)))?.postcode
  }
}

/** A ward of a Japanese city; those of Tokyo are cities themselves, at 7. */
const isWard = ({ level, name }: Boundary): boolean => level === 8 && wardNamed(name) !== undefined

const inWard = (city: Around["city"], ward: Boundary | undefined): Around["city"] => {
  const name = withWard(city?.name, ward?.name)
  return name === undefined || name === city?.name ? city : { name, translations: undefined }
}

/** The first of the levels that is around the point, in the order of the levels. */
const firstAt = (hits: ReadonlyArray<Boundary>, levels: ReadonlyArray<number>): Boundary | undefined => {
  for (const level of levels) {
    const found = hits.find((hit) => hit.level === level)
    if (found !== undefined) return found
  }
  return undefined
}
