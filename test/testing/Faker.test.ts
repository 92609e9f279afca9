import type { Faker } from "@faker-js/faker"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { assert, describe, expectTypeOf, it, vi } from "vitest"
import { ProfileMaker } from "../../src/profile/ProfileMaker.ts"
import { NoPoolCoverage } from "../../src/pool/PoolErrors.ts"
import { type OfflinePools, openPools } from "../../src/snapshot/OfflinePools.ts"
import { createFaker, type FakerOptions, type HomeFaker } from "../../testing/Faker.ts"
import { type HomeFilters, homesOfPools } from "../../testing/faker/Homes.ts"
import { addresses, hanford, karlsruhe, savannah, tokyo } from "./addresses.ts"

const golden = fileURLToPath(new URL("../snapshot/fixtures/village.doorstep", import.meta.url))

const make = (options: Partial<FakerOptions> = {}): HomeFaker => createFaker({ addresses, seed: 1, ...options })

/** Faker's own calls for parts of a home, as in its documentation. */
const calls: Readonly<Record<string, (location: LocationPart) => unknown>> = {
  "buildingNumber()": (location) => location.buildingNumber(),
  "street()": (location) => location.street(),
  "streetAddress()": (location) => location.streetAddress(),
  "streetAddress(false)": (location) => location.streetAddress(false),
  "streetAddress(true)": (location) => location.streetAddress(true),
  "streetAddress({ useFullAddress: true })": (location) => location.streetAddress({ useFullAddress: true }),
  "postalAddress()": (location) => location.postalAddress(),
  "secondaryAddress()": (location) => location.secondaryAddress(),
  "city()": (location) => location.city(),
  "county()": (location) => location.county(),
  "state()": (location) => location.state(),
  "state({ abbreviated: true })": (location) => location.state({ abbreviated: true }),
  "zipCode()": (location) => location.zipCode(),
  "zipCode('#####')": (location) => location.zipCode("#####"),
  "zipCode({ state: 'CA' })": (location) => location.zipCode({ state: "CA" }),
  "zipCode({ format: '?## #??' })": (location) => location.zipCode({ format: "??# #??" }),
  "country()": (location) => location.country(),
  "countryCode()": (location) => location.countryCode(),
  "countryCode('alpha-3')": (location) => location.countryCode("alpha-3"),
  "countryCode({ variant: 'numeric' })": (location) => location.countryCode({ variant: "numeric" }),
  "latitude()": (location) => location.latitude(),
  "latitude({ max: 50, min: 40, precision: 1 })": (location) => location.latitude({ max: 50, min: 40, precision: 1 }),
  "longitude()": (location) => location.longitude(),
  "longitude({ max: 0 })": (location) => location.longitude({ max: 0 }),
  "nearbyGPSCoordinate()": (location) => location.nearbyGPSCoordinate(),
  "nearbyGPSCoordinate({ origin: [49, 8.4], radius: 20 })": (location) =>
    location.nearbyGPSCoordinate({ origin: [49, 8.4], radius: 20, isMetric: true })
}

type LocationPart = Pick<
  Faker["location"],
  | "buildingNumber"
  | "street"
  | "streetAddress"
  | "postalAddress"
  | "secondaryAddress"
  | "city"
  | "county"
  | "state"
  | "zipCode"
  | "country"
  | "countryCode"
  | "latitude"
  | "longitude"
  | "nearbyGPSCoordinate"
>

type PersonPart = Pick<Faker["person"], "firstName" | "lastName" | "fullName" | "sex" | "sexType" | "jobTitle">

describe("the module with Faker's shape", () => {
  it("MUST replace the part of Faker that it has", () => {
    expectTypeOf<HomeFaker["location"]>().toExtend<LocationPart>()
    expectTypeOf<HomeFaker["person"]>().toExtend<PersonPart>()
    expectTypeOf<HomeFaker["internet"]>().toExtend<Pick<Faker["internet"], "email" | "username" | "password">>()
    expectTypeOf<HomeFaker["phone"]>().toExtend<Pick<Faker["phone"], "number">>()
    expectTypeOf<HomeFaker["company"]>().toExtend<Pick<Faker["company"], "name">>()
    const seed: (n: number) => number = make().seed
    assert.strictEqual(seed(42), 42)
  })

  for (const [name, call] of Object.entries(calls)) {
    it(`MUST answer location.${name} like Faker, from a home, and the same after the same seed`, () => {
      const faker = make()
      faker.seed(7)
      const first = call(faker.location)
      faker.seed(7)
      assert.deepStrictEqual(call(faker.location), first)
      const texts = addresses.flatMap((home) => [home.formattedAddress, ...Object.values(home.components)]).join("|")
      if (typeof first === "string") {
        assert.isNotEmpty(first)
        if (!/country|abbr|Full|true/.test(name)) assert.include(texts, first)
      } else if (typeof first === "number") {
        assert.isTrue(Number.isFinite(first))
      } else {
        const [latitude, longitude] = first as [number, number]
        const found = addresses.find(({ coordinates }) => coordinates?.latitude === latitude)
        assert.strictEqual(found?.coordinates?.longitude, longitude)
      }
    })
  }

  it("MUST respect the filters", () => {
    const { location } = make()
    for (let turn = 0; turn < 20; turn++) {
      assert.strictEqual(location.zipCode({ state: "CA" }), hanford.components.postcode)
      assert.match(location.zipCode("#####"), /^\d{5}$/)
      assert.isAtLeast(location.latitude({ min: 50 }), 50)
    }
  })

  it("MUST measure in miles unless told otherwise, up to the bounds, and take a format as it is", () => {
    const { location } = make({ addresses: [hanford] })
    const { latitude, longitude } = hanford.coordinates!
    // 15 kilometres to the north are 9.3 miles.
    const origin: [number, number] = [latitude + 15 / 111.19, longitude]
    assert.deepStrictEqual(location.nearbyGPSCoordinate({ origin }), [latitude, longitude])
    assert.throws(() => location.nearbyGPSCoordinate({ origin, isMetric: true }), /None of 2,000 homes has coordinates/)
    assert.strictEqual(location.latitude({ min: latitude, max: latitude }), latitude)
    assert.strictEqual(location.latitude({ precision: 4 }), Number(latitude.toFixed(4)))
    const dotted = { ...hanford, components: { ...hanford.components, postcode: "93x30" } }
    assert.throws(() => make({ addresses: [dotted] }).location.zipCode("##.##"), /None of 2,000 homes has a postcode/)
  })

  it("MUST say what no home has, instead of inventing it", () => {
    const { location } = make({ addresses: [hanford] })
    assert.throws(() => location.secondaryAddress(), /None of 2,000 homes has a unit\./)
    assert.throws(() => location.zipCode("####"), /None of 2,000 homes has a postcode such as ####/)
    assert.throws(
      () => make({ country: "NL" }).location.city(),
      /No home matches country NL\. The data have homes in .*DE.*US/
    )
    assert.throws(() => createFaker({}), TypeError)
  })

  it("MUST return a home with everything that belongs together, and its resident as the service would", () => {
    const faker = make()
    const profiles = Effect.runSync(Effect.provide(ProfileMaker, ProfileMaker.layer))
    for (let turn = 0; turn < 30; turn++) {
      const home = faker.location.home()
      const { components, coordinates, countryCode } = home.address
      assert.include(addresses, home.address)
      assert.strictEqual(home.city, components.city)
      assert.strictEqual(home.zipCode, components.postcode)
      assert.strictEqual(home.countryCode, countryCode)
      assert.strictEqual(home.latitude, coordinates?.latitude)
      assert.include(home.address.formattedAddress, home.streetAddress)
    }
    faker.seed(3)
    const { address, profile } = faker.resident({ country: "DE" })
    assert.strictEqual(address, karlsruhe)
    assert.deepStrictEqual(profile, profiles.make({ seed: "3/0", address }))
    assert.strictEqual(faker.location.home({ region: "ga" }).address, savannah)
  })

  it("MUST answer person, internet, phone and company from profiles, with a name for the requested sex", () => {
    const faker = make({ country: "US" })
    assert.match(faker.internet.email(), /@example\./)
    assert.match(faker.phone.number({ style: "international" }), /^\+1/)
    assert.isNotEmpty(faker.company.name())
    assert.strictEqual(faker.person.fullName({ firstName: "Ada", lastName: "Lovelace" }), "Ada Lovelace")
    // Where the family name comes first, with a space or without.
    const inOrder = (countryCode: string) =>
      make({ addresses: [{ ...tokyo, countryCode, language: "und" }] }).person.fullName({
        firstName: "B",
        lastName: "A"
      })
    assert.deepStrictEqual([inOrder("JP"), inOrder("HU"), inOrder("CN"), inOrder("DE")], ["A B", "A B", "AB", "B A"])
    assert.include(["female", "male"], faker.person.sex())
    assert.throws(() => make({ country: "JP" }).phone.number(), /reserved for fiction/)
  })

  it("MUST give the same results after the same seed, whatever was requested before", () => {
    const all = (faker: HomeFaker) => [faker.location.city(), faker.location.zipCode(), faker.person.fullName()]
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 20 }), (seed, before) => {
        const [one, other] = [make(), make({ seed: 99 })]
        for (let turn = 0; turn < before; turn++) other.location.city()
        one.seed(seed)
        other.seed(seed)
        assert.deepStrictEqual(all(one), all(other))
      }),
      { numRuns: 25 }
    )
  })

  it("MUST give the same results from a snapshot after the same seed, offline, until it is closed", () => {
    const connect = vi.spyOn(Socket.prototype, "connect")
    const pools = openPools(golden)
    const here = [...pools.drawMany({ country: "US", seed: "all", count: 52 }).addresses]
    pools.close()
    const asked = (faker: HomeFaker) =>
      Array.from(
        { length: 40 },
        () => [faker.location.home().address, faker.location.city(), faker.resident()] as const
      )
    {
      using faker = createFaker({ snapshot: golden, seed: 5 })
      const [first, before] = [asked(faker), here.map(({ id }) => id)]
      faker.seed(5)
      assert.deepStrictEqual(asked(faker), first)
      faker.seed(6)
      assert.notDeepEqual(asked(faker), first)
      using again = createFaker({ snapshot: [golden], country: "US", seed: 5 })
      assert.deepStrictEqual(asked(again), first)
      for (const [address, city, resident] of first) {
        assert.deepInclude(here, address)
        assert.include(before, resident.address.id)
        assert.include(
          here.map(({ components }) => components.city),
          city
        )
      }
      assert.isAbove(new Set(first.map(([{ id }]) => id)).size, 15)
      const { components } = here[0]!
      const [region, city] = [components.regionCode!.slice(3), components.city!]
      assert.strictEqual(faker.location.home({ region, city }).address.components.regionCode, components.regionCode)
      assert.throws(
        () => faker.location.home({ city: "Nowhere" }),
        /No home matches city Nowhere\. The data have homes in US\./
      )
      for (const spelling of [region.toLowerCase(), `us-${region}`]) {
        assert.strictEqual(
          faker.location.home({ region: spelling }).address.components.regionCode,
          components.regionCode
        )
      }
      assert.strictEqual(faker.location.countryCode(), faker.location.home({ country: "us" }).address.countryCode)
      for (const country of ["FR", "Germany"]) {
        const message = `No home matches country ${country}. The data have homes in US.`
        assert.throws(() => faker.location.home({ country }), message)
      }
    }
    assert.strictEqual(connect.mock.calls.length, 0)
    connect.mockRestore()
    const closed = createFaker({ snapshot: golden })
    closed.close()
    closed.close()
    assert.throws(() => closed.location.city(), /village\.doorstep is closed/)
    assert.throws(() => createFaker({ snapshot: `${golden}.none` }), /cannot be read: it does not exist/)
  })

  it("MUST draw from the countries of a snapshot that have what is wanted, as often as each has it", () => {
    const village = openPools(golden)
    const elsewhere: OfflinePools = {
      ...village,
      pools: ["DE", "US"].map((country) => ({ ...village.pools[0]!, country })),
      draw: ({ country, filters = {}, seed }) => {
        if (country === "DE" && filters.region !== undefined)
          throw new NoPoolCoverage({ country, sourcesTried: [], message: "No." })
        const drawn = village.draw({ country: "US", filters, ...(seed !== undefined && { seed }) })
        return { ...drawn, address: { ...drawn.address, countryCode: country } }
      }
    }
    const homes = homesOfPools(elsewhere)
    const region = village.draw({ country: "US", seed: "a" }).address.components.regionCode!.slice(3)
    const german = (filters?: HomeFilters) =>
      Array.from({ length: 200 }, (_, at) => homes.draw(`${at}`, filters)).filter(
        ({ countryCode }) => countryCode === "DE"
      ).length
    assert.approximately(german(), 100, 40)
    assert.strictEqual(german({ region }), 0)
    assert.strictEqual(german({ country: "de" }), 200)
    assert.throws(
      () => homes.draw("a", { country: "DE", region }),
      `country DE, region ${region}. The data have homes in DE, US.`
    )
    village.close()
  })

  it("MUST make each home equally likely", () => {
    const { location } = make()
    const counts = new Map<string, number>()
    const draws = 7_000
    for (let turn = 0; turn < draws; turn++) {
      const { id } = location.home().address
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const expected = draws / addresses.length
    const chiSquare = addresses.reduce((sum, { id }) => sum + ((counts.get(id) ?? 0) - expected) ** 2 / expected, 0)
    // There are 6 degrees of freedom: one in a million. The seed is fixed.
    assert.isBelow(chiSquare, 38.3)
  })
})
