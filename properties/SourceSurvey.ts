import { Cause, Effect, Exit, Predicate, Schema, type Scope, Stream } from "effect"
import type { AddressComponents, Coordinates } from "../schemas/Address.ts"
import type { StatedKind } from "../schemas/StatedEvidence.ts"
import type { DataSource, Manifest, RawRecord, Rejected, SourceRecord } from "../sources/DataSource.ts"
import { codeLineOf, isPortError, placeText, saidBy } from "../sources/CodeFault.ts"
import { textOf } from "./ValueText.ts"

/** The source could not be read, so the law cannot be tested. */
export class SourceUnreadable extends Schema.TaggedError<SourceUnreadable>()("SourceUnreadable", {
  message: Schema.String,
  /** It died with a defect instead of failing with one of the port's errors. */
  defect: Schema.Boolean
}) {}

/** The synchronization's result for a record that it keeps. */
export interface Normalized {
  readonly addressId: string
  readonly components: AddressComponents
  readonly formattedAddress: string
  readonly coordinates?: Coordinates
  readonly evidence?: { readonly kind: StatedKind; readonly detail: string }
}

/** The service's normalization, passed in: the record as published, or why it is rejected. */
export type Normalize = (
  manifest: Manifest,
  country: string,
  record: SourceRecord
) => { readonly _tag: "Success"; readonly success: Normalized } | { readonly _tag: "Failure"; readonly failure: string }

/** How many records are checked; of a larger source, the first ones. */
export const usualMost = 100_000

/** The result of one reading of a source. */
export interface Survey {
  readonly elements: ReadonlyArray<SourceRecord>
  /** Each record as text, taken when it arrived. */
  readonly texts: ReadonlyArray<string>
  /** Whether the source was read to its end. */
  readonly whole: boolean
}

/** What a reading does to the process that it runs in. */
interface Around {
  readonly changed: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
}

/** A source, and what its first reading has given. */
export interface Surveyed {
  readonly source: DataSource
  readonly country: string
  readonly first: Effect.Effect<Survey, SourceUnreadable>
  /** What the first reading has changed in the process, and the promises whose failure nobody has heard. */
  readonly around: Effect.Effect<Around, SourceUnreadable>
  /** The same source from its Layer, built anew as at each start of the service; absent if there is only the source. */
  readonly anew?: Effect.Effect<DataSource, unknown, Scope.Scope> | undefined
}

/** Describes however a reading ended. An interruption from outside is no cause that anybody sees. */
const unreadable = (cause: Cause.Cause<unknown>): SourceUnreadable => {
  if (Cause.hasInterruptsOnly(cause)) {
    const message =
      "The source interrupted itself. Does it shut down a queue that it reads from? Queue.end is for the end of the data."
    return new SourceUnreadable({ message, defect: true })
  }
  const error = Cause.squash(cause)
  const defect = Cause.hasDies(cause) || !isPortError(error)
  const [said, place] = [saidBy(error) ?? String(error), defect ? placeText(codeLineOf(error)) : ""]
  const message = place === "" && /[.?!]$/.test(said) ? said : `${said.replace(/\.$/, "")}${place}.`
  return new SourceUnreadable({ message, defect })
}

/** Turns any failure of the source's effect into a described one. */
export const attempted = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, SourceUnreadable, R> =>
  Effect.catchCause(effect, (cause) => Effect.fail(unreadable(cause)))

/** The stream of a country, even if requesting it throws. */
export const recordsOf = (source: DataSource, country: string) => Stream.suspend(() => source.records(country))

/** The records of all parts, one part after the other. */
export const partsOf =
  ({ parts }: DataSource): DataSource["records"] =>
  (country) =>
    parts === undefined ? Stream.empty : Stream.flatMap(parts(country), ({ records }) => records)

/**
 * Reads a source once, up to a number of records.
 *
 * @param heard is called with the number of records so far whenever some have arrived
 */
export const survey = (
  source: DataSource,
  country: string,
  most = usualMost,
  heard: (records: number) => void = () => {}
): Effect.Effect<Survey, SourceUnreadable> =>
  Effect.suspend(() => {
    const elements: Array<SourceRecord> = []
    const texts: Array<string> = []
    return recordsOf(source, country).pipe(
      Stream.take(most + 1),
      Stream.runForEachArray((chunk) =>
        Effect.sync(() => {
          for (const element of chunk) {
            elements.push(element)
            texts.push(textOf(element))
          }
          heard(texts.length)
        })
      ),
      attempted,
      Effect.map(() => ({
        elements: elements.slice(0, most),
        texts: texts.slice(0, most),
        whole: texts.length <= most
      }))
    )
  })

/** Seconds after which a source that gives nothing is named. */
const silence = 30

/**
 * Reads a source once, and says when it gives nothing for a while. A download may take long before the first record, so
 * silence is no fault; but a reading that waits forever would look like a suite that does.
 */
export const surveyAloud = (source: DataSource, country: string, most = usualMost) =>
  Effect.suspend(() => {
    let records = 0
    const listen = Effect.gen(function* () {
      for (let [before, named] = [0, -1]; ; before = records) {
        yield* Effect.sleep(`${silence} seconds`)
        if (records !== before || records === named) continue
        named = records
        yield* Effect.logWarning(
          `${source.manifest.name}, ${country}: no record for ${silence} seconds, after ${records}. It is waited for: a download may take long, but does something wait without a time limit? Ctrl-C ends the run.`
        )
      }
    })
    return Effect.raceFirst(
      survey(source, country, most, (now) => {
        records = now
      }),
      listen
    )
  })

/** The source, which says so when its fingerprint does not come for a while. */
export const fingerprintAloud = (source: DataSource, country: string): DataSource => ({
  ...source,
  fingerprint: Effect.raceFirst(
    source.fingerprint,
    Effect.delay(
      Effect.logWarning(
        `${source.manifest.name}, ${country}: no fingerprint for ${silence} seconds. It is waited for: does something wait without a time limit? Ctrl-C ends the run.`
      ),
      `${silence} seconds`
    ).pipe(Effect.andThen(Effect.never))
  )
})

/** Whether it is a record that the source itself rejects; anything else should be a record. */
export const isGivenUp = (element: unknown): element is Rejected => Predicate.isTagged(element, "Rejected")

/** What may be a record. Another law reports what is none. */
export const recordsIn = ({ elements }: Survey): ReadonlyArray<RawRecord> =>
  elements.filter((element): element is RawRecord => Predicate.isObject(element) && !isGivenUp(element))

/** Runs an effect when it is first needed, and keeps how it ended, unless it was interrupted. */
export const once = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  let known: Exit.Exit<A, E> | undefined
  return Effect.suspend(
    () =>
      known ??
      Effect.onExit(effect, (exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit) || !Cause.hasInterrupts(exit.cause)) known = exit
        })
      )
  )
}
