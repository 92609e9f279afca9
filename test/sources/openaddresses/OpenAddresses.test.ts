import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { type as openAddressesType } from "../../../sources/openaddresses/OpenAddresses.ts"
import { regionOf } from "../../../sources/openaddresses/Records.ts"
import { isRejected, type RawRecord } from "../../../sources/DataSource.ts"
import { fileServer } from "../reading/FileServer.ts"
import { envelope, harvest, realFile } from "../reading/Harvest.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { zip } from "../reading/ZipWriter.ts"
import { writtenFile } from "../../support/WrittenFile.ts"

const configure = (options: Readonly<Record<string, unknown>>) => openAddressesType.configure("county", options)

const feature = (properties: Readonly<Record<string, string>>, coordinates: ReadonlyArray<number> = [-122.24, 37.75]) =>
  JSON.stringify({
    type: "Feature",
    properties: {
      id: "",
      unit: "",
      number: "",
      street: "",
      city: "",
      district: "",
      region: "",
      postcode: "",
      ...properties
    },
    geometry: { type: "Point", coordinates }
  })

const home = {
  number: "516",
  street: "CENTRE CT",
  city: "ALAMEDA",
  region: "CA",
  postcode: "94502",
  hash: "0123456789abcdef"
}

const records = Effect.fnUntraced(function* (name: string, content: string | Uint8Array, options = {}) {
  const source = yield* configure({ location: yield* writtenFile(name, content), country: "US", ...options })
  return yield* Stream.runCollect(source.records("US"))
})

const readable = (all: ReadonlyArray<object>) => all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>

describe("real files", () => {
  const expected = [
    {
      path: "openaddresses/batch/task/test/fixtures/addresses.geojson",
      options: { country: "US", region: "PA" },
      result: { read: 100, kept: 83, rejected: { "missing-house-number": 17 }, evidence: { assumed: 83 } },
      first: "140 | STATE RD | 02 | US-PA"
    },
    {
      path: "openaddresses/batch/task/test/fixtures/input.csv",
      options: { country: "CA", region: "Prince Edward Island" },
      result: { read: 99, kept: 98, rejected: { duplicate: 1 }, evidence: { assumed: 98 } },
      first: "1615 | RTE 25 | COVEHEAD ROAD | CA-PE"
    },
    {
      // Only the path inside the archive names the region: alameda/us/ca/alameda.csv.
      path: "openaddresses/machine/alameda.zip",
      options: { country: "US" },
      // 39 units are suites, such as STE 12.
      result: { read: 5306, kept: 5306, rejected: {}, evidence: { assumed: 5267, none: 39 } },
      first: "516 | CENTRE CT | ALAMEDA | US-CA | 94502"
    },
    {
      path: "openaddresses/pelias",
      options: { country: "AU" },
      result: { read: 10, kept: 10, rejected: {}, evidence: { assumed: 10 } },
      first: "10/244 | BARKLY STREET | ST KILDA | AU-VIC | 3182"
    }
  ] as const

  for (const { first, options, path, result } of expected) {
    const file = realFile(path)
    it.effect.skipIf(file === undefined)(`MUST be read completely: ${path}`, () =>
      Effect.gen(function* () {
        const found = yield* harvest(yield* configure({ location: file, ...options }), options.country)
        expect({ read: found.read, kept: found.kept, rejected: found.rejected, evidence: found.evidence }).toEqual(
          result
        )
        expect(envelope(found)[0]).toBe(first)
        expect(found.kept + Object.values(found.rejected).reduce((sum, count) => sum + count, 0)).toBe(found.read)
      }).pipe(Effect.provide(testPlatform))
    )
  }
})

describe("line-delimited GeoJSON", () => {
  it.effect("MUST give what the properties say, and treat empty ones as absent", () =>
    Effect.gen(function* () {
      const [record] = readable(yield* records("a.geojson", `${feature({ ...home, unit: "" })}\n`))
      expect(record).toMatchObject({
        recordId: "0123456789abcdef",
        houseNumber: "516",
        street: "CENTRE CT",
        unit: "",
        city: "ALAMEDA",
        region: "CA",
        postcode: "94502",
        coordinates: { latitude: 37.75, longitude: -122.24 },
        evidence: { kind: "assumed" }
      })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST reject malformed lines with file and line, and continue", () =>
    Effect.gen(function* () {
      const lines = [
        feature(home),
        '{"type":"Feature","prop',
        "",
        "null",
        feature({ ...home, number: "517", hash: "b" })
      ]
      const all = yield* records("a.geojson", lines.join("\n"))
      expect(readable(all).map((record) => record.houseNumber)).toEqual(["516", "517"])
      const details = all.filter(isRejected)
      expect(details.map(({ reason }) => reason)).toEqual(["malformed-record", "malformed-record"])
      expect(details[0]!.detail).toMatch(/a\.geojson line 2 is not JSON\.$/)
      expect(details[1]!.detail).toMatch(/a\.geojson line 4 is not a GeoJSON Feature\.$/)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST reject text whose bytes are not UTF-8, rather than publish it garbled", () =>
    Effect.gen(function* () {
      const latin = Buffer.from(feature({ ...home, street: "Stra\u00dfe" }), "latin1")
      const all = yield* records("a.geojson", Buffer.concat([latin, Buffer.from(`\n${feature(home)}\n`)]))
      expect(readable(all).length).toBe(1)
      expect(all.filter(isRejected)[0]).toMatchObject({ reason: "malformed-text" })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST keep the ID of a record without a hash while its content is unchanged", () =>
    Effect.gen(function* () {
      const { hash: _, ...old } = home
      const ids = Effect.fnUntraced(function* (content: string) {
        return readable(yield* records("a.geojson", content)).map((record) => record.recordId)
      })
      const other = feature({ ...old, number: "2" })
      const [first] = yield* ids(feature(old))
      expect((yield* ids(`${other}\n${feature(old)}`))[1]).toBe(first)
      expect((yield* ids(other))[0]).not.toBe(first)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST fail as a whole if it contains no Feature", () =>
    Effect.gen(function* () {
      for (const [name, content] of [
        ["a.geojson", "<html><body>Not found</body></html>"],
        ["a.geojson", '{"error":"quota"}\n'],
        ["a.csv", "OBJECTID,NAME\n1,x\n"],
        ["a.geojson", '{"features":[{"type":"Feature"']
      ] as const) {
        const failure = yield* Effect.flip(records(name, content))
        expect(failure, content).toMatchObject({ _tag: "SourceError", source: "county", reason: "unreadable" })
        expect(failure.message).toContain(name)
      }
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("the older CSV", () => {
  const header = "LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID"

  it.effect("MUST be read with HASH and without, in any order of columns, with LON and LAT or GEOM", () =>
    Effect.gen(function* () {
      const row = "-122.24,37.75,516,CENTRE CT,,ALAMEDA,,CA,94502,74-1332"
      const one = readable(yield* records("a.csv", `${header}\n${row}\n`))
      expect(one[0]).toMatchObject({ houseNumber: "516", coordinates: { latitude: 37.75, longitude: -122.24 } })
      const two = readable(yield* records("a.csv", `HASH,${header}\nabc,${row}\n`))
      expect(two[0]).toMatchObject({ recordId: "abc", street: "CENTRE CT" })
      const three = readable(
        yield* records("a.csv", "GEOM,STREET,NUMBER\nPOINT (-122.24 37.75),CENTRE CT,516\nPOLYGON EMPTY,X ST,1\n")
      )
      expect(three.map((record) => record.coordinates)).toEqual([{ latitude: 37.75, longitude: -122.24 }, undefined])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST reject a line with a broken quote or too few columns, and no other", () =>
    Effect.gen(function* () {
      const good = (number: number) => `-122.24,37.75,${number},"CENTRE, CT",,ALAMEDA,,CA,94502,${number}`
      const all = yield* records(
        "a.csv",
        [header, good(1), '-122.24,37.75,2,"CENTRE', good(3), "1,2,3", good(4)].join("\n")
      )
      expect(new Set(readable(all).map((record) => record.houseNumber))).toEqual(new Set(["1", "3", "4"]))
      expect(
        all
          .filter(isRejected)
          .map(({ detail }) => /line \d+/.exec(detail)?.[0])
          .sort()
      ).toEqual(["line 3", "line 5"])
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("configuration", () => {
  it.live("MUST read a folder, an archive and a URL in the same way", () =>
    Effect.gen(function* () {
      const line = `${feature(home)}\n`
      const server = yield* fileServer(gzipSync(line), { etag: '"1"' })
      const archive = yield* writtenFile(
        "collected.zip",
        zip({
          "us/ca/a.geojson": Buffer.from(line),
          "us/ca/a.vrt": Buffer.from("<x/>"),
          "LICENSE.txt": Buffer.from("text")
        })
      )
      const folder = join(yield* writtenFile("a.geojson.gz", gzipSync(line)), "..")
      for (const location of [`${server.url}/a.geojson.gz`, archive, folder, [archive, folder]]) {
        const source = yield* configure({ location, country: "US" })
        const found = yield* harvest(source, "US")
        expect(found.kept, JSON.stringify(location)).toBe(1)
        expect(found.read).toBe(Array.isArray(location) ? 2 : 1)
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST call addresses homes only as the operator declares, and filter as configured", () =>
    Effect.gen(function* () {
      const lines = [feature(home), feature({ ...home, number: "1", district: "PORT", hash: "b" })].join("\n")
      const all = yield* records("a.geojson", lines, {
        evidence: { kind: "declared", detail: "The county lists dwellings only." },
        keep: [{ value: "{district}", isNot: ["PORT"], because: "nobody lives in the port" }],
        license: "CC BY 4.0",
        attribution: "Alameda County"
      })
      expect(readable(all).map(({ evidence }) => evidence)).toEqual([
        { kind: "declared", detail: "The county lists dwellings only." }
      ])
      expect(all.filter(isRejected)).toMatchObject([{ reason: "filtered" }])
      expect(all.filter(isRejected)[0]!.detail).toContain("nobody lives in the port")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST change its fingerprint with the data and with the options", () =>
    Effect.gen(function* () {
      const location = yield* writtenFile("a.geojson", feature(home))
      const fingerprint = Effect.fnUntraced(function* (options: object) {
        return yield* (yield* configure({ location, country: "US", ...options })).fingerprint
      })
      const before = yield* fingerprint({})
      expect(yield* fingerprint({})).toBe(before)
      expect(yield* fingerprint({ region: "CA" })).not.toBe(before)
      yield* Effect.flatMap(FileSystem.FileSystem, (files) =>
        files.writeFileString(location, feature({ ...home, number: "9" }))
      )
      expect(yield* fingerprint({})).not.toBe(before)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST name every fault of its options, including unknown ones", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(configure({ location: "a.csv", country: "usa", evidense: 1 }))
      expect(failure).toMatchObject({ _tag: "SourceError", source: "county", reason: "misconfigured" })
      expect(failure.message).toContain("country")
      expect(failure.message).toContain("evidense")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST list the files if none is named", () =>
    Effect.gen(function* () {
      const location = yield* writtenFile(
        "a.zip",
        zip({ "readme.txt": Buffer.from("x"), "data.xlsx": Buffer.from("x") })
      )
      const source = yield* configure({ location, country: "US" })
      const failure = yield* Effect.flip(Stream.runDrain(source.records("US")))
      expect(failure).toMatchObject({ reason: "misconfigured" })
      expect(failure.message).toContain("readme.txt, data.xlsx")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST give nothing for another country", () =>
    Effect.gen(function* () {
      const source = yield* configure({ location: "nowhere.csv", country: "US" })
      expect(yield* Stream.runCollect(source.records("DE"))).toEqual([])
    }).pipe(Effect.provide(testPlatform))
  )

  it("MUST take the region from a path only if it belongs to the country", () => {
    expect(regionOf("alameda/us/ca/alameda.csv", "US")).toBe("US-CA")
    expect(regionOf("us/ca/city/alameda.geojson", "US")).toBe("US-CA")
    expect(regionOf("de/nw/statewide.geojson", "DE")).toBe("DE-NW")
    expect(regionOf("us/zz/alameda.csv", "US")).toBe(undefined)
    expect(regionOf("ca/on/toronto.csv", "US")).toBe(undefined)
    expect(regionOf("us/statewide.csv", "US")).toBe(undefined)
  })
})
