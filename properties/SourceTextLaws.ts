import { Effect } from "effect"
import type { Coordinates } from "../schemas/Address.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import { isPlaceholder, sourceLaw, type SourceLaw } from "./SourceLaw.ts"
import { damages, habits, texts } from "./TextDamages.ts"
import { recordsIn, type SourceUnreadable, type Survey } from "./SourceSurvey.ts"
import { shown } from "./ValueText.ts"

// Laws about the texts and positions of records: what a wrong encoding, a wrong column or a wrong cell makes of them. Real
// files have a few such records, so all laws here allow some.

/** Records that are looked at, and from how many on something is a habit. */
const [most, habit] = [10_000, 3]

/** The share of records that may be damaged. */
const tolerated = 0.01

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
        for (const { cure, is, of = texts, what } of damages) {
          if (!of.includes(field)) continue
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

/** Whether an explanation only repeats its kind, or is a value of a column. */
const saysNothing = ({ detail, kind }: { readonly detail: string; readonly kind: string }): boolean =>
  detail === kind || /^(?:[a-z]|\d{1,2}|true|false|yes|no)$/i.test(detail)

/** An explanation that ends with a use that nobody lives in. */
const isNoHome =
  /(?:^|[=:]\s*|\b(?:as|is)\s+(?:an?\s+)?)(?:garages?|offices?|warehouses?|shops?|schools?|hotels?|church|retail|industrial|commercial|hospital)\W*$/i

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
          evidence?.detail === undefined || !(isPlaceholder(evidence.detail) || saysNothing(evidence)),
          `The record "${recordId}" says ${shown(evidence?.detail)} as what makes it a home. Every address shows this: write what the source says of it.`
        )
        yield* law.hold(
          evidence == null || evidence.kind.endsWith("against") || !isNoHome.test(evidence.detail),
          `The record "${recordId}" has evidence of the kind "${evidence?.kind}", for a home, and says ${shown(evidence?.detail)}. What is no home is given with the kind "against" or "register-against".`
        )
      }
    })
  )

/** From how many streets on their addresses cannot all be at one place, and the share that may be. */
const [streets, together] = [5, 0.8]

/** From how many houses on a street is long, and from how many long streets on it is no chance that each is one place. */
const [long, longStreets] = [4, 4]

/** From how many streets on they do not meet at the position of a house. */
const crossing = 3

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
      const centres = Array.from(Map.groupBy(placed, ({ coordinates }) => placeOf(coordinates!)).values()).filter(
        (those) => new Set(those.map(({ street }) => street)).size >= crossing
      )
      const central = centres.reduce((sum, those) => sum + those.length, 0)
      yield* law.hold(
        centres.length < longStreets || central <= together * placed.length,
        `${central} of ${placed.length} addresses lie where those of ${crossing} streets or more do, such as at ${shown(centres[0]?.[0]?.coordinates)}. If those are the middles of postcodes or districts, leave the coordinates out: what they are for is where a house is.`
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
