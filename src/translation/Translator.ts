import { Context, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import * as TerseClient from "../shared/TerseClient.ts"
import { translateOffline, type TranslationInput } from "./Offline.ts"
import { makeOnlineTranslator } from "./online/OnlineTranslator.ts"
import { deepL, google, libreTranslate } from "./online/Providers.ts"
import { TranslationCache } from "./online/TranslationCache.ts"
import type { TranslationProvider } from "./online/TranslationProvider.ts"
import { translatorSettings } from "./Settings.ts"
import type { Translation } from "../../schemas/Translation.ts"

const providers = { deepl: deepL, google, libretranslate: libreTranslate }

/**
 * Translates addresses into display languages. It never fails: what cannot be translated stays as it is, and is marked
 * so.
 */
export class Translator extends Context.Service<
  Translator,
  { readonly translate: (input: TranslationInput) => Effect.Effect<Translation> }
>()("doorstep/Translator") {
  /** With packaged data alone: without a network, and with the same result for the same input. */
  static readonly layerOffline = Layer.succeed(Translator, {
    translate: (input) => Effect.sync(() => translateOffline(input))
  })

  /** With the help of an online provider, and offline while that fails. */
  static readonly layerProvider = (provider: TranslationProvider) =>
    Layer.effect(
      Translator,
      Effect.map(makeOnlineTranslator(provider), (translate) => Translator.of({ translate }))
    )

  /** The translator in the settings. An online one uses the HTTP client and the cache. */
  static readonly layerNoDeps = Layer.unwrap(
    Effect.gen(function* () {
      const { key, kind, url } = yield* translatorSettings
      if (kind === "offline") return Translator.layerOffline
      const client = yield* HttpClient.HttpClient
      return Translator.layerProvider(providers[kind]({ key, url }, client))
    })
  )

  /** Redirects are not followed, because that would send the key to a server that nobody named. */
  static readonly layerClient = TerseClient.layer

  /** The translator in the settings, with the cache in PostgreSQL. */
  static readonly layer = Translator.layerNoDeps.pipe(
    Layer.provide(TranslationCache.layerNoDeps),
    Layer.provide(Translator.layerClient)
  )
}
