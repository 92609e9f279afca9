import { Array as Arr, Effect, Scope, Stream } from "effect"
import { type RawRecord, rejected, type SourceError, type SourcePart, type SourceRecord } from "../DataSource.ts"
import { memberAt } from "../reading/Member.ts"
import { isDamaged } from "../reading/Text.ts"
import type { ParquetFile, ParquetGroup } from "../reading/Parquet.ts"
import { rangesOf } from "../reading/ParquetRanges.ts"
import { type Places, placesOf } from "./AddressLevels.ts"
import { type Around, type AroundStock, judge, openAround, type Verdict } from "./Buildings.ts"
import { type Terms, termsOf } from "./Datasets.ts"
import { batchRows, groupsOf, type Rows, rowsOf, type Wanted } from "./Rows.ts"
import type { Part, Theme, ThemePlace } from "./Theme.ts"
import { listIn, textIn } from "./Values.ts"

/** Columns that every release of the theme has; `postal_city` came later. */
export const addresses: Theme = {
  folder: "theme=addresses/type=address/",
  required: ["id", "geometry", "country", "number", "street", "address_levels"],
  optional: ["unit", "postcode", "postal_city", "sources"],
  leaves: { sources: ["property", "dataset", "license"] }
}

/** The operator's values for all records. */
export interface Statement {
  /** Used if no building gives evidence; undefined: none. */
  readonly evidence: RawRecord["evidence"]
  readonly language?: string | undefined
  /** Used if a record leaves it empty. */
  readonly region?: string | undefined
  readonly city?: string | undefined
  /** Replaces the terms of the record's dataset. */
  readonly license?: string | undefined
  readonly attribution?: string | undefined
}

/** Added to the terms of the address's own dataset if a building is the evidence. */
export const buildingsAttribution = "buildings © OpenStreetMap contributors, Overture Maps Foundation (ODbL 1.0)"

/**
 * The most rows of a part, unless a single row group has more. With buildings, a part's addresses are joined with them
 * together, which takes some 60 bytes of memory each, and smaller parts would read the same buildings more often.
 */
const mostRows = { joined: 1_000_000, alone: 250_000 }

/**
 * Units that are not dwellings, by the codes of Australia's G-NAF and their meanings (`FLAT_TYPE_AUT`). Overture lists
 * the car spaces in that country's addresses as a known issue.
 */
const nonDwelling =
  /^(ATM|BBQ|BTSD|CAGE|CARP|CARS|CLUB|COOL|FCTY|GRGE|HALL|KSK|LBBY|MBTH|OFFC|RESV|SHED|SHOP|SHRM|SIGN|STOR|STR|WARD|CAR ?SPACE|CAR ?PARK|GARAGE|KIOSK|OFFICE|SHOWROOM|STORE|STOREROOM|BOATSHED|FACTORY|WAREHOUSE|WKSH|WORKSHOP|MARINE BERTH)\b/i

type Column = (name: string, row: number) => unknown

/** The source for the whole feature: its property is the empty pointer. */
const termsIn = (value: unknown, statement: Statement): Terms | undefined => {
  const sources = listIn(value)
  const source = sources.find((one) => textIn(memberAt(one, "property")) === undefined) ?? sources[0]
  const dataset = textIn(memberAt(source, "dataset"))
  const listed = dataset === undefined ? undefined : termsOf(dataset, textIn(memberAt(source, "license")))
  const license = statement.license ?? listed?.license
  const attribution = statement.attribution ?? listed?.attribution
  return license === undefined || attribution === undefined ? undefined : { license, attribution }
}

const evidenceOf = (verdict: Verdict | undefined, statement: Statement): RawRecord["evidence"] =>
  verdict === undefined || verdict.kind === "open" ? statement.evidence : verdict.evidence

/** One row as a record. */
const toRecord = (
  get: Column,
  row: number,
  place: () => string,
  position: readonly [number, number],
  places: Places,
  terms: Terms | undefined,
  verdict: Verdict | undefined,
  country: string,
  statement: Statement
): SourceRecord => {
  const text = (name: string) => textIn(get(name, row))
  const id = text("id")
  if (id === undefined) return rejected("malformed-record", `${place()} has no id.`)
  const [longitude, latitude] = position
  if (Number.isNaN(longitude)) return rejected("malformed-record", `${place()} (${id}) has no point as its geometry.`)
  const byBuilding = verdict?.kind === "home" || verdict?.kind === "other"
  const record: RawRecord = {
    recordId: id,
    houseNumber: text("number"),
    street: text("street"),
    unit: text("unit"),
    district: places.district,
    // Letters use the postal city.
    city: text("postal_city") ?? places.city ?? statement.city,
    region: places.region ?? statement.region,
    postcode: text("postcode"),
    coordinates: { latitude, longitude },
    evidence: evidenceOf(verdict, statement),
    language: statement.language,
    license: terms?.license,
    attribution:
      terms === undefined ? undefined : byBuilding ? `${terms.attribution}; ${buildingsAttribution}` : terms.attribution
  }
  const { city, district, houseNumber, region, street, unit } = record
  const damaged = [houseNumber, street, unit, district, city, region].find(
    (part) => part !== undefined && isDamaged(part)
  )
  if (damaged !== undefined) {
    return rejected("malformed-text", `${place()} (${id}) has bytes that are not UTF-8: "${damaged}".`)
  }
  return country === "AU" && unit !== undefined && nonDwelling.test(unit)
    ? { ...record, evidence: { kind: "against", detail: `Is no dwelling: unit ${unit}.` } }
    : record
}

const flatColumns = ["id", "number", "street", "unit", "postcode", "postal_city"]

/** Places repeat with every address in them. */
const makePlaces = (country: string) => {
  const known = new Map<string, Places>()
  return (value: unknown): Places => {
    const levels = listIn(value).map((level) => textIn(memberAt(level, "value")))
    const key = levels.join("\u001f")
    const before = known.get(key)
    if (before !== undefined) return before
    const places = placesOf(country, levels)
    known.set(key, places)
    return places
  }
}

/**
 * The values of a nested column for the wanted rows, converted at once: as lists and structs, those of a whole row
 * group take many times the memory of everything else.
 */
const nested = <A>(
  group: ParquetGroup,
  numbers: Uint32Array,
  column: string,
  turn: (value: unknown) => A
): Effect.Effect<ReadonlyArray<A>, SourceError> =>
  Effect.gen(function* () {
    const [start, end] = [numbers[0]!, numbers.at(-1)! + 1]
    const values = yield* (yield* group.read([column]))(column, start, end)
    return Array.from(numbers, (row) => turn(values[row - start]))
  })

/** The records of wanted rows, a batch at a time. `first` is the number of the first one in its tile. */
const recordsOfRows = (
  file: ParquetFile,
  { group, lats, lons, numbers }: Rows,
  first: number,
  verdict: ((at: number) => Verdict) | undefined,
  { country }: Wanted,
  statement: Statement
): Stream.Stream<SourceRecord, SourceError> => {
  if (numbers.length === 0) return Stream.empty
  const columns = flatColumns.filter((column) => file.columns.includes(column))
  const places = makePlaces(country)
  return Stream.unwrap(
    Effect.gen(function* () {
      const placesAt = yield* nested(group, numbers, "address_levels", places)
      const termsAt = file.columns.includes("sources")
        ? yield* nested(group, numbers, "sources", (value) => termsIn(value, statement))
        : []
      const read = yield* group.read(columns)
      const batches: Array<readonly [from: number, to: number]> = []
      for (let at = 0; at < numbers.length;) {
        const end = (Math.floor(numbers[at]! / batchRows) + 1) * batchRows
        const from = at
        while (at < numbers.length && numbers[at]! < end) at++
        batches.push([from, at])
      }
      return Stream.fromIterable(batches).pipe(
        Stream.mapEffect(
          Effect.fnUntraced(function* ([from, to]) {
            const [start, end] = [numbers[from]!, numbers[to - 1]! + 1]
            const values = new Map<string, ArrayLike<unknown>>()
            for (const column of columns) values.set(column, yield* read(column, start, end))
            const get: Column = (name, row) => values.get(name)?.[row - start]
            return Array.from({ length: to - from }, (_, index) => {
              const at = from + index
              const row = numbers[at]!
              const place = () => `${file.origin.place} row ${row + 1} of row group ${group.number + 1}`
              return toRecord(
                get,
                row,
                place,
                [lons[at]!, lats[at]!],
                placesAt[at]!,
                termsAt[at],
                verdict?.(first + at),
                country,
                statement
              )
            })
          })
        ),
        Stream.filter((made) => Arr.isReadonlyArrayNonEmpty(made)),
        Stream.flattenArray
      )
    })
  )
}

/** What a part needs beside its row groups. */
interface Reading {
  readonly file: ParquetFile
  readonly wanted: Wanted
  readonly statement: Statement
}

/** Addresses that only their own row group says something about. */
const recordsAlone = (
  { file, statement, wanted }: Reading,
  groups: ReadonlyArray<ParquetGroup>
): Stream.Stream<SourceRecord, SourceError> =>
  Stream.fromIterable(groups).pipe(
    Stream.mapEffect((group) => rowsOf(group, wanted)),
    Stream.flatMap((rows) => recordsOfRows(file, rows, 0, undefined, wanted, statement))
  )

const recordsAmongBuildings = (
  { file, statement, wanted }: Reading,
  groups: ReadonlyArray<ParquetGroup>,
  openStock: Effect.Effect<AroundStock, SourceError>
): Stream.Stream<SourceRecord, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const tile: Array<{ readonly rows: Rows; readonly first: number }> = []
      let first = 0
      for (const group of groups) {
        const rows = yield* rowsOf(group, wanted)
        tile.push({ rows, first })
        first += rows.numbers.length
      }
      // Without addresses there, no building is needed.
      if (first === 0) return Stream.empty
      const all = tile.map(({ rows }) => rows)
      const verdict = yield* judge(yield* openStock, all)
      return Stream.fromIterable(tile).pipe(
        Stream.flatMap(({ first, rows }) => recordsOfRows(file, rows, first, verdict, wanted, statement))
      )
    })
  )

/**
 * The wanted addresses, one part per range of row groups, with the evidence from buildings, if configured. A file stays
 * open while its parts are read. The building files are opened once, with the first address, and stay open for as long
 * as the stream.
 *
 * @param most rows of a part, with buildings and without
 */
export const parts = (
  place: ThemePlace,
  around: Around | undefined,
  wanted: Wanted,
  statement: Statement,
  most: typeof mostRows = mostRows
): Stream.Stream<SourcePart, SourceError> => {
  const all: Stream.Stream<SourcePart, SourceError, Scope.Scope> = Stream.unwrap(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const openStock =
        around === undefined
          ? undefined
          : yield* Effect.cached(Effect.provideService(openAround(around, wanted), Scope.Scope, scope))
      const partsOf = Effect.fnUntraced(function* ({ open, path }: Part) {
        const reading = { file: yield* open, wanted, statement }
        const ranges = rangesOf(groupsOf(reading.file, wanted), openStock === undefined ? most.alone : most.joined)
        return Stream.fromIterable(
          ranges.map(({ groups, suffix }): SourcePart => ({
            name: `${path}${suffix}`,
            records:
              openStock === undefined
                ? recordsAlone(reading, groups)
                : recordsAmongBuildings(reading, groups, openStock)
          }))
        )
      })
      return Stream.flatMap(place.parts(wanted), (part) => Stream.unwrap(partsOf(part)))
    })
  )
  return Stream.scoped(all)
}
