import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it, layer } from "@effect/vitest"
import { Clock, Console, Effect, Layer, Result, Stream } from "effect"
import pointInPolygon from "point-in-polygon-hao"
import { afterAll } from "vitest"
import { isRejected, type RawRecord } from "../../../sources/DataSource.ts"
import { type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { extracts, readExtract } from "./OsmFiles.ts"

/** The real extracts, each with the country that it is read for and the counts that inspection found beforehand. */
const files = {
  amsterdam: { country: "NL", read: 66, building: 61, landuse: 2, probable: 0, against: 2 },
  bayfront_singapore: { country: "SG", read: 30, building: 0, landuse: 0, probable: 0, against: 17 },
  helsinki: { country: "FI", read: 1472, building: 35, landuse: 20, probable: 0, against: 490 },
  "liechtenstein-latest": { country: "LI", read: 1012, building: 629, landuse: 151, probable: 11, against: 125 },
  "monaco-latest": { country: "MC", read: 272, building: 19, landuse: 0, probable: 0, against: 149 },
  "osr-karlsruhe-kirchfeld": { country: "DE", read: 1565, building: 710, landuse: 697, probable: 0, against: 85 },
  "osr-miraustr": { country: "DE", read: 2707, building: 1668, landuse: 556, probable: 0, against: 295 },
  "osr-neuss-s11": { country: "DE", read: 1457, building: 990, landuse: 211, probable: 0, against: 116 },
  "osr-rome-piazza-vittorio-emanuele": {
    country: "IT",
    read: 3067,
    building: 1221,
    landuse: 0,
    probable: 309,
    against: 647
  },
  "osrm-monaco": { country: "MC", read: 84, building: 0, landuse: 7, probable: 0, against: 48 },
  vancouver_canada: { country: "CA", read: 1744, building: 207, landuse: 88, probable: 46, against: 1160 },
  whitelion_bristol_uk: { country: "GB", read: 40, building: 5, landuse: 0, probable: 0, against: 31 }
} as const

/** Addresses that occur in two spellings, such as 57a and 57 A: only the identity rules make them one. */
const spelledTwice: Readonly<Record<string, number>> = { helsinki: 1, "osr-miraustr": 1 }

const missing = !existsSync(extracts)
const reader = Reader.layer.pipe(Layer.provide(Layer.mergeAll(NodeHttpClient.layerUndici, NodeServices.layer)))

const read = Effect.fnUntraced(function* (name: string, country: string, options: object = {}) {
  const location = fileURLToPath(new URL(`${name}.osm.pbf`, extracts))
  const source = yield* type.configure("openstreetmap", { location, countries: [country], ...options })
  const rejected: Record<string, number> = {}
  const homes: Record<string, number> = { building: 0, landuse: 0, probable: 0, against: 0 }
  const given: Array<RawRecord> = []
  const addresses = new Set<string>()
  const count = (reason: string) => {
    rejected[reason] = (rejected[reason] ?? 0) + 1
  }
  let all = 0
  const start = yield* Clock.currentTimeMillis
  yield* Stream.runForEach(source.records(country), (record) =>
    Effect.sync(() => {
      all += 1
      if (isRejected(record)) return count(record.reason)
      given.push(record)
      const result = normalize(source.manifest, country, record)
      if (Result.isFailure(result)) return count(result.failure)
      if (addresses.has(result.success.addressId)) return count("spelled twice")
      addresses.add(result.success.addressId)
      if (record.evidence !== undefined) homes[record.evidence.kind]! += 1
    })
  )
  const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
  return { given, read: all, kept: addresses.size, rejected, homes, seconds }
})

type Found = Effect.Success<ReturnType<typeof read>>

/** What was read, so that each file is read only once. */
const reads = new Map<string, Found>()

const readOnce = Effect.fnUntraced(function* (name: keyof typeof files) {
  const found = reads.get(name) ?? (yield* read(name, files[name].country))
  reads.set(name, found)
  return found
})

const evidenceIn = (records: ReadonlyArray<RawRecord>, kind: string) =>
  records.filter(({ evidence }) => evidence?.kind === kind).length

const table: Array<Record<string, string | number>> = []

describe.skipIf(missing)("real extracts", () => {
  layer(reader, { excludeTestServices: true })((it) => {
    it.effect.each(Object.keys(files) as Array<keyof typeof files>)("%s", (name) =>
      Effect.gen(function* () {
        const expected = files[name]
        const found = yield* readOnce(name)
        const rejects = Object.entries(found.rejected)
        table.push({
          file: name,
          read: found.read,
          kept: found.kept,
          ...Object.fromEntries(Object.entries(found.homes)),
          rejected: rejects.map(([reason, count]) => `${count} ${reason}`).join(", "),
          seconds: found.seconds.toFixed(2),
          "peak MB": Math.round(process.resourceUsage().maxRSS / 1024)
        })
        expect(found.rejected["spelled twice"], "left to the pipeline").toBe(spelledTwice[name])
        expect(found.kept + rejects.reduce((sum, [, count]) => sum + count, 0)).toBe(found.read)
        expect({
          country: expected.country,
          read: found.read,
          building: evidenceIn(found.given, "building"),
          landuse: evidenceIn(found.given, "landuse"),
          probable: evidenceIn(found.given, "probable"),
          against: evidenceIn(found.given, "against")
        }).toEqual(expected)
      })
    )

    it.effect("a suburb of Karlsruhe has at least 1,300 homes in the pool", () =>
      Effect.gen(function* () {
        const { homes } = yield* readOnce("osr-karlsruhe-kirchfeld")
        expect(homes["building"]! + homes["landuse"]!).toBeGreaterThanOrEqual(1300)
      })
    )

    it.effect("no allotment house at Miraustraße in Berlin is a home", () =>
      Effect.gen(function* () {
        const { nodes, ways } = yield* readExtract("osr-miraustr")
        const positions = new Map(nodes.map(({ id, lat, lon }) => [id, [lon / 1e7, lat / 1e7] as [number, number]]))
        const houses = ways.filter(({ tags }) => tags?.["building"] === "allotment_house")
        const outlines = houses.map(({ refs }) => refs.map((ref) => positions.get(ref)!))
        expect(houses).toHaveLength(515)
        const { given } = yield* readOnce("osr-miraustr")
        const homes = given.filter(({ evidence }) => evidence !== undefined && evidence.kind !== "against")
        const within = homes.filter(({ coordinates }) =>
          outlines.some((ring) => pointInPolygon([coordinates!.longitude, coordinates!.latitude], [ring]) === true)
        )
        expect(within).toEqual([])
        const ids = new Set(houses.map(({ id }) => `way/${id}`))
        expect(homes.filter(({ recordId }) => ids.has(recordId))).toEqual([])
      })
    )

    it.effect("entrances in Rome are homes by the building around them", () =>
      Effect.gen(function* () {
        const { given } = yield* readOnce("osr-rome-piazza-vittorio-emanuele")
        const entrances = given.filter(
          ({ evidence, recordId }) => recordId.startsWith("node/") && evidence?.detail.startsWith("Lies in building")
        )
        expect(entrances.length).toBeGreaterThanOrEqual(500)
      })
    )

    it.effect("streets of Helsinki have their Swedish names", () =>
      Effect.gen(function* () {
        const { given } = yield* readOnce("helsinki")
        const swedish = given.filter(({ names }) => names?.["sv"]?.street !== undefined)
        expect(swedish.length).toBeGreaterThan(given.length * 0.9)
        expect(given.find(({ street }) => street === "Säästöpankinranta")).toMatchObject({
          language: "fi",
          names: { sv: { street: "Sparbankskajen", city: "Helsingfors" } }
        })
      })
    )

    it.effect("an operator's declaration completes an extract that no boundary encloses", () =>
      Effect.gen(function* () {
        const alone = yield* readOnce("vancouver_canada")
        const declared = yield* read("vancouver_canada", "CA", { region: "CA-BC", city: "Vancouver", language: "en" })
        expect(alone.rejected["missing-region"]).toBeGreaterThan(1000)
        expect(declared.rejected["missing-region"]).toBeUndefined()
        expect(declared.kept).toBeGreaterThan(alone.kept + 1000)
      })
    )
  })

  afterAll(() => {
    const columns = ["file", "read", "kept", "building", "landuse", "rejected", "seconds", "peak MB"]
    const lines = [
      columns,
      columns.map(() => "---"),
      ...table.map((row) => columns.map((column) => String(row[column])))
    ]
    Effect.runSync(Console.log(lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")))
  })
})

if (missing) {
  it("real extracts are missing, so they were not tested", ({ skip }) => {
    skip(`There is no folder ${fileURLToPath(extracts)}.`)
  })
}
