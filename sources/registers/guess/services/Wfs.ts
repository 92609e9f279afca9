import { Effect } from "effect"
import type { SourceError } from "../../../DataSource.ts"
import { answerOf } from "../../../reading/Foreign.ts"
import type { Pages } from "../../../reading/paged/Pages.ts"
import { rootAttributes } from "../../../reading/paged/Stated.ts"
import { unescapeXml } from "../../../reading/XmlReferences.ts"
import { type Ask, chosen, type Recognize, type Records, refuse, valueOf, withQuery } from "./Service.ts"

/** Web Feature Services, OGC 09-025 (WFS 2.0) and 04-094 (1.1.0), with the paging that servers add to 1.1.0. */

/** How many records are requested at a time. */
const usualRecords = 1000

interface FeatureType {
  readonly name: string
  readonly title: string
  readonly systems: ReadonlyArray<string>
}

export interface Capabilities {
  readonly version: string
  readonly types: ReadonlyArray<FeatureType>
  readonly formats: ReadonlyArray<string>
  readonly countDefault: number | undefined
}

const plain = (text: string): string => unescapeXml(text.replace(/^<!\[CDATA\[([^]*)\]\]>$/, "$1"), () => {}).trim()

/** The texts of the elements of a name. What matches ends before the next tag begins, so that hostile text is read once. */
const texts = (text: string, element: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(new RegExp(`<(?:\\w+:)?(?:${element})(?:\\s[^<>]*)?>([^<]*|<!\\[CDATA\\[[^<]*\\]\\]>)</`, "g")),
    ([, found = ""]) => plain(found)
  )

/** The contents of the elements of a name, with what is within them; of those whose tag has this text. */
const blocks = (text: string, element: string, attributes = ""): ReadonlyArray<string> => {
  const found: Array<string> = []
  const tag = new RegExp(`<((?:\\w{1,40}:)?${element})(?=[\\s>])`, "g")
  for (let start = tag.exec(text); start !== null; start = tag.exec(text)) {
    const begin = text.indexOf(">", start.index)
    // No tag begins within another.
    tag.lastIndex = begin < 0 ? text.length : begin
    if (text[begin - 1] === "/") continue
    const end = text.indexOf(`</${start[1]}>`, begin)
    // Nothing behind it has an end, either.
    if (begin < 0 || end < 0) break
    if (text.slice(start.index, begin).includes(attributes)) found.push(text.slice(begin + 1, end))
    tag.lastIndex = end
  }
  return found
}

/** What a service says of itself and its layers. */
export const capabilitiesIn = (text: string): Capabilities => {
  const operation = blocks(text, "Operation", 'name="GetFeature"')[0] ?? ""
  const [limit] = blocks(text, "Constraint", 'name="CountDefault"').flatMap((block) =>
    texts(block, "DefaultValue|Value")
  )
  return {
    version: rootAttributes(text)["version"] ?? "1.1.0",
    types: blocks(text, "FeatureType").map((block) => ({
      name: texts(block, "Name")[0] ?? "",
      title: texts(block, "Title")[0] ?? "",
      systems: texts(block, "DefaultCRS|OtherCRS|DefaultSRS|OtherSRS")
    })),
    formats: [...blocks(operation, "Parameter", 'name="outputFormat"'), ...blocks(text, "OutputFormats")].flatMap(
      (block) => texts(block, "Value|Format")
    ),
    countDefault: limit !== undefined && /^\d+$/.test(limit) ? Number(limit) : undefined
  }
}

/** Query values of requests for records. */
const ofRecords =
  "typeNames typeName outputFormat srsName count maxFeatures startIndex sortBy version cql_filter filter bbox propertyName resultType"

const capabilitiesAt = Effect.fnUntraced(function* (
  url: URL,
  ask: Ask
): Effect.fn.Return<Capabilities | undefined, SourceError> {
  const query = Object.fromEntries(ofRecords.split(" ").map((name) => [name, undefined]))
  const text = yield* ask(
    withQuery(url, { ...query, service: "WFS", request: "GetCapabilities", acceptVersions: "2.0.0,1.1.0" })
  )
  if (/<(?:\w+:)?WFS_Capabilities\b/i.test(text.slice(0, 4096))) return capabilitiesIn(text)
  const refused = answerOf(Buffer.from(text.slice(0, 4096)))
  return refused === undefined ? undefined : yield* refuse(url, refused)
})

const isJson = (format: string): boolean => /geo\+?json|application\/json|^json$/i.test(format)

const pagesOf = (isTwo: boolean, records: number): Pages => ({
  by: "offset",
  parameter: "startIndex",
  size: { parameter: isTwo ? "count" : "maxFeatures", records }
})

const recordsOf = (url: URL, { countDefault, formats, version }: Capabilities, type: FeatureType): Records => {
  const isTwo = version.startsWith("2")
  const given = valueOf(url, "outputFormat")
  const json = given === undefined ? formats.find(isJson) : isJson(given) ? given : undefined
  const degrees = type.systems.find((system) => /(?:EPSG[:/]+(?:[\d.]*[:/])?4326|CRS84)$/i.test(system))
  const srsName = valueOf(url, "srsName") ?? (json !== undefined && degrees !== undefined ? "EPSG:4326" : undefined)
  return {
    url: withQuery(url, {
      service: "WFS",
      version: isTwo ? "2.0.0" : "1.1.0",
      request: "GetFeature",
      acceptVersions: undefined,
      resultType: undefined,
      startIndex: undefined,
      count: undefined,
      maxFeatures: undefined,
      typeName: isTwo ? undefined : type.name,
      typeNames: isTwo ? type.name : undefined,
      outputFormat: json ?? given,
      srsName
    }),
    pages: pagesOf(isTwo, Math.min(countDefault ?? usualRecords, usualRecords)),
    words: `the feature type ${type.name} of a WFS`
  }
}

/** The first position in GeoJSON. */
const positionIn = (text: string): readonly [number, number] | undefined => {
  const [, x, y] = /"coordinates"\s*:[[\s]*(-?[\d.]+(?:e[-+]?\d+)?)\s*,\s*(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(text) ?? []
  return x === undefined ? undefined : [Number(x), Number(y)]
}

/**
 * The same records in degrees. GeoJSON should be so, but servers send the system of the data, which they state behind
 * the records or not at all; and most reproject to degrees, even where they do not list them.
 */
const inDegrees = Effect.fnUntraced(function* (records: Records, ask: Ask) {
  const { pages, url } = records
  const isGiven = valueOf(url, "srsName") !== undefined || !isJson(valueOf(url, "outputFormat") ?? "")
  if (isGiven || pages?.by !== "offset" || pages.size === undefined) return records
  const degrees = withQuery(url, { srsName: "EPSG:4326" })
  const text = yield* Effect.orElseSucceed(ask(withQuery(degrees, { [pages.size.parameter]: "1" })), () => "")
  const [x, y] = positionIn(text) ?? [Infinity, Infinity]
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? { ...records, url: degrees } : records
})

/** Fields of a record, in GeoJSON, GML or CSV. */
const fieldsIn = (text: string): ReadonlyArray<string> => {
  if (!/^\s*[{<]/.test(text))
    return (text.split(/\r?\n/, 1)[0] ?? "").split(",").map((name) => name.replaceAll('"', ""))
  const json = /^\s*\{/.test(text) ? /"properties"\s*:\s*\{([^{}]*)\}/.exec(text)?.[1] : undefined
  if (json !== undefined) return Array.from(json.matchAll(/"([^"]+)"\s*:/g), ([, name = ""]) => name)
  const leaves = text.matchAll(/<(?!gml:|wfs:|ows:)(?:[\w.-]+:)?([\w.-]+)>[^<]*<\//g)
  return Array.from(new Set(Array.from(leaves, ([, name = ""]) => name)))
}

/** Columns that usually identify a row. */
const identifies = /^(?:.*_)?(?:id|gid|fid|oid|ogc_fid|objectid|uuid|guid|identifier|kennung|lokalid)$/i

/** How many columns records are sorted by, where none is called an identifier. */
const mostSorted = 6

/** The first record, without what differs from response to response. */
export const recordIn = (text: string): string | undefined => {
  const isJson = /^\s*\{/.test(text)
  const start = (isJson ? /"features"\s*:\s*\[/ : /<(?:[\w-]+:)?(?:member|featureMembers?)\b[^<>]*>/).exec(text)
  if (start === null) return undefined
  // Separate patterns: one for both would look for the end from each start on.
  const rest = text.slice(start.index + start[0].length)
  if (!isJson) {
    const ends = Array.from(rest.matchAll(/<\/(?:[\w-]+:)?(?:member|featureMembers?)>/g), ({ index }) => index)
    return ends.length === 0 ? undefined : rest.slice(0, ends.at(-1))
  }
  const end = /"properties"\s*:\s*\{[^{}]*\}/.exec(rest)
  return end === null ? undefined : rest.slice(0, end.index + end[0].length)
}

/**
 * The same records in an order, if the server has none of its own, as GeoServer has none for tables without a key; and
 * at once, if it ignores where a page begins, as it may by the standard. Then they are counted.
 */
const inPages = Effect.fnUntraced(function* (records: Records, ask: Ask) {
  const { pages, url } = records
  if (pages?.by !== "offset" || pages.size === undefined) return records
  const one = { [pages.size.parameter]: "1" }
  const second = yield* ask(withQuery(url, { ...one, startIndex: "1" })).pipe(
    Effect.catch(({ message }) => Effect.succeed(message))
  )
  const isUnordered = /natural order|without a primary key/i.test(second.slice(0, 4096))
  if (isUnordered && valueOf(url, "sortBy") !== undefined) return records
  const first = yield* Effect.orElseSucceed(ask(withQuery(url, one)), () => "")
  if (isUnordered) {
    const fields = fieldsIn(first)
    const sortBy = fields.find((name) => identifies.test(name)) ?? fields.slice(0, mostSorted).join(",")
    return sortBy === "" ? records : { ...records, url: withQuery(url, { sortBy }) }
  }
  if (recordIn(first) === undefined || recordIn(first) !== recordIn(second)) return records
  const at = pages.size.parameter === "count" ? "numberMatched" : "numberOfFeatures"
  const atOnce: Pages = { by: "offset", parameter: "startIndex", count: { query: { resultType: "hits" }, at } }
  return { ...records, pages: atOnce }
})

/** A request to a WFS, or its URL. */
export const wfs: Recognize = Effect.fnUntraced(function* (url, ask) {
  const service = valueOf(url, "service")
  const isNamed = service?.toUpperCase() === "WFS"
  const isLikely = service === undefined && /\/(?:wfs|ows|WFSServer)\/?$/i.test(url.pathname)
  if (!isNamed && !isLikely) return undefined
  const capabilities = yield* capabilitiesAt(url, ask)
  if (capabilities === undefined) {
    return isNamed
      ? yield* refuse(url, "it does not say what it has, as a WFS does. Check the URL in a browser.")
      : undefined
  }
  const named = valueOf(url, "typeNames") ?? valueOf(url, "typeName")
  const local = (name: string) => name.slice(name.indexOf(":") + 1)
  const type =
    named === undefined
      ? yield* chosen(
          url,
          "feature type",
          capabilities.types,
          ({ name }) => `${withQuery(url, { service: "WFS", request: "GetFeature", typeNames: name })}`
        )
      : (capabilities.types.find(({ name }) => name === named || local(name) === local(named)) ?? {
          name: named,
          title: "",
          systems: []
        })
  return yield* inPages(yield* inDegrees(recordsOf(url, capabilities, type), ask), ask)
})
