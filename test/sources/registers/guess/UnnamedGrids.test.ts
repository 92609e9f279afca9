import { describe, expect, it, layer } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Cache, Effect, Layer } from "effect"
import proj4 from "proj4"
import { byEpsg } from "../../../../sources/registers/grids/Projections.ts"
import { KnownTowns } from "../../../../sources/registers/guess/Towns.ts"
import { Archives } from "../../../../src/gazetteer/Archive.ts"
import { townPositions } from "../../../../src/gazetteer/TownPositions.ts"
import { guess, run } from "./Guessing.ts"

/** Each country's towns are looked up once. */
const towns = Layer.effect(
  KnownTowns,
  Effect.gen(function* () {
    const known = yield* Cache.make({ lookup: yield* townPositions, capacity: 20 })
    return (country: string) => Cache.get(known, country)
  })
).pipe(Layer.provide(Archives.layer), Layer.provide(NodeServices.layer))

/** Four homes around a position, in the grid of a code. */
const grid = (epsg: number, [longitude, latitude]: readonly [number, number]) => {
  const projection = byEpsg(epsg)
  if (projection === undefined || projection === "degrees") throw new Error(`EPSG:${epsg} is no known grid.`)
  return [0, 1, 2, 3].map((i) => proj4(projection.definition, [longitude + i / 100, latitude - i / 200]))
}

const rows = (town: string, points: ReadonlyArray<ReadonlyArray<number>>) => [
  "NUMBER,STREET,CITY,X,Y",
  ...points.map(([x, y], i) => `${101 + 2 * i},Main Street,${town},${x!.toFixed(2)},${y!.toFixed(2)}`)
]

/** Places, in grids of which several fit the country. */
const cases: ReadonlyArray<readonly [string, string, number, readonly [number, number]]> = [
  ["US", "AUSTIN", 2277, [-97.74, 30.27]],
  ["US", "Cleveland", 3734, [-81.69, 41.5]],
  ["US", "Columbus", 3735, [-82.99, 39.96]],
  ["US", "Seattle", 2285, [-122.33, 47.6]],
  ["US", "Los Angeles", 2229, [-118.24, 34.05]],
  ["CA", "Montréal", 32188, [-73.6, 45.5]],
  ["SE", "Stockholm", 3011, [18.07, 59.33]],
  // A postcode, which is known as 100 12.
  ["SE", "10012", 3011, [18.07, 59.33]],
  ["TR", "Ankara", 5255, [32.85, 39.93]],
  ["AR", "Rosario", 5347, [-60.66, -32.95]],
  ["CL", "Valparaíso", 5361, [-71.6, -33.05]]
]

describe("a table of which words tell several countries", () => {
  layer(towns)((it) => {
    for (const [country, cities] of [
      ["ES", ["Benidorm", "Torrevieja", "Villajoyosa"]],
      ["MX", ["Zapopan", "Tlaquepaque", "Tonalá"]]
    ] as const) {
      it.effect(`MUST be of the one that has the cities that it names: ${cities.join(", ")}`, () =>
        run(
          Effect.gen(function* () {
            const found = yield* guess([
              "calle;numero;ciudad",
              ...cities.map((city, i) => `Calle Mayor;${12 + i};${city}`)
            ])
            expect(found).toMatchObject({ country, countryReason: "the cities that it names are there" })
          })
        )
      )
    }
    it.effect("MUST be of none if it names no city that only one of them has", () =>
      run(
        Effect.gen(function* () {
          const found = yield* guess(["calle;numero;ciudad", "Calle Mayor;12;Nowhere at all"])
          expect(found.country).toBeNull()
        })
      )
    )
  })
})

describe("coordinates in a grid that a table does not name", () => {
  layer(towns)((it) => {
    for (const [country, town, epsg, position] of cases) {
      it.effect(`MUST be recognized by the towns that the table names: ${town}, EPSG:${epsg}`, () =>
        run(
          Effect.gen(function* () {
            const found = yield* guess(rows(town, grid(epsg, position)), country)
            expect(found.addresses[0]).toMatchObject({
              longitude: expect.closeTo(position[0], 3),
              latitude: expect.closeTo(position[1], 3)
            })
          })
        )
      )
    }

    it.effect("MUST lie in the country of the towns, where many countries call columns the same", () =>
      run(
        Effect.gen(function* () {
          const points = grid(32721, [-56.19, -34.91])
          const found = yield* guess([
            "NOM_CALLE,NUM_PUERTA,LOCALIDAD,X,Y",
            ...points.map(([x, y], i) => `COLONIA,${980 + 3 * i},MONTEVIDEO,${x!.toFixed(2)},${y!.toFixed(2)}`)
          ])
          expect(found.country).toBe("UY")
          expect(found.addresses[0]).toMatchObject({ latitude: expect.closeTo(-34.91, 2) })
        })
      )
    )

    it.effect("MUST lie across a border where the towns are, although the streets are in the neighbor's language", () =>
      run(
        Effect.gen(function* () {
          const streets = ["Mannerheimgatan", "Lundagatan", "Biskopsgatan", "Runebergsgatan"]
          const lines = (town: string) =>
            grid(3067, [25.66, 60.39]).map(([x, y], i) =>
              [streets[i], 6 + i, town, y!.toFixed(0), x!.toFixed(0)].join(";")
            )
          const found = yield* guess(lines("Porvoo"))
          expect(found.country).toBe("FI")
          expect(found.addresses[0]).toMatchObject({ longitude: expect.closeTo(25.66, 3), city: "Porvoo" })
          const unknown = yield* guess(lines("Nowhere at all"))
          expect(unknown.country).toBe("SE")
          expect(unknown.doubts.join(" ")).toContain("could also be in")
          expect(unknown.doubts.join(" ")).toContain("ETRS89 / TM35FIN (EPSG:3067)")
        })
      )
    )

    it.effect("MUST be recognized with either order of the two columns, which a country's own grid leaves open", () =>
      run(
        Effect.gen(function* () {
          const points = grid(2180, [19.94, 50.06])
          for (const order of [points, points.map(([x, y]) => [y!, x!])]) {
            const found = yield* guess(rows("Kraków", order), "PL")
            expect(found.addresses[0]).toMatchObject({
              longitude: expect.closeTo(19.94, 3),
              latitude: expect.closeTo(50.06, 3)
            })
          }
        })
      )
    )

    it.effect("MUST not be guessed if several grids fit, and no town tells which", () =>
      run(
        Effect.gen(function* () {
          const points = grid(3734, [-81.69, 41.5])
          const unknown = yield* guess(rows("Nowhere at all", points), "US")
          expect(unknown.addresses[0]).not.toHaveProperty("latitude")
          const elsewhere = yield* guess(rows("Anchorage", points), "US")
          expect(elsewhere.addresses[0]).not.toHaveProperty("latitude")
        })
      )
    )
  })

  it.effect("MUST be recognized without towns if only one grid puts them into the country", () =>
    run(
      Effect.gen(function* () {
        const bogota = yield* guess(rows("Sin nombre", grid(9377, [-74.07, 4.71])), "CO")
        expect(bogota.addresses[0]).toMatchObject({
          longitude: expect.closeTo(-74.07, 3),
          latitude: expect.closeTo(4.71, 3)
        })
      })
    )
  )

  it.effect("MUST tell no country where it fits those of several, and nothing else tells one", () =>
    run(
      Effect.gen(function* () {
        const lines = [
          "ZONE_NO,STREET_NO,BUILDING_NO,STREET_ENAME,XCOORD,YCOORD",
          ...[1, 2, 3, 4].map((i) => `24,300,${i},Al Rayyan Street,${231_000 + i * 11},${391_000 + i * 9}`)
        ]
        const found = yield* guess(lines)
        expect(found).toMatchObject({ country: null, mapping: null })
        const given = yield* guess(lines, "QA")
        expect(given.addresses[0]).toMatchObject({
          longitude: expect.closeTo(51.52, 1),
          latitude: expect.closeTo(25.27, 1)
        })
      })
    )
  )
})
