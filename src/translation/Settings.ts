import { Config, Effect, Option, Redacted, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import { quotedUrl } from "../settings/Setting.ts"

/** The translator cannot be set up. The message names the setting and what to do, in one line. */
export class TranslatorSettingError extends Schema.TaggedError<TranslatorSettingError>()("TranslatorSettingError", {
  setting: Schema.Literals(["TRANSLATOR", "TRANSLATOR_KEY", "TRANSLATOR_URL"]),
  message: Schema.String
}) {}

const kinds = ["offline", "deepl", "google", "libretranslate"] as const

const fail = (setting: TranslatorSettingError["setting"], message: string) =>
  new TranslatorSettingError({ setting, message: `${setting} ${message}` })

/** An empty setting is an unset one: that is how compose files leave a setting out. */
const read = (setting: TranslatorSettingError["setting"]) =>
  Config.option(Config.Redacted(setting)).pipe(
    Config.map(Option.filter((value) => Redacted.value(value).trim() !== "")),
    Effect.mapError((error) => fail(setting, `cannot be read: ${error.message}`))
  )

const text = (setting: TranslatorSettingError["setting"]) =>
  Effect.map(
    read(setting),
    Option.map((value) => Redacted.value(value).trim())
  )

const trimmed = (key: Redacted.Redacted) => Redacted.make(Redacted.value(key).trim())

/** Names and passwords in it are refused too: it is named in messages. */
const isBase = (text: string) => {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ""
  )
}

/**
 * - `TRANSLATOR`: `offline` (default), `deepl`, `google` or `libretranslate`
 * - `TRANSLATOR_KEY`: the provider's API key; LibreTranslate may do without
 * - `TRANSLATOR_URL`: where the provider answers, for a server of your own; its public address by default
 */
export const translatorSettings = Effect.gen(function* () {
  const kind = Option.getOrElse(yield* text("TRANSLATOR"), () => "offline").toLowerCase()
  const known = kinds.find((one) => one === kind)
  if (known === undefined) {
    return yield* fail("TRANSLATOR", `must be one of ${kinds.join(", ")}, not ${quoted(kind)}.`)
  }
  const key = Option.getOrUndefined(Option.map(yield* read("TRANSLATOR_KEY"), trimmed))
  if (key === undefined && (known === "deepl" || known === "google")) {
    return yield* fail("TRANSLATOR_KEY", `must be the API key for ${known}, which TRANSLATOR names.`)
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(Redacted.value(key))) {
    return yield* fail(
      "TRANSLATOR_KEY",
      "must be a key as the provider shows it: letters, digits and signs, no spaces."
    )
  }
  const url = Option.getOrUndefined(yield* text("TRANSLATOR_URL"))?.replace(/\/+$/, "")
  if (url !== undefined && !isBase(url)) {
    return yield* fail(
      "TRANSLATOR_URL",
      `must be the address of a server, such as https://translate.example.com, with nothing behind the path, not ${quotedUrl(url)}.`
    )
  }
  return { kind: known, key, url }
})
