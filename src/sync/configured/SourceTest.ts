import { Duration, Effect, Queue, Stream } from "effect"
import type { RejectSample, RejectSamples } from "../../../schemas/RejectSamples.ts"
import { glance } from "../../../schemas/Quoted.ts"
import type { DataSource, SourceRecord } from "../../../sources/DataSource.ts"
import { OnlyFirst } from "../../../sources/reading/Downloads.ts"
import { Completion } from "../complete/Completion.ts"
import { type KeptRecord, lineOf, type RejectReason } from "../normalize/KeptRecord.ts"
import { normalize } from "../normalize/Normalize.ts"
import { preferred } from "../publish/Preferred.ts"
import { aloud, recordsAloud } from "../../shared/Aloud.ts"
import { brokenDown, failedWith } from "../read/BrokenDown.ts"
import { sampleOf, samplesPerReason } from "../read/Tally.ts"
import { timeBudgets, timeInWords } from "../../settings/TimeBudgets.ts"
import { numberText } from "../../shared/Amounts.ts"
import { repeatedly } from "../../shared/Repeatedly.ts"

/** How many records of each country a test reads at most. */
export const sampleSize = 1000
/** How many kept ones are shown. */
const shown = 5
/** How often a test reports its progress, even while nothing is read. */
const progressEvery = Duration.seconds(2)

/** The outcomes of the records that a test read of one country. */
interface TestedCountry {
  readonly country: string
  readonly read: number
  /** By kind of evidence; `none` for those without. */
  readonly kept: Readonly<Record<string, number>>
  readonly rejected: Readonly<Record<string, number>>
  readonly samples: RejectSamples
  /** Some IDs that several records have, which are to be told apart by them; absent if there are none. */
  readonly repeatedIds?: ReadonlyArray<string>
  /** Some kept records, each on one line. */
  readonly examples: ReadonlyArray<string>
}

/** Any number of `progress` events, then one `result` or `failed`. */
export type SourceTestEvent =
  | { readonly type: "progress"; readonly country: string; readonly read: number }
  | { readonly type: "result"; readonly fingerprint: string; readonly countries: ReadonlyArray<TestedCountry> }
  | { readonly type: "failed"; readonly message: string }

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1
}

const judge = (source: DataSource, country: string, records: ReadonlyArray<SourceRecord>): TestedCountry => {
  const kept: Record<string, number> = {}
  const rejected: Record<string, number> = {}
  const samples: Record<string, Array<RejectSample>> = {}
  const examples: Array<string> = []
  const [ids, repeated] = [new Set<string>(), new Set<string>()]
  const ofAddress = new Map<string, KeptRecord>()
  const reject = (record: SourceRecord, reason: RejectReason, fault?: string) => {
    count(rejected, reason)
    const known = (samples[reason] ??= [])
    if (known.length < samplesPerReason) known.push(sampleOf(country, record, reason, fault))
  }
  for (const record of records) {
    const result = normalize(source.manifest, country, record)
    if (result._tag === "Failure") {
      reject(record, result.failure)
      continue
    }
    const { addressId } = result.success
    // Sources in JavaScript may give numbers.
    const recordId = String(result.success.recordId)
    if (ids.has(recordId)) repeated.add(recordId)
    ids.add(recordId)
    const before = ofAddress.get(addressId)
    ofAddress.set(addressId, before === undefined ? result.success : preferred(before, result.success))
    // A synchronization keeps one record of each address, and counts the others so.
    if (before !== undefined) reject(record, "duplicate", `the address is that of ${glance(String(before.recordId))}`)
  }
  for (const record of ofAddress.values()) {
    count(kept, record.evidence?.kind ?? "none")
    if (examples.length < shown) examples.push(lineOf(record))
  }
  const repeatedIds = Array.from(repeated, (id) => glance(id)).slice(0, shown)
  return {
    country,
    read: records.length,
    kept,
    rejected,
    samples,
    ...(repeatedIds.length === 0 ? {} : { repeatedIds }),
    examples
  }
}

/** What a test was waiting for when its time was over, and what to change. */
const outOfTime = (hasFingerprint: boolean, { country, read }: { readonly country: string; readonly read: number }) => {
  const time = timeInWords(timeBudgets.sourceTest)
  const awaited = hasFingerprint
    ? read === 0
      ? `no record of ${country}`
      : `only ${numberText(read)} records of ${country}`
    : "no fingerprint"
  const cure = hasFingerprint
    ? "Let its stream give records as it reads them, and limit the time that it waits for others."
    : "Limit the time that it waits for others."
  return `The source gave ${awaited} within ${time}. ${cure}`
}

/** Reads the first records of each country of a source, and reports what would become of them. Publishes nothing. */
export const testSource = (source: DataSource): Stream.Stream<SourceTestEvent> =>
  Stream.callback<SourceTestEvent>((events) => {
    const { countries: all, name } = source.manifest
    let hasFingerprint = false
    let standing = { country: all[0] as string, read: 0 }
    const tell = Effect.suspend(() => Queue.offer(events, { type: "progress", ...standing }))

    const read = Effect.fnUntraced(function* (country: string) {
      standing = { country, read: 0 }
      const records = yield* recordsAloud(
        name,
        country,
        Stream.suspend(() => source.records(country))
      ).pipe(
        Stream.take(sampleSize),
        Stream.tap(() => Effect.sync(() => (standing = { country, read: standing.read + 1 }))),
        Stream.runCollect
      )
      const completing = yield* (yield* (yield* Completion).of(source.manifest, country)).part
      const ready = yield* completing.take(records)
      const rest = yield* Stream.runCollect(completing.rest)
      return judge(source, country, [...ready, ...rest.flat()])
    }, Effect.scoped)

    return Effect.gen(function* () {
      yield* tell.pipe(repeatedly(progressEvery), Effect.forkScoped)
      const fingerprint = yield* aloud(`the fingerprint of ${name}`)(source.fingerprint)
      hasFingerprint = true
      const countries = yield* Effect.forEach(all, read)
      yield* Queue.offer(events, { type: "result", fingerprint, countries })
    }).pipe(
      Effect.provideService(OnlyFirst, true),
      Effect.timeoutOrElse({
        duration: timeBudgets.sourceTest.time,
        orElse: () => Effect.fail({ message: outOfTime(hasFingerprint, standing) })
      }),
      Effect.catch((error) => Queue.offer(events, { type: "failed", message: failedWith(error) })),
      // The code of a source may throw anything.
      Effect.catchCause((cause) => Queue.offer(events, { type: "failed", message: brokenDown("The source", cause) })),
      Effect.andThen(Queue.end(events))
    )
  })
