import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { DataSource, RawRecord } from "../../../sources/DataSource.ts"
import * as DataSources from "../../../sources/DataSource.ts"
import { type as openaddresses } from "../../../sources/openaddresses/OpenAddresses.ts"
import { type as openstreetmap } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { type as overture } from "../../../sources/overture/Overture.ts"
import { type as file } from "../../../sources/registers/FileType.ts"
import { source as starter } from "../../../sources/starter/Starter.ts"
import { verdictOf } from "../../../src/sync/diagnosis/Diagnosis.ts"
import { memory } from "../../properties/Houses.ts"
import { extracts } from "../../sources/openstreetmap/OsmFiles.ts"
import { writePbf } from "../../sources/openstreetmap/PbfWriter.ts"
import { street, Town } from "../../sources/openstreetmap/Town.ts"
import { writeAddresses } from "../../sources/overture/GeoParquet.ts"
import { street as overtureStreet } from "../../sources/overture/Reading.ts"
import { testPlatform } from "../../sources/reading/TestReader.ts"
import { homes, opened, sourceOf } from "../support.ts"
import { writtenFile } from "../../support/WrittenFile.ts"

const missing = !existsSync(extracts)
const extract = (name: string) => fileURLToPath(new URL(`${name}.osm.pbf`, extracts))

/** The report of a source's run, with its verdict. */
const resultOf = Effect.fnUntraced(function* (source: DataSource) {
  const { synchronizer } = yield* opened(memory, [source])
  const [report] = yield* synchronizer.run({})
  const { explanations, outcome } = report!
  return { ...report!, first: explanations[0], verdict: verdictOf(outcome, explanations) }
})

const mapping = (more: object = {}, fields: object = {}) => ({
  country: "CH",
  license: "CC0-1.0",
  attribution: "A test",
  homepage: "https://example.com/",
  format: { type: "csv", delimiter: ";" },
  fields: { houseNumber: "{no}", street: "{street}", city: "{town}", postcode: "{zip}", ...fields },
  evidence: [{ kind: "declared", detail: "Made up for tests." }],
  ...more
})

const header = "no;street;zip;town;lat;lon"
const rows = (row: (i: number) => string, count = 40) =>
  [header, ...Array.from({ length: count }, (_, i) => row(i + 1)), ""].join("\n")

const table = (content: string, of: object) =>
  Effect.flatMap(writtenFile("a.csv", content), (location) => file.configure("mine", { location, mapping: of }))

const good = rows((i) => `${i};Bahnhofstrasse;8001;Zürich;47.37;8.54`)
const position = { position: { x: "{lon}", y: "{lat}" } }

layer(testPlatform)("The result of", (it) => {
  it.effect("a table that is read correctly MUST be good", () =>
    Effect.gen(function* () {
      const result = yield* resultOf(yield* table(good, mapping(position)))
      assert.deepInclude(result, { verdict: "good", kept: 40, explanations: [] })
    })
  )

  it.effect("a table MUST name the mistake in its mapping", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [what: string, content: string, of: object, sentence: RegExp, cure: RegExp]> =
        [
          [
            "columns that changed places",
            good,
            mapping({}, { city: "{zip}", postcode: "{town}" }),
            /postcode.*the city looks like a postcode/,
            /`mapping\.fields\.postcode` and `mapping\.fields\.city`/
          ],
          [
            "street and number that changed places",
            good,
            mapping({}, { houseNumber: "{street}", street: "{no}" }),
            /house numbers without a digit: the street is a number/,
            /`mapping\.fields\.houseNumber` and `mapping\.fields\.street`/
          ],
          [
            "latitude and longitude that changed places",
            good,
            mapping({ position: { x: "{lat}", y: "{lon}" } }),
            /are outside Switzerland \(CH\): with latitude and longitude swapped/,
            /Swap `x` and `y` of `mapping\.position`/
          ],
          [
            "a projection that is not named",
            rows((i) => `${i};Bahnhofstrasse;8001;Zürich;1247000;2683000`),
            mapping(position),
            /not on Earth: they are not degrees/,
            /`mapping\.projection`/
          ],
          [
            "another country",
            rows((i) => `${i};Rue de Rivoli;7500;Paris;48.86;2.34`),
            mapping(position),
            /they are in France \(FR\)/,
            /Set `mapping\.country` to "FR"/
          ],
          [
            "an encoding that is another",
            good.replaceAll("Zürich", "ZÃ¼rich"),
            mapping(),
            /garbled letters/,
            /`mapping\.format\.encoding`/
          ],
          [
            "a number within the street",
            rows((i) => `;Bahnhofstrasse ${i};8001;Zürich;;`),
            mapping(),
            /no house number: the number is part of the street/,
            /pattern/
          ],
          [
            "numbers that a spreadsheet made dates",
            rows((i) => `${i % 28}-Jan;Bahnhofstrasse;8001;Zürich;;`),
            mapping(),
            /a spreadsheet has turned them into dates/,
            /spreadsheet/
          ],
          [
            "postcodes that lost a zero",
            rows((i) => `${i};Long Lane;2134;Boston;;`),
            mapping({ country: "US" }, { region: "MA" }),
            /leading zeros were lost/,
            /`mapping\.fields\.postcode`/
          ],
          [
            "columns that are others",
            ["no;street;zip;town", ...Array.from({ length: 40 }, () => ";;;")].join("\n"),
            mapping(),
            /no part of an address/,
            /`mapping\.format`/
          ],
          [
            "nothing that says which are homes",
            good,
            mapping({ evidence: [] }),
            /no evidence of being a home: nothing from the source can be drawn/,
            /`mapping\.evidence`/
          ],
          [
            "rows that all are the same",
            rows(() => "1;Bahnhofstrasse;8001;Zürich;;"),
            mapping(),
            /have the address of another record/,
            /`mapping\.fields\.unit`/
          ],
          ["no rows", `${header}\n`, mapping(), /has no records of Switzerland/, /`mapping\.files`/],
          [
            "a rule that fits nothing",
            good,
            mapping({ keep: [{ value: "{town}", is: ["Zurich"], because: "not of Zurich" }] }),
            /left out by the source's own rules/,
            /`mapping\.keep`/
          ]
        ]
      for (const [what, content, of, sentence, cure] of cases) {
        const { explanations, first, verdict } = yield* resultOf(yield* table(content, of))
        assert.strictEqual(verdict, "attention", what)
        const attention = explanations.find(({ code, severity }) => severity === "attention" && code !== "held-back")
        assert.match(attention?.sentence ?? JSON.stringify(first), sentence, what)
        assert.match(attention!.cure!, cure, what)
      }
    })
  )

  it.effect("a truncated file MUST be a failure, in the words of the fault", () =>
    Effect.gen(function* () {
      const town = new Town()
      for (let i = 0; i < 40; i++) town.square(i * 6, 0, 4, { ...street(String(i + 1)), building: "house" })
      const bytes = writePbf(town)
      const location = yield* writtenFile("a.osm.pbf", bytes.subarray(0, bytes.length - 20))
      const result = yield* resultOf(yield* openstreetmap.configure("town", { location, countries: ["DE"] }))
      assert.strictEqual(result.verdict, "failed")
      assert.deepInclude(result.first, { severity: "attention", code: "failed", sentence: result.message! })
      assert.match(result.first!.cure!, /^Published data are unchanged\./)
    })
  )

  it.effect("an extract of another country MUST be reported as one", () =>
    Effect.gen(function* () {
      const town = new Town()
      for (let i = 0; i < 40; i++) town.square(i * 6, 0, 4, { ...street(String(i + 1)), building: "house" })
      const location = yield* writtenFile("a.osm.pbf", writePbf(town))
      const result = yield* resultOf(yield* openstreetmap.configure("town", { location, countries: ["CH"] }))
      assert.strictEqual(result.verdict, "attention")
      const first = result.explanations.find(({ code }) => code !== "held-back")
      assert.match(first!.sentence, /Switzerland \(CH\)/)
      assert.match(first!.cure!, /`countries`/)
    })
  )

  it.effect("a source of shops only MUST be reported as having no homes, and its pool as empty", () =>
    Effect.gen(function* () {
      const shops = homes(30).map((home): RawRecord => ({
        ...home,
        evidence: { kind: "against", detail: "Is a shop." }
      }))
      const result = yield* resultOf(sourceOf("shops", () => Stream.fromIterable(shops)))
      assert.deepInclude(result, { verdict: "attention", outcome: "published" })
      assert.match(result.first!.sentence, /^All 30 kept records are known to be shops, offices/)
    })
  )

  it.effect("Overture's addresses without its buildings MUST be good, and say what buildings would add", () =>
    Effect.gen(function* () {
      const location = yield* writtenFile("a.parquet", writeAddresses(overtureStreet(30)))
      const result = yield* resultOf(yield* overture.configure("overture", { location, countries: ["LI"] }))
      assert.deepInclude(result, { verdict: "good", kept: 30 })
      assert.deepInclude(result.first, { severity: "info", code: "assumed-homes" })
      assert.match(result.first!.cure!, /^Set `buildings`/)
      const strict = { location, countries: ["LI"], weakestEvidence: "building" }
      const doubted = yield* resultOf(yield* overture.configure("overture", strict))
      assert.deepInclude(doubted.first, { severity: "attention", code: "no-homes" })
      assert.match(doubted.first!.cure!, /`weakestEvidence` of the source is `building`/)
    })
  )

  it.effect("an OpenAddresses file without regions MUST ask for one", () =>
    Effect.gen(function* () {
      const content = Array.from({ length: 20 }, (_, i) =>
        JSON.stringify({
          type: "Feature",
          properties: { hash: `h${i}`, number: String(i + 1), street: "Oak Street", city: "Springfield", region: "" },
          geometry: null
        })
      ).join("\n")
      const location = yield* writtenFile("a.geojson", content)
      const result = yield* resultOf(yield* openaddresses.configure("oa", { location, country: "US" }))
      const first = result.explanations.find(({ code }) => code !== "held-back")
      assert.deepInclude(first, { severity: "attention", code: "missing-region", share: 1 })
      assert.match(first!.cure!, /Set `region`/)
    })
  )

  it.effect("a starter that lost half MUST be held back, and say what it would lose", () =>
    Effect.gen(function* () {
      let version = 1
      const records = yield* Stream.runCollect(starter.records("US"))
      const source = DataSources.make({
        ...starter,
        fingerprint: Effect.sync(() => String(version)),
        records: () => Stream.fromIterable(version === 1 ? records : records.slice(0, records.length / 2))
      })
      const { publisher, synchronizer } = yield* opened(memory, [source])
      const [published] = yield* synchronizer.run({})
      assert.deepInclude(published, { outcome: "published", kept: 4033 })
      assert.strictEqual(verdictOf("published", published!.explanations), "good")
      version = 2
      const [gated] = yield* synchronizer.run({})
      assert.strictEqual(gated!.outcome, "gated")
      assert.match(gated!.explanations[0]!.sentence, /would lose much.* fall from 4,?033 to/)
      const changes = yield* publisher.changes(gated!.runId!)
      assert.deepInclude(changes, { of: "source", added: 0, withdrawn: 4033 - gated!.kept })
      const told = changes!.regions.reduce((sum, { withdrawn }) => sum + withdrawn, changes!.otherRegions.withdrawn)
      assert.strictEqual(told, changes!.withdrawn)
      assert.lengthOf(changes!.examples, 40)
    })
  )

  it.effect("Queens without its state MUST ask for the city, or for the whole extract", (t) =>
    Effect.gen(function* () {
      if (missing) return t.skip(`There is no folder ${fileURLToPath(extracts)}.`)
      const options = { location: extract("queens_village_ny"), countries: ["US"], derive: [] }
      const lacking = yield* resultOf(yield* openstreetmap.configure("queens", options))
      const first = lacking.explanations.find(({ code }) => code !== "held-back")
      assert.strictEqual(lacking.verdict, "attention")
      assert.match(first!.sentence, /^(More than 99|9\d) percent of the records have no (city|region)\.$/)
      assert.match(first!.cure!, /Set `(city|region)`, or use the extract of the whole state/)
    })
  )

  it.effect("a real extract MUST be good if it has homes of the country, and only then", (t) =>
    Effect.gen(function* () {
      if (missing) return t.skip(`There is no folder ${fileURLToPath(extracts)}.`)
      const of = Effect.fnUntraced(function* (name: string, country: string, more: object = {}) {
        const options = { location: extract(name), countries: [country], ...more }
        return yield* resultOf(yield* openstreetmap.configure("extract", options))
      })
      const foreign = yield* of("amsterdam", "DE")
      assert.strictEqual(foreign.verdict, "attention")
      const cause = foreign.explanations.find(({ code }) => code !== "held-back")
      assert.match(`${cause!.sentence} ${cause!.cure!}`, /are in .*`countries`/)
      const karlsruhe = yield* of("osr-karlsruhe-kirchfeld", "DE")
      assert.deepInclude(karlsruhe, { verdict: "good" }, JSON.stringify(karlsruhe.explanations))
      const rome = yield* of("osr-rome-piazza-vittorio-emanuele", "IT")
      assert.deepInclude(rome, { verdict: "good" }, JSON.stringify(rome.explanations))
      const marina = yield* of("bayfront_singapore", "SG", { city: "Singapore" })
      assert.deepInclude(marina.explanations[0], { severity: "attention", code: "no-homes" })
    })
  )
})
