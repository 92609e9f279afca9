import { Effect, Schema } from "effect"
import { homepageFault } from "../../../schemas/Fields.ts"
import type { GuessedAddress, TableGuess, TablePart } from "../../../schemas/TableGuess.ts"
import { isRejected } from "../../DataSource.ts"
import { compileMapping } from "../Compile.ts"
import type { Mapping } from "../Mapping.ts"
import type { Row } from "../Row.ts"
import { assemble, type Terms } from "./Assemble.ts"
import type { Chosen } from "./Assignments.ts"
import { contentsOf } from "./Contents.ts"
import { type Column, type Place, placeOf } from "./Coordinates.ts"
import { countrySaid, hintsOf, likeliest } from "./Country.ts"
import type { Completed } from "./Joining.ts"
import { isNameable } from "./Keys.ts"
import { columnsOf } from "./Fields.ts"
import { formerOf } from "./FormerRows.ts"
import { assignJoined } from "./JoinedParts.ts"
import { othersOf } from "./OtherPlaces.ts"
import type { Assigned } from "./Assignments.ts"
import { assign } from "./Parts.ts"
import { registerOf } from "./Registers.ts"
import { doubtsOf, isAddresses, missingOf } from "./Remarks.ts"
import type { Sample } from "./Sample.ts"
import { withState } from "./States.ts"
import { countryOfTowns } from "./Towns.ts"
import { withoutKeys, withReasons, withTables } from "./UsedTables.ts"

export interface GuessOptions {
  /** ISO 3166-1 alpha-2; if unset, the contents decide. */
  readonly country?: string | undefined
  /** The meaning of columns, by name, if it is known; null for a column that is not part of an address. */
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  /** A mapping to try instead of a generated one. */
  readonly mapping?: Mapping | undefined
  readonly terms?: Partial<Terms> | undefined
}

/** How many addresses are shown. */
const shown = 5

/**
 * Stands for a file's license until somebody states it. Every response with one of its addresses shows it, so it has the
 * file's name without the folders of this machine.
 */
const unknownTerms = (place: string): Terms => {
  const named = /^https?:/.test(place)
    ? place
    : place.slice(Math.max(place.lastIndexOf("/"), place.lastIndexOf("\\")) + 1)
  // A name such as `a:b.csv` would be refused as an address of an unknown kind.
  const homepage = homepageFault(named) === undefined ? named : `./${named}`
  return { license: "Not stated", attribution: named, homepage }
}

export interface Outcome {
  readonly guess: TableGuess
  /** How much it looks like an address table. */
  readonly score: number
  /** How much of an address its columns give. */
  readonly completeness: number
}

const tried = (mapping: Mapping, sample: Sample) => {
  const { map } = compileMapping(mapping)
  const addresses: Array<GuessedAddress> = []
  const rejected: Array<string> = []
  let [full, placed] = [0, 0]
  for (const row of sample.rows) {
    const record = map(row)
    if (isRejected(record)) {
      rejected.push(record.detail)
      continue
    }
    const { coordinates, evidence, language: _, names: __, ...rest } = record
    if (rest.houseNumber !== undefined && (rest.street ?? rest.city ?? rest.district) !== undefined) full += 1
    if (coordinates !== undefined) placed += 1
    const isShown = addresses.length < shown && rest.houseNumber !== undefined
    if (isShown) {
      addresses.push({
        recordId: rest.recordId,
        ...texts(rest),
        ...(coordinates === undefined ? {} : coordinates),
        evidence: evidence?.kind ?? null
      })
    }
  }
  return { addresses, rejected, full, placed }
}

const shownParts = ["houseNumber", "street", "unit", "building", "district", "city", "region", "postcode"] as const

const texts = (record: Partial<Record<(typeof shownParts)[number], string | undefined>>) =>
  Object.fromEntries(shownParts.flatMap((part) => (record[part] === undefined ? [] : [[part, record[part]]])))

/** Numbers of a joined table that are not called coordinates are none: they may be those of a town's center. */
const mayPlace = ({ contents, named, own }: Column): boolean =>
  own === undefined ||
  contents.numeric < 0.5 ||
  named.some(({ part }) => part === "x" || part === "y" || part === "point" || part === "postcode")

/** The country, and why. */
const countryOf = (given: {
  readonly options: GuessOptions
  readonly said: ReturnType<typeof countrySaid>
  readonly place: Place | undefined
  readonly hints: ReadonlyMap<string, number>
}) => {
  const { hints, options, place, said } = given
  const lies = Array.from(place?.countries ?? []).sort(([, one], [, other]) => other - one)[0]?.[0]
  if (options.country !== undefined) return { country: options.country, reason: "given" }
  if (said !== undefined) return { country: said.country, reason: `the column ${said.column} says so` }
  if (lies !== undefined) return { country: lies, reason: "the coordinates lie there" }
  const guessed = likeliest(hints)
  return guessed === undefined
    ? { country: undefined, reason: "nothing in the table tells it" }
    : { country: guessed, reason: "names of columns and values are like those of its tables" }
}

/** Where a table's rows are, by its columns and those that complete them. */
const placeIn = (
  columns: ReadonlyArray<Column>,
  sample: Sample,
  chosen: Chosen,
  { hints, options, said }: Omit<Parameters<typeof countryOf>[0], "place">
) => {
  const byPart = (part: TablePart) => columns.find(({ name }) => chosen.get(name) === part)?.name
  return placeOf({
    columns: columns
      .filter(({ name }) => !chosen.has(name) || ["x", "y", "point"].includes(chosen.get(name) ?? ""))
      .filter(mayPlace),
    geometry: sample.rows.flatMap(({ point }) => (point === undefined ? [] : [point])),
    reference: sample.reference,
    country: options.country ?? said?.country,
    hints,
    chosen: { x: byPart("x"), y: byPart("y"), point: byPart("point") }
  })
}

/** The country and the place of the rows; if nothing else tells the country, the cities that they name may. */
const locatedIn = Effect.fnUntraced(function* (...[columns, sample, chosen, known]: Parameters<typeof placeIn>) {
  const place = yield* placeIn(columns, sample, chosen, known)
  const told = countryOf({ ...known, place })
  if (told.country !== undefined) return { ...told, place }
  const country = yield* countryOfTowns(columns, known.hints)
  if (country === undefined) return { ...told, place }
  const hints = new Map([[country, 1]])
  return {
    country,
    reason: "the cities that it names are there",
    place: yield* placeIn(columns, sample, chosen, { ...known, hints })
  }
})

/** What makes an address complete, and how much of it each part is. */
const weights: ReadonlyArray<readonly [parts: ReadonlyArray<TablePart>, weight: number]> = [
  [["houseNumber", "streetAndNumber"], 4],
  [["street", "streetAndNumber"], 4],
  [["city", "postcodeAndCity"], 3],
  [["postcode", "postcodeAndCity"], 2],
  [["region"], 1],
  [["district"], 1],
  [["unit"], 1],
  [["use"], 1]
]

const completenessOf = (parts: ReadonlyArray<Assigned>, place: Place | undefined): number =>
  weights.reduce(
    (sum, [wanted, weight]) =>
      sum + (parts.some(({ column, part }) => wanted.includes(part) && column.contents.filled > 0) ? weight : 0),
    place === undefined || place.projection === "unknown" ? 0 : 3
  )

/** The rows that are addresses now, and the columns as they are in these. A given mapping has its own rules. */
const present = (all: ReadonlyArray<Column>, rows: ReadonlyArray<Row>, chosen: Chosen, { mapping }: GuessOptions) => {
  const columns = all.filter(({ name }) => isNameable(name))
  const former = formerOf(mapping === undefined ? columns : [], rows, ({ name }) => !chosen.has(name))
  return {
    former,
    columns:
      former.rows.length === rows.length
        ? columns
        : columns.map((column) => {
            const { further, state } = column.contents
            const contents = contentsOf(former.rows.map((row) => row.get(column.name)))
            return { ...column, contents: { ...contents, further, state } }
          })
  }
}

/** What a table's columns are, and what comes of them; with the tables that complete it, if there are any. */
export const outcomeOf = Effect.fnUntraced(function* (
  given: Sample,
  files: string | undefined,
  options: GuessOptions,
  completed?: Completed
) {
  const whole = completed === undefined ? given : { ...given, rows: completed.rows }
  const all = withState(completed?.columns ?? columnsOf(whole))
  const chosen: Chosen = new Map(Object.entries(options.parts ?? {}))
  const { columns, former } = present(all, whole.rows, chosen, options)
  const sample = { ...whole, rows: former.rows }
  const hints = hintsOf(columns, `${sample.entry.path}`)
  const said = countrySaid(columns)
  const { country, place, reason: countryReason } = yield* locatedIn(columns, sample, chosen, { hints, said, options })
  const main = columns.filter(({ own }) => own === undefined)
  const own = assign({ columns: main, place, country, chosen })
  const parts = completed === undefined ? own : assignJoined(own, { columns, place, country, chosen }, completed.tables)
  const isTable = isAddresses(parts, sample.rows.length)
  const { place: where } = sample.entry.origin
  const others = isTable ? othersOf(main, parts, sample.entry.path) : { all: undefined, some: [] }
  const { joins, mapping } =
    country === undefined || !isTable || options.mapping !== undefined
      ? { joins: [], mapping: options.mapping }
      : withTables(
          assemble({
            country,
            format: sample.layout.format,
            files,
            columns,
            parts,
            place,
            terms: { ...unknownTerms(where), ...options.terms },
            keep: former.rules,
            others
          }),
          completed?.tables ?? []
        )
  const result = mapping === undefined ? { addresses: [], rejected: [], full: 0, placed: 0 } : tried(mapping, sample)
  const remarks = {
    columns: withoutKeys(columns, completed?.tables ?? []),
    parts,
    place,
    country,
    isTable,
    others,
    fields: Object.keys(mapping?.fields ?? {}),
    result,
    rows: whole.rows.length,
    sample,
    terms: options.terms
  }
  const taken = new Map(parts.map((part) => [part.column.name, part]))
  const shownColumns = all.map((column) => toColumn(column, taken.get(column.name), former.reasons.get(column.name)))
  const outcome: Outcome = {
    completeness: isTable ? completenessOf(parts, place) : 0,
    score: (isTable ? 1000 : 0) + result.full + result.placed * 0.5 + parts.length,
    guess: {
      file: where,
      layout: sample.layout.words,
      rows: whole.rows.length,
      country: country ?? null,
      countryReason,
      columns: withReasons(shownColumns, joins),
      joins: joins.map(({ family, join, reason }) => ({ as: join.as, file: family.label, reason })),
      mapping: mapping === undefined ? null : toJson(mapping),
      isAddressTable: isTable,
      addresses: result.addresses,
      rejected: [...sample.unreadable, ...result.rejected].slice(0, shown),
      missing: missingOf(remarks),
      doubts: [...doubtsOf(remarks), ...former.doubts],
      register: registerFor(sample, all, country)
    }
  }
  return outcome
})

/** The declared register whose columns a table has. */
const registerFor = (sample: Sample, columns: ReadonlyArray<Column>, country: string | undefined): string | null => {
  const filled = columns.map(({ contents, name }) => ({ name, isFilled: contents.filled > 0 }))
  return registerOf(sample.layout.format, filled, country) ?? null
}

const toColumn = (
  { contents, name }: Column,
  taken: Assigned | undefined,
  otherwise = ""
): TableGuess["columns"][number] => ({
  name,
  samples: contents.samples.map((sample) => (sample.length > 120 ? `${sample.slice(0, 120)}…` : sample)),
  part: taken?.part ?? null,
  language: taken?.language ?? null,
  confidence: taken === undefined ? 0 : Math.round(taken.confidence * 100) / 100,
  reason: taken?.reason ?? otherwise
})

/** A mapping in stored form. */
const toJson = Schema.decodeUnknownSync(Schema.Json)
