import { Schema } from "effect"

/** The display languages that addresses are translated into. */
export const TargetLocale = Schema.Literals(["en", "zh-CN", "zh-TW", "ja", "ko", "de", "fr", "es", "pt"]).annotate({
  identifier: "TargetLocale",
  description: "Display language, BCP 47."
})
export type TargetLocale = typeof TargetLocale.Type

/**
 * How a component was translated into the target language, best first.
 *
 * - `official`: the address's own data have the name in that language
 * - `gazetteer`: CLDR, ISO 3166-2 or libaddressinput have the place's name in it
 * - `dictionary`: words with a fixed form in it, such as 3丁目, 3-chome
 * - `transliteration`: the same name in a script that the reader knows, by the rules of its own language
 * - `machine`: an online translator's text
 * - `original`: as published, because anything else would be invented; identifiers always
 */
export const TranslationMethod = Schema.Literals([
  "official",
  "gazetteer",
  "dictionary",
  "transliteration",
  "machine",
  "original"
]).annotate({
  identifier: "TranslationMethod",
  description:
    "Where the words come from, most reliable first: the address's own data, gazetteers of places, words with a fixed form, the rules of the name's language, an online translator; original is as published."
})
export type TranslationMethod = typeof TranslationMethod.Type

/** One schema for every component; an address may lack any of them. */
const byComponent = <S extends Schema.Top>(value: S, describe: (component: string) => string) => {
  const optional = (component: string) =>
    Schema.optionalKey(value).pipe(Schema.annotateKey({ description: describe(component) }))
  return Schema.Struct({
    houseNumber: optional("house number"),
    street: optional("street"),
    unit: optional("unit"),
    building: optional("building"),
    district: optional("district"),
    city: optional("city"),
    region: optional("region"),
    regionCode: optional("region code"),
    postcode: optional("postcode"),
    country: optional("country")
  })
}

/** A component's name. */
export type ComponentName = keyof Translation["components"]

/** An address in a display language. */
export const Translation = Schema.Struct({
  targetLocale: TargetLocale,
  components: byComponent(Schema.NonEmptyString, (name) => `The ${name} in the target language.`).annotate({
    description:
      "The components that the address has, in the target language. House number, unit and postcode keep their numbers; only what readers of that language could not read is rewritten."
  }),
  methods: byComponent(TranslationMethod, (name) => `How the ${name} was translated.`).annotate({
    description: "How each component was translated."
  }),
  lines: Schema.Array(Schema.NonEmptyString).annotate({
    description: "The address as lines, in the order that readers of the target language expect."
  }),
  singleLine: Schema.NonEmptyString.annotate({ description: "The full address on one line." })
}).annotate({ identifier: "Translation", description: "An address in a display language." })
export type Translation = typeof Translation.Type
