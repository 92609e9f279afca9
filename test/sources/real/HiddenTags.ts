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
 * How the tags that tell homes from others are hidden in an extract:
 *
 * - `kinds`: every building is one of no kind, and no land is residential
 * - `bare`: there are no buildings and no uses of land at all
 * - `half`: of every second object nothing is left but its address, that it is a building and what kind of way; so every
 *   second shop is there without a word, as it is where few are mapped
 * - `poor`: both
 */
export const hidings = ["kinds", "bare", "half", "poor"] as const
export type Hiding = (typeof hidings)[number]

/** An address whose tags were hidden: what is known of it all the same, and whether it is a home. */
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

/** Whether the tags say that it is a home; undefined where they leave it open. */
const labelOf = ({ building, homeBy, tags }: RuledObject): boolean | undefined => {
  if (homeBy !== undefined) return true
  if (useOfAddress(new Map(Object.entries(tags))).kind === "other") return false
  const kind = isUnspecific(tags["building"]) ? building?.tags["building"] : tags["building"]
  return isUnspecific(kind) ? undefined : false
}

/** Those addresses of an extract that the rule would have to judge if their tags were hidden, and what they are. */
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
