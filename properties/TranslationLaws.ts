import { Effect } from "effect"
import type { Address } from "../schemas/Address.ts"
import { inAsciiDigits } from "../schemas/Digits.ts"
import { fold } from "../schemas/Fold.ts"
import { TargetLocale, type Translation } from "../schemas/Translation.ts"
import { caveat } from "./Findings.ts"
import { bare, type LawBroken, partsAreWritten, promise, type Written } from "./Law.ts"
import type { Deployment } from "./Subject.ts"

// Laws of translations: drawn addresses, into every language.

/** Parts that are never translated. */
const identifiers = ["houseNumber", "unit", "postcode", "regionCode"] as const

/** What not every reader can read: letters that are not Latin, full-width ones, digits of other scripts. */
const isForeign = (text: string): boolean =>
  /(?!\p{Script=Latin})\p{L}|(?!\d)\p{Nd}/u.test(text) || text !== text.normalize("NFKC")

const numbersIn = (text: string): string => inAsciiDigits(text.normalize("NFKC")).match(/\d+/g)?.join() ?? ""

/** Numbers in Chinese characters have other digits in a translation. */
const isInWords = (text: string): boolean => /[〇零一二三四五六七八九十百千]/u.test(text)

/** Whether a part is the same, or the same numbers in what the reader can read: 12號 as 12, १२ as 12. */
const isKept = (published: string | undefined, now: string | undefined): boolean => {
  if (published === undefined || now === undefined || !isForeign(published)) return published === now
  return isInWords(published) || numbersIn(published) === numbersIn(now)
}

/** How many addresses are translated into every language. */
const translated = 6

const names = (value: object): ReadonlyArray<string> => Object.keys(value).sort()

/** Tests translations of the addresses with the most parts, which are the most informative. */
const translations = Effect.fnUntraced(function* (
  subject: Deployment,
  sample: ReadonlyArray<Address>,
  law: (address: Address, translation: Translation) => Effect.Effect<void, LawBroken>
) {
  const chosen = sample.toSorted((a, b) => names(b.components).length - names(a.components).length).slice(0, translated)
  for (const { id } of chosen) {
    for (const locale of TargetLocale.literals) {
      // As published now: it may have changed since it was drawn.
      const address = yield* subject.findById(id)
      yield* law(address, yield* subject.translate(id, locale))
    }
  }
  if (chosen.length === 0) yield* caveat("There was no address to translate.")
})

/** House number, unit, postcode and region code are the same in a translation, in letters that readers can read. */
export const identifiersStay = (subject: Deployment, sample: ReadonlyArray<Address>) => {
  const law = promise(
    "House number, unit, postcode and region code MUST be unchanged in a translation, if it can be read"
  )
  return translations(
    subject,
    sample,
    Effect.fnUntraced(function* ({ components, id }, translation) {
      const { targetLocale } = translation
      for (const name of identifiers) {
        const [published, now] = [components[name], translation.components[name]]
        yield* law.hold(
          isKept(published, now),
          `The ${name} of ${id} in ${targetLocale} is ${now ?? "left out"}, but is published as ${published ?? "none"}.`
        )
      }
      const { houseNumber } = translation.components
      const { lines, singleLine } = translation
      yield* law.hold(
        houseNumber === undefined ||
          (singleLine.includes(houseNumber) && lines.some((line) => line.includes(houseNumber))),
        `The house number ${houseNumber} of ${id} is not in its lines in ${targetLocale}.`,
        { lines, singleLine }
      )
    })
  )
}

/** The letters in which a language writes the name of every country. */
const letters: { readonly [locale in TargetLocale]?: RegExp } = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  "zh-CN": /\p{Script=Han}/u,
  "zh-TW": /\p{Script=Han}/u
}

const countryNames = new Map(
  TargetLocale.literals.map((locale) => [locale, new Intl.DisplayNames(locale, { type: "region" })])
)

/** The language that a country's name is in, if it is a wrong one: a name may have spellings of its own. */
const otherLanguageOf = (country: string, code: string, locale: TargetLocale): TargetLocale | undefined => {
  const isIn = (one: TargetLocale) => fold(countryNames.get(one)!.of(code) ?? "") === fold(country)
  return isIn(locale) ? undefined : TargetLocale.literals.find(isIn)
}

/** A translation names the country in its language, and its lines are those of its own street and places. */
export const translationsAreRead = Effect.fnUntraced(function* (subject: Deployment, sample: ReadonlyArray<Address>) {
  const law = promise("A translation MUST be in the language that was requested, and its lines MUST hold its street")
  const written: Array<Written> = []
  const [{ countryCode } = { countryCode: "" }] = sample
  yield* translations(
    subject,
    sample,
    Effect.fnUntraced(function* ({ id }, { components, lines, singleLine, targetLocale }) {
      const { country, street } = components
      const other = country === undefined ? undefined : otherLanguageOf(country, countryCode, targetLocale)
      const isRead = country === undefined || (letters[targetLocale] ?? /^/).test(country)
      yield* law.hold(isRead && other === undefined, `The country of ${id} in ${targetLocale} is ${country}.`)
      for (const [what, text] of Object.entries({ lines: lines.join(""), "single line": singleLine })) {
        yield* law.hold(
          street === undefined || bare(text).includes(bare(street)),
          `The ${what} of ${id} in ${targetLocale} ${what === "lines" ? "lack" : "lacks"} the street: ${street}.`,
          { lines, singleLine }
        )
      }
      yield* law.hold(
        bare(lines.join("")) === bare(singleLine),
        `The lines of ${id} in ${targetLocale} are not its single line.`,
        { lines, singleLine }
      )
      written.push({ id: `${id} in ${targetLocale}`, components, text: singleLine })
    })
  )
  yield* partsAreWritten(law, countryCode, written)
})

/** A translation is the same when it is requested again, except for what an online translator has said. */
export const translationsRepeat = Effect.fnUntraced(function* (subject: Deployment, sample: ReadonlyArray<Address>) {
  const law = promise("A translation MUST be the same each time, unless an online translator makes it")
  const [first] = sample
  if (first === undefined) return
  for (const locale of TargetLocale.literals) {
    const [before, now] = [yield* subject.translate(first.id, locale), yield* subject.translate(first.id, locale)]
    const isMachine = [before, now].some(({ methods }) => Object.values(methods).includes("machine"))
    if (!isMachine) yield* law.same(now, before, `${first.id} in ${locale} was another a moment before.`)
  }
})

/** A translation states a method for exactly the components that the address has, and each is true. */
export const methodsAreHonest = (subject: Deployment, sample: ReadonlyArray<Address>) => {
  const law = promise("A translation MUST state how each component was made, and call only unchanged ones original")
  return translations(
    subject,
    sample,
    Effect.fnUntraced(function* ({ components, id }, { components: now, methods, targetLocale }) {
      const what = `${id} in ${targetLocale}`
      yield* law.same(names(now), names(components), `${what} has other components than the published address.`)
      yield* law.same(names(methods), names(now), `${what} does not state for each component how it was made.`)
      for (const [name, text] of Object.entries(components) as ReadonlyArray<[keyof typeof components, string]>) {
        yield* law.hold(
          methods[name] !== "original" || now[name] === text,
          `The ${name} of ${what} is marked as original, but is ${now[name]} instead of ${text}.`
        )
        const method = methods[name]
        yield* law.hold(
          !(identifiers as ReadonlyArray<string>).includes(name) ||
            method === "original" ||
            (method === "transliteration" && isForeign(text)),
          `The ${name} of ${what} is marked as translated (${methods[name]}), but must not be.`
        )
      }
    })
  )
}
