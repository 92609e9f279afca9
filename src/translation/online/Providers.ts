import { Effect, Redacted, Schema } from "effect"
import { Headers, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import type { TargetLocale } from "../../../schemas/Translation.ts"
import { TranslationFailed, type TranslationProvider, type TranslationRequest } from "./TranslationProvider.ts"

export interface ProviderOptions {
  readonly key: Redacted.Redacted | undefined
  /** The URL of the service; by default its public one. */
  readonly url: string | undefined
}

type Codes = Readonly<Record<TargetLocale, string>>

const plainCodes = { en: "en", ja: "ja", ko: "ko", de: "de", fr: "fr", es: "es", pt: "pt" }

/** How one protocol writes a request, and where its response has the translations. */
interface Protocol<A> {
  readonly name: string
  readonly url: string
  readonly authorize: (request: HttpClientRequest.HttpClientRequest) => HttpClientRequest.HttpClientRequest
  readonly body: (request: TranslationRequest) => object
  readonly answer: Schema.Codec<A, unknown>
  readonly texts: (answer: A) => ReadonlyArray<string>
  /** The status for a language that it does not know. Google uses the same one for a wrong key, so it has none here. */
  readonly unsupported?: number
}

const refusing = new Set([401, 402, 403, 429, 456])

const provider = <A>(protocol: Protocol<A>, client: HttpClient.HttpClient): TranslationProvider => {
  const { name, url } = protocol
  const failed = (reason: TranslationFailed["reason"], message: string, cause?: unknown) =>
    new TranslationFailed({ provider: name, reason, message, ...(cause === undefined ? {} : { cause }) })
  return {
    name,
    translate: Effect.fn("TranslationProvider.translate")(function* (request) {
      yield* Effect.annotateCurrentSpan({ provider: name, texts: request.texts.length })
      const response = yield* HttpClientRequest.post(url).pipe(
        HttpClientRequest.acceptJson,
        protocol.authorize,
        HttpClientRequest.bodyJsonUnsafe(protocol.body(request)),
        client.execute,
        // Keys must not appear in traces.
        Effect.provideService(Headers.CurrentRedactedNames, ["authorization", "x-goog-api-key"]),
        // Nor may the provider learn which of our requests it works for.
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
        Effect.mapError((cause) => failed("Unreachable", `${name} cannot be reached at ${url}.`, cause))
      )
      if (refusing.has(response.status)) {
        return yield* failed("Refused", `${name} refused with status ${response.status}: check the key and its quota.`)
      }
      if (response.status === protocol.unsupported) {
        return yield* failed(
          "Unsupported",
          `${name} does not translate from ${request.sourceLanguage ?? "this language"} to ${request.targetLocale}.`
        )
      }
      if (response.status !== 200) {
        return yield* failed("Unreachable", `${name} answered with status ${response.status}.`)
      }
      const answer = yield* HttpClientResponse.schemaBodyJson(protocol.answer)(response).pipe(
        Effect.mapError((cause) =>
          failed("Malformed", `${name} answered with something other than translations.`, cause)
        )
      )
      const texts = protocol.texts(answer)
      if (texts.length !== request.texts.length) {
        return yield* failed("Malformed", `${name} gave ${texts.length} translations of ${request.texts.length} texts.`)
      }
      return texts
    })
  }
}

const secret = (key: Redacted.Redacted | undefined) => (key === undefined ? "" : Redacted.value(key))

const deepLCodes: Codes = {
  en: "EN-US",
  ja: "JA",
  ko: "KO",
  de: "DE",
  fr: "FR",
  es: "ES",
  // Portuguese here means that of Brazil, as in CLDR and so in all other data.
  pt: "PT-BR",
  "zh-CN": "ZH-HANS",
  "zh-TW": "ZH-HANT"
}

/**
 * DeepL API, version 2 (https://developers.deepl.com/docs/api-reference/translate). Keys that end in `:fx` belong to
 * its free plan.
 */
export const deepL = ({ key, url }: ProviderOptions, client: HttpClient.HttpClient): TranslationProvider =>
  provider(
    {
      name: "deepl",
      url: `${url ?? (secret(key).endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com")}/v2/translate`,
      authorize: HttpClientRequest.setHeader("Authorization", `DeepL-Auth-Key ${secret(key)}`),
      body: ({ sourceLanguage, targetLocale, texts }) => ({
        text: texts,
        target_lang: deepLCodes[targetLocale],
        ...(sourceLanguage === undefined ? {} : { source_lang: sourceLanguage.toUpperCase() })
      }),
      answer: Schema.Struct({ translations: Schema.Array(Schema.Struct({ text: Schema.String })) }),
      texts: ({ translations }) => translations.map(({ text }) => text),
      unsupported: 400
    },
    client
  )

const googleCodes: Codes = { ...plainCodes, "zh-CN": "zh-CN", "zh-TW": "zh-TW" }

/** Google Cloud Translation, Basic (https://cloud.google.com/translate/docs/reference/rest/v2/translate). */
export const google = ({ key, url }: ProviderOptions, client: HttpClient.HttpClient): TranslationProvider =>
  provider(
    {
      name: "google",
      url: `${url ?? "https://translation.googleapis.com"}/language/translate/v2`,
      authorize: HttpClientRequest.setHeader("X-Goog-Api-Key", secret(key)),
      body: ({ sourceLanguage, targetLocale, texts }) => ({
        q: texts,
        target: googleCodes[targetLocale],
        format: "text",
        ...(sourceLanguage === undefined ? {} : { source: sourceLanguage })
      }),
      answer: Schema.Struct({
        data: Schema.Struct({ translations: Schema.Array(Schema.Struct({ translatedText: Schema.String })) })
      }),
      texts: ({ data }) => data.translations.map(({ translatedText }) => translatedText)
    },
    client
  )

const libreCodes: Codes = { ...plainCodes, "zh-CN": "zh-Hans", "zh-TW": "zh-Hant" }

/**
 * LibreTranslate (https://docs.libretranslate.com/api/operations/translate/), either the public server or your own,
 * which needs no key.
 */
export const libreTranslate = ({ key, url }: ProviderOptions, client: HttpClient.HttpClient): TranslationProvider =>
  provider(
    {
      name: "libretranslate",
      url: `${url ?? "https://libretranslate.com"}/translate`,
      authorize: (request) => request,
      body: ({ sourceLanguage, targetLocale, texts }) => ({
        q: texts,
        source: sourceLanguage ?? "auto",
        target: libreCodes[targetLocale],
        format: "text",
        ...(key === undefined ? {} : { api_key: secret(key) })
      }),
      answer: Schema.Struct({ translatedText: Schema.Array(Schema.String) }),
      texts: ({ translatedText }) => translatedText,
      unsupported: 400
    },
    client
  )
