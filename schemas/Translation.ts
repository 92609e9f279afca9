import { Schema } from "effect"

/** The display languages that addresses are translated into. */
export const TargetLocale = Schema.Literals(["en", "zh-CN", "zh-TW", "ja", "ko", "de", "fr", "es", "pt"]).annotate({
  identifier: "TargetLocale",
  description: "Display language, BCP 47."
})
export type TargetLocale = typeof TargetLocale.Type

/**
 * How a component came into the target language, best first.
 *
 * - `official`: the address's own data gives the name in that language
 * - `gazetteer`: CLDR, ISO 3166-2 or libaddressinput have the place's name in it
 * - `dictionary`: words with a fixed form in it, such as 3丁目, 3-chome
 * - `transliteration`: the same name in a script that the reader knows, by the rules of its own language
 * - `machine`: an online translator's words
 * - `original`: as published, because anything else would be invented; identifiers always
 */
export const TranslationMethod = Schema.Literals([
  "official",
  "gazetteer",
  "dictionary",
  "transliteration",
  "machine",
  "original"
]).annotate({ identifier: "TranslationMethod" })
export type TranslationMethod = typeof TranslationMethod.Type

/** The same schema for every component, each of which an address may lack. */
const byComponent = <S extends Schema.Top>(value: S) => {
  const optional = Schema.optionalKey(value)
  return Schema.Struct({
    houseNumber: optional,
    street: optional,
    unit: optional,
    building: optional,
    district: optional,
    city: optional,
    region: optional,
    regionCode: optional,
    postcode: optional,
    country: optional
  })
}

/** A component's name. */
export type ComponentName = keyof Translation["components"]

/** An address in a display language. */
export const Translation = Schema.Struct({
  targetLocale: TargetLocale,
  components: byComponent(Schema.NonEmptyString).annotate({
    description:
      "The components that the address has, in the target language. House number, unit and postcode never change."
  }),
  methods: byComponent(TranslationMethod).annotate({ description: "How each component was translated." }),
  lines: Schema.Array(Schema.NonEmptyString).annotate({
    description: "The address as lines, in the order that readers of the target language expect."
  }),
  singleLine: Schema.NonEmptyString.annotate({ description: "The whole address on one line." })
}).annotate({ identifier: "Translation" })
export type Translation = typeof Translation.Type
