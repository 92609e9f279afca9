import { Effect, Stream } from "effect"
import type { TableGuess } from "../../../schemas/TableGuess.ts"
import type { SourceError } from "../../DataSource.ts"
import { firstBytes } from "../../reading/Bytes.ts"
import { OnlyFirst } from "../../reading/Downloads.ts"
import { foreignIn, foreignOf, tellingBytes, textWithoutTable } from "../../reading/Foreign.ts"
import { unreadable } from "../../reading/Origin.ts"
import type { Entry, Location } from "../../reading/Reader.ts"
import { compileMapping } from "../Compile.ts"
import { selectionOf } from "../Selection.ts"
import { escaped } from "./Fields.ts"
import { nameOf } from "./Families.ts"
import { withJoins } from "./JoinedGuess.ts"
import { usesBeyond } from "./FurtherUses.ts"
import { type GuessOptions, type Outcome, outcomeOf } from "./Outcome.ts"
import { allowance, type Sample, samplesOf } from "./Sample.ts"

export type { GuessOptions } from "./Outcome.ts"

/** How many tables of a location are examined, and how many to find those that complete the best of them. */
const mostFiles = 12
const mostTables = 64

/** Whether tables share most of their columns; records of XML and JSON may omit some. */
const isAlike = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const others = new Set(other)
  const common = one.filter((name) => others.has(name)).length
  return common >= Math.max(one.length, other.length) * 0.6
}

const tables =
  /\.(?:csv|tsv|txt|psv|dsv|tab|json|geojson|geojsonl|geojsons|ndjson|jsonl|shp|gpkg|fgb|xlsx|xlsm|xml|gml|kml|kmz|parquet|geoparquet|pq|zip)(?:\.(?:gz|gzip|zst|zstd|bz2))?$/i

/** Files beside others that are no tables of their own, and hidden ones, which archives of the Macintosh have. */
const beside =
  /(?:^|\/)(?:\.|__MACOSX\/)|\.(?:dbf|shx|prj|cpg|qpj|qmd|sbn|sbx|pdf|docx?|xlsb?|ods|html?|md|png|jpe?g|tiff?|gdbtablx|gdbindexes)$/i

interface Advice {
  readonly says: string
  /** Whether it is something else than a text without rows. */
  readonly isForeign: boolean
}

/** A file, with its tables, or why it could not be read. */
interface Examined {
  readonly entry: Entry
  readonly samples: ReadonlyArray<Sample>
  readonly error: SourceError | undefined
  /** What it is, if it has no table. */
  readonly advice: Advice | undefined
}

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
export const guessTable = Effect.fn("guessTable")(
  function* (location: Location, options: GuessOptions = {}): Effect.fn.Return<TableGuess, SourceError> {
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
          Stream.take(mostTables),
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
    const first = read.slice(0, mostFiles)
    const outcomes = yield* Effect.forEach(
      first.flatMap(({ samples }) => samples),
      (sample) => Effect.andThen(Effect.yieldNow, tried(sample, filesOf(sample, first), options))
    )
    const likeliest = outcomes.toSorted((one, other) => other.outcome.score - one.outcome.score)[0]
    const best = likeliest === undefined ? undefined : yield* withFurtherUses(location, likeliest, options)
    const joined = yield* withJoins(
      location,
      read.flatMap(({ samples }) => samples),
      best,
      options
    )
    if (joined !== undefined) return joined
    if (best !== undefined) return best.guess
    const inside = foreignIn(seen)
    if (inside !== undefined) return yield* unreadable(location.origin, inside)
    // What a file is tells more than that a text beside it has no rows.
    const advised =
      read.find(({ advice }) => advice?.isForeign === true) ?? read.find(({ advice }) => advice !== undefined)
    if (advised !== undefined) return yield* unreadable(advised.entry.origin, advised.advice!.says)
    const failed = read.find(({ error }) => error !== undefined)?.error
    if (failed !== undefined) return yield* failed
    return yield* unreadable(
      location.origin,
      "it holds no table that is known: CSV, JSON, GeoJSON, a shapefile with its .dbf, GeoPackage, FlatGeobuf, Parquet, XML or a workbook (.xlsx) with at least one row."
    )
  },
  Effect.provideService(OnlyFirst, true)
)

/** A table with what comes of it. */
interface Tried {
  readonly sample: Sample
  readonly files: string | undefined
  readonly outcome: Outcome
}

const tried = (sample: Sample, files: string | undefined, options: GuessOptions): Effect.Effect<Tried> =>
  Effect.map(outcomeOf(sample, files, options), (outcome) => ({ sample, files, outcome }))

/** The outcome for all kinds of uses that the table has, as far as it is searched for them. */
const withFurtherUses = Effect.fnUntraced(function* (
  location: Location,
  { files, outcome, sample }: Tried,
  options: GuessOptions
) {
  const column = outcome.guess.columns.find(({ part }) => part === "use")?.name
  if (column === undefined || sample.isWhole || options.mapping !== undefined) return outcome
  const values = yield* usesBeyond(location, sample, column)
  return yield* outcomeOf({ ...sample, further: { column, values } }, files, options)
})

/** How many names of files are looked at to tell what an archive is. */
const mostNamed = 200

/** What a file is that has no table, if its bytes tell more than the error with which it was read. */
const adviceOn = (entry: Entry, error: SourceError | undefined): Effect.Effect<Advice | undefined> =>
  firstBytes(entry.bytes, tellingBytes).pipe(
    Effect.map((head) => {
      const foreign = foreignOf(head)
      const says = foreign ?? (error === undefined ? textWithoutTable(head) : undefined)
      return says === undefined ? undefined : { says, isForeign: foreign !== undefined }
    }),
    Effect.orElseSucceed(() => undefined)
  )
