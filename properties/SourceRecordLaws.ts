import { homedir } from "node:os"
import { Effect, Predicate, Schema, type SchemaIssue } from "effect"
import { schemaFaults } from "../schemas/SchemaFaults.ts"
import { elsewhere, tomorrow } from "./Elsewhere.ts"
import { type promise } from "./Law.ts"
import { absentText, emailAddress, secretsSet, type SourceLaw, sourceLaw, unstorable } from "./SourceLaw.ts"
import type { DataSource, RawRecord } from "../sources/DataSource.ts"
import { RecordForm } from "../schemas/RecordForm.ts"
import { attempted, isGivenUp, recordsIn, type Survey, survey, type Surveyed } from "./SourceSurvey.ts"
import { differences, shown, textOf } from "./ValueText.ts"

const decodeRecord = Schema.decodeUnknownEffect(RecordForm, { onExcessProperty: "error", errors: "all" })

/** Violations of a record's form, member by member. */
const faultsOf = (issue: SchemaIssue.Issue): string =>
  schemaFaults(issue, (path) => `\`${path.map(String).join(".")}\``).join("; ")

/** A page that others can open: not one of this machine. */
const isPage = (url: string): boolean => {
  const { hostname = "", protocol = "" } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol) && !/^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(hostname)
}

/** Parameters of a URL whose values are nobody else's business. */
const secret =
  /[?&#](?:api[-_]?key|(?:access|auth|id)?[-_]?token|password|secret|signature|sig|subscription[-_]key)=[^&]/i

/** What is wrong with a URL that every response would repeat, in words; undefined if nothing is. */
export const faultOfUrl = (url: string, member = "url"): string | undefined => {
  if (!isPage(url))
    return `its \`${member}\`, ${shown(url)}, is none of a page. Give one that begins with https://, or none`
  const { password = "", username = "" } = URL.parse(url) ?? {}
  return secret.test(url) || username !== "" || password !== ""
    ? `its \`${member}\` has a key, which every response would show. Take it out`
    : undefined
}

/** What a spreadsheet makes of a long number, and then of several the same. */
const power = /^\d(?:[.,]\d+)?e\+\d+$/i

/** What stands before every ID that is made of a file's place on this machine. */
const ofMachine = (recordId: string): boolean =>
  [process.cwd(), homedir()].some((folder) => folder.length > 1 && recordId.startsWith(`${folder}/`)) ||
  recordId.startsWith("file://")

/** What is wrong with a record whose members have the right types, in words; undefined if nothing is. */
const faultOf = (record: RawRecord, secrets: ReadonlyArray<string>): string | undefined => {
  const { attribution, derived, evidence, license, recordId, url } = record
  if (/^\s|\s$|\p{Cc}/u.test(recordId))
    return `its ID, ${shown(recordId)}, has white space around it or control characters`
  if (power.test(recordId))
    return `its ID, ${shown(recordId)}, is what a spreadsheet writes for a long number, of which digits are lost. Read the file as text, before a spreadsheet has saved it`
  if (emailAddress.test(recordId))
    return `its ID, ${shown(recordId)}, is the email address of a person, which every response would show. Take another ID`
  if (ofMachine(recordId))
    return `its ID, ${shown(recordId)}, contains the folder of this machine, and is another one elsewhere. Take the ID from the data`
  for (const [name, value = ""] of Object.entries({
    recordId,
    "evidence.detail": evidence?.detail,
    license,
    attribution,
    url
  })) {
    if (unstorable.test(value)) return `\`${name}\` has half of a character, or NUL, which no database stores`
    if (secrets.some((key) => value.includes(key)))
      return `\`${name}\` has a key that is set in the environment, which every response would show. Take it out`
    const [absent] = absentText.exec(value) ?? []
    if (absent !== undefined)
      return `\`${name}\`, ${shown(value)}, has ${shown(absent)} in place of what is not there. Leave it out`
  }
  const nothing = derived?.find(({ component }) => (record[component] ?? "") === "")
  if (nothing) return `\`derived\` says how its \`${nothing.component}\` was derived, and it has none`
  return url === undefined || url === "" ? undefined : faultOfUrl(url)
}

const idOf = (element: unknown): string =>
  typeof element === "object" && element !== null && "recordId" in element ? String(element.recordId) : ""

/** The number at the end of an ID, if there is one. */
const numberOf = (id: string): number | undefined => {
  const digits = /\d+$/.exec(id)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Minimum number of records to tell whether their numbers are positions. */
const countable = 5

const reasons = ["malformed-record", "malformed-text", "filtered", "other-country", "duplicate"]

const withoutId = (element: object): string => textOf({ ...element, recordId: "" })

const givesOne = ({ country, first }: Surveyed): SourceLaw =>
  sourceLaw("MUST give at least one record", (law) =>
    first.pipe(
      Effect.catchIf(
        (error) => !error.defect,
        (error) => Effect.fail(law.broken(`It cannot be read: ${error.message}`))
      ),
      Effect.flatMap((once) =>
        law.hold(
          recordsIn(once).length > 0,
          once.elements.length === 0
            ? `It gave none for ${country}. Does \`records\` compare its country with the manifest's, and is the file not empty?`
            : `All ${once.elements.length} that it read for ${country} are rejected; the first:`,
          once.elements[0]
        )
      )
    )
  )

const keepsTheForm = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST give complete records with the port's types", (law) =>
    Effect.gen(function* () {
      const { elements } = yield* first
      const secrets = secretsSet()
      for (const record of elements) {
        if (isGivenUp(record)) continue
        yield* Effect.mapError(decodeRecord(record), (error) =>
          law.broken(`A record does not fit the port's type: ${faultsOf(error.issue)}. The record:`, record)
        )
        const fault = faultOf(record, secrets)
        yield* law.hold(fault === undefined, `A record cannot be kept as it is: ${fault}. The record:`, record)
      }
    })
  )

const saysWhyItRejects = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST say why it rejects a record, with a reason of the port and in words", (law) =>
    Effect.gen(function* () {
      for (const element of (yield* first).elements.filter(isGivenUp)) {
        yield* law.hold(
          reasons.includes(element.reason),
          `A record is rejected for the reason "${element.reason}", which is none of ${reasons.join(", ")}. Rejections are counted by reason, so use one of these and explain in \`detail\`.`
        )
        yield* law.hold(
          typeof element.detail === "string" && element.detail.trim() !== "",
          "A record is rejected without an explanation. Say in `detail` where it is and what is wrong with it.",
          element
        )
      }
    })
  )

const givesEachItsId = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST give different records different IDs", (law) =>
    Effect.gen(function* () {
      // A list may name an address twice: a duplicate, and counted as one. Two addresses with one ID are a fault.
      const seen = new Map<string, unknown>()
      for (const element of (yield* first).elements) {
        if (isGivenUp(element) || !Predicate.isObject(element)) continue
        const id = idOf(element)
        const known = seen.get(id)
        yield* law.hold(
          known === undefined || textOf(known) === textOf(element),
          `Two records have the ID "${id}": ${differences(known, element)}. The second would overwrite the first. Use more of the row for the ID, or a hash of it (\`contentId\`).`
        )
        seen.set(id, element)
      }
    })
  )

/** How many records are read from the Layer built anew: an ID that is another each time shows in the first. */
const readAnew = 1000

/** The record that a reading of as many records has left out, and given others twice instead. */
const missingIn = (before: Survey, again: Survey): string | undefined => {
  if (!before.whole || again.texts.length !== before.texts.length) return undefined
  const given = new Set(again.texts)
  return before.texts.find((text) => !given.has(text))
}

/** Compares another reading with the first one, record by record, in any order. */
const isTheSame = Effect.fnUntraced(function* (
  law: ReturnType<typeof promise>,
  before: Survey,
  again: Survey,
  when: string
) {
  const places = new Map(before.elements.map((element, index) => [idOf(element), index]))
  const texts = new Set(before.texts)
  const anyShared = again.elements.some((element) => places.has(idOf(element)))
  const different = again.elements.find(
    (element, index) => !texts.has(again.texts[index]!) && (before.whole || !anyShared || places.has(idOf(element)))
  )
  if (different === undefined) {
    const missing = missingIn(before, again)
    return yield* law.hold(
      missing === undefined,
      `${when}, it gave some records twice instead of others, such as ${missing}. Do readings share a cursor or a connection? Open it in \`records\`.`
    )
  }
  const place = places.get(idOf(different))
  // As it was when it arrived: it may have changed since.
  const was: unknown = place === undefined ? undefined : JSON.parse(before.texts[place]!)
  const twin = before.elements.find((one) => withoutId(one) === withoutId(different))
  return yield* law.broken(
    place !== undefined
      ? `${when}, the record "${idOf(different)}" was different: ${differences(was, different)}.`
      : twin !== undefined
        ? `${when}, the same record had another ID: ${differences(twin, different)}. An ID from a counter, a clock or randomness makes every synchronization remove all addresses and add them again. Take the ID from the data.`
        : `${when}, it gave a record that it did not give the first time:`,
    twin ?? different
  )
})

/** Reads up to so many records beside a reading that ends early. */
const readBeside = (source: DataSource, country: string, most: number) =>
  Effect.map(
    Effect.all([survey(source, country, Math.ceil(most / 2)), survey(source, country, most)], { concurrency: 2 }),
    ([, whole]) => whole
  )

const givesTheSameAgain = ({ anew, country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give the same records with the same IDs each time it is read", (law) =>
    Effect.gen(function* () {
      const before = yield* first
      const most = Math.max(1, before.elements.length)
      const few = Math.min(most, readAnew)
      // Before tomorrow's reading: what waits by the clock would wait for it to get there again.
      const beside = yield* readBeside(source, country, few)
      const again = yield* tomorrow(survey(source, country, most))
      yield* isTheSame(law, before, again, "The second time")
      yield* law.hold(
        !before.whole || (again.whole && again.elements.length === before.elements.length),
        `It gave ${before.elements.length} records the first time, and ${again.whole ? again.elements.length : "more"} the second. Does some state survive a reading that should be reset for each? Test with data that stay: a copy of them, or recorded responses.`
      )
      yield* isTheSame(law, before, beside, "Beside another reading")
      yield* law.hold(
        beside.elements.length === Math.min(before.elements.length, few),
        `Beside another reading, which ended early, it gave ${beside.elements.length} records instead of ${few}. Do readings share a cursor or a connection? Open it in \`records\`.`
      )
      if (anew === undefined) return
      // A reading that ended early must leave nothing behind that a later one takes for all.
      const other = Effect.flatMap(attempted(anew), (one) =>
        Effect.andThen(survey(one, country, 1), survey(one, country, few))
      )
      // A server may refuse requests of another day.
      const there = yield* Effect.catch(Effect.scoped(elsewhere(other)), () => Effect.scoped(other))
      yield* isTheSame(
        law,
        before,
        there,
        "From its Layer built anew, as at a start of the service on another day, in another time zone and language, by another process of another machine"
      )
      yield* law.hold(
        there.elements.length === Math.min(before.elements.length, few),
        `From its Layer built anew, after a reading that ended early, it gave ${there.elements.length} records instead of ${few}. Does it keep what an unfinished reading has read, and take it for all?`
      )
    })
  )

const leavesRecordsAlone = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST never change a record once it is given", (law) =>
    Effect.gen(function* () {
      const { elements, texts } = yield* first
      yield* law.hold(
        new Set(elements).size === elements.length,
        `It gave ${elements.length} records, but only ${new Set(elements).size} distinct objects. Records are staged in groups: create a new object for each row instead of reusing one.`
      )
      for (const [index, element] of elements.entries()) {
        yield* law.hold(
          textOf(element) === texts[index],
          `A record changed after it was given: ${differences(JSON.parse(texts[index]!), element)}. Records are staged in groups: create a new object for each row instead of reusing one.`
        )
      }
    })
  )

const holdsItsExamples = ({ first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST contain the examples that it names", (law) =>
    Effect.gen(function* () {
      const { elements, whole } = yield* first
      const records = recordsIn({ elements, texts: [], whole })
      const byId = new Map(records.map((record) => [idOf(record), Object.fromEntries(Object.entries(record))]))
      for (const example of source.examples ?? []) {
        const found = byId.get(example.recordId)
        // If the source is larger, only its first records were read.
        if (found === undefined && !whole) continue
        yield* law.hold(
          found !== undefined,
          `No record has the ID "${example.recordId}" of an example. Existing IDs are, for instance: ${Array.from(byId.keys()).slice(0, 3).join(", ")}.`
        )
        for (const [field, expected] of Object.entries(example)) {
          // Coordinates from a map never equal the data's to the last digit; a separate law compares them.
          if (field === "coordinates") continue
          yield* law.hold(
            textOf(found![field]) === textOf(expected),
            `The record "${example.recordId}" has ${shown(found![field])} as its \`${field}\`, where the example says ${shown(expected)}. Either the mapping or the example is wrong.`
          )
        }
      }
      if (source.examples === undefined) {
        return {
          because:
            "It names no examples. Needs two or three records that its author knows: examples: [{ recordId: …, street: …, houseNumber: … }]."
        }
      }
    })
  )

const namesExamples = ({ source }: Surveyed): SourceLaw =>
  sourceLaw("SHOULD name examples, which reveal a wrong mapping before anyone gets a wrong address", (law) =>
    law.hold(
      source.examples !== undefined,
      "It has none. Give two or three records that you know: examples: [{ recordId: …, street: …, houseNumber: … }]."
    )
  )

const takesIdsFromData = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("SHOULD take record IDs from the data, not from a record's position", (law) =>
    Effect.gen(function* () {
      const numbers = recordsIn(yield* first).map(({ recordId }) => numberOf(String(recordId)))
      const counting = numbers.length >= countable && numbers.every((number, index) => number === numbers[0]! + index)
      yield* law.hold(
        !(counting && (numbers[0] === 0 || numbers[0] === 1)),
        `The IDs of all ${numbers.length} records are consecutive, starting from ${numbers[0]}. If they are row numbers, one more row at the top changes the ID of every address. If the data themselves number their records this way, all is well.`
      )
    })
  )

/** Laws about the records themselves, before normalization. */
export const recordLaws = (surveyed: Surveyed): ReadonlyArray<SourceLaw> => [
  givesOne(surveyed),
  keepsTheForm(surveyed),
  saysWhyItRejects(surveyed),
  givesEachItsId(surveyed),
  givesTheSameAgain(surveyed),
  leavesRecordsAlone(surveyed),
  holdsItsExamples(surveyed),
  namesExamples(surveyed),
  takesIdsFromData(surveyed)
]
