import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A record of the server's only table: an address of Austin. */
export interface Address {
  readonly OBJECTID: number
  readonly HOUSENO: string
  readonly STREET: string
  readonly CITY: string
  readonly ZIP: string
  readonly lon: number
  readonly lat: number
}

export const address = (id: number): Address => ({
  OBJECTID: id,
  HOUSENO: String(id),
  STREET: "Oak Ave",
  CITY: "Austin",
  ZIP: "78701",
  lon: -97.7 - id / 10_000,
  lat: 30.2 + id / 10_000
})

export const addresses = (count: number): Array<Address> => Array.from({ length: count }, (_, at) => address(at + 1))

/** How the server treats requests. Tests change it as they go. */
export interface ServiceBehaviour {
  records: Array<Address>
  /** The most records that it sends at once, whatever it is asked for. */
  most: number
  /** Respond with these statuses and bodies first, one per request for records. */
  refusals: Array<{ readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }>
  /** Called before each request for records. */
  onPage?: ((offset: number) => void) | undefined
  /** What each request must have in its query. */
  key?: { readonly name: string; readonly value: string }
  /** The number of records that it says it has, if that is not true. */
  says?: number | undefined
  /** Whether it ignores which page is asked for. */
  ignoresPaging?: boolean
  /** How the records stand in the order of this request. */
  ordered?: ((records: Array<Address>) => Array<Address>) | undefined
  /** The layers of the ArcGIS service, the feature types, and the collections. */
  names: Array<string>
  /** Whether the ArcGIS server and the portal send GeoJSON, and the first sends pages. */
  geoJson: boolean
  pagination: boolean
  /** The version of the ArcGIS server; before 10.3, it has no pages and says nothing of that, nor of formats. */
  arcGisVersion: number
  /** Whether the WFS writes how many records it sends before it knows, as deegree does. */
  streams?: boolean
  /** What the WFS can send besides GML. */
  formats: Array<string>
  /** What the OGC API calls GeoJSON, which it does not send by itself. */
  format?: string
  /** Whether lists link to a next page where there is none. */
  alwaysNext?: boolean
  /** What links have before their path, as where the base of a service's links ends with a slash. */
  beforePath?: string
  /** Whether the identifiers of Features are their numbers on the page. */
  numbersPages?: boolean
  /** Whether the WFS has its data in Web Mercator, and sends them so if it is not asked for degrees. */
  isMercator?: boolean
  /** Whether rows of the WFS have no key, so that they must be sorted. */
  keyless?: boolean
}

export interface ServiceServer {
  readonly url: string
  readonly behaviour: ServiceBehaviour
  /** Paths and queries of all requests, in order. */
  readonly requests: Array<string>
}

const { stringify } = JSON

const point = ({ lat, lon }: Address) => ({ type: "Point", coordinates: [lon, lat] })

const columns = ({ CITY, HOUSENO, OBJECTID, STREET, ZIP }: Address) => ({ OBJECTID, HOUSENO, STREET, CITY, ZIP })

const feature = (one: Address, id: string | number = one.OBJECTID) => ({
  type: "Feature",
  id,
  geometry: point(one),
  properties: columns(one)
})

/** The records that a request gets. */
const pageOf = ({ behaviour }: ServiceServer, offset: number, limit: number) => {
  behaviour.onPage?.(offset)
  const { ignoresPaging, most, ordered, records } = behaviour
  const from = ignoresPaging === true ? 0 : offset
  const page = (ordered ?? ((all) => all))(records).slice(from, from + Math.min(limit, most))
  return { page, from, more: from + page.length < records.length, total: behaviour.says ?? records.length }
}

const number = (query: URLSearchParams, name: string, otherwise: number): number => {
  const [found] = Array.from(query).filter(([one]) => one.toLowerCase() === name.toLowerCase())
  return found === undefined ? otherwise : Number(found[1])
}

const text = (query: URLSearchParams, name: string): string =>
  Array.from(query).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] ?? ""

interface Sent {
  readonly type: string
  readonly body: string
  readonly status?: number
  readonly headers?: Record<string, string>
}

const json = (value: unknown, type = "application/json"): Sent => ({ type, body: stringify(value) })

const page = (title: string): Sent => ({
  type: "text/html",
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`
})

/** The position in Web Mercator. */
const mercator = ({ lat, lon }: Address) => {
  const half = 20_037_508.342789244
  return { x: (lon * half) / 180, y: (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * half) / Math.PI }
}

/** As of ArcGIS Server 10.8: errors have status 200. */
const arcGis = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  const { arcGisVersion: currentVersion, names } = server.behaviour
  const isOld = currentVersion < 10.3
  const geoJson = server.behaviour.geoJson && !isOld
  const pagination = server.behaviour.pagination && !isOld
  const error = (code: number, message: string, details: Array<string> = []) =>
    json({ error: { code, message, details } })
  const [, layer, isQuery] = /FeatureServer(?:\/(\d+))?(\/query)?$/.exec(path) ?? []
  const format = query.get("f") ?? "html"
  if (format === "html") return page("ArcGIS REST Services Directory")
  if (layer === undefined) {
    return json({
      currentVersion,
      serviceDescription: "",
      layers: names.map((name, id) => ({ id, name, parentLayerId: -1, subLayerIds: null, type: "Feature Layer" })),
      tables: [],
      capabilities: "Query"
    })
  }
  if (names[Number(layer)] === undefined) return error(400, "Invalid URL", ["Invalid URL"])
  if (isQuery === undefined) {
    return json({
      currentVersion,
      id: Number(layer),
      name: names[Number(layer)],
      type: "Feature Layer",
      geometryType: "esriGeometryPoint",
      objectIdField: "OBJECTID",
      fields: [{ name: "OBJECTID", type: "esriFieldTypeOID", alias: "OBJECTID" }],
      capabilities: "Query",
      ...(isOld
        ? {}
        : {
            maxRecordCount: server.behaviour.most,
            supportedQueryFormats: geoJson ? "JSON, geoJSON, PBF" : "JSON, AMF",
            advancedQueryCapabilities: { supportsPagination: pagination, supportsOrderBy: pagination }
          })
    })
  }
  if (query.get("where") === null) return error(400, "Unable to complete operation.", ["'where' clause is empty"])
  if (query.get("returnCountOnly") === "true")
    return json({ count: server.behaviour.says ?? server.behaviour.records.length })
  const range = /OBJECTID\s*>=?\s*(\d+)(?:\s+AND\s+OBJECTID\s*<=\s*(\d+))?/.exec(query.get("where") ?? "")
  if (query.get("returnIdsOnly") === "true") {
    return json({ objectIdFieldName: "OBJECTID", objectIds: server.behaviour.records.map(({ OBJECTID }) => OBJECTID) })
  }
  if (!pagination && !isOld && query.has("resultOffset")) {
    return error(400, "Unable to complete operation.", ["Pagination is not supported."])
  }
  const { more, page: found } =
    range === null
      ? pageOf(server, isOld ? 0 : number(query, "resultOffset", 0), number(query, "resultRecordCount", Infinity))
      : {
          more: false,
          page: server.behaviour.records.filter(
            ({ OBJECTID }) => OBJECTID >= Number(range[1]) && OBJECTID <= Number(range[2] ?? Infinity)
          )
        }
  if (format === "geojson") {
    if (!geoJson) return error(400, "Output format not supported.")
    return json({
      type: "FeatureCollection",
      crs: { type: "name", properties: { name: "EPSG:4326" } },
      ...(more ? { properties: { exceededTransferLimit: true } } : {}),
      features: found.map((one) => feature(one))
    })
  }
  const isDegrees = query.get("outSR") === "4326"
  const positionOf = (one: Address) => (isDegrees ? { x: one.lon, y: one.lat } : mercator(one))
  return json({
    objectIdFieldName: "OBJECTID",
    geometryType: "esriGeometryPoint",
    spatialReference: isDegrees ? { wkid: 4326, latestWkid: 4326 } : { wkid: 102100, latestWkid: 3857 },
    fields: [{ name: "OBJECTID", type: "esriFieldTypeOID", alias: "OBJECTID" }],
    ...(more ? { exceededTransferLimit: true } : {}),
    features: found.map((one) => ({ attributes: columns(one), geometry: positionOf(one) }))
  })
}

const xml = (body: string, status = 200): Sent => ({ type: "text/xml;charset=UTF-8", body, status })

/** As of GeoServer 2.2x. */
const wfs = (server: ServiceServer, query: URLSearchParams): Sent => {
  const { formats, keyless = false, names } = server.behaviour
  const exception = (words: string) =>
    xml(
      `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="NoApplicableCode"><ows:ExceptionText>${words}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`,
      400
    )
  if (/^getcapabilities$/i.test(text(query, "request"))) {
    const values = ["application/gml+xml; version=3.2", ...formats]
      .map((one) => `<ows:Value>${one}</ows:Value>`)
      .join("")
    return xml(
      `<?xml version="1.0" encoding="UTF-8"?><wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:ows="http://www.opengis.net/ows/1.1"><ows:OperationsMetadata><ows:Operation name="GetCapabilities"/><ows:Operation name="GetFeature"><ows:Parameter name="resultType"><ows:AllowedValues><ows:Value>results</ows:Value></ows:AllowedValues></ows:Parameter><ows:Parameter name="outputFormat"><ows:AllowedValues>${values}</ows:AllowedValues></ows:Parameter><ows:Constraint name="CountDefault"><ows:NoValues/><ows:DefaultValue>${server.behaviour.most}</ows:DefaultValue></ows:Constraint></ows:Operation></ows:OperationsMetadata><FeatureTypeList>${names.map((name) => `<FeatureType xmlns:app="urn:x"><Name>app:${name}</Name><Title>${name}</Title><DefaultCRS>urn:ogc:def:crs:EPSG::${server.behaviour.isMercator === true ? 3857 : 4326}</DefaultCRS></FeatureType>`).join("")}</FeatureTypeList></wfs:WFS_Capabilities>`
    )
  }
  if (!/^getfeature$/i.test(text(query, "request")))
    return exception("Could not determine geoserver request from http request")
  if (text(query, "resultType") === "hits") {
    const total = server.behaviour.says ?? server.behaviour.records.length
    return xml(`<wfs:FeatureCollection numberMatched="${total}" numberReturned="0" numberOfFeatures="${total}"/>`)
  }
  const start = number(query, "startIndex", 0)
  if (keyless && start > 0 && text(query, "sortBy") === "") {
    return exception(
      "java.lang.RuntimeException: Cannot do natural order without a primary key, please add it or specify a manual sort over existing attributes"
    )
  }
  const { from, more, page: found, total } = pageOf(server, start, number(query, "count", Infinity))
  const idOf = ({ OBJECTID }: Address) => (keyless ? `a.fid--${OBJECTID.toString(16)}_${start}` : `a.${OBJECTID}`)
  const next = new URLSearchParams(query)
  next.set("STARTINDEX", String(from + found.length))
  // GeoServer names itself as it is configured, which is often the machine behind a proxy.
  const link = `http://geoserver.internal:8080/geoserver/wfs?${next}`
  if (/json/i.test(text(query, "outputFormat"))) {
    const isMercator = server.behaviour.isMercator === true && text(query, "srsName") !== "EPSG:4326"
    const placed = (one: Address) => (isMercator ? { ...one, lon: mercator(one).x, lat: mercator(one).y } : one)
    return json({
      type: "FeatureCollection",
      features: found.map((one) => feature(placed(one), idOf(one))),
      totalFeatures: total,
      numberMatched: total,
      numberReturned: found.length,
      timeStamp: "2026-01-01T00:00:00.000Z",
      ...(more ? { links: [{ title: "next page", type: "application/json", rel: "next", href: link }] } : {}),
      ...(isMercator ? {} : { crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::4326" } } })
    })
  }
  if (text(query, "outputFormat") === "csv") {
    const row = (one: Address) => ({ FID: idOf(one), ...columns(one), geom: `POINT (${one.lon} ${one.lat})` })
    return csv(found.map(row), {}, Object.keys(row(address(1))))
  }
  const members = found
    .map(
      (one) =>
        `<wfs:member><app:A gml:id="${idOf(one)}"><app:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" srsDimension="2"><gml:pos>${one.lat} ${one.lon}</gml:pos></gml:Point></app:geom>${Object.entries(
          columns(one)
        )
          .map(([name, value]) => `<app:${name}>${value}</app:${name}>`)
          .join("")}</app:A></wfs:member>`
    )
    .join("")
  return xml(
    `<?xml version="1.0" encoding="UTF-8"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:app="urn:x" ${server.behaviour.streams === true ? 'numberMatched="unknown" numberReturned="0"' : `numberMatched="${total}" numberReturned="${found.length}"`} timeStamp="2026-01-01T00:00:00.000Z"${more ? ` next="${link.replaceAll("&", "&amp;")}"` : ""}>${members}</wfs:FeatureCollection>`
  )
}

/** As of pygeoapi and ldproxy. */
const ogcApi = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  const { format, names } = server.behaviour
  const [, name, items] = /\/collections(?:\/([^/]+))?(\/items)?$/.exec(path) ?? []
  if (query.get("f") === "html") return page("Collections")
  if (name === undefined) {
    return json({ collections: names.map((id) => ({ id, title: id, itemType: "feature", links: [] })), links: [] })
  }
  if (!names.includes(name)) return { ...json({ code: "NotFound", description: "Collection not found" }), status: 404 }
  if (items !== undefined && format !== undefined && query.get("f") !== format) return page("Items")
  if (items === undefined) return json({ id: name, title: name, itemType: "feature", links: [] })
  const { from, more, page: found, total } = pageOf(server, number(query, "offset", 0), number(query, "limit", 10))
  const f = format === undefined ? "" : `&f=${encodeURIComponent(format)}`
  const href = `${server.url}${path}?offset=${from + found.length}&limit=${found.length}${f}`
  return json(
    {
      type: "FeatureCollection",
      features: found.map((one, at) => feature(one, server.behaviour.numbersPages === true ? at : one.OBJECTID)),
      numberMatched: total,
      numberReturned: found.length,
      links: [
        { rel: "self", type: "application/geo+json", href: `${server.url}${path}` },
        ...(more ? [{ rel: "next", type: "application/geo+json", href }] : [])
      ]
    },
    "application/geo+json"
  )
}

const ckan = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  if (!path.includes("/api/")) return page("A data set")
  if (path.endsWith("package_show")) {
    return json({
      success: true,
      result: {
        resources: [
          { id: resourceId, name: "Addresses", format: "CSV", url: `${server.url}/a.csv`, datastore_active: true },
          { id: "b", name: "Notes", format: "PDF", url: `${server.url}/b.pdf`, datastore_active: false }
        ]
      }
    })
  }
  const limit = number(query, "limit", 100)
  const { page: found, total } = pageOf(server, number(query, "offset", 0), limit)
  return json({
    help: "",
    success: true,
    result: {
      include_total: true,
      limit,
      records_format: "objects",
      resource_id: query.get("resource_id"),
      total,
      fields: [
        { id: "_id", type: "int" },
        { id: "HOUSENO", type: "text" }
      ],
      records: found.map((one) => ({ _id: one.OBJECTID, ...columns(one), LAT: one.lat, LON: one.lon })),
      _links: { start: "/api/3/action/datastore_search?limit=1", next: "/api/3/action/datastore_search?offset=100" }
    }
  })
}

export const resourceId = "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"

const socrata = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  if (!path.startsWith("/resource/")) return page("Addresses | Open Data")
  const { page: found } = pageOf(server, number(query, "$offset", 0), number(query, "$limit", 1000))
  if (path.endsWith(".json")) return json(found.map((one) => ({ ...columns(one), LAT: one.lat, LON: one.lon })))
  if (!server.behaviour.geoJson) return { ...json({ code: "query.soql.no-geometry", error: true }), status: 400 }
  return json({
    type: "FeatureCollection",
    features: found.map((one) => ({ type: "Feature", geometry: point(one), properties: columns(one) })),
    crs: { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } }
  })
}

/** The records limit themselves to a hundred, and to the first 10,000; exports do not. */
const opendatasoft = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  if (path.endsWith("/exports/json")) {
    return json(server.behaviour.records.map((one) => ({ ...columns(one), LAT: one.lat, LON: one.lon })))
  }
  if (path.endsWith("/exports/geojson")) {
    if (!server.behaviour.geoJson) return { ...json({ error_code: "InvalidRESTParameterError" }), status: 400 }
    return json({ type: "FeatureCollection", features: server.behaviour.records.map((one) => feature(one)) })
  }
  const { page: found, total } = pageOf(server, number(query, "offset", 0), number(query, "limit", 10))
  return json({
    total_count: total,
    results: found.map((one) => ({ ...columns(one), geo_point_2d: { lon: one.lon, lat: one.lat } }))
  })
}

/** Text of a table, as servers quote it. */
const csv = (
  rows: ReadonlyArray<Record<string, unknown>>,
  headers: Record<string, string> = {},
  names = [...Object.keys(columns(address(1))), "LAT", "LON"]
): Sent => {
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return {
    type: "text/csv",
    headers,
    body: lines.map((line) => `${line.map((cell) => `"${cell}"`).join(",")}\r\n`).join("")
  }
}

/** How APIs frame a page of rows. Each takes where it begins and how many rows it has, by names of its own. */
const frames: Readonly<
  Record<
    string,
    {
      readonly offset: string
      readonly limit: string
      /** Whether the first counts pages, from which number on. */
      readonly first?: number
      readonly sent: (
        rows: ReadonlyArray<Record<string, unknown>>,
        page: { readonly from: number; readonly more: boolean; readonly next: string; readonly total: number }
      ) => Sent
    }
  >
> = {
  // https://docs.postgrest.org/en/stable/references/api/pagination_count.html
  postgrest: {
    offset: "offset",
    limit: "limit",
    sent: (rows, { from }) => ({
      ...json(rows),
      headers: { "content-range": rows.length === 0 ? "*/*" : `${from}-${from + rows.length - 1}/*` }
    })
  },
  // As json-server and many others.
  headers: {
    offset: "_start",
    limit: "_limit",
    sent: (rows, { from, total }) => ({
      ...json(from < total ? rows : { message: "Out of range" }),
      status: from < total ? 200 : 416,
      headers: { "x-total-count": String(total), "content-range": `items */${total}` }
    })
  },
  // https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html
  odata: {
    offset: "$skip",
    limit: "$top",
    sent: (rows, { more, next, total }) =>
      json({
        "@odata.context": "https://example.com/odata/$metadata#Addresses",
        "@odata.count": total,
        value: rows,
        ...(more ? { "@odata.nextLink": next.slice(1) } : {})
      })
  },
  jsonapi: {
    offset: "page[offset]",
    limit: "page[limit]",
    sent: (rows, { more, next, total }) =>
      json({
        data: rows.map(({ OBJECTID: id, ...attributes }) => ({ type: "addresses", id: String(id), attributes })),
        links: { self: "/jsonapi", next: more ? { href: next } : null },
        meta: { page: { total } }
      })
  },
  // Spring Data REST.
  hal: {
    offset: "page",
    limit: "size",
    first: 0,
    sent: (rows, { from, more, next, total }) =>
      json({
        _embedded: { addresses: rows },
        _links: { self: { href: "/hal" }, ...(more ? { next: { href: next } } : {}) },
        page: { size: 10, totalElements: total, totalPages: Math.ceil(total / 10), number: from / 10 }
      })
  },
  elasticsearch: {
    offset: "search_after",
    limit: "size",
    sent: (rows, { total }) =>
      json({
        took: 3,
        timed_out: false,
        _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
        hits: {
          total: { value: total, relation: "eq" },
          max_score: null,
          hits: rows.map((row) => ({ _index: "a", _id: `${row["OBJECTID"]}`, _source: row, sort: [row["OBJECTID"]] }))
        }
      })
  },
  // https://ws.geonorge.no/adresser/v1/
  geonorge: {
    offset: "side",
    limit: "treffPerSide",
    first: 0,
    sent: (rows, { from, total }) =>
      json({
        metadata: {
          viserTil: from + rows.length,
          viserFra: from,
          totaltAntallTreff: total,
          treffPerSide: 10,
          side: from / 10,
          asciiKompatibel: true
        },
        adresser: rows
      })
  },
  // https://www.data.go.kr
  odcloud: {
    offset: "page",
    limit: "perPage",
    first: 1,
    sent: (rows, { from, total }) =>
      json({
        page: from / 10 + 1,
        perPage: 10,
        totalCount: total + 1000,
        currentCount: rows.length,
        matchCount: total,
        data: rows
      })
  },
  /** XML that was made JSON: records are a list only where there are several. */
  dataGoKr: {
    offset: "pageNo",
    limit: "numOfRows",
    first: 1,
    sent: (rows, { from }) =>
      json({
        response: {
          header: { resultCode: "00", resultMsg: "NORMAL SERVICE." },
          body: {
            items: rows.length === 0 ? "" : { item: rows.length === 1 ? rows[0] : rows },
            numOfRows: 10,
            pageNo: from / 10 + 1
          }
        }
      })
  },
  laravel: {
    offset: "page",
    limit: "per_page",
    first: 1,
    sent: (rows, { from, more, next, total }) =>
      json({
        current_page: from / 10 + 1,
        data: rows,
        last_page: Math.ceil(total / 10),
        links: [{ url: next, label: "Next", active: false }],
        next_page_url: more ? next : null,
        per_page: 10,
        total
      })
  },
  cursor: {
    offset: "cursor",
    limit: "limit",
    sent: (rows, { from, more }) =>
      json({ items: rows, meta: { next_cursor: more ? String(from + rows.length) : null, has_more: more } })
  },
  /** Counts what is on the page. */
  counted: {
    offset: "start",
    limit: "rows",
    sent: (rows) => json({ total: rows.length, records: rows })
  },
  csv: {
    offset: "$offset",
    limit: "$limit",
    sent: (rows) => csv(rows)
  },
  ldproxy: {
    offset: "offset",
    limit: "limit",
    sent: (rows, { more, next, total }) =>
      csv(rows, {
        "OGC-NumberMatched": String(total),
        "OGC-NumberReturned": String(rows.length),
        ...(more ? { link: `<${next}>; rel="next"; title="Next page"; type="text/csv"` } : {})
      })
  }
}

/** A page in the frame that the path names. */
const framed = (server: ServiceServer, path: string, query: URLSearchParams): Sent | undefined => {
  const frame = frames[path.slice(1)]
  if (frame === undefined) return undefined
  const { first, limit, offset, sent } = frame
  const asked = number(query, limit, 10)
  const given = number(query, offset, first ?? 0)
  const {
    from,
    more,
    page: found,
    total
  } = pageOf(server, first === undefined ? given : (given - first) * asked, asked)
  const after = new URLSearchParams(query)
  after.set(offset, String(first === undefined ? from + found.length : given + 1))
  const rows = found.map((one) => ({ ...columns(one), LAT: one.lat, LON: one.lon }))
  return sent(rows, { from, more, next: `${path}?${after}`, total })
}

/** Other APIs: a bare list with a `Link` header, pages by number, and a cursor. */
const other = (server: ServiceServer, path: string, query: URLSearchParams): Sent => {
  const framedPage = framed(server, path, query)
  if (framedPage !== undefined) return framedPage
  const rows = (found: ReadonlyArray<Address>) => found.map((one) => ({ ...columns(one), lat: one.lat, lon: one.lon }))
  if (path === "/side") {
    const size = number(query, "per_side", 10)
    return json(rows(pageOf(server, (number(query, "side", 1) - 1) * size, size).page))
  }
  const { from, more, page: found, total } = pageOf(server, number(query, "from", 0), number(query, "size", 10))
  const { alwaysNext = false, beforePath = "" } = server.behaviour
  const next = `${server.url}${beforePath}${path}?from=${from + found.length}&size=${found.length}`
  if (path === "/linked") return { ...json(rows(found)), headers: more ? { link: `<${next}>; rel="next"` } : {} }
  return json({
    count: total,
    next: more || alwaysNext ? next : null,
    previous: null,
    results: rows(found)
  })
}

const route = (server: ServiceServer, { pathname, searchParams }: URL): Sent => {
  if (pathname.endsWith("/rest/services")) {
    return json({
      currentVersion: 10.81,
      folders: ["Utilities"],
      services: [
        { name: "Addresses", type: "FeatureServer" },
        { name: "Addresses", type: "MapServer" },
        { name: "Aerial", type: "ImageServer" },
        { name: "Zoning", type: "MapServer" }
      ]
    })
  }
  if (/FeatureServer/.test(pathname)) return arcGis(server, pathname, searchParams)
  if (pathname.endsWith("/home/item.html")) return page("Addresses")
  if (/\/sharing\/rest\/content\/items\//.test(pathname)) {
    return json({ id: "x", title: "Addresses", url: `${server.url}/arcgis/rest/services/A/FeatureServer` })
  }
  if (pathname.endsWith("/wfs")) return wfs(server, searchParams)
  if (/\/collections/.test(pathname)) return ogcApi(server, pathname, searchParams)
  if (/\/(?:datastore_search|package_show)$|\/dataset\/addresses/.test(pathname))
    return ckan(server, pathname, searchParams)
  if (/abcd-1234/.test(pathname)) return socrata(server, pathname, searchParams)
  if (/\/catalog\/datasets\/|\/explore\/dataset\//.test(pathname)) return opendatasoft(server, pathname, searchParams)
  return other(server, pathname, searchParams)
}

const answer = (server: ServiceServer, request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(`${server.url}${request.url}`)
  const { behaviour } = server
  server.requests.push(`${url.pathname}${decodeURIComponent(url.search)}`)
  const send = ({ body, headers = {}, status = 200, type }: Sent) =>
    response.writeHead(request.method === "HEAD" ? 405 : status, { "content-type": type, ...headers }).end(body)
  const { key } = behaviour
  if (key !== undefined && url.searchParams.get(key.name) !== key.value) {
    send({ type: "text/plain", body: "A valid key is required", status: 403 })
    return
  }
  const isPaged = /offset|startindex|from|side|page|skip|start|after|cursor/i.test(url.search)
  const refusal = isPaged ? behaviour.refusals.shift() : undefined
  send(
    refusal === undefined
      ? route(server, url)
      : { type: "text/plain", body: refusal.body ?? "no", status: refusal.status, headers: refusal.headers ?? {} }
  )
}

/** A server that answers as services of open data do. Its table has these records. */
export const serveService = (changes: Partial<ServiceBehaviour> = {}) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly server: ServiceServer; readonly close: () => Promise<void> }>((done) => {
          const behaviour: ServiceBehaviour = {
            records: addresses(25),
            most: 10,
            refusals: [],
            names: ["addresses"],
            geoJson: true,
            pagination: true,
            arcGisVersion: 10.81,
            formats: ["application/json"],
            ...changes
          }
          const http = createServer((request, response) => answer(server, request, response))
          const server = { url: "", behaviour, requests: [] as Array<string> }
          http.listen(0, "127.0.0.1", () => {
            server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
            done({
              server,
              close: () =>
                new Promise((closed) => {
                  http.close(() => closed())
                  http.closeAllConnections()
                })
            })
          })
        })
    ),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map(({ server }) => server))
