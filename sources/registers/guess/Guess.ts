import { Effect, Schema, Stream } from "effect"
import type { GuessedAddress, TableGuess, TablePart } from "../../../schemas/TableGuess.ts"
import { isRejected, type SourceError } from "../../DataSource.ts"
import { firstBytes } from "../../reading/Bytes.ts"
import { foreignIn, foreignOf, tellingBytes, textWithoutTable } from "../../reading/Foreign.ts"
import { unreadable } from "../../reading/Origin.ts"
import type { Entry, Location } from "../../reading/Reader.ts"
import { compileMapping } from "../Compile.ts"
import { selectionOf } from "../Selection.ts"
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
import { KnownTowns, townsOf } from "./Towns.ts"

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

/**
 * Where the rows are. If they are on a grid, the towns that they name tell which one it is, so these are looked up where
 * the country may be.
 */
const placeByTowns = Effect.fnUntraced(function* (given: Omit<Parameters<typeof placeOf>[0], "towns">) {
  const place = placeOf({ ...given, towns: undefined })
  if (place === undefined || place.projection === "degrees") return place
  const [lies] = place.countries.keys()
  const country = given.country ?? lies ?? likeliest(given.hints)
  const known = yield* KnownTowns
  return country === undefined ? place : placeOf({ ...given, towns: townsOf(given.columns, yield* known(country)) })
})

const outcomeOf = Effect.fnUntraced(function* (sample: Sample, files: string | undefined, options: GuessOptions) {
  const all = columnsOf(sample)
  const columns = all.filter(({ name }) => isNameable(name))
  const chosen = options.parts ?? {}
  const byPart = (part: TablePart) => columns.find(({ name }) => chosen[name] === part)?.name
  const hints = hintsOf(columns, `${sample.entry.path}`)
  const said = countrySaid(columns)
  const before = options.country ?? said?.country
  const place = yield* placeByTowns({
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
  const outcome: Outcome = {
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
  return outcome
})

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

const tables =
  /\.(?:csv|tsv|txt|psv|dsv|tab|json|geojson|geojsonl|geojsons|ndjson|jsonl|shp|gpkg|xml|gml|kml|parquet|geoparquet|pq|zip)(?:\.(?:gz|gzip|zst|zstd))?$/i

/** Files beside others that are no tables of their own, and hidden ones, which archives of the Macintosh have. */
const beside =
  /(?:^|\/)(?:\.|__MACOSX\/)|\.(?:dbf|shx|prj|cpg|qpj|qmd|sbn|sbx|pdf|docx?|xlsx?|ods|html?|md|png|jpe?g|tiff?|gdbtablx|gdbindexes)$/i

/** A file, with its tables, or why it could not be read. */
interface Examined {
  readonly entry: Entry
  readonly samples: ReadonlyArray<Sample>
  readonly error: SourceError | undefined
  /** What it is, if it has no table. */
  readonly advice: string | undefined
}

const nameOf = ({ path }: Entry): string => path.split("/").at(-1) ?? ""
const endingOf = (entry: Entry): string => /\.[^.]+$/.exec(nameOf(entry))?.[0].toLowerCase() ?? ""

/**
 * A pattern for the files with such a table, if a mapping of its format would take other files, too: their ending, if no
 * other file has it, or else their names.
 */
const filesOf = (sample: Sample, read: ReadonlyArray<Examined>): string | undefined => {
  const { format } = sample.layout
  const { files } = selectionOf({ format })
  const isLike = ({ entry, samples }: Examined) =>
    entry === sample.entry ||
    samples.some(({ columns, layout }) => layout.format.type === format.type && isAlike(columns, sample.columns))
  const others = read.filter((one) => !isLike(one) && files.test(one.entry.path)).map(({ entry }) => entry)
  if (others.length === 0 && files.test(sample.entry.path)) return undefined
  const like = read.filter(isLike).map(({ entry }) => entry)
  const ending = endingOf(sample.entry)
  return ending !== "" &&
    like.every((one) => endingOf(one) === ending) &&
    !others.some((one) => endingOf(one) === ending)
    ? `${escaped(ending)}$`
    : `(?:^|/)(?:${like.map((one) => escaped(nameOf(one))).join("|")})$`
}

/**
 * Examines the first rows of a location's tables and says what their columns are. The table with the most addresses is
 * chosen. Fails if nothing can be read, or nothing is a table, and says what the files are, if that can be told.
 */
export const guessTable = Effect.fn("guessTable")(function* (
  location: Location,
  options: GuessOptions = {}
): Effect.fn.Return<TableGuess, SourceError> {
  const allowed = allowance()
  const wanted = options.mapping === undefined ? [] : compileMapping(options.mapping).fields.map(({ name }) => name)
  const seen: Array<string> = []
  const examined = (select: (path: string) => boolean) =>
    location
      .entries({
        select: (path) => {
          if (seen.length < mostNamed) seen.push(path)
          return select(path)
        }
      })
      .pipe(
        Stream.take(mostFiles),
        Stream.mapEffect(
          Effect.fnUntraced(function* (entry) {
            const { error, samples } = yield* samplesOf(entry, allowed, wanted).pipe(
              Effect.map((found) => ({ samples: found.filter(({ rows }) => rows.length > 0), error: undefined })),
              Effect.catch((cause) => Effect.succeed({ samples: [], error: cause }))
            )
            return { entry, samples, error, advice: samples.length > 0 ? undefined : yield* adviceOn(entry, error) }
          })
        ),
        Stream.runCollect,
        Effect.map((found): ReadonlyArray<Examined> => Array.from(found))
      )
  const known = yield* examined((path) => tables.test(path))
  // Some publishers give tables names of their own, such as .OPT and .DAT.
  const read = known.some(({ samples }) => samples.length > 0)
    ? known
    : [...known, ...(yield* examined((path) => !tables.test(path) && !beside.test(path)))]
  // Other work of the process gets its turn between two tables.
  const outcomes = yield* Effect.forEach(
    read.flatMap(({ samples }) => samples),
    (sample) => Effect.andThen(Effect.yieldNow, outcomeOf(sample, filesOf(sample, read), options))
  )
  const best = outcomes.sort((one, other) => other.score - one.score)[0]
  if (best !== undefined) return best.guess
  const inside = foreignIn(seen)
  if (inside !== undefined) return yield* unreadable(location.origin, inside)
  const advised = read.find(({ advice }) => advice !== undefined)
  if (advised !== undefined) return yield* unreadable(advised.entry.origin, advised.advice!)
  const failed = read.find(({ error }) => error !== undefined)?.error
  if (failed !== undefined) return yield* failed
  return yield* unreadable(
    location.origin,
    "it holds no table that is known: CSV, JSON, GeoJSON, a shapefile with its .dbf, GeoPackage, Parquet or XML with at least one row."
  )
})

/** How many names of files are looked at to tell what an archive is. */
const mostNamed = 200

/** What a file is that has no table, if its bytes tell more than the error with which it was read. */
const adviceOn = (entry: Entry, error: SourceError | undefined): Effect.Effect<string | undefined> =>
  firstBytes(entry.bytes, tellingBytes).pipe(
    Effect.map((head) => foreignOf(head) ?? (error === undefined ? textWithoutTable(head) : undefined)),
    Effect.orElseSucceed(() => undefined)
  )
