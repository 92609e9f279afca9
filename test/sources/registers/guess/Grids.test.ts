import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { guess, run } from "./Guessing.ts"

/** A state plane, in feet, as counties of the United States use them. */
const feet = [
  "ADDR_NUM,PREDIR,ST_NAME,ST_TYPE,CITY,ZIP,POINT_X,POINT_Y",
  "123,N,MAIN,ST,AUSTIN,78701,3114500.0,10070500.0",
  "125,N,MAIN,ST,AUSTIN,78701,3114600.0,10070600.0"
]

describe("coordinates whose grid no name tells", () => {
  /** Homes with their latitudes and longitudes, as a table writes them. */
  const homes = (names: string, ...places: ReadonlyArray<string>) => [
    `NUMBER,STREET,CITY,${names}`,
    ...places.map((place, i) => `${12 + 2 * i},Main Street,Anywhere,${place}`)
  ]

  it.effect("MUST not be taken for a grid that puts them into the country, but far from their zone", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(feet, "US")
        // Of all grids of the United States, only that of Texas has them in its own area.
        expect(found.addresses[0]).toMatchObject({
          houseNumber: "123",
          street: "N MAIN ST",
          city: "AUSTIN",
          latitude: expect.closeTo(30.27, 2),
          longitude: expect.closeTo(-97.74, 2)
        })
      })
    )
  )

  it.effect("MUST not be taken for one of several zones of a large country", () =>
    run(
      Effect.gen(function* () {
        const rows = feet.map((line) => line.replace(/,31145/, ",5145").replace(/,31146/, ",5146"))
        const found = yield* guess(
          rows.map((line) => line.replace(",10070", ",4070")),
          "US"
        )
        expect(found.addresses[0]).not.toHaveProperty("latitude")
      })
    )
  )

  it.effect("MUST be read if the names of two columns differ in a direction, in any language", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "ADDR_LINE_1,TOWN,EIRCODE,ITM_E,ITM_N",
          "12 Main Street,Cork,T12 X0A1,567000,571000",
          "14 Main Street,Cork,T12 X0A2,567010,571010"
        ])
        expect(found.addresses[0]).toMatchObject({
          latitude: expect.closeTo(51.8902, 3),
          longitude: expect.closeTo(-8.4794, 3)
        })
        const finnish = yield* guess([
          "katunimi;katunumero;postinumero;pohjoiskoordinaatti;itäkoordinaatti",
          "Kuitinmäentie;21;02240;6672461;378250",
          "Olarinkatu;4;02210;6672481;378270"
        ])
        expect(finnish.addresses[0]).toMatchObject({
          latitude: expect.closeTo(60.1708, 3),
          longitude: expect.closeTo(24.8056, 3)
        })
      })
    )
  )

  it.effect("MUST be the one that a word in their names stands for", () =>
    run(
      Effect.gen(function* () {
        for (const [names, first, second, latitude, longitude] of [
          ["DLTM_X,DLTM_Y", "496642.11,2794856.04", "498878.55,2795874.82", 25.26, 55.3],
          ["este_crtm05,norte_crtm05", "491000.1,1097900.2", "491010.1,1097910.2", 9.93, -84.082],
          // To the west and to the south.
          ["Y_LO29,X_LO29", "81267.92,2849387.63", "81257.92,2849397.63", -25.75, 28.19],
          ["X_LO29,Y_LO29", "-81267.92,-2849387.63", "-81257.92,-2849397.63", -25.75, 28.19]
        ] as const) {
          const found = yield* guess(homes(names, first, second))
          expect(found.addresses[0]).toMatchObject({
            latitude: expect.closeTo(latitude, 2),
            longitude: expect.closeTo(longitude, 2)
          })
        }
      })
    )
  )

  it.effect("MUST not be the web's, which fits anywhere, if nothing speaks for a country", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(["NO_A,PLACE,P,Q", "1,a,496642.11,2794856.04", "2,b,498878.55,2795874.82"])
        expect(found.country).toBeNull()
      })
    )
  )

  it.effect("MUST be a zone in which they are, with the grid of an old survey in doubt", () =>
    run(
      Effect.gen(function* () {
        const places = ["257326.2,9858720.6", "259796.8,9859740.2"]
        const found = yield* guess(homes("EASTINGS,NORTHINGS", ...places), "KE")
        expect(found.addresses[0]).toMatchObject({
          latitude: expect.closeTo(-1.277, 3),
          longitude: expect.closeTo(36.819, 3)
        })
        expect(found.doubts.join(" ")).toContain("Arc 1960 / UTM zone 37S (EPSG:21037)")
      })
    )
  )

  it.effect("MUST be found among columns without names, as whole numbers too, if a country vouches for them", () =>
    run(
      Effect.gen(function* () {
        const rows = [
          "103228459X;049;1;6672461;378250;1;Kuitinmäentie;21;02240",
          "103228460Y;049;1;6672471;378260;1;Kuitinmäentie;23;02240",
          "103228461Z;049;1;6672481;378270;1;Olarinkatu;4;02210",
          "103228462Z;049;1;6672491;378280;1;Olarinkatu;6;02210"
        ]
        expect((yield* guess(rows, "FI")).addresses[0]).toMatchObject({ latitude: expect.closeTo(60.1708, 3) })
      })
    )
  )

  it.effect("MUST be in doubt if they lie in the country with either order, and no name says which is which", () =>
    run(
      Effect.gen(function* () {
        const table = (x: string, y: string) => [
          `miejscowosc,ulica,numerPorzadkowy,kodPocztowy,${x},${y}`,
          "Warszawa,Marszałkowska,12,00-590,487000.10,637000.20",
          "Warszawa,Marszałkowska,14A,00-590,487010.10,637010.20"
        ]
        expect((yield* guess(table("x", "y"))).doubts.join(" ")).toContain("with the two columns exchanged")
        expect((yield* guess(table("east", "north"))).doubts.join(" ")).not.toContain("exchanged")
      })
    )
  )

  it.effect("MUST be read as degrees if they are multiplied by a power of ten, and lie in a country then", () =>
    run(
      Effect.gen(function* () {
        const heidelberg = yield* guess(homes("latitude,longitude", "494105300,87054300", ",", "494107300,87056300"))
        expect(heidelberg.country).toBe("DE")
        expect(heidelberg.addresses.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
          [49.41053, 8.70543],
          [undefined, undefined],
          [49.41073, 8.70563]
        ])
        const brazil = yield* guess(homes("lat,lon", "-2355052,-4663331", "-2355053,-4663332"))
        expect(brazil.addresses[0]).toMatchObject({ latitude: -23.55052, longitude: -46.63331 })
        const austin = yield* guess(homes("X,Y", "-97740001,30270010", "-97740011,30270020"), "US")
        expect(austin.addresses[0]).toMatchObject({ latitude: 30.27001, longitude: -97.740001 })
        expect(austin.columns.find(({ name }) => name === "X")?.reason).toContain("multiplied by 10^6")
      })
    )
  )

  it.effect("MUST be read as the grid that fits, although its columns are called longitude and latitude", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(homes("longitude,latitude", "3478500,5474500", "3478510,5474510"), "DE")
        expect(found.addresses[0]).toMatchObject({ latitude: expect.closeTo(49.407, 3) })
      })
    )
  )

  it.effect("MUST not put anybody into Antarctica, where numbers that are too large for a grid end", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(homes("X,Y", "-97740001,30270010", "-97740011,30270020"))
        expect(found.country).toBeNull()
        expect(found.missing.join(" ")).toContain("their grid is unknown")
      })
    )
  )

  const written: ReadonlyArray<
    readonly [head: string, first: string, second: string, at: readonly [latitude: number, longitude: number]]
  > = [
    ["LAT_DEG,LAT_MIN,LAT_SEC,LON_DEG,LON_MIN,LON_SEC", "30,16,12,-97,44,24", "30,16,48,-97,44,6", [30.27, -97.74]],
    ["Lat grados,Lat minutos,Lon grados,Lon minutos", "4,39,-74,6", "4,39.5,-74,6.5", [4.65, -74.1]],
    ["LAT_G,LAT_M,LAT_S,N_S,LON_G,LON_M,LON_S,E_O", "18,28,12,N,69,54,36,O", "18,28,48,N,69,54,0,O", [18.47, -69.91]],
    ["latitud,longitud", "40° 24' 36'',3° 42' 0'' O", "40° 24' 0'',3° 42' 36'' O", [40.41, -3.7]],
    ["Breite,Länge", "51°3'0''N,13°44'24''O", "51°3'36''N,13°44'0''O", [51.05, 13.74]]
  ]

  it.effect.each(written)("MUST be degrees in several columns, or with O for west or east: %s", ([head, ...rows]) =>
    run(
      Effect.gen(function* () {
        const [first, second, [latitude, longitude]] = rows
        const found = yield* guess(homes(head, first, second))
        expect(found.addresses[0]).toMatchObject({
          latitude: expect.closeTo(latitude, 5),
          longitude: expect.closeTo(longitude, 5)
        })
      })
    )
  )

  it.effect("MUST not be minutes and seconds whose degrees nothing tells", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(
          homes("LAT_MIN,LAT_SEC,LON_MIN,LON_SEC", "16,12.25,44,24.75", "16,48.5,44,6.25"),
          "US"
        )
        expect(found.addresses[0]).not.toHaveProperty("latitude")
      })
    )
  )

  it.effect("MUST be none where a word says so, and cost no address", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(homes("lat,lon", "-23.55052,-46.63331", "NULL,NULL", "-23.55053,-46.63332"))
        expect(found.rejected).toEqual([])
        expect(found.addresses).toHaveLength(3)
        expect(found.addresses[1]).not.toHaveProperty("latitude")
        const zeros = yield* guess(homes("lat,lon", "30.27,-97.74", "0,0", "-9999,-9999", "30.28,-97.75"))
        expect(zeros.addresses.map(({ latitude }) => latitude)).toEqual([30.27, undefined, undefined, 30.28])
      })
    )
  )
})
