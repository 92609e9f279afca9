import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { countryOf } from "../../src/directory/AddCountryNames.ts"
import { candidates } from "../../src/directory/AddEntry.ts"
import { freeName, sourceName } from "../../src/directory/AddName.ts"
import { Directory } from "../../src/directory/Directory.ts"
import { entryOf } from "./Entries.ts"

const named = {
  CH: ["CH", "ch", " ch ", "Switzerland", "Schweiz", "SUISSE", "Svizzera", "スイス", "Швейцария", "CHE", "سويسرا"],
  GB: ["UK", "GB", "Great Britain", "Royaume-Uni", "England", "Inglaterra", "Écosse", "Großbritannien"],
  BR: ["Brasil", "Brazil", "Brésil"],
  JP: ["日本", "Japan", "Japón"],
  MM: ["Myanmar", "Burma", "Birma"],
  LU: ["Lëtzebuerg", "Luxemburg"],
  GW: ["Guinea Bissau", "Guinea-Bissau"],
  CI: ["Côte d'Ivoire", "ivory coast", "Cote dIvoire", "Elfenbeinküste"],
  NL: ["The Netherlands", "les Pays-Bas", "Holland"],
  AT: ["Oesterreich", "Osterreich", "🇦🇹"],
  TW: ["台灣", "台湾", "臺灣", "Republic of China", "Taiwan, Province of China"],
  TH: ["ประเทศไทย", "ไทย"],
  AE: ["UAE", "Emirates"],
  IE: ["Republic of Ireland", "Éire"],
  CD: ["DRC", "DR Congo", "Zaire", "Congo, Democratic Republic of the", "Congo (Democratic Republic of the)"],
  CG: ["Republic of the Congo"],
  KR: ["Korea, Republic of", "Republic of Korea"],
  KP: ["DPRK", "Korea, Democratic People's Republic of"],
  RU: ["Russian Federation", "Российская Федерация"],
  CZ: ["Czech Republic", "Česká republika", "Tschechische Republik"],
  MK: ["Macedonia", "FYROM", "Mazedonien"],
  PS: ["Palestine", "State of Palestine", "West Bank", "Gaza Strip", "Palestinian Territory"],
  LC: ["Saint Lucia", "St Lucia", "St. Lucia"],
  KN: ["Saint Kitts and Nevis", "St Kitts & Nevis"],
  MF: ["Saint Martin", "Saint Martin (French part)", "Saint-Martin"],
  SX: ["Sint Maarten (Dutch part)"],
  BQ: ["Bonaire, Sint Eustatius and Saba", "Caribbean Netherlands"],
  GF: ["Guyane", "French Guyana", "Guyane française"],
  RE: ["La Réunion", "Reunion Island", "FR-974"],
  HK: ["Hong Kong", "香港", "Hongkong", "Hong Kong SAR"],
  AX: ["Åland", "FI-01", "Ahvenanmaa"],
  VI: ["USVI", "Virgin Islands, U.S.", "Virgin Islands (US)", "United States Virgin Islands"],
  VG: ["BVI", "Virgin Islands, British"],
  FK: ["Falklands", "Malvinas", "Falkland Islands (Malvinas)"],
  UZ: ["O'zbekiston", "Oʻzbekiston"]
}

describe("a country's name", () => {
  it.effect("MUST be understood in any language, as a code, and in any case", () =>
    Effect.gen(function* () {
      for (const [code, names] of Object.entries(named)) {
        for (const name of names) assert.strictEqual(yield* countryOf(name), code, name)
      }
    })
  )

  it.effect("MUST be given for a region, which is no country", () =>
    Effect.gen(function* () {
      const regions = { DE: ["Berlin", "Bayern", "Bavaria", "DE-BE"], US: ["Texas", "us-tx"], CH: ["Zürich"] }
      for (const [code, names] of Object.entries(regions)) {
        for (const name of names) {
          const { message } = yield* Effect.flip(countryOf(name))
          assert.match(
            message,
            new RegExp(`^"${name}" is no country, but a region of ${code} \\(.*directory ${code} lists`)
          )
        }
      }
    })
  )

  it.effect("MUST be suggested when it is mistyped", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(countryOf("Switzerlnd"))
      assert.match(message, /No country is called "Switzerlnd". Did you mean CH \(Switzerland\)\?/)
      const begun = yield* Effect.flip(countryOf("Turks and Caicos"))
      assert.include(begun.message, "Did you mean TC (Turks & Caicos Islands)?")
      const nothing = yield* Effect.flip(countryOf("Atlantis of the deep"))
      assert.notInclude(nothing.message, "Did you mean")
      assert.include(nothing.message, "npm run doorstep -- directory")
    })
  )

  it.effect("MUST lead to the parts that are meant by the name of a city or a region", () =>
    Effect.gen(function* () {
      const part = (country: string, name: string, code: string | null = null) =>
        entryOf({ id: `geofabrik:${name}`, country, part: { name, code } })
      const entries = [
        part("DE", "Regierungsbezirk Karlsruhe"),
        part("DE", "Bayern", "DE-BY"),
        part("US", "City of Savannah, Georgia"),
        ...["A", "B", "C", "DE"].map((state) => part("US", `Springfield, ${state}`))
      ]
      const add = (parameters: string) => `npm run doorstep -- add ${parameters}`
      for (const [name, said] of [
        [
          "karlsruhe",
          `No country is called "karlsruhe". To add a part of that name: ${add('DE --part "Regierungsbezirk Karlsruhe"')}`
        ],
        [
          "Bavaria",
          `"Bavaria" is no country, but a region of DE (Germany). To add it alone: ${add('DE --part "Bayern"')}`
        ],
        [
          "Savannah",
          `"Savannah" is no country, but a region of GH (Ghana). Give the country; npm run doorstep -- directory GH lists the parts that can be added alone. Parts of other countries have its name, too: ${add('US --part "City of Savannah, Georgia"')}`
        ],
        [
          "Springfield",
          `No country is called "Springfield". To add a part of that name: ${["A", "B", "C"].map((state) => add(`US --part "Springfield, ${state}"`)).join("; ")}; and 1 more`
        ]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(countryOf(name, entries))).message, said)
      }
      for (const text of ["Karl", "?"]) {
        assert.notInclude((yield* Effect.flip(countryOf(text, entries))).message, "--part", text)
      }
    })
  )

  it.effect("MUST also come from the directory, which has codes that ISO 3166-1 lacks", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* countryOf("xa", [entryOf({ id: "a", country: "XA" })]), "XA")
      assert.strictEqual((yield* Effect.flip(countryOf("xq")))._tag, "UnknownCountry")
    })
  )
})

const newYork = entryOf({
  id: "geofabrik:north-america/us/new-york",
  country: "US",
  part: { name: "New York", code: "US-NY" }
})
const clackamas = entryOf({
  id: "openaddresses:us/or/clackamas",
  country: "US",
  upstream: "openaddresses",
  type: "openaddresses",
  part: { name: "Clackamas County", code: null }
})
const whole = entryOf({ id: "geofabrik:north-america/us", country: "US" })
const overture = entryOf({ id: "overture:US", country: "US", upstream: "overture", type: "overture" })
const washingtons = ["or", "wa"].map((state) =>
  entryOf({
    ...clackamas,
    id: `openaddresses:us/${state}/washington`,
    part: { name: "Washington", code: `US-${state}` }
  })
)
const all = [newYork, clackamas, whole, overture, ...washingtons]

const ids = (wanted: Parameters<typeof candidates>[2], of = all) =>
  Effect.map(candidates("US", of, wanted), (found) => found.map(({ id }) => id))
const refusal = (wanted: Parameters<typeof candidates>[2], of = all) =>
  Effect.map(Effect.flip(candidates("US", of, wanted)), ({ _tag, message }) => ({ _tag, message }))

describe("the part of a country that a user wants", () => {
  it.effect("MUST be all of it, unless a part or a source is named", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ids({}), [whole.id, overture.id])
      assert.deepStrictEqual(yield* ids({ from: "overture" }), [overture.id])
      assert.deepStrictEqual(yield* ids({ from: "openstreetmap" }), [whole.id])
      for (const part of ["US-NY", "ny", "new york", "New York"]) {
        assert.deepStrictEqual(yield* ids({ part }), [newYork.id], part)
      }
      const within = {
        ...clackamas,
        id: "openaddresses:us/ny/albany",
        part: { name: "Albany, New York", code: "US-NY" }
      }
      assert.deepStrictEqual(yield* ids({ part: "US-NY" }, [within, ...all]), [newYork.id])
      assert.deepStrictEqual(yield* ids({ from: clackamas.id }), [clackamas.id])
      assert.deepStrictEqual(yield* ids({ from: "us/or/clackamas" }), [clackamas.id])
    })
  )

  it.effect("MUST be answered with a list if it does not exist", () =>
    Effect.gen(function* () {
      const none = yield* refusal({}, [])
      assert.strictEqual(none._tag, "NoSource")
      assert.include(none.message, "npm run doorstep -- source add")
      const source = yield* refusal({ from: "overtur" })
      assert.strictEqual(source._tag, "UnknownEntry")
      assert.include(source.message, "Did you mean overture")
      const part = yield* refusal({ part: "New Yrok" })
      assert.strictEqual(part._tag, "UnknownPart")
      assert.include(part.message, "Did you mean New York (US-NY)?")
      const listed = yield* refusal({ part: "Bavaria" })
      assert.include(listed.message, "There are: Clackamas County, New York (US-NY), Washington")
      const several = yield* refusal({ part: "Washington" })
      for (const { id } of washingtons) assert.include(several.message, `--from ${id}`)
      const needed = yield* refusal({}, [newYork, clackamas])
      assert.strictEqual(needed._tag, "PartNeeded")
      assert.include(needed.message, "New York (US-NY)")
    })
  )
})

describe("the name of a source", () => {
  it("MUST contain country, part and kind", () => {
    assert.strictEqual(sourceName(entryOf({ id: "geofabrik:europe/switzerland" })), "ch-openstreetmap")
    assert.strictEqual(sourceName(entryOf({ id: "geofabrik:asia/gcc-states:SA", country: "SA" })), "sa-openstreetmap")
    assert.strictEqual(sourceName(newYork), "us-new-york-openstreetmap")
    assert.strictEqual(sourceName(clackamas), "us-or-clackamas-openaddresses")
    const register = { type: "register", upstream: "register" as const, options: { register: "ch-gwr" } }
    assert.strictEqual(sourceName(entryOf({ id: "register:ch-gwr", ...register })), "ch-gwr")
    const part = { part: { name: "Zurich", code: "CH-ZH" } }
    assert.strictEqual(sourceName(entryOf({ id: "register:ch-gwr", ...register, ...part })), "ch-gwr")
  })

  it("MUST be unused", () => {
    assert.strictEqual(freeName("ch-overture", new Set()), "ch-overture")
    assert.strictEqual(freeName("ch-overture", new Set(["ch-overture", "ch-overture-2"])), "ch-overture-3")
    assert.match(freeName("a".repeat(40), new Set(["a".repeat(40)])), /^a{38}-2$/)
  })

  it.effect("MUST be valid, and different for each entry of the directory", () =>
    Effect.gen(function* () {
      const names = new Map<string, string>()
      for (const entry of yield* (yield* Directory).entries) {
        const name = sourceName(entry)
        assert.match(name, /^[a-z][a-z0-9-]{0,39}$/, entry.id)
        assert.isUndefined(names.get(name), `${name} of ${entry.id} and ${names.get(name)}`)
        names.set(name, entry.id)
      }
      assert.isAbove(names.size, 0)
    }).pipe(Effect.provide(Directory.layer.pipe(Layer.provide(NodeServices.layer))))
  )
})
