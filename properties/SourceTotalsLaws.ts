import { Effect } from "effect"
import type { DataSource } from "../sources/DataSource.ts"
import { neighboursOf } from "./Neighbours.ts"
import { type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import { recordsIn, shown, type SourceUnreadable, type Survey, survey, type Surveyed, textOf } from "./SourceSurvey.ts"

/** Published totals are rounded and age: a source may be so far off them. */
const tolerated = 0.02

/**
 * Different elements one after the other that come again in the same order: chance does not do that, pages that overlap do.
 * Registers list one address for each of its flats; that is no such thing.
 */
const telling = 3

/** The first place from which elements come again as they came before, and the place where they had come. */
const repeated = (texts: ReadonlyArray<string>): readonly [at: number, before: number] | undefined => {
  const places = new Map<string, number>()
  for (let at = 0; at + telling <= texts.length; at++) {
    const run = texts.slice(at, at + telling)
    if (new Set(run).size < telling) continue
    const key = run.join("\n")
    const before = places.get(key)
    if (before !== undefined && at - before >= telling) return [at, before]
    if (before === undefined) places.set(key, at)
  }
  return undefined
}

/** Countries beside this one that are asked for, and records that are looked at of each. */
const [mostNeighbours, mostRecords] = [3, 1000]

/** Where examples are told to be, in metres from where the map has them, before something is wrong. */
const placedWithin = 40

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const metresOf = (from: Position, to: Position) => ({
  north: (to.latitude - from.latitude) * 111_195,
  east: (to.longitude - from.longitude) * 111_195 * Math.cos((from.latitude * Math.PI) / 180)
})

const winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const

const windOf = ({ east, north }: ReturnType<typeof metresOf>): string =>
  winds[(Math.round(Math.atan2(east, north) / (Math.PI / 4)) + 8) % 8]!

/** What a distance is the mark of. */
const because = (metres: number): string =>
  metres < 1500
    ? "That is the mark of a datum that was not changed: national grids (OSGB36, DHDN, NTF, Tokyo, CH1903) lie 50 to 700 metres from WGS 84 where only the projection is undone. Name the whole reference system to proj4, with its `towgs84` or grid."
    : "Is it the right address, and are its columns the right ones?"

const givesItsTotal = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give as many records as its manifest says that there are", (law) =>
    Effect.gen(function* () {
      const expected = source.manifest.expected?.[country]
      if (expected === undefined) {
        return {
          because: `Its manifest states no total. It would have to offer one that its publisher tells: expected: { ${country}: 12345 }.`
        }
      }
      const { elements, whole } = yield* first
      if (!whole) {
        return {
          because: `It has more than ${elements.length} records, of which only these are looked at. It would have to offer a smaller file to be held to its total.`
        }
      }
      yield* law.hold(
        Math.abs(elements.length - expected) <= tolerated * expected,
        `Of ${country} it gave ${elements.length} records, rejected ones included, and its manifest says that there are ${expected}: ${elements.length < expected ? `${expected - elements.length} are missing. Is a last page, a file or a sheet not read?` : "more than there can be. Are pages read twice?"}`
      )
    })
  )

const givesNoPageTwice = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST give each record once: pages and files do not overlap", (law) =>
    Effect.gen(function* () {
      const { elements, texts } = yield* first
      const found = repeated(texts)
      if (found === undefined) return
      const [at, before] = found
      yield* law.hold(
        false,
        `From record ${at + 1} on come again those from ${before + 1} on, in the same order. Do pages overlap, or is a file read twice? The first of them:`,
        elements[at]
      )
    })
  )

const givesNoneOfNeighbours = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give each record for one country: nothing of it for a neighbour", (law) =>
    Effect.gen(function* () {
      const { elements } = yield* first
      const own = new Set(recordsIn({ elements, texts: [], whole: true }).map(textOf))
      for (const neighbour of neighboursOf(country).slice(0, mostNeighbours)) {
        const isNamed = source.manifest.countries.includes(neighbour)
        const there = yield* survey(source, neighbour, mostRecords)
        const given = recordsIn(there)
        const shared = isNamed ? given.find((record) => own.has(textOf(record))) : given[0]
        yield* law.hold(
          shared === undefined,
          isNamed
            ? `The record "${shared?.recordId}" is given for ${country} and for ${neighbour}. An address lies in one country: compare the country that \`records\` is given, row by row.`
            : `Asked for ${neighbour}, which its manifest does not name, it gave ${given.length === mostRecords ? "many" : given.length} records, such as "${shared?.recordId}". Compare the country that \`records\` is given, and give Stream.empty for others.`,
          shared
        )
      }
    })
  )

const liesWhereExamplesLie = ({ first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST place the examples that it names where the map has them", (law) =>
    Effect.gen(function* () {
      const placed = (source.examples ?? []).filter(({ coordinates }) => coordinates !== undefined)
      if (placed.length === 0) {
        return {
          because:
            "No example has coordinates. It would have to offer one or more, taken from a map and not from the data: examples: [{ recordId: …, coordinates: { latitude: …, longitude: … } }]. A datum that is not changed shows in nothing else."
        }
      }
      const { elements } = yield* first
      const byId = new Map(recordsIn({ elements, texts: [], whole: true }).map((record) => [record.recordId, record]))
      for (const { coordinates: expected, recordId } of placed) {
        const found = byId.get(recordId)?.coordinates
        // That it is missing is told by another law.
        if (found == null || expected == null) continue
        const off = metresOf(expected, found)
        const metres = Math.hypot(off.north, off.east)
        yield* law.hold(
          metres <= placedWithin,
          `The record "${recordId}" lies ${Math.round(metres)} metres ${windOf(off)} of where its example has it: ${shown(found)} instead of ${shown(expected)}. ${because(metres)}`
        )
      }
    })
  )

/** Laws about what a source gives as a whole: all of it, each record once, and for one country. */
export const totalsLaws = (
  source: DataSource,
  country: string,
  first: Effect.Effect<Survey, SourceUnreadable>
): ReadonlyArray<SourceLaw> => {
  const surveyed: Surveyed = { source, country, first }
  return [
    givesItsTotal(surveyed),
    givesNoPageTwice(surveyed),
    givesNoneOfNeighbours(surveyed),
    liesWhereExamplesLie(surveyed)
  ]
}
