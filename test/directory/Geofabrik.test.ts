import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { usualUpstreams } from "../../sources/reading/Upstreams.ts"
import { GeofabrikIndex, geofabrikEntries } from "../../src/directory/Geofabrik.ts"
import { realFile } from "../sources/reading/Harvest.ts"
import { extractFeature, type GeofabrikIndex as Index, smallIndex } from "../support/upstream/GeofabrikIndex.ts"

const read = (index: unknown, base = usualUpstreams.geofabrik) =>
  Effect.flatMap(Schema.decodeUnknownEffect(GeofabrikIndex)(index), (decoded) => geofabrikEntries(decoded, base))

const index = (...features: ReadonlyArray<Index["features"][number]>): Index => ({
  type: "FeatureCollection",
  features
})

const idsOf = (entries: ReadonlyArray<{ readonly country: string; readonly id: string }>, country: string) =>
  entries.filter((entry) => entry.country === country).map(({ id }) => id)

describe("Geofabrik's index", () => {
  it.effect("MUST give each country its own extract, and territories without one the extract that contains them", () =>
    Effect.gen(function* () {
      const entries = yield* read(smallIndex)
      assert.deepStrictEqual(idsOf(entries, "LI"), ["geofabrik:europe/liechtenstein"])
      assert.deepStrictEqual(idsOf(entries, "GG"), ["geofabrik:europe/guernsey-jersey:GG"])
      assert.deepStrictEqual(idsOf(entries, "CH"), ["geofabrik:europe:CH"])
      const guernsey = entries.find(({ country }) => country === "GG")!
      assert.deepStrictEqual(guernsey.covers, ["GG", "JE"])
      assert.deepStrictEqual(guernsey.options, {
        location: "https://download.geofabrik.de/europe/guernsey-jersey-latest.osm.pbf",
        countries: ["GG"]
      })
    })
  )

  it.effect("MUST trust the map if a code or a name belongs to another country", () =>
    Effect.gen(function* () {
      const entries = yield* read(
        index(
          extractFeature("australia-oceania", "Australia and Oceania", [
            [110, -50, 180, 20],
            [-180, -50, -100, 20]
          ]),
          extractFeature("australia-oceania/wallis-et-futuna", "Wallis et Futuna", [[-179, -15, -175, -12]], {
            "iso3166-1:alpha2": ["VU"]
          }),
          extractFeature("north-america/us/georgia", "Georgia", [[-85.7, 30.3, -80.7, 35.1]], {
            "iso3166-2": ["US-GA"]
          })
        )
      )
      assert.deepStrictEqual(idsOf(entries, "WF"), ["geofabrik:australia-oceania/wallis-et-futuna"])
      assert.deepStrictEqual(idsOf(entries, "VU"), ["geofabrik:australia-oceania:VU"])
      assert.deepStrictEqual(idsOf(entries, "GE"), [])
      const [georgia] = entries.filter(({ part }) => part !== null)
      assert.deepStrictEqual([georgia?.country, georgia?.part], ["US", { name: "Georgia", code: "US-GA" }])
    })
  )

  it.effect("MUST list parts under their country, by the index if the map disagrees, and with clean names", () =>
    Effect.gen(function* () {
      const entries = yield* read(
        index(
          extractFeature("europe/spain", "Spain", [[-9.5, 35, 4.5, 44]], { "iso3166-1:alpha2": ["ES"] }),
          extractFeature("europe/spain/ceuta", "Ceuta", [[-5.6, 35.6, -5.2, 35.95]]),
          extractFeature("europe/poland", "Poland", [[14, 49, 24.2, 54.9]], { "iso3166-1:alpha2": ["PL"] }),
          extractFeature("europe/poland/opolskie", "Województwo opolskie<br />(Opole Voivodeship)", [
            [16.9, 49.97, 18.7, 51.2]
          ]),
          extractFeature("north-america/us/new-york", "us/new-york", [[-79.7, 40.5, -71.8, 45]])
        )
      )
      const parts = entries.filter(({ part }) => part !== null).map(({ country, part }) => [country, part])
      assert.deepStrictEqual(parts, [
        ["ES", { name: "Ceuta", code: "ES-CE" }],
        ["PL", { name: "Województwo opolskie (Opole Voivodeship)", code: "PL-16" }],
        ["US", { name: "New York", code: "US-NY" }]
      ])
    })
  )

  it.effect("MUST name Geofabrik's own server, whichever mirror the index came from", () =>
    Effect.gen(function* () {
      const base = "https://mirror.example.org/osm/geofabrik"
      const mirrored = JSON.parse(JSON.stringify(smallIndex).replaceAll(usualUpstreams.geofabrik, base)) as unknown
      const expected = yield* read(smallIndex)
      assert.deepStrictEqual(yield* read(mirrored, base), expected)
      assert.deepStrictEqual(yield* read(smallIndex, base), expected)
    })
  )

  it.effect("MUST leave out entries without a public extract, or with an invalid path", () =>
    Effect.gen(function* () {
      const [feature] = smallIndex.features
      const strange = (urls: object) => ({ ...feature, properties: { ...feature!.properties, urls } })
      const none = [{}, { pbf: "https://download.geofabrik.de/../secret-latest.osm.pbf" }, { pbf: "nonsense" }]
      assert.deepStrictEqual(yield* read({ features: none.map(strange) }), [])
    })
  )

  it.effect("MUST read the complete real indexes", () =>
    Effect.gen(function* () {
      const file = realFile("directory/geofabrik-index-2025-03.json")
      if (file === undefined) return
      const real = JSON.parse(readFileSync(file, "utf8")) as { readonly features: ReadonlyArray<unknown> }
      const entries = yield* read(real)
      const whole = new Map(entries.filter(({ part }) => part === null).map((entry) => [entry.country, entry.id]))
      assert.strictEqual(whole.size, 243)
      const expected = {
        AX: "geofabrik:europe/finland:AX",
        GB: "geofabrik:europe/united-kingdom",
        GP: "geofabrik:europe/france/guadeloupe",
        GU: "geofabrik:australia-oceania/american-oceania:GU",
        HK: "geofabrik:asia/china/hong-kong",
        IE: "geofabrik:europe/ireland-and-northern-ireland",
        PR: "geofabrik:north-america/us/puerto-rico",
        SA: "geofabrik:asia/gcc-states:SA",
        SG: "geofabrik:asia/malaysia-singapore-brunei:SG",
        SM: "geofabrik:europe/italy:SM",
        VA: "geofabrik:europe/italy/centro",
        VU: "geofabrik:australia-oceania/vanuatu",
        WF: "geofabrik:australia-oceania/wallis-et-futuna",
        XK: "geofabrik:europe/kosovo"
      }
      assert.deepStrictEqual(Object.fromEntries(Object.keys(expected).map((code) => [code, whole.get(code)])), expected)
      const named = entries.map(({ options }) => options["location"])
      for (const group of ["dach", "alps", "britain-and-ireland"]) {
        assert.notInclude(named, `${usualUpstreams.geofabrik}/europe/${group}-latest.osm.pbf`)
      }
    })
  )
})
