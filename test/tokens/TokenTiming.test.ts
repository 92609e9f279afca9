import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { TokenTable } from "../../src/tokens/TokenTable.ts"
import { hashToken, isTokenText } from "../../src/tokens/TokenText.ts"

/**
 * The duration of a check must not reveal how much of a token is right. It cannot, because the check compares hashes,
 * whose bits a sender cannot choose one by one. The test verifies this comparison and measures no time.
 */
describe("the check of a token", () => {
  it.effect("MUST be one look-up by hash, whatever part of the token is right, with the same response", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const table = Layer.effect(
        TokenTable,
        Effect.map(TokenTable, (table) =>
          TokenTable.of({
            ...table,
            find: (hash) =>
              Effect.suspend(() => {
                asked.push(hash)
                return table.find(hash)
              })
          })
        )
      ).pipe(Layer.provide(TokenTable.layerMemory))
      const store = yield* TokenStore.pipe(Effect.provide(TokenStore.layerNoDeps.pipe(Layer.provide(table))))
      const { token } = yield* store.create({ name: "one", scope: "read", rateLimit: 1 })
      const text = Redacted.value(token)
      const answers = new Set<string>()
      for (let right = 4; right < text.length; right++) {
        // Correct up to this position, followed by a different valid character.
        const other = Array.from("AEIMQ").find(
          (letter) => letter !== text[right] && isTokenText(text.slice(0, right) + letter + text.slice(right + 1))
        )!
        const near = text.slice(0, right) + other + text.slice(right + 1)
        asked.length = 0
        const { message } = yield* Effect.flip(store.authenticate(Redacted.make(near)))
        answers.add(message)
        assert.deepStrictEqual(asked, [hashToken(near)])
        assert.notInclude(asked.join(), near.slice(4, 12))
      }
      assert.strictEqual(answers.size, 1)
      asked.length = 0
      yield* store.authenticate(token)
      assert.deepStrictEqual(asked, [hashToken(text)])
    })
  )
})
