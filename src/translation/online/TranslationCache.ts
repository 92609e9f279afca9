import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { outage, type StorageUnavailable } from "../../database/Outage.ts"
import { rowsOf } from "../../database/Rows.ts"

const translatedRows = rowsOf({ text: Schema.String, translated: Schema.String })

/**
 * The source language, the target language and the provider. An empty source language means that the provider detects
 * it.
 */
export interface CacheScope {
  readonly provider: string
  readonly sourceLanguage: string
  readonly targetLocale: string
}

const unavailable = outage("The cache of translations cannot be reached, or did not respond.")

/** Translations by online providers, so that each text is sent only once. */
export class TranslationCache extends Context.Service<
  TranslationCache,
  {
    /** The known texts, with their translations. */
    readonly find: (
      scope: CacheScope,
      texts: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, string>, StorageUnavailable>
    readonly keep: (
      scope: CacheScope,
      translations: ReadonlyMap<string, string>
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/TranslationCache") {
  /** In PostgreSQL, in the table of migration 0004. */
  static readonly layerNoDeps = Layer.effect(
    TranslationCache,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TranslationCache.of({
        find: ({ provider, sourceLanguage, targetLocale }, texts) =>
          translatedRows(sql`
            SELECT text, translated FROM translation
            WHERE provider = ${provider} AND source_language = ${sourceLanguage} AND target_locale = ${targetLocale}
              AND text = ANY(${texts}::text[])`).pipe(
            Effect.map((rows) => new Map(rows.map(({ text, translated }) => [text, translated]))),
            unavailable
          ),
        keep: Effect.fnUntraced(function* ({ provider, sourceLanguage, targetLocale }, translations) {
          const now = DateTime.formatIso(yield* DateTime.now)
          // The first translation stays, so that an address keeps the one it was first shown with.
          yield* sql`
            INSERT INTO translation (provider, source_language, target_locale, text, translated, created_at)
            SELECT ${provider}, ${sourceLanguage}, ${targetLocale}, text, translated, ${now}::timestamptz
            FROM unnest(${[...translations.keys()]}::text[], ${[...translations.values()]}::text[]) AS t (text, translated)
            ON CONFLICT DO NOTHING`
        }, unavailable)
      })
    })
  )

  /** In memory, for tests and demonstrations. */
  static readonly layerMemory = Layer.sync(TranslationCache, () => {
    const known = new Map<string, string>()
    const keyOf = ({ provider, sourceLanguage, targetLocale }: CacheScope, text: string) =>
      JSON.stringify([provider, sourceLanguage, targetLocale, text])
    return TranslationCache.of({
      find: (scope, texts) =>
        Effect.sync(
          () =>
            new Map(
              texts.flatMap((text) => {
                const translated = known.get(keyOf(scope, text))
                return translated === undefined ? [] : [[text, translated] as const]
              })
            )
        ),
      keep: (scope, translations) =>
        Effect.sync(() => {
          for (const [text, translated] of translations) {
            const key = keyOf(scope, text)
            if (!known.has(key)) known.set(key, translated)
          }
        })
    })
  })
}
