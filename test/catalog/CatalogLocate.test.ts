import { assert, layer } from "@effect/vitest"
import { Effect, Option, type Layer } from "effect"
import { Catalog } from "../../src/catalog/Catalog.ts"
import type { LocateRequest } from "../../src/catalog/CatalogStore.ts"
import { Countries } from "../../src/pool/Countries.ts"
import { children, type House, idOf, memory, postgres, publish, search, street, values } from "./CatalogHouse.ts"

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

const locate = (request: Partial<LocateRequest>) =>
  Effect.flatMap(Catalog, (catalog) => catalog.locate({ country: "DE", level: "city", names: [], ...request })).pipe(
    Effect.map(
      Option.match({
        onNone: () => "nowhere",
        onSome: ({ name, regionName, residentialCount }) => [name, regionName, residentialCount].join("/")
      })
    )
  )

const southwest = { region: "DE-BW", postcode: "70000" }

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(house)(`Places by other names in ${storage}`, (it) => {
    it.effect("MUST find a place by its name, code or alias, whichever is found first", () =>
      Effect.gen(function* () {
        yield* publish("DE", street(3, { city: "Köln", region: "DE-NW", postcode: "50667" }))
        assert.strictEqual(yield* locate({ names: ["Cologne", "KOLN", "Berlin"] }), "Köln/Nordrhein-Westfalen/3")
        // By its name in another language, as databases of IP addresses have it, if none of the names is known.
        assert.strictEqual(yield* locate({ names: ["Cologne", ""] }), "Köln/Nordrhein-Westfalen/3")
        assert.strictEqual(yield* locate({ names: ["Atlantis"] }), "nowhere")
        // The first one that is known decides, however many homes others have.
        yield* publish(
          "DE",
          street(3, { city: "Köln", region: "DE-NW", postcode: "50667" }),
          street(1, { city: "Bonn", region: "DE-NW", postcode: "53111" })
        )
        assert.strictEqual(yield* locate({ names: ["Cologne", "Bonn", "Köln"] }), "Bonn/Nordrhein-Westfalen/1")
        yield* publish("DE", street(3, { city: "Köln", region: "DE-NW", postcode: "50667" }))
        const region = { level: "region" } as const
        assert.strictEqual(yield* locate({ ...region, names: ["DE-NW", "Bayern"] }), "Nordrhein-Westfalen//3")
        assert.strictEqual(yield* locate({ ...region, names: ["nw"] }), "Nordrhein-Westfalen//3")
        assert.strictEqual(yield* locate({ ...region, names: ["Bavaria", "Bayern"] }), "Bayern//0")
        yield* publish("ES", street(2, { city: "Lorca", region: "ES-MC", postcode: "30800" }))
        for (const name of ["Murcia", "Región de Murcia", "Murcia, Region de"]) {
          assert.strictEqual(yield* locate({ ...region, country: "ES", names: [name] }), "Región de Murcia//2")
        }
        const catalog = yield* Catalog
        const found = Option.getOrThrow(yield* catalog.locate({ country: "DE", level: "city", names: ["koln"] }))
        assert.strictEqual(found.id, idOf((yield* search({ country: "DE" })).items, "Köln"))
        assert.strictEqual(found.regionId, idOf((yield* children({ country: "DE" })).items, "Nordrhein-Westfalen"))
      })
    )

    it.effect("MUST prefer the namesake nearby, then the one with most homes, and stay in the region", () =>
      Effect.gen(function* () {
        const neustadt = (count: number, region: string, latitude: number, longitude: number) =>
          street(count, { city: "Neustadt", region, postcode: "10000", coordinates: at(latitude, longitude) })
        yield* publish(
          "DE",
          neustadt(2, "RP", 49.35, 8.14),
          neustadt(5, "SH", 54.11, 10.81),
          neustadt(3, "TH", 50.73, 11.75)
        )
        const names = ["Neustadt"]
        assert.strictEqual(yield* locate({ names }), "Neustadt/Schleswig-Holstein/5")
        assert.strictEqual(yield* locate({ names, coordinates: at(49.49, 8.47) }), "Neustadt/Rheinland-Pfalz/2")
        assert.strictEqual(yield* locate({ names, coordinates: at(48.1, 11.6) }), "Neustadt/Schleswig-Holstein/5")
        const regions = (yield* children({ country: "DE" })).items
        const within = idOf(regions, "Thüringen")
        assert.strictEqual(yield* locate({ names, within, coordinates: at(49.49, 8.47) }), "Neustadt/Thüringen/3")
        assert.strictEqual(yield* locate({ names, within: idOf(regions, "Bayern") }), "nowhere")
        assert.strictEqual(yield* locate({ names, within: "c-0000000000000" }), "nowhere")
      })
    )

    it.effect("MUST return the nearest city with homes for an unknown one, up to 50 km away", () =>
      Effect.gen(function* () {
        const unknown = { ...southwest, evidence: undefined }
        yield* publish(
          "DE",
          street(1, { ...southwest, city: "Karlsruhe", coordinates: at(49.0069, 8.4037) }),
          street(4, { ...southwest, city: "Stuttgart", coordinates: at(48.7758, 9.1829) }),
          street(1, { ...unknown, city: "Ettlingen", coordinates: at(48.94, 8.41) }),
          street(1, { ...southwest, city: "Unverortet" })
        )
        const names = ["Ettlingen-West"]
        const ettlingen = at(48.9401, 8.4101)
        assert.strictEqual(yield* locate({ names, coordinates: ettlingen }), "Karlsruhe/Baden-Württemberg/1")
        assert.strictEqual(yield* locate({ coordinates: at(48.78, 9.2) }), "Stuttgart/Baden-Württemberg/4")
        // These are 49.9 and 50.1 km north of Karlsruhe.
        assert.strictEqual(
          yield* locate({ coordinates: at(49.0069 + 0.44876, 8.4037) }),
          "Karlsruhe/Baden-Württemberg/1"
        )
        assert.strictEqual(yield* locate({ coordinates: at(49.0069 + 0.45056, 8.4037) }), "nowhere")
        assert.strictEqual(yield* locate({ level: "region", coordinates: ettlingen }), "nowhere")
        const within = idOf((yield* children({ country: "DE" })).items, "Bayern")
        assert.strictEqual(yield* locate({ coordinates: ettlingen, within }), "nowhere")
        assert.strictEqual(yield* locate({ country: "FR", coordinates: ettlingen }), "nowhere")
        yield* (yield* Countries).setEnabled("DE", false)
        assert.strictEqual(yield* locate({ names: ["Karlsruhe"], coordinates: ettlingen }), "nowhere")
        yield* (yield* Countries).setEnabled("DE", true)
      })
    )

    it.effect("MUST not treat the 180th meridian as a border", () =>
      Effect.gen(function* () {
        // One town with houses on both sides of the meridian; the mean of their longitudes would be near Greenwich.
        const waiyevo = (count: number, longitude: number, name: string) =>
          street(count, { city: "Waiyevo", region: "FJ-N", coordinates: at(-16.79, longitude) }, name)
        yield* publish(
          "FJ",
          waiyevo(2, 179.99, "West Road"),
          waiyevo(2, -179.99, "East Road"),
          street(1, { city: "Labasa", region: "FJ-N", coordinates: at(-16.43, 179.37) })
        )
        for (const longitude of [179.9, 180, -180, -179.8]) {
          const found = yield* locate({ country: "FJ", coordinates: at(-16.8, longitude) })
          assert.strictEqual(found, "Waiyevo/Northern/4", String(longitude))
        }
        assert.deepStrictEqual(values((yield* search({ country: "FJ" })).items), ["Labasa", "Waiyevo"])
      })
    )
  })

promises("memory", memory)
promises("PostgreSQL", postgres)
