import { Effect } from "effect"
import { translatedLines } from "../Lines.ts"
import { translateOffline, type TranslationInput } from "../Offline.ts"
import { canRead } from "../Readers.ts"
import type { ComponentName, Translation } from "../../../schemas/Translation.ts"
import { makeSharedReads } from "../../shared/SharedReads.ts"
import { makeCircuitBreaker } from "./CircuitBreaker.ts"
import { type CacheScope, TranslationCache } from "./TranslationCache.ts"
import { TranslationFailed, type TranslationProvider } from "./TranslationProvider.ts"
import { timeBudgets, timeInWords } from "../../settings/TimeBudgets.ts"

/** The components that may be sent to an online translator: names, never identifiers. */
const nameable = ["street", "building", "district", "city", "region"] as const satisfies ReadonlyArray<ComponentName>

const { translation: patience, translationRest: rest } = timeBudgets

/** A name is one line, of a plausible length. Anything else from a provider is not a translation of one. */
const isName = (text: string) => text !== "" && text.length <= 300 && !/[\p{Cc}\u2028\u2029]/u.test(text)

/**
 * Names that the reader cannot read as published and that no data set has. A readable name stays as it is, online too.
 */
const openNames = ({ address, targetLocale }: TranslationInput, { methods }: Translation) =>
  nameable.filter((component) => {
    const text = address.components[component]
    const method = methods[component]
    return text !== undefined && (method === "transliteration" || method === "original") && !canRead(targetLocale, text)
  })

/**
 * Sends names to an online provider that would otherwise only be transliterated, or stay in a script that the reader
 * cannot read. Everything else is translated offline, and so is everything while the provider fails: after 5 failures
 * in a row, it is not called for 30 seconds. Translations are cached, and requests at the same time for the same names
 * share one call; if the cache fails, this costs another call, not the translation.
 */
export const makeOnlineTranslator = Effect.fnUntraced(function* (provider: TranslationProvider) {
  const cache = yield* TranslationCache
  const breaker = yield* makeCircuitBreaker({ failures: 5, coolDown: rest.time })

  const shared = makeSharedReads<string, ReadonlyMap<string, string>, never>(yield* Effect.context<never>())

  const timedOut = new TranslationFailed({
    provider: provider.name,
    reason: "Unreachable",
    message: `${provider.name} did not answer within ${timeInWords(patience)}.`
  })
  const nothing: ReadonlyMap<string, string> = new Map()

  const ask = (scope: CacheScope, texts: ReadonlyArray<string>, input: TranslationInput) =>
    breaker
      .protect(
        provider
          .translate({
            texts,
            sourceLanguage: scope.sourceLanguage === "" ? undefined : scope.sourceLanguage,
            targetLocale: input.targetLocale
          })
          .pipe(
            Effect.timeoutOrElse({ duration: patience.time, orElse: () => Effect.fail(timedOut) }),
            Effect.map(
              (answers) =>
                new Map(
                  texts
                    .map((text, index) => [text, answers[index]!.normalize("NFC").trim()] as const)
                    .filter(([, answer]) => isName(answer))
                )
            ),
            Effect.tap((answers) => cache.keep(scope, answers).pipe(Effect.catch(Effect.logWarning))),
            // The provider works, only not for this language: other addresses must not suffer.
            Effect.catchIf(
              ({ reason }) => reason === "Unsupported",
              ({ message }) => Effect.as(Effect.logDebug(message), nothing)
            )
          ),
        Effect.succeed(nothing)
      )
      .pipe(Effect.catch((failure) => Effect.as(Effect.logWarning(failure.message), nothing)))

  return Effect.fn("Translator.translate")(function* (input: TranslationInput) {
    const offline = translateOffline(input)
    const { address, targetLocale } = input
    const open = openNames(input, offline)
    if (open.length === 0) return offline
    const texts = Array.from(new Set(open.map((component) => address.components[component]!)))
    const scope: CacheScope = {
      provider: provider.name,
      sourceLanguage: address.language?.split("-", 1)[0]?.toLowerCase() ?? "",
      targetLocale
    }
    const known = yield* cache
      .find(scope, texts)
      .pipe(Effect.catch((failure) => Effect.as(Effect.logWarning(failure.message), nothing)))
    const missing = texts.filter((text) => !known.has(text))
    const asked =
      missing.length === 0
        ? nothing
        : yield* shared(JSON.stringify([scope, missing]), ask(scope, missing, input), () => undefined)
    const components = { ...offline.components }
    const methods = { ...offline.methods }
    for (const component of open) {
      const text = address.components[component]!
      const translated = known.get(text) ?? asked.get(text)
      // A provider that returns nothing, or the text unchanged, has not translated it.
      if (translated === undefined || !canRead(targetLocale, translated)) continue
      components[component] = translated
      methods[component] = "machine"
    }
    return { targetLocale, components, methods, ...translatedLines(address.countryCode, components, targetLocale) }
  })
})
