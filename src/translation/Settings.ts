import { Effect } from "effect"
import { SettingError } from "../settings/Setting.ts"
import { settings } from "../settings/Settings.ts"

/** Who translates, at which URL, and with which key. */
export const translatorSettings = Effect.gen(function* () {
  const kind = yield* settings.TRANSLATOR.value
  const key = yield* settings.TRANSLATOR_KEY.value
  const url = yield* settings.TRANSLATOR_URL.value
  if (key === undefined && (kind === "deepl" || kind === "google")) {
    const setting = "TRANSLATOR_KEY"
    const message = `${setting} must be the API key for ${kind}, which TRANSLATOR names.`
    return yield* new SettingError({ setting, message })
  }
  return { kind, key, url }
})
