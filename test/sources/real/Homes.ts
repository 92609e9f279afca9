import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Result, Stream } from "effect"
import { fold } from "../../../schemas/Fold.ts"
import type { SourceRecord } from "../../../sources/DataSource.ts"
import { type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { Archives } from "../../../src/gazetteer/Archive.ts"
import { Gazetteer } from "../../../src/gazetteer/Gazetteer.ts"
import { Completion, layerCompletionNoDeps, nothingDerived } from "../../../src/sync/complete/Completion.ts"
import { normalize } from "../../../src/sync/normalize/NormalizeInFull.ts"
import { findRegion } from "../../../src/gazetteer/Regions.ts"
import { readOsm } from "../openstreetmap/OsmFiles.ts"
import type { Osm } from "../openstreetmap/PbfWriter.ts"
import { homesByRule } from "./HomesByRule.ts"

/**
 * node test/sources/real/Homes.ts FOLDER [SAMPLE]
 *
 * Finds the homes in a folder's OpenStreetMap extracts by the rule of HomesByRule.ts, which is independent of the
 * source, and prints what became of them, without and with the gazetteer. With SAMPLE, also prints that many published
 * homes of each file for inspection.
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

interface Home {
  readonly ref: string
  readonly street: string
  readonly number: string
}

/** The homes of an extract by the rule, which considers objects with a street and a number. */
const judge = (osm: Osm): ReadonlyArray<Home> =>
  homesByRule(osm).flatMap(({ homeBy, ref, tags }) =>
    homeBy === undefined ? [] : [{ ref, street: tags["addr:street"] ?? "", number: tags["addr:housenumber"] ?? "" }]
  )

const completion = layerCompletionNoDeps.pipe(
  Layer.provide(Gazetteer.layerNoDeps((country, name) => findRegion(country, name)?.code)),
  Layer.provide(Archives.layer)
)
const reader = Reader.layer.pipe(Layer.provide(NodeHttpClient.layerUndici))

/** What is published from an extract, by object and by street and number. */
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
