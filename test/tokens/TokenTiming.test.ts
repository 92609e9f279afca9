import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { TokenTable } from "../../src/tokens/TokenTable.ts"
import { hashToken, isTokenText } from "../../src/tokens/TokenText.ts"

/**
 * How long a check takes must not tell how much of a token is right. That follows from what is compared: a hash, which
 * nobody who sends a token can choose bit by bit. The test holds the check to that, not to a clock.
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
        // Right up to here, then another letter that a token can have there.
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
