import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Stream } from "effect"
import { HttpClient } from "effect/http"
import { type RecordedAnswer, recordedAnswers } from "../../properties/Conformance.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { byLink, byOffset, locate, type Paging, rows, type WebApi, webApi } from "../../sources/SourceFiles.ts"

/** Sources that a fault can be planted in: a list, a file, and an API. */

const manifest: DataSource.Manifest = {
  name: "subject",
  countries: ["US"],
  license: "CC0-1.0",
  attribution: "Made up for tests",
  homepage: "https://example.com/subject",
  evidence: "Register: its use codes say which addresses are homes."
}

const evidence = { kind: "register", detail: "Use code 01 of a register that was made up for tests." } as const

/** Houses on a street in Kansas, twelve by default. */
export const houses = (count = 12): ReadonlyArray<DataSource.RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `lot-${7 * i + 3}`,
    houseNumber: String(i + 1),
    street: "Lilliput Lane",
    city: "Atchison",
    region: "KS",
    postcode: "66002",
    coordinates: { latitude: 39.56 + i * 0.0003, longitude: -95.12 },
    evidence
  }))

const recordOf = (row: Readonly<Record<string, string>>): DataSource.RawRecord => {
  const { lat, lon, ...record } = row
  return {
    ...record,
    recordId: record["recordId"]!,
    coordinates: { latitude: Number(lat), longitude: Number(lon) },
    evidence
  }
}

type Changes = Partial<DataSource.DataSource> & { readonly of?: Partial<DataSource.Manifest> }

const sourceOf = ({ of, ...changes }: Changes, records: DataSource.DataSource["records"]) =>
  DataSource.make({
    manifest: { ...manifest, ...of },
    examples: [
      { recordId: "lot-3", houseNumber: "1", coordinates: { latitude: 39.56004, longitude: -95.12003 } },
      { recordId: "lot-80", houseNumber: "12" }
    ],
    fingerprint: Effect.succeed("1"),
    records,
    ...changes
  })

const registering = <R>(make: Effect.Effect<DataSource.DataSource, DataSource.SourceError, R>) =>
  Layer.effectDiscard(
    Effect.flatMap(Effect.orDie(make), (source) =>
      Effect.flatMap(DataSource.SourceRegistry, (registry) => registry.register(source))
    )
  )

const inUs = <A>(country: string, records: Stream.Stream<A, DataSource.SourceError>) =>
  country === "US" ? records : Stream.empty

/** A source with a list of records. */
export const ofList = (
  change: (records: ReadonlyArray<DataSource.RawRecord>) => ReadonlyArray<DataSource.SourceRecord> = (all) => all,
  changes: Changes = {}
) => registering(Effect.succeed(sourceOf(changes, (country) => inUs(country, Stream.fromIterable(change(houses()))))))

let starts = 0
/** A source that is another one each time its Layer is built. */
export const ofStart = (change: (start: number) => Changes) =>
  registering(Effect.sync(() => sourceOf(change(++starts), (country) => inUs(country, Stream.fromIterable(houses())))))

/** A source whose records have other members. */
export const ofEach = (change: (record: DataSource.RawRecord) => Partial<DataSource.RawRecord>) =>
  ofList((all) => all.map((record) => ({ ...record, ...change(record) })))

const folder = mkdtempSync(join(tmpdir(), "doorstep-subjects-"))
export const removeFiles = () => rmSync(folder, { recursive: true, force: true })

const header = "recordId,houseNumber,street,city,region,postcode,lat,lon"
const lineOf = ({ city, coordinates, houseNumber, postcode, recordId, region, street }: DataSource.RawRecord) =>
  [recordId, houseNumber, street, city, region, postcode, coordinates?.latitude, coordinates?.longitude].join()

const csv = join(folder, "houses.csv")
writeFileSync(csv, `${[header, ...houses(40).map(lineOf)].join("\n")}\n`)

type Elements = Stream.Stream<DataSource.SourceRecord, DataSource.SourceError>

/** A source that reads a CSV file. */
export const ofFile = (change: (elements: Elements) => Elements = (all) => all, changes: Changes = {}) =>
  registering(
    Effect.gen(function* () {
      const location = yield* locate("subject", csv)
      const read = (): Elements =>
        Stream.map(rows(location, { type: "csv" }), (row) =>
          DataSource.isRejected(row)
            ? row
            : recordOf(Object.fromEntries(header.split(",").map((name) => [name, row.get(name)])))
        )
      return sourceOf({ fingerprint: location.fingerprint, ...changes }, (country) => inUs(country, change(read())))
    })
  )

const base = "https://api.example.com/v1/houses"

const itemOf = ({ city, coordinates, houseNumber, postcode, recordId, region, street }: DataSource.RawRecord) => ({
  recordId,
  houseNumber,
  street,
  city,
  region,
  postcode,
  lat: String(coordinates?.latitude),
  lon: String(coordinates?.longitude)
})

const pageOf = (offset: number, limit: number, body: object): RecordedAnswer => ({
  url: `${base}?limit=${limit}&offset=${offset}`,
  headers: { etag: '"7"' },
  body: {
    ...body,
    items: houses()
      .slice(offset, offset + limit)
      .map(itemOf)
  }
})

/** Twelve houses, four per page, at every offset that can be requested. A page indicates further ones as told. */
export const host = (says: "total" | "link" | "nothing" = "total") =>
  recordedAnswers([
    { url: base, headers: { etag: '"7"' }, body: { updated: "2026-11-01", items: [] } },
    ...Array.from({ length: 17 }, (_, offset) => {
      const page = pageOf(offset, 4, says === "total" ? { total: 12 } : {})
      return says === "link" && offset < 8
        ? { ...page, headers: { ...page.headers, link: `<${base}?limit=4&offset=${offset + 4}>; rel="next"` } }
        : page
    })
  ])

export const byFours = (total: string | undefined = "total"): Paging =>
  byOffset({ parameter: "offset", limit: { limit: 4 }, ...(total === undefined ? {} : { total }) })
export const byLinks: Paging = { ...byLink(), first: { limit: 4, offset: 0 } }

/** A source that reads an API with the kit's own client. */
export const ofApi = (
  options: {
    readonly paging?: Paging
    readonly change?: (elements: Elements) => Elements
    readonly version?: (api: WebApi) => DataSource.DataSource["fingerprint"]
  } & Changes = {}
) => {
  const { change = (all) => all, paging = byFours(), version = (api) => api.version(""), ...changes } = options
  return registering(
    Effect.gen(function* () {
      const api = yield* webApi({ source: "subject", url: base })
      const read = (): Elements =>
        Stream.map(api.rows("", { items: "items", paging }), (row) =>
          DataSource.isRejected(row)
            ? row
            : recordOf(Object.fromEntries(header.split(",").map((name) => [name, row.get(name)])))
        )
      return sourceOf({ fingerprint: version(api), ...changes }, (country) => inUs(country, change(read())))
    })
  )
}

/** A source that sends requests with a client of its own, and handles errors in its own way. */
export const ofOwnClient = (
  onWrong: (cause: unknown) => Effect.Effect<ReadonlyArray<Readonly<Record<string, string>>>, DataSource.SourceError>,
  change: (elements: Elements) => Elements = (all) => all
) =>
  registering(
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const page = (offset: number) =>
        Effect.gen(function* () {
          const response = yield* client.get(`${base}?limit=4&offset=${offset}`)
          const text = yield* response.text
          return (JSON.parse(text) as { readonly items: ReadonlyArray<Readonly<Record<string, string>>> }).items
        }).pipe(Effect.catchCause(onWrong))
      const records = Stream.map(
        Stream.flatMap(Stream.fromIterable([0, 4, 8]), (offset) => Stream.fromIterableEffect(page(offset))),
        recordOf
      )
      const fingerprint = Effect.map(
        Effect.orDie(Effect.flatMap(client.get(base), (response) => response.text)),
        (text) => `v ${text}`
      )
      return sourceOf({ fingerprint }, (country) => inUs(country, change(records)))
    })
  )
