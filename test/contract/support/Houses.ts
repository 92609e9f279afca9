import { Effect, Stream } from "effect"
import * as DataSource from "../../../sources/DataSource.ts"

type Records = ReadonlyArray<DataSource.RawRecord>
type Place = Pick<DataSource.RawRecord, "city" | "region" | "postcode" | "district" | "language">

const home = { kind: "declared", detail: "Made up for tests." } as const

/** No evidence says that an office is a home: it is synchronized, but never drawn. */
type Kind = "home" | "office"

const street = (count: number, name: string, place: Place, kind: Kind = "home"): Records =>
  Array.from({ length: count }, (_, i) => {
    const houseNumber = String(i + 1)
    const recordId = `${place.city}:${name}:${houseNumber}`
    return { recordId, houseNumber, street: name, ...place, evidence: kind === "home" ? home : undefined }
  })

const many = <A>(count: number, make: (i: number) => ReadonlyArray<A>): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i)).flat()

const american = (city: string, region: string, postcode: string): Place => ({ city, region, postcode, language: "en" })

/** Towns with one home and one office each: more than two pages of the maximum size, with counts that differ. */
const towns = many(210, (i) => {
  const number = String(i).padStart(3, "0")
  const place = american(`Town ${number}`, "OH", `43${number}`)
  return [...street(1, "High Street", place), ...street(1, "Market Square", place, "office")]
})

/** Districts of a city, each with two homes, except for one with an office and no home. */
const districts = many(24, (i) => {
  const district = i === 0 ? "Grünwinkel" : `Viertel ${i}`
  return street(2, "Straße des 17. Juni", {
    city: "Karlsruhe",
    region: "DE-BW",
    postcode: `761${String(i + 30)}`,
    district,
    language: "de"
  })
})

const german: Records = [
  ...districts,
  ...street(1, "Hafenweg", { city: "Karlsruhe", region: "DE-BW", district: "Rheinhafen" }, "office"),
  ...street(5, "Leopoldstraße", { city: "München", region: "DE-BY", postcode: "80802", language: "de" })
]

const records: Readonly<Record<string, Records>> = {
  US: [
    ...street(12, "East Gwinnett Street", american("Savannah", "GA", "31401")),
    ...street(30, "Main Street", american("Springfield", "IL", "62701")),
    ...street(30, "Oak Avenue", american("Springfield", "MO", "65801")),
    ...towns
  ],
  DE: german,
  CA: street(3, "Bay Street", { city: "Toronto", region: "ON", postcode: "M5H 2R2" }, "office"),
  VA: street(3, "Via Sant'Anna", { city: "Vatican City", postcode: "00120", language: "it" }),
  NL: street(4, "Damrak", { city: "Amsterdam", region: "NL-NH", postcode: "1012 LG", language: "nl" })
}

const manifest = (name: string, countries: readonly [string, ...Array<string>]): DataSource.Manifest => ({
  name,
  countries: [...countries],
  license: "CC0-1.0",
  attribution: "Made up for tests",
  homepage: "https://example.com/",
  evidence: "Declared: made up for tests."
})

/** Homes in US, DE, VA and NL, offices in CA. */
export const houses = DataSource.make({
  manifest: manifest("houses", ["US", "DE", "CA", "VA", "NL"]),
  fingerprint: Effect.succeed("1"),
  records: (country) => Stream.fromIterable(records[country] ?? [])
})

/** Some of the same homes in Savannah, and nothing in France. */
export const neighbours = DataSource.make({
  manifest: manifest("neighbours", ["US", "FR"]),
  fingerprint: Effect.succeed("1"),
  records: (country) =>
    Stream.fromIterable(country === "US" ? street(14, "East Gwinnett Street", american("Savannah", "GA", "31401")) : [])
})
