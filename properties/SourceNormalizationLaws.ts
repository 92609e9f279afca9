import { Effect } from "effect"
import * as fc from "fast-check"
import type { Coordinates } from "../schemas/Address.ts"
import { type DataSource, type RawRecord, recordFields, type SourceRecord } from "../sources/DataSource.ts"
import { type Effort, property } from "./Bridge.ts"
import { judged, mostFailures } from "./JudgeLaws.ts"
import { type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import { isGivenUp, type Normalize, recordsIn, type SourceUnreadable, type Survey } from "./SourceSurvey.ts"
import { textOf } from "./ValueText.ts"

/** Percentage of coordinates that may lie outside: registers have a few, and borders are simplified. */
const tolerated = 0.01

/** The smallest share of kept records for a correct source. */
const usualKept = 0.9

/** Values found in real files in place of a house number, a street or coordinates. */
const hostile: ReadonlyArray<unknown> = [
  undefined,
  null,
  "",
  " ",
  "\u0000",
  "\uFEFF\u200B",
  "x".repeat(5000),
  "\u202Estreet",
  "𝟙𝟚",
  "0",
  "-",
  "n/a",
  12,
  Number.NaN,
  Infinity,
  true,
  [],
  {},
  { latitude: "52", longitude: 13 },
  { latitude: Number.NaN, longitude: 0 },
  { latitude: 91, longitude: 181 },
  { kind: "hearsay", detail: "?" },
  { de: null }
]

/** Fields whose values normalization replaces. */
const normalized = [
  "houseNumber",
  "street",
  "unit",
  "building",
  "district",
  "city",
  "region",
  "postcode"
] as const satisfies ReadonlyArray<keyof RawRecord>

/** A record of the source, and values that overwrite some of its fields. */
const damage = fc.tuple(fc.constantFrom(...recordFields), fc.nat({ max: hostile.length - 1 }))

/** Up to three damages, of which a smaller counterexample can lack any: a list would lose only its first ones. */
const damages = fc.record({
  index: fc.nat(),
  changes: fc.tuple(fc.option(damage), fc.option(damage), fc.option(damage))
})

const nothingGiven = "It gave no record. Needs at least one."

const share = (part: number, whole: number): string => `${Math.round((1000 * part) / whole) / 10} percent`

/** The most frequent first, with one of each. */
const counted = (entries: ReadonlyArray<readonly [string, SourceRecord]>) => {
  const counts = new Map<string, { count: number; readonly one: SourceRecord }>()
  for (const [reason, record] of entries) {
    const known = counts.get(reason)
    if (known === undefined) counts.set(reason, { count: 1, one: record })
    else known.count += 1
  }
  return Array.from(counts, ([reason, { count, one }]) => ({ reason, count, one })).sort((a, b) => b.count - a.count)
}

const misplaced = new Set(["coordinates-outside-country", "coordinates-out-of-range"])

/** A kept record, as a source would provide it. */
const asRaw = (record: RawRecord, made: Extract<ReturnType<Normalize>, { _tag: "Success" }>["success"]): RawRecord => {
  const { country: _, regionCode, ...components } = made.components
  return {
    ...record,
    ...Object.fromEntries(normalized.map((name) => [name, undefined])),
    ...components,
    ...(regionCode === undefined ? {} : { region: regionCode }),
    coordinates: made.coordinates,
    evidence: made.evidence
  }
}

/** The outcome of a normalization; throwing is one, which no law allows. */
type Outcome = ReturnType<Normalize> | { readonly _tag: "Thrown"; readonly by: string }

/** A source whose records are normalized. */
interface Normalizing {
  readonly country: string
  readonly first: Effect.Effect<Survey, SourceUnreadable>
  readonly effort: Effort
  readonly outcomeOf: (record: SourceRecord) => Outcome
}

const say = (outcome: Outcome): string =>
  outcome._tag === "Success"
    ? `kept as ${outcome.success.addressId}, ${outcome.success.formattedAddress}`
    : outcome._tag === "Failure"
      ? `rejected for ${outcome.failure}`
      : `thrown: ${outcome.by}`

const accountsForAll = ({ first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST account for every record: each one read is either kept or rejected", (law) =>
    Effect.gen(function* () {
      const { elements } = yield* first
      const outcomes = { kept: 0, rejected: 0 }
      for (const element of elements) {
        const outcome = outcomeOf(element)
        if (outcome._tag === "Success") outcomes.kept += 1
        else if (outcome._tag === "Failure" && outcome.failure !== "") outcomes.rejected += 1
        else return yield* Effect.fail(law.broken(`A record is neither kept nor rejected for a reason:`, element))
      }
      yield* law.hold(
        outcomes.kept + outcomes.rejected === elements.length,
        `Of ${elements.length} records, ${outcomes.kept} are kept and ${outcomes.rejected} rejected.`
      )
    })
  )

const givesOneKept = ({ first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST give at least one record that is kept", (law) =>
    Effect.gen(function* () {
      const { elements } = yield* first
      if (elements.length === 0) return { because: nothingGiven }
      const refused = elements.flatMap((element): ReadonlyArray<readonly [string, SourceRecord]> => {
        const outcome = outcomeOf(element)
        return outcome._tag === "Success" ? [] : [[say(outcome), element]]
      })
      if (refused.length < elements.length) return
      const [most] = counted(refused)
      yield* law.hold(
        false,
        `None of ${elements.length} records is kept: ${most!.count} of them are ${most!.reason}. Such as:`,
        most!.one
      )
    })
  )

const answersAnything = ({ effort, first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST be normalized to an address or a reason, whatever its records contain", (law) =>
    Effect.flatMap(first, (survey) => {
      const records = recordsIn(survey)
      if (records.length === 0) return Effect.succeed({ because: nothingGiven })
      return property(
        damages,
        ({ changes, index }) =>
          Effect.suspend(() => {
            const over = Object.fromEntries(changes.flatMap((one) => (one === null ? [] : [[one[0], hostile[one[1]]]])))
            const record = { ...records[index % records.length]!, ...over } as RawRecord
            const outcome = outcomeOf(record)
            return outcome._tag === "Thrown"
              ? Effect.fail(law.broken(`Normalization throws ${outcome.by} on:`, record))
              : law.hold(
                  say(outcomeOf(record)) === say(outcome),
                  `It is ${say(outcome)} at first, and ${say(outcomeOf(record))} the second time:`,
                  record
                )
          }),
        { runs: 200, ...effort }
      )
    })
  )

const comesOutAlike = ({ first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST not change when its kept records are normalized again", (law) =>
    Effect.gen(function* () {
      for (const record of recordsIn(yield* first)) {
        const outcome = outcomeOf(record)
        if (outcome._tag !== "Success") continue
        const again = outcomeOf(asRaw(record, outcome.success))
        yield* law.hold(
          say(again) === say(outcome),
          `It is ${say(outcome)}; that again is ${say(again)}. The record:`,
          record
        )
      }
    })
  )

const liesInItsCountry = ({ country, first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST have its coordinates in the country that it declares", (law) =>
    Effect.gen(function* () {
      const placed = recordsIn(yield* first).filter(({ coordinates }) => coordinates != null)
      if (placed.length === 0)
        return {
          because: "No record has coordinates. Needs coordinates in degrees of WGS 84, if the data have any."
        }
      const outside = placed.filter((record) => {
        const outcome = outcomeOf(record)
        return outcome._tag === "Failure" && misplaced.has(outcome.failure)
      })
      const [example] = outside
      if (example === undefined) return
      const { latitude, longitude } = example.coordinates!
      const fits = (coordinates: Coordinates) => outcomeOf({ ...example, coordinates })._tag === "Success"
      const why = fits({ latitude: longitude, longitude: latitude })
        ? `They do when swapped: latitude and longitude are in the wrong order.`
        : fits({ latitude, longitude: -longitude }) || fits({ latitude: -latitude, longitude })
          ? `They do with the other sign: west and south are negative.`
          : Math.abs(latitude) > 90 || Math.abs(longitude) > 180
            ? `They are not degrees but metres of a projection: convert them to WGS 84.`
            : latitude === 0 && longitude === 0
              ? `0, 0 often means that there are none: leave the coordinates out.`
              : `Is the country right, and are they degrees of WGS 84?`
      yield* law.hold(
        outside.length <= tolerated * placed.length,
        `${outside.length} of ${placed.length} coordinates do not lie in ${country}, such as latitude ${latitude}, longitude ${longitude} of the record "${example.recordId}". ${why}`
      )
    })
  )

const ignoresOrder = ({ effort, first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("MUST have the same result in any order of its records", (law) =>
    Effect.flatMap(first, (survey) => {
      const records = recordsIn(survey).slice(0, 2000)
      if (records.length === 0) return Effect.succeed({ because: nothingGiven })
      const expected = new Map(records.map((record) => [textOf(record), say(outcomeOf(record))]))
      return property(
        fc.integer(),
        (salt) =>
          Effect.gen(function* () {
            const order = fc.sample(fc.shuffledSubarray(records.slice(), { minLength: records.length }), {
              numRuns: 1,
              seed: salt
            })[0]!
            for (const record of order) {
              const outcome = say(outcomeOf(record))
              const was = expected.get(textOf(record))
              yield* law.hold(outcome === was, `In another order it is ${outcome} instead of ${was}:`, record)
            }
          }),
        { ...effort, most: 5 }
      )
    })
  )

const passesCheckouts = ({ country, first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("SHOULD give addresses that pass the rules of shop checkouts", (law) =>
    Effect.gen(function* () {
      const kept = recordsIn(yield* first).flatMap((record) => {
        const outcome = outcomeOf(record)
        return outcome._tag === "Success"
          ? [{ countryCode: country, components: outcome.success.components, record }]
          : []
      })
      const { covered, failed } = judged(kept)
      if (covered === 0)
        return {
          because:
            "Neither Shopify's nor Google's rules apply to its addresses. Needs records of a country with rules, and with the parts that these require."
        }
      const [example] = failed
      if (example === undefined) return
      const { objections, address } = example
      yield* law.hold(
        failed.length <= mostFailures(covered),
        `${failed.length} of ${covered} addresses fail, such as the record "${address.record.recordId}": ${objections[0]!.message}`
      )
    })
  )

const keepsNineInTen = ({ first, outcomeOf }: Normalizing): SourceLaw =>
  sourceLaw("SHOULD give records of which at least nine in ten are kept", (law) =>
    Effect.gen(function* () {
      const given = (yield* first).elements.filter((element) => !isGivenUp(element))
      const refused = given.flatMap((record): ReadonlyArray<readonly [string, SourceRecord]> => {
        const outcome = outcomeOf(record)
        return outcome._tag === "Failure" ? [[outcome.failure, record]] : []
      })
      if (given.length === 0) return { because: nothingGiven }
      const [most] = counted(refused)
      // A handful of records says nothing about a share.
      if (most === undefined || refused.length === 1) return
      yield* law.hold(
        refused.length <= (1 - usualKept) * given.length,
        `${refused.length} of ${given.length} (${share(refused.length, given.length)}) are rejected, ${most.count} of them for ${most.reason}. Is a field mapped to the wrong column? Such as:`,
        most.one
      )
    })
  )

/** Laws about normalized records; the service's normalization is passed in. */
export const normalizationLaws = (
  { manifest }: DataSource,
  country: string,
  first: Effect.Effect<Survey, SourceUnreadable>,
  normalize: Normalize,
  effort: Effort
): ReadonlyArray<SourceLaw> => {
  const outcomeOf = (record: SourceRecord): Outcome => {
    try {
      return normalize(manifest, country, record)
    } catch (error) {
      return { _tag: "Thrown", by: String(error) }
    }
  }
  const normalizing: Normalizing = { country, first, effort, outcomeOf }
  return [
    accountsForAll(normalizing),
    givesOneKept(normalizing),
    answersAnything(normalizing),
    comesOutAlike(normalizing),
    liesInItsCountry(normalizing),
    ignoresOrder(normalizing),
    passesCheckouts(normalizing),
    keepsNineInTen(normalizing)
  ]
}
