import { Predicate, Schema } from "effect"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { issueFaults } from "../../../schemas/IssueFaults.ts"
import { glance, quoted } from "../../../schemas/Quoted.ts"
import { isRejected, type RawRecord, recordFields, type SourceRecord } from "../../../sources/DataSource.ts"
import { RecordForm } from "../../../schemas/RecordForm.ts"
import { clueOf } from "../diagnosis/Clues.ts"
import { type RejectReason, rejectReasons } from "../normalize/KeptRecord.ts"
import { bigintsAsText } from "../../shared/JsonText.ts"

/** How many faults of one record are named. */
const mostNamed = 3

const valueText = (value: unknown): string =>
  typeof value === "string"
    ? quoted(value)
    : Predicate.isObject(value) || Array.isArray(value)
      ? glance(JSON.stringify(value, bigintsAsText), 40)
      : String(value)

const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((outer, key) => (Predicate.hasProperty(outer, key) ? outer[key] : undefined), value)

const decode = Schema.decodeUnknownResult(RecordForm, { errors: "all" })

/** What of a record does not fit the port's type, with the values that it has instead. */
const misfits = (raw: unknown): ReadonlyArray<string> => {
  const decoded = decode(raw)
  if (decoded._tag === "Success") return []
  return issueFaults(decoded.failure.issue, { unknown: "is no field of a record" }).map(({ message, path }) => {
    const says = message.replace(/, not [^,]+$/, "").replace("must be a string", "must be text")
    const place = glance(path.map(String).join("."))
    if (!says.startsWith("must ")) return `${place} ${says}`
    const value = valueText(valueAt(raw, path))
    // Long lists come last, because tables cut samples.
    return says.includes(", ") ? `${place} is ${value}: it ${says}` : `${place} ${says}, not ${value}`
  })
}

const named = (faults: ReadonlyArray<string>): string | undefined =>
  faults.length === 0 ? undefined : faults.slice(0, mostNamed).join("; ")

const places: Readonly<Record<string, string>> = {
  swapped: "latitude and longitude seem to be swapped",
  sign: "latitude or longitude seems to have the wrong sign",
  projected: "the coordinates are not in degrees",
  zero: "both coordinates are 0, which means an unknown position"
}

/** What is wrong with a position. Texts in place of numbers, or members with other names, are outside of every country. */
const ofPosition = (raw: RawRecord, country: string, reason: RejectReason): string | undefined => {
  const clue = clueOf(reason, raw, country)
  if (clue?.startsWith("in-") === true) return `the position is in ${countryText(clue.slice(3))}`
  return places[clue ?? ""] ?? named(misfits(raw).filter((fault) => fault.startsWith("coordinates")))
}

/** Fields that no record has: what the record lacks may be in them. */
const strangers = (raw: RawRecord): string | undefined => {
  const others = Object.keys(raw).filter((field) => !recordFields.some((known) => known === field))
  if (others.length === 0) return undefined
  const few = others.slice(0, mostNamed).map((field) => glance(field, 40))
  return `${few.join(", ")} ${others.length === 1 ? "is no field" : "are no fields"} of a record`
}

const longest = (raw: RawRecord): string | undefined => {
  const texts = Object.entries({ ...raw, "evidence.detail": raw.evidence?.detail }).flatMap(([field, text]) =>
    typeof text === "string" ? [{ field, length: text.length }] : []
  )
  const [first] = texts.sort((a, b) => b.length - a.length)
  return first === undefined ? undefined : `${glance(first.field, 40)} has ${first.length} characters`
}

const faultOf = (country: string, raw: SourceRecord, reason: string): string | undefined => {
  if (!Predicate.isObject(raw)) return "no record"
  if (isRejected(raw)) {
    const isKnown = rejectReasons.some((known) => known === raw.reason)
    return isKnown ? undefined : `${quoted(String(raw.reason))} is no reason to reject a record`
  }
  if (reason === "malformed-record") return named(misfits(raw))
  if (reason === "text-too-long") return longest(raw)
  if (reason === "coordinates-out-of-range" || reason === "coordinates-outside-country") {
    return ofPosition(raw, country, reason)
  }
  return reason.startsWith("missing-") ? strangers(raw) : undefined
}

/**
 * What is wrong with a record that is rejected, where its reason does not say: which field is malformed, and what it has
 * instead. Undefined if the reason and the record say all.
 */
export const faultInWords = (country: string, raw: SourceRecord, reason: string): string | undefined => {
  try {
    return faultOf(country, raw, reason)
  } catch {
    // Plug-ins may give anything, even what throws when it is looked at.
    return undefined
  }
}
