import type { DerivedPart } from "../../../schemas/Address.ts"
import { isRejected, type RawRecord, type Rejected, rejected, type SourceRecord } from "../../../sources/DataSource.ts"

/** A value for each record; 0 repeats the previous record's value, as is usual for shared values. */
type Column<A> = ReadonlyArray<A | undefined | 0>

type Evidence = NonNullable<RawRecord["evidence"]>
type Names = NonNullable<RawRecord["names"]>

/**
 * Records as columns, which cost a quarter of what objects cost to send to a thread. They contain only what
 * normalization needs; a record's index in its chunk leads back to the rest.
 */
export interface RawColumns {
  readonly count: number
  readonly recordId: Column<string>
  readonly houseNumber: Column<string>
  readonly street: Column<string>
  readonly unit: Column<string>
  readonly building: Column<string>
  readonly district: Column<string>
  readonly city: Column<string>
  readonly region: Column<string>
  readonly postcode: Column<string>
  readonly language: Column<string>
  readonly license: Column<string>
  readonly attribution: Column<string>
  readonly url: Column<string>
  /** 1 if there is a position, which may be any two numbers. */
  readonly located: Uint8Array<ArrayBuffer>
  /** Latitude and longitude, one after the other. */
  readonly positions: Float64Array<ArrayBuffer>
  readonly evidence: Column<Evidence>
  readonly derived: Column<ReadonlyArray<DerivedPart>>
  readonly names: Column<Names>
  readonly rejection: Column<Rejected["reason"]>
}

/** Plug-ins may return anything: a chunk with something odd in it stays in this thread. */
class Odd extends Error {}

/** Collects values into a column, as plain values. */
const column = <A>(isSound: (value: A) => boolean, isSame: (a: A, b: A) => boolean, plain: (value: A) => A) => {
  const values: Array<A | undefined | 0> = []
  let before: A | undefined
  const put = (value: A | undefined): void => {
    if (value === before) {
      values.push(0)
      return
    }
    if (value !== undefined && !isSound(value)) throw new Odd()
    const isRepeated = value !== undefined && before !== undefined && isSame(value, before)
    values.push(isRepeated ? 0 : value === undefined ? undefined : plain(value))
    before = value
  }
  return { values, put }
}

const isText = (value: unknown): boolean => typeof value === "string"
const isNumber = (value: unknown): boolean => typeof value === "number"
const never = (): boolean => false

const texts = <A extends string>() => column<A>(isText, never, (text) => text)

const evidenceColumn = () =>
  column<Evidence>(
    ({ detail, kind }) => isText(kind) && isText(detail),
    (a, b) => a.kind === b.kind && a.detail === b.detail,
    ({ detail, kind }) => ({ kind, detail })
  )

const derivedColumn = () =>
  column<ReadonlyArray<DerivedPart>>(
    (parts) => Array.isArray(parts) && parts.every(({ component, method }) => isText(component) && isText(method)),
    (a, b) =>
      a.length === b.length && a.every((part, i) => part.component === b[i]!.component && part.method === b[i]!.method),
    (parts) => parts.map(({ component, method }) => ({ component, method }))
  )

const namesColumn = () =>
  column<Names>(
    (names) => Object.values(names).every((one) => Object.values(one).every(isText)),
    never,
    (names) => Object.fromEntries(Object.entries(names).map(([tag, one]) => [tag, { ...one }]))
  )

/** A chunk of records as columns; undefined if something in it does not fit its declaration. */
export const packRecords = (records: ReadonlyArray<SourceRecord>): RawColumns | undefined => {
  try {
    return packed(records)
  } catch {
    // A plug-in's values may even throw when they are read.
    return undefined
  }
}

const nothing: RawRecord = { recordId: "" }

const packed = (records: ReadonlyArray<SourceRecord>): RawColumns => {
  const count = records.length
  const [recordId, houseNumber, street, unit, building] = [texts(), texts(), texts(), texts(), texts()]
  const [district, city, region, postcode, language] = [texts(), texts(), texts(), texts(), texts()]
  const [license, attribution, url, rejection] = [texts(), texts(), texts(), texts<Rejected["reason"]>()]
  const [evidence, derived, names] = [evidenceColumn(), derivedColumn(), namesColumn()]
  const located = new Uint8Array(count)
  const positions = new Float64Array(count * 2)
  for (let i = 0; i < count; i++) {
    const given = records[i]!
    const record = isRejected(given) ? nothing : given
    rejection.put(isRejected(given) ? given.reason : undefined)
    if (!isText(record.recordId)) throw new Odd()
    recordId.put(record.recordId)
    houseNumber.put(record.houseNumber)
    street.put(record.street)
    unit.put(record.unit)
    building.put(record.building)
    district.put(record.district)
    city.put(record.city)
    region.put(record.region)
    postcode.put(record.postcode)
    language.put(record.language)
    license.put(record.license)
    attribution.put(record.attribution)
    url.put(record.url)
    evidence.put(record.evidence)
    derived.put(record.derived)
    names.put(record.names)
    const at = record.coordinates
    if (at === undefined) continue
    if (!isNumber(at.latitude) || !isNumber(at.longitude)) throw new Odd()
    located[i] = 1
    positions[i * 2] = at.latitude
    positions[i * 2 + 1] = at.longitude
  }
  return {
    count,
    recordId: recordId.values,
    houseNumber: houseNumber.values,
    street: street.values,
    unit: unit.values,
    building: building.values,
    district: district.values,
    city: city.values,
    region: region.values,
    postcode: postcode.values,
    language: language.values,
    license: license.values,
    attribution: attribution.values,
    url: url.values,
    located,
    positions,
    evidence: evidence.values,
    derived: derived.values,
    names: names.values,
    rejection: rejection.values
  }
}

/** Reads a column from its first value to its last. */
const reader = <A>(values: Column<A>) => {
  let before: A | undefined
  return (i: number): A | undefined => {
    const value = values[i]
    if (value !== 0) before = value
    return before
  }
}

/** The records again, with everything that normalization reads. */
export function* unpackRecords(columns: RawColumns): Generator<SourceRecord> {
  const { count, located, positions } = columns
  const recordId = reader(columns.recordId)
  const houseNumber = reader(columns.houseNumber)
  const street = reader(columns.street)
  const unit = reader(columns.unit)
  const building = reader(columns.building)
  const district = reader(columns.district)
  const city = reader(columns.city)
  const region = reader(columns.region)
  const postcode = reader(columns.postcode)
  const language = reader(columns.language)
  const license = reader(columns.license)
  const attribution = reader(columns.attribution)
  const url = reader(columns.url)
  const evidence = reader(columns.evidence)
  const derived = reader(columns.derived)
  const names = reader(columns.names)
  const rejection = reader(columns.rejection)
  for (let i = 0; i < count; i++) {
    const record: RawRecord = {
      recordId: recordId(i) ?? "",
      houseNumber: houseNumber(i),
      street: street(i),
      unit: unit(i),
      building: building(i),
      district: district(i),
      city: city(i),
      region: region(i),
      postcode: postcode(i),
      coordinates: located[i] === 1 ? { latitude: positions[i * 2]!, longitude: positions[i * 2 + 1]! } : undefined,
      derived: derived(i),
      evidence: evidence(i),
      language: language(i),
      names: names(i),
      license: license(i),
      attribution: attribution(i),
      url: url(i)
    }
    const reason = rejection(i)
    yield reason === undefined ? record : rejected(reason, "")
  }
}
