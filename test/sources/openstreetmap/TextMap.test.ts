import { gzipSync } from "node:zlib"
import { expect, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Stream } from "effect"
import { isRejected } from "../../../sources/DataSource.ts"
import { type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { openText } from "../../../sources/openstreetmap/TextMap.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { inMemory, readFileOf } from "./OsmFiles.ts"
import { type Osm, type TagList, writePbf } from "./PbfWriter.ts"
import { street, Town } from "./Town.ts"

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const inXml = (tags: TagList = {}) =>
  Object.entries(tags)
    .map(([key, value]) => `<tag k="${escaped(key)}" v='${escaped(value)}'/>`)
    .join("")
const degrees = (value: number) => (value / 1e7).toFixed(7)

/** The elements of a map, nodes first. */
const elementsOf = ({ nodes, relations, ways }: Osm): ReadonlyArray<string> => [
  ...nodes.map(
    ({ id, lat, lon, tags }) => `<node id="${id}" lat="${degrees(lat)}" lon="${degrees(lon)}">${inXml(tags)}</node>`
  ),
  ...ways.map(
    ({ id, refs, tags }) => `<way id='${id}'>${refs.map((ref) => `<nd ref="${ref}" />`).join("\n")}${inXml(tags)}</way>`
  ),
  ...relations.map(
    ({ id, members, tags }) =>
      `<relation id="${id}">${members.map(({ id, role, type }) => `<member type="${type}" ref="${id}" role="${escaped(role)}"/>`).join("")}${inXml(tags)}</relation>`
  )
]
const document = (elements: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="test"><note>The data & more</note><bounds minlat="49"/>\n${elements.join("\n")}\n</osm>\n`
const xmlOf = (osm: Osm) => document(elementsOf(osm))

/** The same as Overpass writes it; with positions in the ways, and without nodes of their own, on request. */
const jsonOf = ({ nodes, relations, ways }: Osm, hasPositions = false, remark?: string) => {
  const at = ({ lat, lon }: Osm["nodes"][number]) => ({ lat: lat / 1e7, lon: lon / 1e7 })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const own = hasPositions ? nodes.filter(({ tags }) => tags !== undefined) : nodes
  return JSON.stringify({
    version: 0.6,
    elements: [
      ...ways.map(({ id, refs, tags }) => ({
        type: "way",
        id,
        nodes: refs,
        tags,
        ...(hasPositions ? { geometry: refs.map((ref) => at(byId.get(ref)!)) } : {})
      })),
      ...relations.map(({ id, members, tags }) => ({
        type: "relation",
        id,
        tags,
        members: members.map(({ id: ref, role, type }) => ({ type, ref, role }))
      })),
      ...own.map((node) => ({ type: "node", id: node.id, ...at(node), tags: node.tags }))
    ],
    ...(remark === undefined ? {} : { remark })
  })
}

const town = () => {
  const made = new Town()
  made.boundary(-50, -50, 200, { boundary: "administrative", admin_level: "8", name: 'Straße & "Ort" <東京>' })
  made.square(0, 0, 4, { ...street("1"), building: "house", "addr:city": "" })
  made.square(10, 0, 4, { building: "apartments" })
  made.node(12, 2, street("2", { "addr:street": "O'Hara | Ring" }))
  made.square(20, 0, 4, { ...street("3"), shop: "bakery" })
  return made
}

/** What a source reads of a file. */
const read = Effect.fnUntraced(function* (name: string, bytes: string | Uint8Array) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  yield* files.writeFile(`${folder}/${name}`, Buffer.from(bytes))
  const source = yield* type.configure("town", { location: folder, countries: ["DE"] })
  const records = yield* Stream.runCollect(source.records("DE"))
  return records.map((record) => (isRejected(record) ? record.detail : record))
})

const run = <A, E, R>(test: Effect.Effect<A, E, R>) => test.pipe(Effect.scoped, Effect.provide(testPlatform))

it.effect("MUST give the same records as the .osm.pbf file, whatever the order of the objects", () =>
  run(
    Effect.gen(function* () {
      const expected = yield* read("a.osm.pbf", writePbf(town()))
      expect(expected).toHaveLength(3)
      const sorted = (records: typeof expected) =>
        records.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
      const files = {
        "a.osm": xmlOf(town()),
        "turned.osm": document(elementsOf(town()).toReversed()),
        "a.osm.gz": gzipSync(xmlOf(town())),
        "marked.osm": `\ufeff${xmlOf(town())}`,
        "utf16.osm": Buffer.from(`\ufeff${xmlOf(town())}`, "utf16le"),
        "json.osm": jsonOf(town()),
        "located.osm": jsonOf(town(), true)
      }
      for (const [name, bytes] of Object.entries(files)) {
        expect(sorted(yield* read(name, bytes)), name).toEqual(sorted(expected))
      }
    })
  )
)

it.effect("MUST be divided into blocks, whatever the IDs and the texts", () =>
  run(
    Effect.gen(function* () {
      const nodes = Array.from({ length: 20_000 }, (_, at) => ({
        id: (at - 10_000) * 999_999_937,
        lon: 80_000_000 + at,
        lat: 490_000_000 - at,
        ...(at % 2 === 0 ? {} : { tags: { name: `Ü${at}` } })
      })).filter(({ id }) => id !== 0)
      const ways = [{ id: -7, refs: [nodes[3]!.id, nodes[19_000]!.id], tags: { highway: "service" } }]
      const members = [{ type: "relation" as const, id: -1, role: "söder" }]
      const osm: Osm = { nodes, ways, relations: [{ id: 18_000_000_000, members, tags: { type: "x" } }] }
      for (const [format, text] of [
        ["xml", xmlOf(osm)],
        ["json", jsonOf(osm)]
      ] as const) {
        const file = yield* openText({ source: "test", place: "a" }, inMemory(Buffer.from(text)), format)
        expect(file.blocks).toHaveLength(3)
        const found = yield* readFileOf(file)
        expect(found.nodes).toEqual(nodes)
        expect(found.ways).toEqual(ways)
        expect(found.relations).toEqual(osm.relations)
      }
    })
  )
)

it.effect("MUST leave out what was deleted, and take positions from ways that have them", () =>
  run(
    Effect.gen(function* () {
      const house = `<tag k="addr:housenumber" v="5"/><tag k="addr:street" v="Am Ring"/><tag k="addr:city" v="Karlsruhe"/><tag k="building" v="house"/>`
      const corners = ["49.05,8.4", "49.05,8.401", "49.051,8.401", "49.05,8.4"].map((corner, at) => {
        const [lat, lon] = corner.split(",")
        return `<nd ref="${at % 3}" lat="${lat}" lon="${lon}"/>`
      })
      const text = document([
        `<way id="9"><bounds minlat="1"/>${corners.join("")}${house}</way>`,
        `<node id="10" action="delete" lat="49.05" lon="8.4">${house}</node>`,
        `<node id="11" visible="false">${house}</node>`,
        `<relation id="12" visible="false"/>`
      ])
      const records = yield* read("a.osm", text)
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject({ houseNumber: "5", recordId: "way/9", coordinates: { latitude: 49.0503333 } })
    })
  )
)

it.effect("MUST have ways at their centers, if it has no nodes of them", () =>
  run(
    Effect.gen(function* () {
      const { nodes, ways } = town()
      const [house] = ways.filter(({ tags }) => tags?.["addr:housenumber"] === "1")
      const corners = nodes.filter(({ id }) => house!.refs.includes(id))
      const way = (refs: string, center = '<center lat="49.2" lon="8.5"/>') =>
        `<way id="${house!.id}">${center}${refs}${inXml(house!.tags)}</way>`
      const refs = house!.refs.map((ref) => `<nd ref="${ref}"/>`).join("")
      const all = elementsOf({ nodes: corners, ways: [], relations: [] })
      const json = {
        type: "way",
        id: house!.id,
        center: { lat: 49.2, lon: 8.5 },
        nodes: house!.refs,
        tags: house!.tags
      }
      const at = { latitude: 49.2, longitude: 8.5 }
      const [own] = yield* read("a.osm", document([...all, way(refs, "")]))
      expect(own).toMatchObject({ coordinates: { latitude: 49.0502 } })
      for (const [text, expected] of [
        [document([way(refs)]), { coordinates: at }],
        [document([way("")]), { coordinates: at }],
        [JSON.stringify({ elements: [json] }), { coordinates: at }],
        [document([...all, way(refs)]), own],
        [document([way(refs), ...all]), own]
      ] as const) {
        expect(yield* read("a.osm", text), text).toMatchObject([expected])
      }
    })
  )
)

it.effect("MUST be refused with what to do if it is incomplete, or no map", () =>
  run(
    Effect.gen(function* () {
      const remark = "runtime error: Query timed out in &quot;query&quot; at line 3 after 26 seconds."
      const node = (attributes: string) => document([`<node ${attributes}/>`])
      const refused = [
        [
          xmlOf(town()).replace("</osm>", `<remark> ${remark} </remark></osm>`),
          "it is incomplete: the server that made it says"
        ],
        [jsonOf(town(), false, "runtime error: Query ran out of memory"), "Ask for a smaller area"],
        ["<osmChange version='0.6'><modify/></osmChange>", "it has changes to a map (osmChange), and not the map"],
        ["<kml><Document/></kml>", "it is XML with the element kml, and no map of OpenStreetMap"],
        ['{"type":"FeatureCollection","features":[]}', "elements"],
        ['{"elements":[{"type":"node" "id":1}]}', "its element 1 is not JSON"],
        [node('id="x" lat="1" lon="1"'), "it has a node without a usable ID"],
        [node('lat="1" lon="1"'), "it has a node without a usable ID"],
        [node(`id="${2 ** 51}" lat="1" lon="1"`), "it has a node without a usable ID"],
        [node('id="1" lat="91" lon="1"'), "it has a node without a usable position"],
        [node('id="1"'), "it has a node without a usable position"],
        [document(['<way id="1"><nd/></way>']), "it has a node of a way without a usable ID"]
      ] as const
      for (const [text, message] of refused) {
        expect(yield* Effect.flip(read("a.osm", text)), message).toMatchObject({
          reason: "unreadable",
          message: expect.stringContaining(message)
        })
      }
    })
  )
)

it.effect("MUST fail, rather than give a part, wherever it is cut off", () =>
  run(
    Effect.gen(function* () {
      for (const [format, text] of [
        ["xml", xmlOf(town())],
        ["json", jsonOf(town())]
      ] as const) {
        const bytes = Buffer.from(text.trimEnd())
        for (let length = 0; length < bytes.length; length += 37) {
          const opened = openText({ source: "test", place: "a" }, inMemory(bytes.subarray(0, length)), format)
          const exit = yield* Effect.exit(Effect.scoped(opened))
          expect(Exit.isFailure(exit) && exit.cause.reasons.map(({ _tag }) => _tag), `${format} ${length}`).toEqual([
            "Fail"
          ])
        }
      }
    })
  )
)
