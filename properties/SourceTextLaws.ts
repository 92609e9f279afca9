import { Effect } from "effect"
import { fold } from "../schemas/Fold.ts"
import type { Coordinates } from "../schemas/Address.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import { absentText, isPlaceholder, sourceLaw, type SourceLaw } from "./SourceLaw.ts"
import { recordsIn, type SourceUnreadable, type Survey } from "./SourceSurvey.ts"
import { shown } from "./ValueText.ts"

// Laws about the texts and positions of records: what a wrong encoding, a wrong column or a wrong cell makes of them. Real
// files have a few such records, so all laws here allow some.

/** Records that are looked at, and from how many on something is a habit. */
const [most, habit] = [10_000, 3]

/** The share of records that may be damaged. */
const tolerated = 0.01

const texts = ["houseNumber", "street", "unit", "building", "district", "city", "region", "postcode"] as const

type Field = (typeof texts)[number]

/** Texts that no publisher means. */
const damages: ReadonlyArray<{
  readonly is: RegExp
  readonly what: string
  readonly cure: string
  /** All fields, unless only this one. */
  readonly of?: Field
}> = [
  {
    is: /\uFFFD/,
    what: "have characters that could not be decoded",
    cure: "Read the file in its own encoding: `encoding` of the format."
  },
  {
    // UTF-8 that was read as Windows-1252. No-break spaces are left out, which follow a capital Â or Ã in ordinary texts.
    is: /Ã[\u0080-\u009f\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u009f\u00a1-\u00bf]/,
    what: "are UTF-8 that was read as something else",
    cure: 'Read the file as UTF-8: `encoding: "utf-8"`.'
  },
  {
    is: /&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,5});/i,
    what: "have entities of HTML",
    cure: "Decode them: &eacute; is é."
  },
  { is: /<\/?[a-z][^<>]*>/i, what: "have tags of HTML", cure: "Take the text out of them." },
  {
    is: absentText,
    what: "have what JavaScript writes for a value that is not there",
    cure: "Leave out what the data do not have."
  },
  { is: /^\s*[[{].*[\]}]\s*$/s, what: "are JSON", cure: "Take the text out of it." },
  { is: /\\u[\da-f]{4}/i, what: "have escapes of JSON", cure: "Parse them as JSON: \\u00fc is ü." },
  { is: /%20|%[c-e][\da-f]%[89ab][\da-f]/i, what: "are encoded for URLs", cure: "Decode them: %C3%BC is ü." },
  {
    is: /\p{L}\?\p{L}/u,
    what: "have question marks in place of letters",
    cure: "What wrote the file could not encode them: get it as UTF-8."
  },
  { is: /\p{Cs}/u, what: "have half of a character", cure: "Do not cut texts between the two units of a character." },
  {
    is: /^\d{1,4}[-. /]{1,2}(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*\.?$|^\d{4}-\d\d-\d\d/iu,
    of: "houseNumber",
    what: "are dates",
    cure: "A spreadsheet has made them of numbers such as 1-2: read the file as text, before a spreadsheet has saved it."
  }
]

/** Habits of a whole file, which a single record may have by chance. */
const habits: ReadonlyArray<{
  readonly is: (record: RawRecord) => boolean
  readonly field: Field
  readonly what: string
  readonly cure: string
}> = [
  {
    is: ({ houseNumber }) => /^\d+\.0+$/.test(houseNumber ?? ""),
    field: "houseNumber",
    what: "are numbers with a decimal point",
    cure: "A spreadsheet has made them of whole ones: remove what follows the point."
  },
  {
    is: ({ houseNumber, street }) => hasAtItsEnds(street, houseNumber),
    field: "street",
    what: "contain the house number",
    cure: "It would be written twice: take it off the street."
  },
  {
    is: ({ houseNumber, unit }) => unit !== undefined && unit !== "" && isSame(unit, houseNumber),
    field: "unit",
    what: "are the house number again",
    cure: "A house without flats has no unit: leave it out."
  },
  {
    is: ({ city, postcode }) => isSame(city, postcode),
    field: "city",
    what: "are the postcode",
    cure: "Is the city in another column?"
  },
  {
    is: ({ city, postcode = "" }) => postcode.length > 2 && hasAtItsEnds(city, postcode),
    field: "city",
    what: "contain the postcode",
    cure: "It would be written twice: take it off the city."
  },
  {
    is: ({ city = "", street = "" }) => city !== "" && fold(street).endsWith(`, ${fold(city)}`),
    field: "street",
    what: "end with the city",
    cure: "It would be written twice: take it off the street."
  },
  {
    is: ({ street = "" }) => /^(["'])(?=.*\p{L}).*\1$/su.test(street),
    field: "street",
    what: "are in quotation marks",
    cure: "Are they those of a CSV that was split by hand? Take them off."
  }
]

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  typeof one === "string" && typeof other === "string" && fold(one) !== "" && fold(one) === fold(other)

/** Whether a street begins or ends with the house number, as a word of its own. */
const hasAtItsEnds = (street: string | undefined, number: string | undefined): boolean => {
  if (typeof street !== "string" || typeof number !== "string" || fold(number) === "") return false
  const [whole, part] = [fold(street), fold(number)]
  return whole.endsWith(` ${part}`) || whole.startsWith(`${part} `)
}

interface Looked {
  readonly records: ReadonlyArray<RawRecord>
}

const looked = (first: Effect.Effect<Survey, SourceUnreadable>): Effect.Effect<Looked, SourceUnreadable> =>
  Effect.map(first, (survey) => ({ records: recordsIn(survey).slice(0, most) }))

const nothingGiven = { because: "It gave no record. Needs at least one." }

const readsTexts = (first: Effect.Effect<Survey, SourceUnreadable>): SourceLaw =>
  sourceLaw("MUST give texts as people read them", (law) =>
    Effect.gen(function* () {
      const { records } = yield* looked(first)
      if (records.length === 0) return nothingGiven
      for (const field of texts) {
        for (const { cure, is, of = field, what } of damages) {
          if (of !== field) continue
          const damaged = records.filter((record) => typeof record[field] === "string" && is.test(record[field]))
          const [one] = damaged
          yield* law.hold(
            one === undefined || damaged.length < habit || damaged.length <= tolerated * records.length,
            `${damaged.length} of ${records.length} texts of \`${field}\` ${what}, such as ${shown(one?.[field])} of the record "${one?.recordId}". ${cure}`
          )
        }
      }
    })
  )

const fillsEachField = (first: Effect.Effect<Survey, SourceUnreadable>): SourceLaw =>
  sourceLaw("MUST give each part of an address in its own field", (law) =>
    Effect.gen(function* () {
      const { records } = yield* looked(first)
      if (records.length === 0) return nothingGiven
      for (const { cure, field, is, what } of habits) {
        const filled = records.filter((record) => typeof record[field] === "string" && record[field] !== "")
        const wrong = filled.filter(is)
        const [one] = wrong
        yield* law.hold(
          one === undefined || wrong.length < habit || wrong.length <= filled.length / 2,
          `${wrong.length} of ${filled.length} texts of \`${field}\` ${what}, such as ${shown(one?.[field])} of the record "${one?.recordId}". ${cure}`,
          one
        )
      }
    })
  )

/** A language as records name it: two or three letters, then subtags (BCP 47). */
const tag = /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i

const namesWhatItMeans = (first: Effect.Effect<Survey, SourceUnreadable>): SourceLaw =>
  sourceLaw("MUST name languages by their codes, and what makes each address a home", (law) =>
    Effect.gen(function* () {
      const { records } = yield* looked(first)
      if (records.length === 0) return nothingGiven
      for (const { evidence, language, names, recordId } of records) {
        const languages = [...(language == null ? [] : [language]), ...Object.keys(names ?? {})]
        const unknown = languages.find((one) => !tag.test(one))
        yield* law.hold(
          unknown === undefined,
          `The record "${recordId}" has the language ${shown(unknown)}. Give its BCP 47 code, such as "de" or "pt-BR": names in a language that nobody knows are never shown.`
        )
        yield* law.hold(
          evidence?.detail === undefined || !isPlaceholder(evidence.detail),
          `The record "${recordId}" says ${shown(evidence?.detail)} as what makes it a home. Every address shows this: write what the source says of it.`
        )
      }
    })
  )

/** From how many streets on their addresses cannot all be at one place, and the share that may be. */
const [streets, together] = [5, 0.8]

/** From how many houses on a street is long, and from how many long streets on it is no chance that each is one place. */
const [long, longStreets] = [4, 4]

/** The position that all houses of a street share, for each street with several, or undefined if they differ. */
const placesOfStreets = (placed: ReadonlyArray<RawRecord>): ReadonlyArray<string | undefined> =>
  Array.from(
    Map.groupBy(placed, ({ city, postcode, street }) => `${street}\n${city}\n${postcode}`).values(),
    (records) => ({
      houses: new Set(records.map(({ houseNumber }) => houseNumber)).size,
      places: new Set(records.map(({ coordinates }) => placeOf(coordinates!)))
    })
  )
    .filter(({ houses }) => houses >= long)
    .map(({ places: [one, other] }) => (other === undefined ? one : undefined))

const placeOf = ({ latitude, longitude }: Coordinates): string => `${latitude}, ${longitude}`

/** From how many positions on it is no chance that none has more than two decimals: one of ten has, each time. */
const rounded = 20

const isRounded = (degrees: number): boolean => Math.abs(degrees * 100 - Math.round(degrees * 100)) < 1e-9

const isSomewhere = (first: Effect.Effect<Survey, SourceUnreadable>): SourceLaw =>
  sourceLaw("MUST place the addresses of different streets at different places", (law) =>
    Effect.gen(function* () {
      const { records } = yield* looked(first)
      const counts = new Map<string, number>()
      const placed = records.filter(({ coordinates }) => coordinates != null)
      for (const { coordinates } of placed) {
        const place = placeOf(coordinates!)
        counts.set(place, (counts.get(place) ?? 0) + 1)
      }
      const named = new Set(placed.map(({ city, street }) => `${street}\n${city}`))
      if (named.size < streets) {
        return {
          because: `Needs addresses of ${streets} streets or more with coordinates; it gave those of ${named.size}.`
        }
      }
      yield* law.hold(
        placed.length < rounded ||
          !placed.every(({ coordinates }) => isRounded(coordinates!.latitude) && isRounded(coordinates!.longitude)),
        `All ${placed.length} positions have two decimals or fewer, such as ${shown(placed[0]?.coordinates)}: up to a kilometre from the house. Give all the decimals that the data have, or no coordinates.`
      )
      const [[place, count] = ["", 0]] = Array.from(counts).toSorted(([, one], [, other]) => other - one)
      yield* law.hold(
        count <= together * placed.length,
        `${count} of ${placed.length} addresses of ${named.size} streets lie at ${place}. If that is the middle of a place, leave the coordinates out: what they are for is where a house is.`
      )
      const ofStreets = placesOfStreets(placed)
      const single = ofStreets.filter((one) => one !== undefined)
      yield* law.hold(
        single.length < longStreets || single.length <= together * ofStreets.length,
        `All houses of a street lie at one place, on ${single.length} of ${ofStreets.length} streets with ${long} or more, such as at ${single[0]}. If that is the middle of the street, leave the coordinates out: what they are for is where a house is.`
      )
    })
  )

/** Laws about texts and positions that no schema sees. */
export const textLaws = (first: Effect.Effect<Survey, SourceUnreadable>): ReadonlyArray<SourceLaw> => [
  readsTexts(first),
  fillsEachField(first),
  namesWhatItMeans(first),
  isSomewhere(first)
]
