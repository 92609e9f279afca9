import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { LeastRecentlyUsed } from "../../src/shared/LeastRecentlyUsed.ts"

describe("LeastRecentlyUsed", () => {
  it("MUST drop the least recently used entry", () => {
    const cache = new LeastRecentlyUsed<number>(2)
    cache.set("a", 1)
    cache.set("b", 2)
    assert.strictEqual(cache.get("a"), 1)
    cache.set("c", 3)
    assert.isUndefined(cache.get("b"))
    assert.deepStrictEqual(Array.from(cache.entries()), [
      ["a", 1],
      ["c", 3]
    ])
  })

  it("MUST keep the newest value of a name, and forget deleted ones", () => {
    const cache = new LeastRecentlyUsed<number>(2)
    cache.set("a", 1)
    cache.set("b", 2)
    cache.set("a", 3)
    cache.set("c", 4)
    assert.deepStrictEqual([cache.get("a"), cache.get("b"), cache.get("c")], [3, undefined, 4])
    cache.delete("a")
    cache.delete("nothing")
    assert.isUndefined(cache.get("a"))
  })

  it("MUST evict as many as the excess weight requires, and none for a value too heavy by itself", () => {
    const cache = new LeastRecentlyUsed<number>(10, (value) => value)
    for (const [name, value] of Object.entries({ a: 3, b: 4, c: 2 })) cache.set(name, value)
    assert.strictEqual(cache.weight, 9)
    cache.set("c", 3)
    assert.strictEqual(cache.weight, 10)
    cache.set("d", 11)
    assert.deepStrictEqual([cache.get("a"), cache.get("b"), cache.get("c"), cache.get("d")], [3, 4, 3, undefined])
    cache.set("e", 5)
    assert.deepStrictEqual(Array.from(cache.entries()), [
      ["c", 3],
      ["e", 5]
    ])
    cache.set("c", 12)
    assert.deepStrictEqual([cache.get("c"), cache.weight], [undefined, 5])
  })

  it("MUST weigh what an entry is found by, too", () => {
    const cache = new LeastRecentlyUsed<number>(10, (value, key) => value + key.length)
    cache.set("abc", 2)
    cache.set("abc", 3)
    cache.set("d", 3)
    assert.strictEqual(cache.weight, 10)
    cache.set("e", 1)
    assert.isUndefined(cache.get("abc"))
    cache.delete("d")
    assert.strictEqual(cache.weight, 2)
  })

  it("MUST behave like a list ordered by use", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "e")
    const action = fc.oneof(
      fc.record({ do: fc.constant("get" as const), name }),
      fc.record({ do: fc.constant("set" as const), name, value: fc.nat() }),
      fc.record({ do: fc.constant("delete" as const), name })
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(action, { size: "max", maxLength: 60 }),
        (capacity, actions) => {
          const cache = new LeastRecentlyUsed<number>(capacity)
          let model: ReadonlyArray<readonly [string, number]> = []
          for (const step of actions) {
            const known = model.find(([name]) => name === step.name)
            const others = model.filter(([name]) => name !== step.name)
            if (step.do === "delete") {
              cache.delete(step.name)
              model = others
            } else if (step.do === "set") {
              cache.set(step.name, step.value)
              model = [...others, [step.name, step.value] as const].slice(-capacity)
            } else {
              assert.strictEqual(cache.get(step.name), known?.[1])
              if (known !== undefined) model = [...others, known]
            }
            assert.deepStrictEqual(Array.from(cache.entries()), model)
          }
        }
      )
    )
  })
})
