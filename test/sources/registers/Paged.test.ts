import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../sources/DataSource.ts"
import { OnlyFirst } from "../../../sources/reading/Downloads.ts"
import { type as fileType } from "../../../sources/registers/FileType.ts"
import { address, addresses, serveService, type ServiceServer } from "../reading/ServiceServer.ts"
import { run } from "./guess/Guessing.ts"

const terms = { country: "US", license: "CC0-1.0", attribution: "Austin", homepage: "https://example.com" }
const rest = {
  recordId: "{OBJECTID}",
  fields: { houseNumber: "{HOUSENO}", street: "{STREET}", city: "{CITY}", postcode: "{ZIP}" },
  evidence: [{ kind: "assumed", detail: "Nothing is known." }]
}
const size = (parameter: string) => ({ size: { parameter, records: 10 } })
const count = { count: { query: { returnCountOnly: "true", f: "json" }, at: "count" } }

/** Services with mappings for them, as an operator may write them. */
const services = {
  arcGis: {
    path: "/A/FeatureServer/0/query?where=1%3D1&outFields=*&f=geojson",
    mapping: {
      ...terms,
      ...rest,
      format: { type: "geojson" },
      pages: { by: "offset", parameter: "resultOffset", ...size("resultRecordCount"), ...count }
    }
  },
  wfs: {
    path: "/geoserver/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=app:addresses",
    mapping: {
      ...terms,
      ...rest,
      format: { type: "xml", records: ["A"] },
      pages: { by: "offset", parameter: "startIndex", ...size("count") }
    }
  },
  ogcApi: {
    path: "/collections/addresses/items",
    mapping: { ...terms, ...rest, format: { type: "geojson" }, pages: { by: "link", ...size("limit") } }
  },
  ckan: {
    path: "/api/3/action/datastore_search?resource_id=x",
    mapping: {
      ...terms,
      ...rest,
      format: { type: "json", path: "result.records" },
      pages: { by: "offset", parameter: "offset", ...size("limit") }
    }
  },
  socrata: {
    path: "/resource/abcd-1234.geojson",
    mapping: {
      ...terms,
      ...rest,
      format: { type: "geojson" },
      pages: { by: "offset", parameter: "$offset", ...size("$limit") }
    }
  },
  links: {
    path: "/linked-body?size=10",
    mapping: {
      ...terms,
      ...rest,
      format: { type: "json", path: "results" },
      pages: { by: "link", at: "next", total: "count" }
    }
  }
} as const
type Name = keyof typeof services
const names = Object.keys(services) as ReadonlyArray<Name>

const read = Effect.fnUntraced(function* (
  server: ServiceServer,
  { mapping, path }: { readonly mapping: unknown; readonly path: string }
) {
  const source = yield* fileType.configure("mine", { location: `${server.url}${path}`, mapping })
  const all = yield* Stream.runCollect(source.records("US"))
  return all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>
})

/** APIs whose pages differ in their frames, with how they are requested: by offset, if not said otherwise. */
const framed = {
  postgrest: { format: { type: "json" }, pages: { parameter: "offset", ...size("limit") } },
  headers: { format: { type: "json" }, pages: { parameter: "_start", ...size("_limit") } },
  odata: { format: { type: "json", path: "value" }, pages: { by: "link", ...size("$top") } },
  jsonapi: {
    format: { type: "json", path: "data" },
    pages: { by: "link", ...size("page[limit]") },
    recordId: "{id}",
    in: "attributes."
  },
  hal: { format: { type: "json", path: "_embedded.addresses" }, pages: { by: "link", ...size("size") } },
  elasticsearch: {
    format: { type: "json", path: "hits.hits" },
    pages: { by: "cursor", at: "hits.hits.-1.sort.0", parameter: "search_after", ...size("size") },
    in: "_source."
  },
  geonorge: {
    format: { type: "json", path: "adresser" },
    pages: { by: "number", parameter: "side", first: 0, ...size("treffPerSide") }
  },
  odcloud: {
    format: { type: "json", path: "data" },
    pages: { by: "number", parameter: "page", ...size("perPage") }
  },
  dataGoKr: {
    format: { type: "json", path: "response.body.items.item" },
    pages: { by: "number", parameter: "pageNo", ...size("numOfRows") }
  },
  laravel: { format: { type: "json", path: "data" }, pages: { by: "link", ...size("per_page") } },
  cursor: {
    format: { type: "json", path: "items" },
    pages: { by: "cursor", at: "meta.next_cursor", parameter: "cursor", ...size("limit") }
  },
  counted: { format: { type: "json", path: "records" }, pages: { parameter: "start", ...size("rows") } },
  csv: { format: { type: "csv" }, pages: { parameter: "$offset", ...size("$limit") } },
  ldproxy: { format: { type: "csv" }, pages: { by: "link", ...size("limit") } }
} as const
const frames = Object.keys(framed) as ReadonlyArray<keyof typeof framed>

const inFrame = (frame: keyof typeof framed) => {
  const {
    format,
    in: within = "",
    pages,
    recordId = `{${within}OBJECTID}`
  } = {
    in: "",
    ...framed[frame]
  } as { format: object; in?: string; pages: object; recordId?: string }
  const fields = Object.fromEntries(
    Object.entries(rest.fields).map(([name, field]) => [name, field.replace("{", `{${within}`)])
  )
  return {
    path: `/${frame}`,
    mapping: { ...terms, ...rest, fields, recordId, format, pages: { by: "offset", ...pages } }
  }
}

const numbersOf = (records: ReadonlyArray<RawRecord>) => records.map(({ houseNumber }) => Number(houseNumber))
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** What an operator reads when nothing can be published. */
const failure = (server: ServiceServer, name: Name) =>
  Effect.map(Effect.flip(read(server, services[name])), ({ message, reason }) => `${reason}: ${message}`)

describe("the pages of a service", () => {
  it.live.each(names)("MUST be read as one file: %s", (name) =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        expect(numbersOf(yield* read(server, services[name]))).toEqual(upTo(25))
        // A server's own limit counts, however many records are asked for.
        server.behaviour.most = 3
        expect(numbersOf(yield* read(server, services[name]))).toEqual(upTo(25))
        server.behaviour.records = addresses(20)
        expect(numbersOf(yield* read(server, services[name]))).toEqual(upTo(20))
      })
    )
  )

  it.live.each(frames)("MUST be read as one file, however they are framed and requested: %s", (frame) =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        expect(numbersOf(yield* read(server, inFrame(frame)))).toEqual(upTo(25))
        for (const count of [10, 21]) {
          server.behaviour.records = addresses(count)
          expect(numbersOf(yield* read(server, inFrame(frame)))).toEqual(upTo(count))
        }
      })
    )
  )

  it.live.each(["arcGis", "wfs", "ckan", "socrata"] as const)(
    "MUST NOT be read without end where the server ignores which page is asked for: %s",
    (name) =>
      run(
        Effect.gen(function* () {
          const server = yield* serveService({ ignoresPaging: true })
          const said = yield* failure(server, name)
          expect(said).toContain("unreadable: ")
          expect(said).toContain("page 2 has the same records as an earlier one")
          expect(server.requests.length).toBeLessThan(10)
        })
      )
  )

  it.live.each(["arcGis", "wfs", "ogcApi", "ckan"] as const)(
    "MUST NOT be published with some records twice and others missing, where a server has no stable order: %s",
    (name) =>
      run(
        Effect.gen(function* () {
          let requests = 0
          const server = yield* serveService({
            ordered: (records) =>
              records.toSorted((one, other) => ((one.OBJECTID * ++requests) % 7) - (other.OBJECTID % 5))
          })
          const said = yield* failure(server, name)
          expect(said).toContain("records came on more than one page, so others are missing")
          expect(said).toContain("orderByFields")
        })
      )
  )

  it.live.each(["arcGis", "wfs", "ogcApi", "ckan", "links"] as const)(
    "MUST NOT be published if they have fewer records than the service counts: %s",
    (name) =>
      run(
        Effect.gen(function* () {
          const server = yield* serveService({ says: 40 })
          expect(yield* failure(server, name)).toContain("its pages have 25 records, but it says that there are 40")
        })
      )
  )

  it.live.each(["arcGis", "wfs", "ogcApi", "ckan"] as const)(
    "MUST be read anew if records come or go between them, and not without end: %s",
    (name) =>
      run(
        Effect.gen(function* () {
          const server = yield* serveService()
          const insert = () => server.behaviour.records.unshift(address(server.behaviour.records.length + 1))
          let changes = 1
          server.behaviour.onPage = (offset) => {
            if (offset === 10 && changes-- > 0) insert()
          }
          const { mapping, path } = services[name]
          const source = yield* fileType.configure("mine", { location: `${server.url}${path}`, mapping })
          // The first reading keeps the file, as runs do.
          yield* source.fingerprint
          const all = yield* Stream.runCollect(source.records("US"))
          expect(new Set(all.map((record) => (isRejected(record) ? "" : record.recordId))).size).toBe(26)
          changes = Number.POSITIVE_INFINITY
          expect(yield* failure(server, name)).toMatch(/^transient: .*had \d+ records/)
        })
      )
  )

  it.live("MUST NOT be published if they have more than the service counts, unless it counts something else", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ says: 12 })
        const { mapping, path } = inFrame("odcloud")
        const said = yield* Effect.flip(read(server, { mapping, path }))
        expect(said.message).toContain("its pages have 25 records, but it says that there are 12. If that counts")
        const pages = { ...mapping.pages, total: "none" }
        expect(numbersOf(yield* read(server, { path, mapping: { ...mapping, pages } }))).toEqual(upTo(25))
      })
    )
  )

  it.live("MUST follow links with two slashes on their server: they are no links to another one", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ beforePath: "/" })
        expect(numbersOf(yield* read(server, services.links))).toEqual(upTo(25))
        expect(server.requests.at(-1)).toMatch(/^\/{3}linked-body/)
      })
    )
  )

  it.live("MUST end where each page links to a next one, even the last", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ alwaysNext: true })
        expect(numbersOf(yield* read(server, services.links))).toEqual(upTo(25))
        const { pages: _, ...rest } = services.links.mapping
        const offsets = { by: "offset", parameter: "from", ...size("size"), total: "none" }
        expect(numbersOf(yield* read(server, { path: "/linked-body", mapping: { ...rest, pages: offsets } }))).toEqual(
          upTo(25)
        )
      })
    )
  )

  it.live("MUST be read where a server numbers the records of each page anew, or has the same content twice", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ numbersPages: true })
        expect(numbersOf(yield* read(server, services.ogcApi))).toEqual(upTo(25))
        const { mapping, path } = services.socrata
        const twins = [...addresses(399), address(1)]
        server.behaviour.records = twins.map((one) => ({ ...one, OBJECTID: undefined as unknown as number }))
        expect((yield* read(server, { mapping, path })).length).toBe(400)
      })
    )
  )

  it.live("MUST NOT be published if there are none", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ records: [] })
        for (const name of names) expect(yield* failure(server, name)).toContain("the service has no records")
      })
    )
  )

  it.live("MUST NOT be downloaded as a whole for a test of the source", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ records: addresses(30_000), most: 1000 })
        const { mapping, path } = services.ckan
        const pages = { ...mapping.pages, size: { parameter: "limit", records: 1000 } }
        const options = { location: `${server.url}${path}`, mapping: { ...mapping, pages } }
        const source = yield* fileType.configure("mine", options)
        const first = Effect.all([source.fingerprint, Stream.runCollect(Stream.take(source.records("US"), 20))])
        const [, records] = yield* Effect.provideService(first, OnlyFirst, true)
        expect(records.length).toBe(20)
        expect(server.requests.length).toBeLessThan(15)
      })
    )
  )

  it.live("MUST be asked for again if the server has too many requests, and left alone if it wants that for long", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        server.behaviour.refusals = [
          { status: 503 },
          { status: 202, body: "{}" },
          { status: 429, headers: { "retry-after": "0" } }
        ]
        expect(numbersOf(yield* read(server, services.wfs))).toEqual(upTo(25))
        expect(server.behaviour.refusals).toEqual([])
        // What a gateway says between pages, and Esri's servers, with status 200.
        const error = { error: { details: [], message: "Service is starting.", code: 503 } }
        server.behaviour.refusals = [
          { status: 200, body: "<!DOCTYPE html><title>Maintenance</title>" },
          { status: 200, body: JSON.stringify(error) }
        ]
        expect(numbersOf(yield* read(server, services.ogcApi))).toEqual(upTo(25))
        expect(server.behaviour.refusals).toEqual([])
        server.behaviour.refusals = [{ status: 429, headers: { "retry-after": "86400" } }]
        expect(yield* failure(server, "ckan")).toContain("the server asks for no requests before")
      })
    )
  )

  it.live("MUST be refused in the service's own words", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ keyless: true, pagination: false })
        expect(yield* failure(server, "wfs")).toContain("Cannot do natural order without a primary key")
        expect(yield* failure(server, "arcGis")).toContain("Pagination is not supported")
        server.behaviour.key = { name: "token", value: "secret" }
        expect(yield* failure(server, "ckan")).toContain(
          'refuses access (403). Check the URL, and whether it needs a key. The server says: "A valid key is required"'
        )
      })
    )
  )

  it.live("MUST say what is wrong with its answers", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        const said = (body: string, name: Name = "ogcApi") => {
          server.behaviour.refusals = [{ status: 200, body }]
          return failure(server, name)
        }
        const expired = { error: { code: 498, message: "Invalid token.", details: [] } }
        expect(yield* said(JSON.stringify(expired))).toContain("Invalid token.")
        expect(yield* said('{"error":"Authentication token expired.","found":0,"results":[]}')).toContain(
          "Authentication token expired."
        )
        expect(yield* said('{"success":false}')).toMatch(
          /^transient: .*it is no page like those before, but "\{"success":false\}"/
        )
        expect(
          yield* said("<OpenAPI_ServiceResponse>LIMITED NUMBER OF SERVICE REQUESTS</OpenAPI_ServiceResponse>")
        ).toContain('but "LIMITED NUMBER OF SERVICE REQUESTS". Try again later.')
        expect(yield* said('{"features":[],"errors":["quota"]}')).toContain(
          'no page like those before, but "{"features":[]'
        )
        server.behaviour.streams = true
        server.behaviour.onPage = (from) => {
          if (from === 10) server.behaviour.refusals = [{ status: 200, body: "<Fault><Text>No more</Text></Fault>" }]
        }
        expect(yield* failure(server, "wfs")).toContain('page 3 begins otherwise than the first: "Fault"')
        server.behaviour.onPage = undefined
        const { mapping, path } = inFrame("csv")
        server.behaviour.refusals = [{ status: 200, body: "OBJECTID,HOUSENO,STREET,CITY,ZIP,LAT,LON\n" }]
        expect(yield* Effect.map(Effect.flip(read(server, { mapping, path })), ({ message }) => message)).toContain(
          "the service has no records"
        )
        server.behaviour.onPage = (from) => {
          if (from === 10) server.behaviour.refusals = [{ status: 200, body: "ID,STREET\n11,Oak Ave\n" }]
        }
        expect(yield* Effect.map(Effect.flip(read(server, { mapping, path })), ({ message }) => message)).toContain(
          'page 3 begins otherwise than the first: "ID,STREET"'
        )
      })
    )
  )

  it.live("MUST be requested with the location's key, which no message shows", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService({ key: { name: "token", value: "s3cret" } })
        const { mapping, path } = services.ogcApi
        const keyed = { mapping, path: `/services;key=p4th${path}?token=s3cret` }
        expect(numbersOf(yield* read(server, keyed))).toEqual(upTo(25))
        server.behaviour.says = 30
        expect((yield* Effect.flip(read(server, keyed))).message).toMatch(/^(?!.*(?:s3cret|p4th)).*there are 30/)
      })
    )
  )
})

describe("pages in a mapping", () => {
  it.live("MUST be those of a service, in a format that has records", () =>
    run(
      Effect.gen(function* () {
        const { mapping } = services.ckan
        const refused = (location: string, format: object) =>
          Effect.map(
            Effect.flip(fileType.configure("mine", { location, mapping: { ...mapping, format } })),
            ({ message }) => message
          )
        expect(yield* refused("https://example.com/a.parquet", { type: "parquet" })).toContain(
          "pages are read as csv, json, geojson or xml"
        )
        expect(yield* refused("a.json", { type: "json" })).toContain("only a service has pages")
      })
    )
  )
})

describe("one page of a service", () => {
  it.live.each(names)("MUST NOT be published as the whole, unless that is wanted: %s", (name) =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        const { mapping, path } = services[name]
        const { pages: _, ...single } = mapping
        const first = `${path}${path.includes("?") ? "&" : "?"}count=10&limit=10&resultRecordCount=10&$limit=10`
        const said = (yield* Effect.flip(read(server, { path: first, mapping: single }))).message
        expect(said).toContain("it is only one page of a service, with 10 ")
        expect(said).toContain('"pages"')
        const wanted = yield* read(server, { path: first, mapping: { ...single, pages: false } })
        expect(numbersOf(wanted)).toEqual(upTo(10))
      })
    )
  )

  it.live.each(frames.filter((frame) => !["csv", "counted", "postgrest", "dataGoKr"].includes(frame)))(
    "MUST NOT be published as the whole, however it is framed: %s",
    (frame) =>
      run(
        Effect.gen(function* () {
          const server = yield* serveService()
          const { mapping, path } = inFrame(frame)
          const { pages: _, ...single } = mapping
          const said = (yield* Effect.flip(read(server, { path, mapping: single }))).message
          expect(said).toContain("it is only one page of a service, with 10 ")
          server.behaviour.records = addresses(10)
          expect(numbersOf(yield* read(server, { path, mapping: single }))).toEqual(upTo(10))
        })
      )
  )

  it.live("MUST be told by the link to the next one, or by the number that is asked for, where it is a list", () =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService()
        const mapping = { ...services.links.mapping, format: { type: "json" } }
        const { pages: _, ...single } = mapping
        const refused = (path: string) =>
          Effect.map(Effect.flip(read(server, { path, mapping: single })), ({ message }) => message)
        expect(yield* refused("/linked")).toContain("with 10 records and a next page")
        expect(yield* refused("/side?side=1&per_side=7")).toContain(
          "with 7 records, which is the most that its URL asks for"
        )
        expect(numbersOf(yield* read(server, { path: "/linked?from=20", mapping: single }))).toEqual([
          21, 22, 23, 24, 25
        ])
        // Socrata sends a thousand if it is not asked for more.
        server.behaviour.records = addresses(1001)
        server.behaviour.most = 1000
        const { pages: __, ...table } = services.socrata.mapping
        const all = Effect.flip(read(server, { path: services.socrata.path, mapping: table }))
        expect((yield* all).message).toContain("with 1000 records, which is the most")
      })
    )
  )
})
