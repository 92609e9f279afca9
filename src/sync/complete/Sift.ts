import type { DerivationMethod } from "../../../schemas/Address.ts"
import { isRejected, type RawRecord, type SourceRecord } from "../../../sources/DataSource.ts"
import { isEndless } from "../normalize/Rejecting.ts"
import { Deriving, namesCity, type Notes } from "./Derive.ts"

/** What the completion of records needs to know about records that a thread has sifted. */
export interface Sifted {
  readonly notes: Notes
  /** Those that lack something. */
  readonly open: ReadonlyArray<RawRecord>
}

/**
 * Plug-ins may return anything: whatever is not a record, has a text without end, or lacks what cannot be derived, is
 * left to normalization.
 */
export const isOpen = (record: SourceRecord): record is RawRecord =>
  typeof record === "object" &&
  record !== null &&
  !isRejected(record) &&
  (record.derived === undefined || Array.isArray(record.derived)) &&
  [record.street, record.district, record.city, record.region, record.postcode].every(
    (text) => text === undefined || (typeof text === "string" && !isEndless(text))
  )

export const isComplete = (record: RawRecord): boolean => {
  const { postcode, region } = record
  return namesCity(record) && region !== undefined && region !== "" && postcode !== undefined && postcode !== ""
}

/**
 * Sifts records in the thread that reads them, so that only incomplete ones are sent to be completed.
 *
 * @param methods undefined if nothing is completed
 */
export const makeSift = (country: string, methods: ReadonlyArray<DerivationMethod> | undefined) => {
  const deriving = methods === undefined ? undefined : new Deriving(country, new Set(methods))
  const notes: Notes = { cities: new Map(), regions: new Map(), postcodes: new Map() }
  const open: Array<RawRecord> = []
  return {
    /** The record to pass on; undefined if it must be completed first. */
    take: (given: SourceRecord): SourceRecord | undefined => {
      if (deriving === undefined || !isOpen(given)) return given
      const record = deriving.strip(given)
      deriving.note(record, notes)
      if (isComplete(record)) return record
      open.push(record)
      return undefined
    },
    sifted: (): Sifted => ({ notes, open })
  }
}
