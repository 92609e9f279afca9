import { Effect, Schema, Stream } from "effect"
import type { GuessedAddress, TableGuess, TablePart } from "../../../schemas/TableGuess.ts"
import { isRejected, type SourceError } from "../../DataSource.ts"
import { unreadable } from "../../reading/Origin.ts"
import type { Entry, Location } from "../../reading/Reader.ts"
import { compileMapping } from "../Compile.ts"
import type { Mapping } from "../Mapping.ts"
import { assemble, type Terms } from "./Assemble.ts"
import { contentsOf } from "./Contents.ts"
import { type Column, placeOf } from "./Coordinates.ts"
import { countrySaid, hintsOf, likeliest } from "./Country.ts"
import { escaped } from "./Fields.ts"
import { namesOf } from "./Names.ts"
import { assign, type Assigned } from "./Parts.ts"
import { registerOf } from "./Registers.ts"
import { doubtsOf, isAddresses, missingOf } from "./Remarks.ts"
import { allowance, type Sample, samplesOf } from "./Sample.ts"

export interface GuessOptions {
  /** ISO 3166-1 alpha-2; if unset, the contents decide. */
  readonly country?: string | undefined
  /** The meaning of columns, by name, if it is known; null for a column that is not part of an address. */
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  /** A mapping to try instead of a generated one. */
  readonly mapping?: Mapping | undefined
  readonly terms?: Partial<Terms> | undefined
}

/** How many tables of a location are examined. */
const mostFiles = 12

/** How many addresses are shown. */
const shown = 5

/** Stands for a file's license until somebody states it. */
const unknownTerms = (place: string): Terms => ({
  license: "Not stated",
  attribution: place,
  homepage: place
})

const columnsOf = (sample: Sample): ReadonlyArray<Column> =>
  sample.columns.map((name, index) => ({
    name,
    index,
    contents: contentsOf(sample.rows.map((row) => row.get(name))),
    named: namesOf(name)
  }))

/** Field names that templates can contain. */
const isNameable = (name: string): boolean => name !== "" && !/[{}]|\?$/.test(name)

interface Outcome {
  readonly guess: TableGuess
  /** How much it looks like an address table. */
  readonly score: number
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

const outcomeOf = (sample: Sample, files: string | undefined, options: GuessOptions): Outcome => {
  const all = columnsOf(sample)
  const columns = all.filter(({ name }) => isNameable(name))
  const chosen = options.parts ?? {}
  const byPart = (part: TablePart) => columns.find(({ name }) => chosen[name] === part)?.name
  const hints = hintsOf(columns, `${sample.entry.path}`)
  const said = countrySaid(columns)
  const before = options.country ?? said?.country
  const place = placeOf({
    columns: columns.filter(
      ({ name }) => chosen[name] === undefined || ["x", "y", "point"].includes(chosen[name] ?? "")
    ),
    geometry: sample.rows.flatMap(({ point }) => (point === undefined ? [] : [point])),
    reference: sample.reference,
    country: before,
    hints,
    chosen: { x: byPart("x"), y: byPart("y"), point: byPart("point") }
  })
  const lies = Array.from(place?.countries ?? []).sort(([, one], [, other]) => other - one)[0]?.[0]
  const guessed = lies ?? likeliest(hints)
  const country = before ?? guessed
  const countryReason =
    options.country !== undefined
      ? "given"
      : said !== undefined
        ? `the column ${said.column} says so`
        : lies !== undefined
          ? "the coordinates lie there"
          : guessed !== undefined
            ? "names of columns and values are like those of its tables"
            : "nothing in the table tells it"
  const parts = assign({ columns, place, country, chosen })
  const isTable = isAddresses(parts, sample.rows.length)
  const { place: where } = sample.entry.origin
  const terms = { ...unknownTerms(where), ...options.terms }
  const made =
    options.mapping ??
    (country === undefined || !isTable
      ? undefined
      : assemble({ country, format: sample.layout.format, files, columns, parts, place, terms }))
  const result = made === undefined ? { addresses: [], rejected: [], full: 0, placed: 0 } : tried(made, sample)
  const remarks = {
    columns,
    parts,
    place,
    country,
    isTable,
    fields: Object.keys(made?.fields ?? {}),
    result,
    rows: sample.rows.length,
    sample,
    terms: options.terms
  }
  const taken = new Map(parts.map((part) => [part.column.name, part]))
  return {
    score: (isTable ? 1000 : 0) + result.full + result.placed * 0.5 + parts.length,
    guess: {
      file: where,
      layout: sample.layout.words,
      rows: sample.rows.length,
      country: country ?? null,
      countryReason,
      columns: all.map((column) => toColumn(column, taken.get(column.name))),
      mapping: made === undefined ? null : toJson(made),
      isAddressTable: isTable,
      addresses: result.addresses,
      rejected: [...sample.unreadable, ...result.rejected].slice(0, shown),
      missing: missingOf(remarks),
      doubts: doubtsOf(remarks),
      register:
        registerOf(
          sample.layout.format,
          all.map(({ contents, name }) => ({ name, isFilled: contents.filled > 0 })),
          country
        ) ?? null
    }
  }
}

const toColumn = ({ contents, name }: Column, taken: Assigned | undefined): TableGuess["columns"][number] => ({
  name,
  samples: contents.samples.map((sample) => (sample.length > 120 ? `${sample.slice(0, 120)}…` : sample)),
  part: taken?.part ?? null,
  language: taken?.language ?? null,
  confidence: taken === undefined ? 0 : Math.round(taken.confidence * 100) / 100,
  reason: taken?.reason ?? ""
})

/** A mapping in stored form. */
const toJson = Schema.decodeUnknownSync(Schema.Json)

/** Whether tables share most of their columns; records of XML and JSON may omit some. */
const isAlike = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const others = new Set(other)
  const common = one.filter((name) => others.has(name)).length
  return common >= Math.max(one.length, other.length) * 0.6
}

/** A pattern that matches one file of a location, and files beside it with similar names. */
const onlyFile = (entry: Entry): string => `(?:^|/)${escaped(entry.path.split("/").at(-1) ?? "")}$`

const tables =
  /\.(?:csv|tsv|txt|psv|dsv|tab|json|geojson|geojsonl|geojsons|ndjson|jsonl|shp|gpkg|xml|gml|parquet|geoparquet|pq|zip)(?:\.(?:gz|gzip|zst|zstd))?$/i

/**
 * Examines the first rows of a location's tables and says what their columns are. The table with the most addresses is
 * chosen. Fails if nothing can be read, or nothing is a table.
 */
export const guessTable = Effect.fn("guessTable")(function* (
  location: Location,
  options: GuessOptions = {}
): Effect.fn.Return<TableGuess, SourceError> {
  const allowed = allowance()
  const wanted = options.mapping === undefined ? [] : compileMapping(options.mapping).fields.map(({ name }) => name)
  const found = yield* location.entries({ select: (path) => tables.test(path) }).pipe(
    Stream.take(mostFiles),
    Stream.mapEffect((entry) =>
      samplesOf(entry, allowed, wanted).pipe(
        Effect.map((samples) => ({ entry, samples, error: undefined })),
        Effect.catch((error) => Effect.succeed({ entry, samples: [], error }))
      )
    ),
    Stream.runCollect
  )
  const read = Array.from(found)
  const samples = read.flatMap(({ samples }) => samples.filter(({ rows }) => rows.length > 0))
  const outcomeIn = (sample: Sample): Outcome => {
    const differs = read.some(({ entry, samples: others }) => {
      const same = others.filter(({ layout }) => layout.format.type === sample.layout.format.type)
      return entry !== sample.entry && same.length > 0 && !same.some(({ columns }) => isAlike(columns, sample.columns))
    })
    return outcomeOf(sample, differs ? onlyFile(sample.entry) : undefined, options)
  }
  // Other work of the process gets its turn between two tables.
  const outcomes = yield* Effect.forEach(samples, (sample) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => outcomeIn(sample))
    )
  )
  const best = outcomes.sort((one, other) => other.score - one.score)[0]
  if (best !== undefined) return best.guess
  const failed = read.find(({ error }) => error !== undefined)?.error
  if (failed !== undefined) return yield* failed
  return yield* unreadable(
    location.origin,
    "it holds no table that is known: CSV, JSON, GeoJSON, a shapefile with its .dbf, GeoPackage, Parquet or XML with at least one row."
  )
})
