import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import translations from "../../src/database/migrations/0004_translations.ts"
import { TranslationCache } from "../../src/translation/online/TranslationCache.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const database = Layer.effectDiscard(translations).pipe(Layer.provideMerge(TestDatabase.layer))

const scope = { provider: "deepl", sourceLanguage: "ja", targetLocale: "de" }

const suite = <E>(name: string, cache: Layer.Layer<TranslationCache, E>) =>
  layer(cache)(`TranslationCache in ${name}`, (it) => {
    it.effect("MUST find what was stored, and nothing else", () =>
      Effect.gen(function* () {
        const { find, keep } = yield* TranslationCache
        assert.strictEqual((yield* find(scope, ["千代田"])).size, 0)
        const kept = new Map([
          ["千代田", "Chiyoda"],
          ["O'Higgins; DROP", "“1”, \\ {2}"]
        ])
        yield* keep(scope, kept)
        assert.deepStrictEqual(yield* find(scope, [...kept.keys(), "大手町"]), kept)
        assert.strictEqual((yield* find(scope, [])).size, 0)
      })
    )

    it.effect("MUST keep providers and languages apart", () =>
      Effect.gen(function* () {
        const { find, keep } = yield* TranslationCache
        yield* keep(scope, new Map([["銀座", "Ginza"]]))
        for (const other of [{ provider: "google" }, { sourceLanguage: "" }, { targetLocale: "en" }]) {
          assert.strictEqual((yield* find({ ...scope, ...other }, ["銀座"])).size, 0)
        }
      })
    )

    it.effect("MUST keep the first translation of a text", () =>
      Effect.gen(function* () {
        const { find, keep } = yield* TranslationCache
        yield* keep(scope, new Map([["渋谷", "Shibuya"]]))
        yield* keep(
          scope,
          new Map([
            ["渋谷", "another"],
            ["新宿", "Shinjuku"]
          ])
        )
        assert.deepStrictEqual(
          yield* find(scope, ["渋谷", "新宿"]),
          new Map([
            ["渋谷", "Shibuya"],
            ["新宿", "Shinjuku"]
          ])
        )
      })
    )
  })

suite("memory", TranslationCache.layerMemory)
suite("PostgreSQL", TranslationCache.layerNoDeps.pipe(Layer.provide(database)))

layer(TranslationCache.layerNoDeps.pipe(Layer.provideMerge(Layer.fresh(database))))(
  "TranslationCache.layerNoDeps",
  (it) => {
    it.effect("MUST report an outage as such", () =>
      Effect.gen(function* () {
        const { find, keep } = yield* TranslationCache
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE translation RENAME TO away`
        for (const failure of [
          yield* Effect.flip(find(scope, ["x"])),
          yield* Effect.flip(keep(scope, new Map([["x", "y"]])))
        ]) {
          assert.strictEqual(failure._tag, "StorageUnavailable")
        }
      })
    )
  }
)
