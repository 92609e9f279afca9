import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Result, Stream } from "effect"
import { type DataSource, isRejected, type SourceError, type SourceRecord } from "../../../sources/DataSource.ts"
import type { KeptRecord } from "../../../src/sync/normalize/KeptRecord.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"

/** What became of a source's records, counted as a synchronization does. */
export interface Harvest {
  readonly read: number
  readonly kept: number
  readonly rejected: Readonly<Record<string, number>>
  /** Kept records by kind of evidence; `none` counts those without evidence. */
  readonly evidence: Readonly<Record<string, number>>
  /** Kept records, one per address. */
  readonly addresses: ReadonlyMap<string, KeptRecord>
  /** A few of the reasons given for rejected records. */
  readonly samples: ReadonlyArray<string>
}

/** Reads a source once and normalizes its records, as a synchronization does before staging them. */
export const harvest = Effect.fnUntraced(function* (
  source: DataSource,
  country: string
): Effect.fn.Return<Harvest, SourceError> {
  let read = 0
  const rejected: Record<string, number> = {}
  const evidence: Record<string, number> = {}
  const addresses = new Map<string, KeptRecord>()
  const samples: Array<string> = []
  const count = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  const take = (record: SourceRecord) =>
    Effect.sync(() => {
      read += 1
      if (isRejected(record) && samples.length < 5) samples.push(record.detail)
      const result = normalize(source.manifest, country, record)
      if (Result.isFailure(result)) return count(rejected, result.failure)
      const kept = result.success
      if (addresses.has(kept.addressId)) return count(rejected, "duplicate")
      addresses.set(kept.addressId, kept)
      count(evidence, kept.evidence?.kind ?? "none")
    })
  yield* Stream.runForEach(source.records(country), take)
  return { read, kept: addresses.size, rejected, evidence, addresses, samples }
})

/** The folder of real data, which lies beside the checkout and is in no repository. */
const data = fileURLToPath(new URL("../../../../shared/data/", import.meta.url))

/** The path of a real file, or undefined, with a note on the output, if this machine lacks it. */
export const realFile = (path: string): string | undefined => {
  const full = `${data}${path}`
  if (existsSync(full)) return full
  process.stdout.write(`Skipped: ../shared/data/${path} is not on this machine.\n`)
  return undefined
}

/** Each address's components in envelope order, which keeps expectations short. */
export const envelope = (harvested: Harvest): ReadonlyArray<string> =>
  Array.from(harvested.addresses.values(), ({ components }) =>
    [
      components.building,
      components.houseNumber,
      components.street,
      components.unit,
      components.district,
      components.city,
      components.regionCode ?? components.region,
      components.postcode
    ]
      .filter((part) => part !== undefined)
      .join(" | ")
  )
