import { Effect } from "effect"
import { levelsOf } from "../../../sources/openstreetmap/AdminLevels.ts"
import { Drafts } from "../../../sources/openstreetmap/Drafts.ts"
import { readAddresses } from "../../../sources/openstreetmap/AddressObjects.ts"
import { Progress } from "../../../sources/openstreetmap/Progress.ts"
import { settle } from "../../../sources/openstreetmap/Records.ts"
import { nameOfRef } from "../../../sources/openstreetmap/Refs.ts"
import { eachTape, survey } from "../../../sources/openstreetmap/Survey.ts"
import type { Prospect } from "../../../sources/surroundings/probable/Probable.ts"
import { useOfAddress } from "../../../sources/surroundings/Uses.ts"
import { openBytes } from "../openstreetmap/OsmFiles.ts"
import { type Osm, type TagList, writePbf } from "../openstreetmap/PbfWriter.ts"
import { homesByRule, type RuledObject } from "./HomesByRule.ts"

/**
 * How an extract hides the tags that distinguish homes from other buildings:
 *
 * - `kinds`: no building has a kind, and no land is residential
 * - `bare`: there are no buildings and no land uses at all
 * - `half`: every second object keeps only its address, the fact that it is a building, and its kind of way, so that
 *   every second shop goes unmentioned, as it does in sparsely mapped areas
 * - `poor`: both `bare` and `half`
 */
export const hidings = ["kinds", "bare", "half", "poor"] as const
export type Hiding = (typeof hidings)[number]

/** An address whose tags were hidden: what remains known of it, and whether it is a home. */
export interface Sample {
  readonly prospect: Prospect
  readonly isHome: boolean
}

const telling = /^(building(:(use|flats|part))?|addr:flats|residential|house)$/

const without = (tags: TagList, drop: (key: string, value: string) => boolean): TagList =>
  Object.fromEntries(Object.entries(tags).filter(([key, value]) => !drop(key, value)))

const hiddenTags = (tags: TagList, hiding: Hiding, id: number): TagList => {
  const isBare = hiding === "bare" || hiding === "poor"
  const isSilent = (hiding === "half" || hiding === "poor") && id % 2 === 0
  const land = without(tags, (key, value) => key === "landuse" && (isBare || value === "residential"))
  const said = isSilent && tags["highway"] === undefined ? without(land, (key) => !/^(addr:|type$)/.test(key)) : land
  const rest = without(said, (key) => telling.test(key))
  const { building } = tags
  if (isBare) return rest
  return building === undefined || building === "roof" || building === "no" ? rest : { ...rest, building: "yes" }
}

const hide = (osm: Osm, hiding: Hiding): Osm => {
  const change = <A extends { readonly id: number; readonly tags?: TagList }>(object: A): A =>
    object.tags === undefined ? object : { ...object, tags: hiddenTags(object.tags, hiding, object.id) }
  return { nodes: osm.nodes.map(change), ways: osm.ways.map(change), relations: osm.relations.map(change) }
}

const isUnspecific = (building: string | undefined): boolean =>
  building === undefined || /^(yes|no|roof|entrance|undefined|unknown|unclassified)$/.test(building)

/** Whether the tags make it a home; undefined if they leave that open. */
const labelOf = ({ building, homeBy, tags }: RuledObject): boolean | undefined => {
  if (homeBy !== undefined) return true
  if (useOfAddress(new Map(Object.entries(tags))).kind === "other") return false
  const kind = isUnspecific(tags["building"]) ? building?.tags["building"] : tags["building"]
  return isUnspecific(kind) ? undefined : false
}

/** The addresses of an extract without evidence once their tags are hidden, with the true answer. */
export const samplesOf = Effect.fnUntraced(function* (osm: Osm, country: string, hiding: Hiding) {
  const labels = new Map(homesByRule(osm).map((object) => [object.ref, labelOf(object)]))
  const file = yield* openBytes(writePbf(hide(osm, hiding)))
  const progress = new Progress(file)
  const found = yield* survey(file, progress, country, levelsOf(country, undefined))
  const { duplicates, prospects } = yield* settle(file, progress, found, new Drafts(found, {}), country)
  const samples: Array<Sample> = []
  yield* eachTape(file, progress, found.objects, (tape, block) => {
    let at = found.firstOf(block)
    while (!tape.isAtEnd) {
      const { addresses, ref } = readAddresses(tape)
      const isHome = labels.get(nameOfRef(ref))
      const isRecord = duplicates.duplicateOf(at) === undefined && duplicates.evidenceAt(at) === undefined
      const prospect = isRecord ? prospects.at(at) : undefined
      if (isHome !== undefined && prospect !== undefined) samples.push({ prospect, isHome })
      at += addresses.length
    }
  })
  return samples
}, Effect.scoped)
