import { Effect } from "effect"
import { offset, planeDistance } from "../schemas/Earth.ts"
import { numberText } from "../schemas/Numbers.ts"
import { neighboursOf } from "./Neighbours.ts"
import { type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import { partsOf, recordsIn, survey, type Surveyed } from "./SourceSurvey.ts"
import { shown, textOf } from "./ValueText.ts"

/** Published totals are rounded and become outdated, so a source may be off by this share. */
const tolerated = 0.02

/**
 * This many different elements in a row that repeat in the same order are not chance but overlapping pages. Registers
 * that list an address once per flat do not count: those elements are alike.
 */
const telling = 3

/** The first position from which elements repeat earlier ones in order, and the position of those. */
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

/** From how many pages on, and from how many records of a page on, it is no chance that each begins as the last one ended. */
const [tellingPages, smallestPage] = [3, 5]

/** The size of pages of which each begins with the last record of the one before. */
const sharedEnds = (texts: ReadonlyArray<string>): number | undefined => {
  const repeats = texts.flatMap((text, at) => (at > 0 && text === texts[at - 1] ? [at] : []))
  const [size = 0] = repeats
  const pages = Math.floor((texts.length - 1) / size)
  return size >= smallestPage &&
    repeats.length >= tellingPages &&
    repeats.length === pages &&
    repeats.every((at, page) => at === size * (page + 1))
    ? size
    : undefined
}

/** How many other countries are requested, and how many records of each are checked. */
const [mostNeighbours, mostRecords] = [3, 1000]

/** How far, in metres, examples may be from their place on the map. */
const placedWithin = 40

const winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const

const windOf = ({ east, north }: ReturnType<typeof offset>): string =>
  winds[(Math.round(Math.atan2(east, north) / (Math.PI / 4)) + 8) % 8]!

/** The usual cause of an offset of this size. */
const because = (metres: number, swapped: number): string =>
  swapped <= placedWithin
    ? "It is where the map shows it when swapped: latitude and longitude are in the wrong order."
    : metres < 1500
      ? "This is typical of a missing datum shift: national grids (OSGB36, DHDN, NTF, Tokyo, CH1903) are 50 to 700 metres off WGS 84 if only the projection is undone. Give proj4 the complete reference system, with its `towgs84` or grid."
      : "Is it the right address, and are its columns the right ones?"

const missing = (count: number): string => (count === 1 ? "1 is missing" : `${numberText(count)} are missing`)

const givesItsTotal = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give as many records as its manifest states", (law) =>
    Effect.gen(function* () {
      const expected = source.manifest.expected?.[country]
      if (expected === undefined) {
        return {
          because: `Its manifest states no total. Needs the one that its publisher states: expected: { ${country}: 12345 }.`
        }
      }
      const { elements, whole } = yield* first
      if (!whole) {
        return {
          because: `It has more than ${numberText(elements.length)} records, and only that many are read. Needs a smaller file.`
        }
      }
      yield* law.hold(
        Math.abs(elements.length - expected) <= tolerated * expected,
        `It gave ${numberText(elements.length)} records for ${country}, rejected ones included, but its manifest states ${numberText(expected)}: ${elements.length < expected ? `${missing(expected - elements.length)}. Is a last page, a file or a sheet not read?` : "more than there can be. Are pages read twice?"}`
      )
    })
  )

const givesNoPageTwice = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST give each record once: pages and files do not overlap", (law) =>
    Effect.gen(function* () {
      const { elements, texts } = yield* first
      const found = repeated(texts)
      if (found === undefined) {
        const size = sharedEnds(texts)
        return yield* law.hold(
          size === undefined,
          `Every ${size} records, it gives one twice in a row. Does each page begin with the last record of the page before? The first of them:`,
          elements[size ?? 0]
        )
      }
      const [at, before] = found
      yield* law.hold(
        false,
        `From record ${at + 1} on, it repeats the records from ${before + 1} on, in the same order. Do pages overlap, or is a file read twice? The first of them:`,
        elements[at]
      )
    })
  )

const givesNoneOfNeighbours = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give each record for one country only, never for a neighbour too", (law) =>
    Effect.gen(function* () {
      const { elements } = yield* first
      const own = new Set(recordsIn({ elements, texts: [], whole: true }).map(textOf))
      for (const neighbour of neighboursOf(country).slice(0, mostNeighbours)) {
        const isNamed = source.manifest.countries.includes(neighbour)
        const whole = recordsIn(yield* survey(source, neighbour, mostRecords))
        const [by, given] =
          whole.length > 0
            ? ["records", whole]
            : ["parts", recordsIn(yield* survey({ ...source, records: partsOf(source) }, neighbour, mostRecords))]
        const shared = isNamed ? given.find((record) => own.has(textOf(record))) : given[0]
        yield* law.hold(
          shared === undefined,
          isNamed
            ? `The record "${shared?.recordId}" is given for ${country} and for ${neighbour}. An address is in one country: compare each row with the country passed to \`${by}\`.`
            : `For ${neighbour}, which its manifest does not name, it gave ${given.length === mostRecords ? "many" : given.length} records, such as "${shared?.recordId}". Check the country passed to \`${by}\`, and return Stream.empty for others.`,
          shared
        )
      }
    })
  )

const liesWhereExamplesLie = ({ first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST place its examples where the map shows them", (law) =>
    Effect.gen(function* () {
      const placed = (source.examples ?? []).filter(({ coordinates }) => coordinates !== undefined)
      if (placed.length === 0) {
        return {
          because:
            "No example has coordinates. Needs at least one, taken from a map rather than from the data: examples: [{ recordId: …, coordinates: { latitude: …, longitude: … } }]. Nothing else reveals a missing datum shift."
        }
      }
      const { elements } = yield* first
      const byId = new Map(recordsIn({ elements, texts: [], whole: true }).map((record) => [record.recordId, record]))
      for (const { coordinates: expected, recordId } of placed) {
        const found = byId.get(recordId)?.coordinates
        // Another law reports that it is missing.
        if (found == null || expected == null) continue
        const off = offset(expected, found)
        const metres = Math.hypot(off.east, off.north)
        const swapped = planeDistance(expected, { latitude: found.longitude, longitude: found.latitude })
        yield* law.hold(
          metres <= placedWithin,
          `The record "${recordId}" is ${numberText(Math.round(metres))} metres ${windOf(off)} of its example's place: ${shown(found)} instead of ${shown(expected)}. ${because(metres, swapped)}`
        )
      }
    })
  )

/** Laws about a source as a whole: complete, each record once, and for one country. */
export const totalsLaws = (surveyed: Surveyed): ReadonlyArray<SourceLaw> => [
  givesItsTotal(surveyed),
  givesNoPageTwice(surveyed),
  givesNoneOfNeighbours(surveyed),
  liesWhereExamplesLie(surveyed)
]
