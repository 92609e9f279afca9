import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import { Countries } from "../../src/pool/Countries.ts"
import { placeId, placeKey } from "../../src/address/Identity.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import {
  allChildren,
  allFound,
  children,
  counted,
  idOf,
  type House,
  memory,
  postgres,
  publish,
  search,
  street,
  values
} from "./CatalogHouse.ts"

const regionId = (country: string, code: string) => placeId("region", placeKey(country, "region", [code]))

const berlin = { city: "Berlin", region: "BE" }
const karlsruhe = { city: "Karlsruhe", region: "Baden-Württemberg" }

/** 3 homes in two districts and two postcodes of Berlin, 4 in Karlsruhe, and an address there that is not a home. */
const germany = [
  street(2, { ...berlin, district: "Mitte", postcode: "10115" }),
  street(1, { ...berlin, district: "Wedding", postcode: "13347" }),
  street(3, { ...karlsruhe, district: "Neureut", postcode: "76149" }, "Kirchfeldstraße"),
  street(1, { ...karlsruhe, postcode: "76131" }, "Kaiserstraße"),
  street(1, { ...karlsruhe, district: "Durlach", postcode: "76227", evidence: undefined }, "Pfinztalstraße")
]

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(house)(`Catalog in ${storage}`, (it) => {
    it.effect("MUST list every official region with the ID that its addresses have", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany)
        const { items, total } = yield* children({ country: "DE" })
        assert.strictEqual(total, 16)
        assert.includeMembers(counted(items) as Array<string>, [
          "Baden-Württemberg: 5",
          "Bayern: 0",
          "Berlin: 3",
          "Thüringen: 0"
        ])
        const repository = yield* PoolRepository
        const { address } = yield* repository.draw({ country: "DE", filters: { city: "Berlin" }, strategy: "random" })
        assert.strictEqual(address.locationIds.regionId, idOf(items, "Berlin"))
        assert.strictEqual(address.locationIds.regionId, regionId("DE", "DE-BE"))
      })
    )

    it.effect("MUST list what is below each place, and only the part of a postcode that is", () =>
      Effect.gen(function* () {
        const shared = { postcode: "10115", region: "Brandenburg", city: "Bernau" }
        yield* publish("DE", ...germany, street(2, shared))
        const regions = (yield* children({ country: "DE" })).items
        const below = (parentType: "region" | "city", parentId: string, childType: "city" | "district" | "postcode") =>
          Effect.map(children({ country: "DE", parentType, parentId, childType }), ({ items }) => counted(items))
        const inBerlin = idOf(regions, "Berlin")
        const inSouth = idOf(regions, "Baden-Württemberg")
        assert.deepStrictEqual(yield* below("region", inBerlin, "city"), ["Berlin: 3"])
        assert.deepStrictEqual(yield* below("region", inBerlin, "postcode"), ["10115: 2", "13347: 1"])
        assert.deepStrictEqual(yield* below("region", inSouth, "district"), ["Durlach: 1", "Neureut: 3"])
        const cities = (yield* children({ country: "DE", childType: "city" })).items
        assert.deepStrictEqual(counted(cities), ["Berlin: 3", "Bernau: 2", "Karlsruhe: 5"])
        const city = idOf(cities, "Karlsruhe")
        assert.deepStrictEqual(yield* below("city", city, "district"), ["Durlach: 1", "Neureut: 3"])
        assert.deepStrictEqual(yield* below("city", city, "postcode"), ["76131: 1", "76149: 3", "76227: 1"])
        assert.deepStrictEqual(yield* below("city", idOf(cities, "Bernau"), "postcode"), ["10115: 2"])
        const postcodes = yield* children({ country: "DE", childType: "postcode" })
        assert.deepStrictEqual(counted(postcodes.items).slice(0, 2), ["10115: 4", "13347: 1"])
        assert.strictEqual(postcodes.total, 5)
      })
    )

    it.effect("MUST count only published homes with residential=true, and disable children without any", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany)
        const request = { country: "DE", childType: "district", residential: true } as const
        assert.deepStrictEqual(counted((yield* children(request)).items), [
          "Durlach: 0, disabled",
          "Mitte: 2",
          "Neureut: 3",
          "Wedding: 1"
        ])
        assert.deepStrictEqual(counted((yield* children({ ...request, residential: false })).items), [
          "Durlach: 1",
          "Mitte: 2",
          "Neureut: 3",
          "Wedding: 1"
        ])
        const found = yield* search({ country: "DE", field: "district", residential: true })
        assert.deepStrictEqual(counted(found.items)[0], "Durlach: 0")
        const postcode = { country: "DE", childType: "postcode", parentType: "city", residential: true } as const
        const cities = (yield* search({ country: "DE" })).items
        assert.deepStrictEqual(counted((yield* children({ ...postcode, parentId: idOf(cities, "Karlsruhe") })).items), [
          "76131: 1",
          "76149: 3",
          "76227: 0, disabled"
        ])
      })
    )

    it.effect("MUST sort values ignoring case and accents, and equal ones by ID", () =>
      Effect.gen(function* () {
        const names = ["Österau", "alpen", "Zell", "Ostheim", "ALSFELD", "äpfingen", "Osterau"]
        yield* publish(
          "DE",
          ...names.map((city) => street(1, { city, region: city === "Osterau" ? "HH" : "BY", postcode: "10115" }))
        )
        const { items } = yield* search({ country: "DE" })
        assert.deepStrictEqual(
          values(items).filter((value) => !/^(Ö|O)sterau$/.test(value)),
          ["alpen", "ALSFELD", "äpfingen", "Ostheim", "Zell"]
        )
        const twins = items.filter(({ value }) => /^(Ö|O)sterau$/.test(value)).map(({ id }) => id)
        assert.deepStrictEqual(
          twins,
          [
            placeId("city", placeKey("DE", "city", ["DE-BY", "Österau"])),
            placeId("city", placeKey("DE", "city", ["DE-HH", "Osterau"]))
          ].sort()
        )
        assert.deepStrictEqual(values(items).slice(3, 5).sort(), ["Osterau", "Österau"])
      })
    )

    it.effect(
      "MUST find values by text, ignoring case and accents, regions also by their codes, and both by their other names",
      () =>
        Effect.gen(function* () {
          yield* publish(
            "DE",
            ...germany,
            street(1, { city: "100% Dorf_X", region: "BY", postcode: "80331" }),
            street(2, { city: "Köln", region: "NW", postcode: "50667" })
          )
          const found = (field: "city" | "region", q: string) =>
            Effect.map(search({ country: "DE", field, q }), ({ items, total }) => {
              assert.strictEqual(total, items.length)
              return values(items)
            })
          assert.deepStrictEqual(yield* found("city", "RLSRÜ"), ["Karlsruhe"])
          for (const q of ["ベルリン", "베를린", "BERLÍN"]) {
            assert.deepStrictEqual(yield* found("city", q), ["Berlin"])
            const inCountry = yield* children({ country: "DE", childType: "city", q })
            assert.deepStrictEqual([values(inCountry.items), inCountry.total], [["Berlin"], 1])
          }
          assert.deepStrictEqual(yield* found("city", "r"), ["100% Dorf_X", "Berlin", "Karlsruhe"])
          assert.deepStrictEqual(yield* found("city", "% d"), ["100% Dorf_X"])
          assert.deepStrictEqual(yield* found("city", "f_x"), ["100% Dorf_X"])
          assert.deepStrictEqual(yield* found("city", "e_l"), [])
          for (const q of ["ko", "Koeln", "Cologne"]) assert.deepStrictEqual(yield* found("city", q), ["Köln"])
          assert.deepStrictEqual(yield* found("region", "wurttem"), ["Baden-Württemberg"])
          assert.deepStrictEqual(yield* found("region", "de-nw"), ["Nordrhein-Westfalen"])
          for (const q of ["de-nw", "WESTF", "north rhine"]) {
            assert.deepStrictEqual(yield* found("region", q), ["Nordrhein-Westfalen"])
            assert.deepStrictEqual(values((yield* children({ country: "DE", q })).items), ["Nordrhein-Westfalen"])
          }
        })
    )

    it.effect("MUST find a postcode by every spelling that filters take", () =>
      Effect.gen(function* () {
        yield* publish("DE", street(1, { city: "München", region: "BY", postcode: "80331" }))
        for (const q of ["80331", "D-80331", "DE 80331", "803"]) {
          assert.deepStrictEqual(values((yield* search({ country: "DE", field: "postcode", q })).items), ["80331"], q)
        }
        const inCountry = yield* children({ country: "DE", childType: "postcode", q: "D80331" })
        assert.deepStrictEqual([values(inCountry.items), inCountry.total], [["80331"], 1])
        assert.strictEqual((yield* search({ country: "DE", field: "postcode", q: "D-80332" })).total, 0)
      })
    )

    it.effect("MUST list a place once, however its name is spelled, and find it by each spelling", () =>
      Effect.gen(function* () {
        const place = { region: "NW", postcode: "53757" }
        const spellings = [
          street(2, { ...place, city: "St. Augustin", district: "Nieder-Pleis" }, "Am Park"),
          street(1, { ...place, city: "Sankt Augustin", district: "Niederpleis" }, "Kirchweg"),
          street(1, { ...place, city: "SANKT AUGUSTIN", district: "NIEDER PLEIS" }, "Hauptstraße"),
          street(3, { region: "BY", city: "Munchen", postcode: "80331" }, "Tal"),
          street(1, { region: "BY", city: "München", postcode: "80331" }, "Rosental")
        ]
        const repository = yield* PoolRepository
        for (const records of [spellings, spellings.toReversed()]) {
          // What was shown before may be the lesser spelling.
          yield* publish("DE", records[0]!)
          yield* publish("DE", ...records)
          const cities = yield* search({ country: "DE" })
          // The most telling spelling is shown: in mixed case, with accents, and in full.
          assert.deepStrictEqual([...counted(cities.items), cities.total], ["München: 4", "Sankt Augustin: 4", 2])
          const districts = yield* search({ country: "DE", field: "district" })
          assert.deepStrictEqual(counted(districts.items), ["Nieder-Pleis: 3", "Niederpleis: 1"])
          for (const q of ["st. aug", "SANKT", "sankt augustin"]) {
            assert.deepStrictEqual(counted((yield* search({ country: "DE", q })).items), ["Sankt Augustin: 4"], q)
          }
          const cityId = idOf(cities.items, "Sankt Augustin")
          for (const filters of [{ city: "st. augustin" }, { city: "Sankt  Augustin" }, { cityId }]) {
            const drawn = yield* repository.draw({ country: "DE", filters, strategy: "random" })
            assert.deepStrictEqual([drawn.eligibleCount, drawn.address.locationIds.cityId], [4, cityId])
          }
        }
        // A spelling that no source has any more is not shown.
        yield* publish("DE", spellings[0]!)
        assert.deepStrictEqual(counted((yield* search({ country: "DE" })).items), ["St. Augustin: 2"])
        assert.deepStrictEqual(counted((yield* search({ country: "DE", q: "st. a" })).items), ["St. Augustin: 2"])
      })
    )

    it.effect(
      "MUST list a city with several names once, by the one that most of its addresses have, and find it by each",
      () =>
        Effect.gen(function* () {
          const place = { region: "BE", postcode: "2502" }
          const [bienne, biel, both] = [
            street(2, { ...place, city: "Bienne" }, "Rue du Stand"),
            street(1, { ...place, city: "Biel" }, "Dufourstrasse"),
            street(3, { ...place, city: "Biel/Bienne" }, "Zentralstrasse - Rue Centrale")
          ]
          const repository = yield* PoolRepository
          for (const [records, shown] of [
            [[bienne, biel], "Bienne: 3"],
            [[biel, bienne, both], "Biel/Bienne: 6"],
            [[both, biel, bienne], "Biel/Bienne: 6"]
          ] as const) {
            yield* publish("CH", ...records)
            const cities = yield* search({ country: "CH" })
            assert.deepStrictEqual([...counted(cities.items), cities.total], [shown, 1])
            for (const q of ["biel", "BIENNE"]) {
              assert.deepStrictEqual(counted((yield* search({ country: "CH", q })).items), [shown], q)
            }
            for (const city of ["Biel", "bienne", "Biel/Bienne", "Biel - Bienne", "Bienna"]) {
              const drawn = yield* repository.draw({ country: "CH", filters: { city }, strategy: "random" })
              assert.strictEqual(drawn.eligibleCount, records.length === 2 ? 3 : 6, city)
            }
          }
          // A name that two cities have means the one of its region; so does that of a district.
          const [inLazio, inSouthTyrol] = [
            street(1, { region: "Lazio", city: "Badia", postcode: "00184" }, "Via Roma"),
            street(2, { region: "IT-32", city: "Badia", district: "Bolzano", postcode: "39036" }, "Strada Pedraces")
          ]
          yield* publish("IT", inLazio, inSouthTyrol)
          for (const [filters, count] of [
            [{ city: "Badia" }, 3],
            [{ city: "Abtei" }, 2],
            [{ district: "Bozen" }, 2]
          ] as const) {
            const drawn = yield* repository.draw({ country: "IT", filters, strategy: "random" })
            assert.strictEqual(drawn.eligibleCount, count, JSON.stringify(filters))
          }
          const districts = yield* search({ country: "IT", field: "district", q: "bozen" })
          assert.deepStrictEqual(counted(districts.items), ["Bolzano: 2"])
          yield* publish("CH", biel)
          assert.deepStrictEqual(counted((yield* search({ country: "CH", q: "bienne" })).items), ["Biel: 1"])
        })
    )

    it.effect("MUST search within exactly the given parents", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany, street(2, { postcode: "10115", region: "Brandenburg", city: "Berlin" }))
        const regions = (yield* search({ country: "DE", field: "region" })).items
        const [berlinId, southId] = [idOf(regions, "Berlin"), idOf(regions, "Baden-Württemberg")]
        const found = (request: Parameters<typeof search>[0]) =>
          Effect.map(search({ country: "DE", ...request }), ({ items, total }) => {
            assert.strictEqual(total, items.length)
            return counted(items)
          })
        for (const region of ["berlin", "DE-BE", "be", " BERLIN ", "Land Berlin", "Berlín / Berlin"]) {
          assert.deepStrictEqual(yield* found({ field: "district", region }), ["Mitte: 2", "Wedding: 1"])
        }
        assert.deepStrictEqual(yield* found({ field: "postcode", region: "Berlin" }), ["10115: 2", "13347: 1"])
        assert.deepStrictEqual(yield* found({ regionId: southId }), ["Karlsruhe: 5"])
        assert.deepStrictEqual(yield* found({ regionId: southId, region: "Berlin" }), [])
        assert.deepStrictEqual(yield* found({ region: "Berli" }), [])
        assert.deepStrictEqual(yield* found({ regionId: "r-0000000000000" }), [])
        assert.deepStrictEqual(yield* found({ regionId: "nonsense" }), [])
        const cityId = idOf((yield* search({ country: "DE", regionId: berlinId })).items, "Berlin")
        assert.deepStrictEqual(yield* found({ field: "postcode", cityId }), ["10115: 2", "13347: 1"])
        assert.deepStrictEqual(yield* found({ field: "postcode", cityId, q: "33" }), ["13347: 1"])
        assert.deepStrictEqual(yield* found({ field: "postcode", cityId, regionId: berlinId, q: "5" }), ["10115: 2"])
        assert.deepStrictEqual(yield* found({ field: "postcode", cityId, region: "BB" }), [])
        // A place that is not above the field selects on its own.
        assert.deepStrictEqual(yield* found({ field: "city", cityId }), ["Berlin: 3"])
        assert.deepStrictEqual(yield* found({ field: "region", cityId }), ["Berlin: 3"])
        assert.deepStrictEqual(yield* found({ field: "region", region: "bb" }), ["Brandenburg: 2"])
        assert.deepStrictEqual(yield* found({ cityId: "c-0000000000000" }), [])
        const elsewhere = yield* search({ country: "FR", field: "postcode", cityId })
        assert.strictEqual(elsewhere.total, 0)
      })
    )

    it.effect("MUST say which place of a query does not exist, and nothing if all do", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany)
        const regionId = idOf((yield* search({ country: "DE", field: "region" })).items, "Berlin")
        const cityId = idOf((yield* search({ country: "DE", regionId })).items, "Berlin")
        const no = (type: string, id: string) => `No ${type} of DE (Germany) has the ID "${id}".`
        for (const [request, hint] of [
          [{ region: "Berln" }, 'No region of DE (Germany) is called "Berln". Similar names: "Berlin".'],
          [{ region: "Nowhere at all" }, 'No region of DE (Germany) is called "Nowhere at all".'],
          [{ regionId: "r-0000000000000" }, no("region", "r-0000000000000")],
          [{ regionId: cityId }, `${no("region", cityId)} It is the ID of a city, which goes into cityId.`],
          [{ regionId: "Berlin" }, `${no("region", "Berlin")} It is not an ID: names go into region.`],
          [{ cityId: "c-0000000000000" }, no("city", "c-0000000000000")],
          [{ regionId, q: "Karlsruhe" }, undefined],
          [{ regionId, cityId, field: "district", q: "nowhere" }, undefined],
          [{ region: "Bayern" }, undefined]
        ] as const) {
          const found = yield* search({ country: "DE", ...request })
          assert.deepStrictEqual([found.total, found.hint], [0, hint], JSON.stringify(request))
        }
        assert.notProperty(yield* search({ country: "DE", region: "Berlin" }), "hint")
        const nowhere = { parentType: "city", parentId: "c-0000000000001", childType: "postcode" } as const
        assert.strictEqual((yield* children({ country: "DE", ...nowhere })).hint, no("city", nowhere.parentId))
        // Vatican City has no regions, and is one of its own.
        yield* publish("VA", street(1, { city: "Vatican City", postcode: "00120" }))
        assert.notProperty(yield* search({ country: "VA", q: "nowhere" }), "hint")
      })
    )

    it.effect("MUST select all regions with the same name, and count a postcode in several of them once", () =>
      Effect.gen(function* () {
        // Madrid is a province of the Comunidad de Madrid, which is called Madrid too.
        yield* publish(
          "ES",
          street(2, { city: "Getafe", region: "ES-M", postcode: "28901" }),
          street(3, { city: "Getafe", region: "ES-MD", postcode: "28901" }),
          street(1, { city: "Parla", region: "ES-MD", postcode: "28980" }),
          street(1, { city: "Vigo", region: "ES-PO", postcode: "36201" })
        )
        const request = { country: "ES", region: "Madrid" } as const
        assert.deepStrictEqual(counted((yield* search({ ...request, field: "postcode" })).items), [
          "28901: 5",
          "28980: 1"
        ])
        assert.strictEqual((yield* search({ ...request, field: "postcode" })).total, 2)
        assert.sameMembers(counted((yield* search(request)).items) as Array<string>, [
          "Getafe: 2",
          "Getafe: 3",
          "Parla: 1"
        ])
        // A city is in one of them.
        const cityId = idOf((yield* search({ country: "ES" })).items, "Parla")
        assert.lengthOf((yield* search({ ...request, field: "region" })).items, 2)
        assert.lengthOf((yield* search({ ...request, field: "region", cityId })).items, 1)
      })
    )

    it.effect("MUST keep a place's ID across publications, and official regions across all of them", () =>
      Effect.gen(function* () {
        yield* publish("DE", ...germany)
        const before = yield* search({ country: "DE" })
        yield* publish("DE", street(9, { ...berlin, postcode: "10115" }, "Lindenallee"))
        const after = yield* search({ country: "DE" })
        assert.deepStrictEqual(counted(after.items), ["Berlin: 9"])
        assert.strictEqual(idOf(after.items, "Berlin"), idOf(before.items, "Berlin"))
        const regions = yield* children({ country: "DE" })
        assert.strictEqual(regions.total, 16)
        assert.include(counted(regions.items), "Baden-Württemberg: 0")
        assert.strictEqual((yield* search({ country: "DE", field: "district" })).total, 0)
      })
    )

    it.effect("MUST refuse parents that do not match their type", () =>
      Effect.gen(function* () {
        const parameter = (request: Parameters<typeof children>[0]) =>
          children({ country: "DE", ...request }).pipe(
            Effect.flip,
            Effect.map((error) => (error._tag === "InvalidParent" ? error.parameter : error._tag))
          )
        const region = regionId("DE", "DE-BE")
        assert.strictEqual(yield* parameter({ parentId: region }), "parentId")
        assert.strictEqual(yield* parameter({ parentType: "region", childType: "city" }), "parentId")
        assert.strictEqual(
          yield* parameter({ parentType: "city", childType: "district", parentId: region }),
          "parentId"
        )
        assert.strictEqual(yield* parameter({ parentType: "region", childType: "city", parentId: "x" }), "parentId")
        assert.strictEqual(yield* parameter({ parentType: "region", parentId: region }), "childType")
        const city = placeId("city", placeKey("DE", "city", ["DE-BE", "Berlin"]))
        assert.strictEqual(yield* parameter({ parentType: "city", childType: "city", parentId: city }), "childType")
        const unknown = { parentType: "region", childType: "city", parentId: "r-0000000000001" } as const
        assert.strictEqual((yield* children({ country: "DE", ...unknown })).total, 0)
      })
    )

    it.effect("MUST return nothing for a country that is disabled or unknown to the service", () =>
      Effect.gen(function* () {
        yield* publish("NL", street(3, { city: "Utrecht", region: "UT", postcode: "3511 AA" }))
        const repository = yield* PoolRepository
        const countries = yield* Countries
        const draw = repository.draw({ country: "NL", filters: { city: "Utrecht" }, strategy: "random", seed: "7" })
        const instant = repository.draw({ country: "NL", filters: {}, strategy: "instant" })
        const { address } = yield* draw
        yield* instant
        yield* countries.setEnabled("NL", false)
        assert.strictEqual((yield* Effect.flip(draw))._tag, "NoPoolCoverage")
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Effect.flip(instant))._tag, "NoPoolCoverage")
        assert.strictEqual((yield* Effect.flip(repository.findById(address.id)))._tag, "AddressNotFound")
        assert.notInclude(
          (yield* repository.counts).map(({ country }) => country),
          "NL"
        )
        for (const country of ["NL", "GB"]) {
          const hint = `There is no pool of ${namedCountry(country)}. GET /api/v1/countries lists the countries that have one.`
          const none = { items: [], total: 0, nextCursor: null, hint }
          assert.deepStrictEqual(yield* search({ country }), none)
          assert.deepStrictEqual(yield* search({ country, q: "u" }), none)
          assert.deepStrictEqual(yield* children({ country }), none)
        }
        yield* publish("NL", street(4, { city: "Utrecht", region: "UT", postcode: "3511 AA" }))
        assert.strictEqual((yield* Effect.flip(draw))._tag, "NoPoolCoverage")
        yield* countries.setEnabled("NL", true)
        assert.strictEqual((yield* draw).eligibleCount, 4)
        assert.strictEqual((yield* repository.findById(address.id)).id, address.id)
        assert.deepStrictEqual(counted((yield* search({ country: "NL", q: "utr" })).items), ["Utrecht: 4"])
        // An operator's setting is enough for a country's official regions to be listed.
        yield* countries.setEnabled("GB", true)
        assert.deepStrictEqual(values((yield* children({ country: "GB" })).items), [
          "England",
          "Northern Ireland",
          "Scotland",
          "Wales"
        ])
      })
    )

    it.effect("MUST count an address once below each of its places, whichever levels it lacks", () =>
      Effect.gen(function* () {
        const country = "FR"
        yield* publish(
          country,
          street(2, { city: "Ailleurs", postcode: "10115" }),
          street(1, { city: "Ailleurs", evidence: undefined }, "Chemin Vert"),
          street(3, { city: "Paris", region: "Île-de-France", district: "Marais", postcode: "75003" })
        )
        const cities = yield* allFound({ country })
        assert.deepStrictEqual(counted(cities.items), ["Ailleurs: 3", "Paris: 3"])
        const inRegions = yield* allChildren({ country })
        assert.strictEqual(
          inRegions.items.reduce((sum, { availableCount }) => sum + availableCount, 0),
          3
        )
        const parentId = idOf(cities.items, "Ailleurs")
        const within = { country, parentType: "city", parentId, residential: true } as const
        assert.deepStrictEqual(counted((yield* children({ ...within, childType: "postcode" })).items), ["10115: 2"])
        assert.strictEqual((yield* children({ ...within, childType: "district" })).total, 0)
        // It is in no region.
        const ofCity = { country, field: "postcode", cityId: parentId } as const
        assert.deepStrictEqual(counted((yield* search(ofCity)).items), ["10115: 2"])
        assert.strictEqual((yield* search({ ...ofCity, region: "Île-de-France" })).total, 0)
      })
    )
  })

promises("memory", memory)
promises("PostgreSQL", postgres)
