import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Result, Stream } from "effect"
import pointInPolygon from "point-in-polygon-hao"
import { fold } from "../../../schemas/Fold.ts"
import type { SourceRecord } from "../../../sources/DataSource.ts"
import { type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { Archives } from "../../../src/gazetteer/Archive.ts"
import { Gazetteer } from "../../../src/gazetteer/Gazetteer.ts"
import { Completion, layerCompletionNoDeps, nothingDerived } from "../../../src/sync/Completion.ts"
import { normalize } from "../../../src/sync/Normalize.ts"
import { findRegion } from "../../../src/sync/Regions.ts"
import { readOsm } from "../openstreetmap/OsmFiles.ts"
import type { Osm, OsmWay } from "../openstreetmap/PbfWriter.ts"

/**
 * node test/sources/real/Homes.ts FOLDER [SAMPLE]
 *
 * Judges the OpenStreetMap extracts of a folder by a rule of its own, which knows nothing of the source: an object with
 * house number and street is a home if it is a residential building where nothing else is pursued; or if nothing is
 * pursued on it and the smallest building around it is one; or if no other kind of building is around it, nor pursuit,
 * and the smallest area of land use, other than grass and the like, is residential. Prints what became of those homes,
 * without and with the gazetteer; with SAMPLE, so many published homes of each file to look at.
 */
const [folder, sample = "0"] = process.argv.slice(2)
if (folder === undefined) throw new Error("Name the folder of extracts.")

const countries: Readonly<Record<string, string>> = {
  amsterdam: "NL",
  bayfront_singapore: "SG",
  "br-sao-paulo": "BR",
  "de-aplerbeck": "DE",
  "de-heidelberg": "DE",
  helsinki: "FI",
  "jp-tokyo-center": "JP",
  "liechtenstein-latest": "LI",
  "monaco-latest": "MC",
  "osr-karlsruhe-kirchfeld": "DE",
  "osr-miraustr": "DE",
  "osr-neuss-s11": "DE",
  "osr-rome-piazza-vittorio-emanuele": "IT",
  "osrm-monaco": "MC",
  "pt-porto": "PT",
  queens_village_ny: "US",
  "us-columbus-otp": "US",
  vancouver_canada: "CA",
  whitelion_bristol_uk: "GB"
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))
const single = words("house detached semidetached_house bungalow farm houseboat static_caravan cabin villa")
const many = words("apartments residential terrace dormitory")
const pursuits = ["shop", "office", "craft", "club", "amenity", "tourism", "leisure", "healthcare"]
const green = words("grass forest meadow garden orchard farmland village_green recreation_ground allotments_garden")

type Tags = Readonly<Record<string, string>>
type Kind = "home" | "other" | "open"

const pursued = (tags: Tags): boolean => pursuits.some((key) => tags[key] !== undefined)

const kindOf = (tags: Tags): Kind => {
  const building = tags["building"]
  if (building === undefined || building === "yes" || building === "no") return "open"
  if (single.has(building)) return pursued(tags) ? "other" : "home"
  if (many.has(building)) return tags["amenity"] === undefined && tags["tourism"] === undefined ? "home" : "other"
  return "other"
}

type Position = readonly [number, number]

interface Area {
  readonly tags: Tags
  readonly ring: ReadonlyArray<Position>
  readonly box: readonly [number, number, number, number]
  readonly size: number
}

const areaOf = (tags: Tags, ring: ReadonlyArray<Position>): Area => {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  let size = 0
  ring.forEach(([x, y], i) => {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
    const [a, b] = ring[(i + 1) % ring.length]!
    size += x * b - a * y
  })
  return { tags, ring, box, size: Math.abs(size) }
}

interface Home {
  readonly ref: string
  readonly street: string
  readonly number: string
}

/** The homes of an extract by the rule above. */
const judge = ({ nodes, relations, ways }: Osm): ReadonlyArray<Home> => {
  const at = new Map(nodes.map(({ id, lat, lon }): [number, Position] => [id, [lon / 1e7, lat / 1e7]]))
  const byId = new Map(ways.map((way): [number, OsmWay] => [way.id, way]))
  const ringOf = (refs: ReadonlyArray<number>) => refs.flatMap((ref) => (at.has(ref) ? [at.get(ref)!] : []))
  // Half a ring bounds nothing.
  const closed = ({ refs }: OsmWay) => refs.length > 3 && refs[0] === refs.at(-1) && refs.every((ref) => at.has(ref))
  const areas: Array<Area> = []
  for (const way of ways) {
    const tags = way.tags ?? {}
    if (closed(way) && (tags["building"] !== undefined || tags["landuse"] !== undefined)) {
      areas.push(areaOf(tags, ringOf(way.refs)))
    }
  }
  for (const { members, tags = {} } of relations) {
    if (tags["building"] === undefined && tags["landuse"] === undefined) continue
    for (const { id, role, type: of } of members) {
      const way = of === "way" && role !== "inner" ? byId.get(id) : undefined
      if (way !== undefined && closed(way)) areas.push(areaOf(tags, ringOf(way.refs)))
    }
  }
  areas.sort((a, b) => a.size - b.size)
  const cells = new Map<string, Array<Area>>()
  const cell = (x: number, y: number) => `${Math.floor(x * 500)} ${Math.floor(y * 500)}`
  for (const area of areas) {
    for (let x = Math.floor(area.box[0] * 500); x <= Math.floor(area.box[2] * 500); x++) {
      for (let y = Math.floor(area.box[1] * 500); y <= Math.floor(area.box[3] * 500); y++) {
        const key = `${x} ${y}`
        const there = cells.get(key)
        if (there === undefined) cells.set(key, [area])
        else there.push(area)
      }
    }
  }
  const around = ([x, y]: Position, wanted: (area: Area) => boolean): Area | undefined =>
    (cells.get(cell(x, y)) ?? []).find(
      (area) =>
        wanted(area) &&
        x >= area.box[0] &&
        x <= area.box[2] &&
        y >= area.box[1] &&
        y <= area.box[3] &&
        pointInPolygon([x, y], [area.ring.map(([a, b]) => [a, b])]) !== false
    )

  const isHome = (tags: Tags, position: Position | undefined): boolean => {
    const own = kindOf(tags)
    if (own !== "open") return own === "home"
    if (pursued(tags) || position === undefined) return false
    const building = around(position, (area) => area.tags["building"] !== undefined && area.tags !== tags)
    if (building !== undefined && tags["building"] === undefined) {
      const kind = kindOf(building.tags)
      if (kind !== "open") return kind === "home"
      if (pursued(building.tags)) return false
    }
    const land = around(position, ({ tags: { landuse } }) => landuse !== undefined && !green.has(landuse))
    return land?.tags["landuse"] === "residential"
  }

  const middle = (refs: ReadonlyArray<number>): Position | undefined => {
    const ring = ringOf(refs.slice(1))
    if (ring.length === 0) return undefined
    const sum = ring.reduce(([a, b], [x, y]) => [a + x, b + y] as const, [0, 0] as const)
    return [sum[0] / ring.length, sum[1] / ring.length]
  }
  const homes: Array<Home> = []
  const take = (kind: string, id: number, tags: Tags, position: () => Position | undefined) => {
    const [number, street] = [tags["addr:housenumber"], tags["addr:street"] ?? tags["addr:place"]]
    if (number === undefined || street === undefined || tags["addr:interpolation"] !== undefined) return
    if (isHome(tags, position())) homes.push({ ref: `${kind}/${id}`, street, number })
  }
  for (const { id, tags } of nodes) if (tags !== undefined) take("node", id, tags, () => at.get(id))
  for (const { id, refs, tags } of ways) if (tags !== undefined) take("way", id, tags, () => middle(refs))
  for (const { id, members, tags } of relations) {
    if (tags === undefined) continue
    const outer = members.map(({ id: way }) => byId.get(way)).find((way) => way !== undefined)
    take("relation", id, tags, () => (outer === undefined ? undefined : middle(outer.refs)))
  }
  return homes
}

const completion = layerCompletionNoDeps.pipe(
  Layer.provide(Gazetteer.layerNoDeps((country, name) => findRegion(country, name)?.code)),
  Layer.provide(Archives.layer)
)
const reader = Reader.layer.pipe(Layer.provide(NodeHttpClient.layerUndici))

/** What is published of an extract, by the object and by street and number. */
const publishedOf = Effect.fnUntraced(function* (name: string, country: string) {
  const location = join(folder, `${name}.osm.pbf`)
  const source = yield* type.configure("judged", { location, countries: [country] })
  const given = yield* Stream.runCollect(source.records(country))
  const part = yield* (yield* (yield* Completion).of(source.manifest, country)).part
  const ready = yield* part.take(given)
  const rest = yield* Stream.runCollect(part.rest)
  const homes = new Map<string, string>()
  const places = new Set<string>()
  const reasons: Record<string, number> = {}
  let [kept, withRegion, complete] = [0, 0, 0]
  for (const record of [...ready, ...rest.flat()] as ReadonlyArray<SourceRecord>) {
    const result = normalize(source.manifest, country, record)
    if (Result.isFailure(result)) {
      reasons[result.failure] = (reasons[result.failure] ?? 0) + 1
      continue
    }
    complete += 1
    const { components, derived, evidence, formattedAddress, recordId } = result.success
    if (evidence === undefined) continue
    kept += 1
    if (components.regionCode !== undefined) withRegion += 1
    const how = (derived ?? []).map(({ component, method }) => `${component}: ${method}`).join(", ")
    homes.set(recordId.replace(/#.*/, ""), `${formattedAddress} [${components.region ?? "no region"}; ${how}]`)
    places.add(`${fold(components.street ?? "")} ${fold(components.houseNumber ?? "")}`)
  }
  return { complete, homes, kept, places, reasons, withRegion }
}, Effect.scoped)

const share = (part: number, whole: number) => (whole === 0 ? "" : `${((part * 100) / whole).toFixed(1)} %`)

await Effect.gen(function* () {
  const line = (cells: ReadonlyArray<string | number>) => process.stdout.write(`| ${cells.join(" | ")} |\n`)
  line([
    "file",
    "homes by the rule",
    "found before",
    "found now",
    "recall",
    "published homes",
    "with ISO region",
    "why not"
  ])
  line(Array.from({ length: 8 }, () => "---"))
  const sum = { homes: 0, before: 0, now: 0 }
  for (const [name, country] of Object.entries(countries)) {
    const homes = judge(yield* readOsm(readFileSync(join(folder, `${name}.osm.pbf`))))
    const before = yield* Effect.provideService(publishedOf(name, country), Completion, nothingDerived)
    const now = yield* publishedOf(name, country)
    const found = ({ homes: byRef, places }: typeof now) =>
      homes.filter(({ number, ref, street }) => byRef.has(ref) || places.has(`${fold(street)} ${fold(number)}`)).length
    sum.homes += homes.length
    sum.before += found(before)
    sum.now += found(now)
    const reasons = Object.entries(now.reasons)
      .filter(([reason]) => reason !== "filtered")
      .map(([reason, count]) => `${reason} ${count}`)
    line([
      basename(name),
      homes.length,
      found(before),
      found(now),
      share(found(now), homes.length),
      now.kept,
      share(now.withRegion, now.kept),
      reasons.join(", ")
    ])
    const shown = Number(sample)
    const all = Array.from(now.homes)
    for (let i = 0; i < shown && i < all.length; i++) {
      const [ref, text] = all[Math.floor(((i + 0.5) * all.length) / shown)] ?? all[0]!
      process.stdout.write(`    ${ref} ${text}\n`)
    }
  }
  line(["together", sum.homes, sum.before, sum.now, share(sum.now, sum.homes), "", "", ""])
}).pipe(Effect.provide(Layer.merge(completion, reader).pipe(Layer.provideMerge(NodeServices.layer))), Effect.runPromise)
