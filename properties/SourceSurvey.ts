import { Cause, Effect, Predicate, Schema, Stream } from "effect"
import type { AddressComponents, Coordinates } from "../schemas/Address.ts"
import type { StatedKind } from "../schemas/StatedEvidence.ts"
import type { DataSource, Manifest, RawRecord, Rejected, SourceRecord } from "../sources/DataSource.ts"
import { canonical } from "./Law.ts"

/** The source could not be read, so that what a law asks cannot be told. */
export class SourceUnreadable extends Schema.TaggedError<SourceUnreadable>()("SourceUnreadable", {
  message: Schema.String,
  /** It died, instead of failing with an error of the port. */
  defect: Schema.Boolean
}) {}

/** What the synchronization makes of a record that it keeps. */
export interface Normalized {
  readonly addressId: string
  readonly components: AddressComponents
  readonly formattedAddress: string
  readonly coordinates?: Coordinates
  readonly evidence?: { readonly kind: StatedKind; readonly detail: string }
}

/** The service's normalization, handed in: a record as it is published, or the reason why it is not. */
export type Normalize = (
  manifest: Manifest,
  country: string,
  record: SourceRecord
) => { readonly _tag: "Success"; readonly success: Normalized } | { readonly _tag: "Failure"; readonly failure: string }

/** Records that are looked at; those of a larger source are its first ones. */
export const usualMost = 100_000

/** What one reading of a source gave. */
export interface Survey {
  readonly elements: ReadonlyArray<SourceRecord>
  /** Each as it was when it came. */
  readonly texts: ReadonlyArray<string>
  /** Whether that was all. */
  readonly whole: boolean
}

/** A source, and what its first reading has given. */
export interface Surveyed {
  readonly source: DataSource
  readonly country: string
  readonly first: Effect.Effect<Survey, SourceUnreadable>
}

const sayOf = (error: unknown): string =>
  Predicate.hasProperty(error, "message") && error.message !== "" ? String(error.message) : String(error)

/** Whether it is what the port lets a source fail with: told by its form, since a module may have its own copy. */
const isSourceError = (error: unknown): boolean =>
  Predicate.isTagged(error, "SourceError") &&
  Predicate.hasProperty(error, "reason") &&
  ["transient", "unreadable", "misconfigured"].includes(String(error.reason)) &&
  Predicate.hasProperty(error, "message") &&
  String(error.message).trim() !== ""

/** The line of the source's own code that an error was thrown at. Who imports modules anew gives them a query. */
const placeOf = (error: unknown): string => {
  const stack = error instanceof Error ? (error.stack ?? "") : ""
  const places = stack
    .split("\n")
    .filter((line) => !/node_modules|node:/.test(line))
    .map((line) => /([^/\\()\s]+\.[cm]?[jt]s)(?:\?[^\s():]*)?:(\d+):\d+\)?$/.exec(line))
  const [, file, line] = places.find((place) => place !== null) ?? []
  return file === undefined ? "" : ` (${file}, line ${line})`
}

/** Names whatever a reading ended with. */
const unreadable = (cause: Cause.Cause<unknown>): SourceUnreadable => {
  const error = Cause.squash(cause)
  const defect = Cause.hasDies(cause) || !isSourceError(error)
  const message = `${sayOf(error).replace(/\.$/, "")}${defect ? placeOf(error) : ""}.`
  return new SourceUnreadable({ message, defect })
}

/** Any failure of an effect of the source's, named; interruption stays what it is. */
export const attempted = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, SourceUnreadable, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.fail(unreadable(cause))
  )

/** The stream of a country, also where asking for it throws. */
export const recordsOf = (source: DataSource, country: string) => Stream.suspend(() => source.records(country))

/** Text of anything that a source may give; equal for what says the same. */
export const textOf = (value: unknown): string => {
  try {
    return canonical(value)
  } catch {
    return String(value)
  }
}

/** A value of the record as it is written down, with room to break lines. */
export const shown = (value: unknown): string =>
  value === undefined
    ? "nothing"
    : textOf(value).replace(/("(?:[^"\\]|\\.)*")|[:,{}]/g, (found: string, text?: string) =>
        text !== undefined ? text : found === "{" ? "{ " : found === "}" ? " }" : `${found} `
      )

/** What is different between two records, field by field, in words. */
export const differences = (before: unknown, after: unknown): string => {
  const [left, right] = [before, after].map((value) => Object.fromEntries(Object.entries(value ?? {})))
  return Array.from(new Set([...Object.keys(left!), ...Object.keys(right!)]))
    .filter((field) => textOf(left![field]) !== textOf(right![field]))
    .map((field) => `\`${field}\` was ${shown(left![field])} and is ${shown(right![field])}`)
    .join("; ")
}

/** Reads a source once, up to so many records. */
export const survey = (
  source: DataSource,
  country: string,
  most = usualMost
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

/** Whether it is a record that the source holds and does not give; anything else should be a record. */
export const isGivenUp = (element: unknown): element is Rejected => Predicate.isTagged(element, "Rejected")

export const recordsIn = ({ elements }: Survey): ReadonlyArray<RawRecord> =>
  elements.filter((element): element is RawRecord => !isGivenUp(element))

/** Runs an effect when it is first asked for, and keeps what it gave. */
export const once = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  let known: { readonly value: A } | undefined
  return Effect.suspend(() =>
    known === undefined
      ? Effect.tap(effect, (value) =>
          Effect.sync(() => {
            known = { value }
          })
        )
      : Effect.succeed(known.value)
  )
}
