import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { answer } from "../../../../sources/registers/guess/Answer.ts"
import { serviceAt } from "../../../../sources/registers/guess/services/Services.ts"
import { addresses, resourceId, serveService, type ServiceBehaviour } from "../../reading/ServiceServer.ts"
import { run } from "./Guessing.ts"

/** What is guessed of a URL, and what a source with that location and mapping reads. */
const guessed = Effect.fnUntraced(function* (url: string) {
  const guess = yield* answer({ location: url })
  const source = yield* fileType.configure("guessed", { location: guess.location, mapping: guess.mapping })
  const all = yield* Stream.runCollect(source.records(guess.country!))
  return { guess, records: all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord> }
})

const austin = {
  houseNumber: "25",
  street: "Oak Ave",
  city: "Austin",
  postcode: "78701",
  coordinates: { latitude: expect.closeTo(30.2025, 5), longitude: expect.closeTo(-97.7025, 5) }
}

const layer = "/arcgis/rest/services/A/FeatureServer"
const items = "/ogc/features/collections/addresses/items"

describe("a service", () => {
  const services: ReadonlyArray<readonly [what: string, path: string, changes?: Partial<ServiceBehaviour>]> = [
    ["ArcGIS, its root", layer, { names: ["Parcels", "Address Points"] }],
    ["ArcGIS, a directory", "/arcgis/rest/services"],
    ["ArcGIS, a layer", `${layer}/0`],
    ["ArcGIS, a query", `${layer}/0/query?where=1%3D1&outFields=*&f=json&resultRecordCount=5`],
    ["ArcGIS, without GeoJSON", `${layer}/0`, { geoJson: false }],
    ["ArcGIS, without pages", `${layer}/0`, { pagination: false, records: addresses(25).toReversed() }],
    ["ArcGIS, of 2011", `${layer}/0`, { arcGisVersion: 10.04 }],
    ["ArcGIS, the page of an item", "/portal/home/item.html?id=x"],
    ["WFS, its root", "/geoserver/wfs", { names: ["addresses", "roads"] }],
    ["WFS, capabilities", "/geoserver/wfs?SERVICE=WFS&REQUEST=GetCapabilities"],
    ["WFS, a request", "/geoserver/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=app:addresses&count=5"],
    ["WFS, only GML", "/geoserver/wfs?service=WFS&request=GetFeature&typeNames=app:addresses", { formats: [] }],
    ["WFS, without pages", "/geoserver/wfs", { ignoresPaging: true, most: 1000 }],
    ["WFS, without pages, only GML", "/geoserver/wfs", { ignoresPaging: true, most: 1000, formats: [], streams: true }],
    ["WFS, of deegree", "/geoserver/wfs", { formats: [], streams: true }],
    ["WFS, as CSV", "/geoserver/wfs?service=WFS&request=GetFeature&typeNames=app:addresses&outputFormat=csv"],
    ["WFS, as CSV, without a key", "/geoserver/wfs?outputFormat=csv", { keyless: true }],
    ["WFS, in another system", "/geoserver/wfs", { isMercator: true }],
    ["WFS, without a key", "/geoserver/wfs", { keyless: true }],
    ["WFS, without a key, only GML", "/geoserver/wfs", { keyless: true, formats: [] }],
    ["OGC API, the collections", "/ogc/features/collections"],
    ["OGC API, a collection", "/ogc/features/collections/addresses"],
    ["OGC API, items", `${items}?limit=5&f=json`],
    ["OGC API, items for people", `${items}?f=html`],
    ["OGC API, whose items are for people", items, { format: "application/geo+json" }],
    ["CKAN, a request", `/api/3/action/datastore_search?resource_id=${resourceId}`],
    ["CKAN, a resource", `/dataset/addresses/resource/${resourceId}`],
    ["CKAN, a data set", "/dataset/addresses"],
    ["Socrata, a request", "/resource/abcd-1234.json?$limit=5"],
    ["Socrata, without GeoJSON", "/d/abcd-1234", { geoJson: false }],
    ["Socrata, a page", "/Housing/Addresses/abcd-1234/about_data"],
    ["Opendatasoft, records", "/api/explore/v2.1/catalog/datasets/addresses/records?limit=10"],
    ["Opendatasoft, a page", "/explore/dataset/addresses/table/"],
    ["Opendatasoft, without GeoJSON", "/explore/dataset/addresses/", { geoJson: false }],
    ["a list with a Link header", "/linked?size=5"],
    ["links in the body", "/linked-body?size=5"],
    ["pages by number", "/side?side=1&per_side=7"],
    ["CSV, by offset", "/csv?$offset=0&$limit=7"],
    ["CSV with a Link header", "/ldproxy?limit=7"],
    ["OData", "/odata?$top=7"],
    ["pages of Kartverket", "/geonorge?side=0&treffPerSide=10"],
    ["pages of data.go.kr", "/odcloud?page=1&perPage=10"],
    ["JSON:API", "/jsonapi?page[limit]=7"],
    ["a total in a header", "/headers?_start=0&_limit=7"]
  ]
  it.live.each(services)("MUST be read as a whole from whatever URL of it is given: %s", ([, path, changes]) =>
    run(
      Effect.gen(function* () {
        const server = yield* serveService(changes)
        const { guess, records } = yield* guessed(`${server.url}${path}`)
        expect(guess.doubts.join(" ")).not.toContain("one page")
        const numbers = records.map(({ houseNumber }) => Number(houseNumber))
        expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
        expect(records.find(({ houseNumber }) => houseNumber === "25")).toMatchObject(austin)
      })
    )
  )

  it.effect("MUST be found on the pages of Hubs, and files of portals, too", () =>
    Effect.gen(function* () {
      const id = "0123456789abcdef0123456789abcdef"
      const item = `https://www.arcgis.com/sharing/rest/content/items/${id}`
      const server = "https://gis.example.org/rest/services/A/FeatureServer"
      const said: Readonly<Record<string, unknown>> = {
        [`${item}?f=json`]: { id, type: "Feature Service", url: server },
        [`${item.replace("0123", "aaaa")}?f=json`]: { type: "CSV", url: null },
        [`${server}/3?f=json`]: { name: "Addresses", type: "Feature Layer", currentVersion: 11.3 },
        "https://hub.arcgis.com/api/v3/datasets?filter%5Bslug%5D=town%3A%3Aaddress-points": {
          data: [{ id: `${id}_3` }]
        }
      }
      const at = (url: string) =>
        Effect.map(
          serviceAt(url, ({ href }) => Effect.succeed(JSON.stringify(said[href] ?? {}))),
          (found) => found?.url.href
        )
      for (const page of [`${id}_3/about`, `${id}_3`, "town::address-points/explore", "town::address-points"]) {
        expect(yield* at(`https://data.example.org/datasets/${page}`)).toContain(`${server}/3/query?where=1%3D1`)
      }
      const file = `${item.replace("0123", "aaaa")}/data`
      expect(yield* at(`https://data.example.org/datasets/${id.replace("0123", "aaaa")}/about`)).toBe(file)
      expect(yield* at("https://data.example.org/datasets/addresses")).toBe(undefined)
      expect(yield* at(`https://data.example.org/datasets/${id.replace("0123", "bbbb")}`)).toBe(undefined)
    })
  )

  it.live("MUST be asked for degrees where it has another system and reprojects, listed or not", () =>
    run(
      Effect.gen(function* () {
        const { behaviour, url } = yield* serveService({ isMercator: true })
        const locationOf = Effect.map(answer({ location: `${url}/geoserver/wfs` }), ({ location }) => location)
        expect(yield* locationOf).toContain("srsName=EPSG%3A4326")
        behaviour.formats = []
        expect(yield* locationOf).not.toContain("srsName")
      })
    )
  )

  it.live("MUST be refused in its own words, or with what it has to choose from", () =>
    run(
      Effect.gen(function* () {
        const { behaviour, url } = yield* serveService({ names: ["roads", "parcels"] })
        const refused = (path: string) =>
          Effect.map(Effect.flip(answer({ location: `${url}${path}` })), ({ message }) => message)
        expect(yield* refused("/geoserver/wfs")).toContain("it has 2 feature types, none of them called addresses")
        expect(yield* refused("/ogc/features/collections")).toContain(`roads: ${url}/ogc/features/collections/roads`)
        expect(yield* refused(`${layer}/7`)).toContain("Invalid URL")
        expect(yield* refused("/ogc/features/collections/stra%DFen/items")).toContain("Collection not found")
        // A server without pages that has more than it sends.
        behaviour.names = ["addresses"]
        behaviour.ignoresPaging = true
        const { location, mapping } = yield* answer({ location: `${url}/geoserver/wfs` })
        const source = yield* fileType.configure("guessed", { location, mapping })
        expect((yield* Effect.flip(Stream.runCollect(source.records("US")))).message).toContain(
          "page 2 has the same records as an earlier one"
        )
        behaviour.key = { name: "token", value: "secret" }
        expect(yield* refused(`${layer}/0?token=wrong`)).toContain("A valid key is required")
        behaviour.names = ["addresses", "address_history"]
        const which = yield* refused("/services;key=p4th/geoserver/wfs?token=secret")
        expect(which).toContain("2 of its 2 feature types are called addresses")
        expect(which).toContain("typeNames=app%3Aaddresses")
        expect(which).not.toMatch(/secret|p4th/)
      })
    )
  )
})
