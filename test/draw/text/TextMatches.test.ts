import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { sampleKey } from "../../../src/address/Identity.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import { textBounds } from "../../../src/draw/text/TextBounds.ts"
import { makeTextMatches } from "../../../src/draw/text/TextMatches.ts"
import type { TextStatements } from "../../../src/draw/text/TextStatements.ts"
import { Weights } from "../../../src/draw/text/Weights.ts"

const scope: Scope = {
  country: "US",
  pool: { version: 1, edition: "1", sources: ["alpha"], residential: 1_000_000 },
  selection: {},
  size: 1_000_000,
  q: "birch",
  narrowest: undefined
}

/** A street of homes with the text: in the street's own name, or elsewhere in the address. */
interface Street {
  readonly key: bigint
  readonly isNamed: boolean
  readonly homes: ReadonlyArray<bigint>
  /** How many of the homes have the text themselves: all of them if the street's name lacks it. */
  readonly labelled: number
}

const ascending = (one: bigint, other: bigint) => (one < other ? -1 : 1)

const town = fc
  .array(
    fc.record({
      isNamed: fc.boolean(),
      homes: fc.integer({ min: 1, max: 9 }),
      labelled: fc.integer({ min: 0, max: 9 })
    }),
    {
      maxLength: 30
    }
  )
  .map((streets) =>
    streets
      .map(({ homes, isNamed, labelled }, i): Street => ({
        key: sampleKey(`street ${i}`),
        isNamed,
        labelled: isNamed ? Math.min(homes, labelled) : homes,
        homes: Array.from({ length: homes }, (_, j) => sampleKey(`home ${i} ${j}`)).sort(ascending)
      }))
      .sort((one, other) => ascending(one.key, other.key))
  )

const wordsOf = (key: bigint) => [Number(key >> 32n), Number(key & 0xffffffffn)]

/** Statements that answer from these streets, recording which streets' keys are requested. */
const statementsOf = (streets: ReadonlyArray<Street>) => {
  const asked: Array<bigint> = []
  const found = (own: ReadonlyArray<Street>, withKeys: boolean) =>
    Effect.succeed({
      streets: own.filter(({ isNamed }) => isNamed).length,
      homes: own.reduce((sum, { labelled }) => sum + labelled, 0),
      counts: Uint32Array.from(own.flatMap(({ homes, key }) => [...wordsOf(key), homes.length])),
      keys: Uint32Array.from(withKeys ? own.flatMap(({ homes }) => homes.flatMap(wordsOf)) : [])
    })
  const labelled = streets
    .filter((street) => street.labelled > 0)
    .map((street) => ({ ...street, homes: street.homes.slice(0, street.labelled) }))
  const statements: TextStatements = {
    named: () =>
      found(
        streets.filter(({ isNamed }) => isNamed),
        false
      ),
    labelled: () => found(labelled, true),
    hasMany: (_, __, most) => Effect.map(found(streets, false), ({ homes }) => homes > most),
    within: () => found(streets, true),
    keysInStreets: (_, __, wanted) =>
      Effect.sync(() => {
        asked.push(...wanted)
        return wanted.map((key) => Uint32Array.from(streets.find((one) => one.key === key)!.homes.flatMap(wordsOf)))
      }),
    matching: (_, keys) => Effect.succeed(keys)
  }
  return { asked, statements }
}

describe("matches of a text", () => {
  for (const [how, selection] of [
    ["by the indexes", 0],
    ["home by home", scope.size]
  ] as const) {
    it(`MUST have every street's keys, and read none that came with their number: ${how}`, () =>
      fc.assert(
        fc.asyncProperty(town, async (streets) => {
          const { asked, statements } = statementsOf(streets)
          const found = await Effect.runPromise(
            Effect.gen(function* () {
              const matches = makeTextMatches(statements, yield* Effect.context<never>(), { ...textBounds, selection })
              const weights = yield* matches.weights(scope)
              if (weights === undefined) return assert.fail("The text is not frequent.")
              const all = streets.map((_, i) => i)
              assert.deepStrictEqual(
                all.map((i) => weights.at(i)),
                streets.map(({ homes }) => homes.length)
              )
              const first = yield* matches.keysInStreets(scope, weights, all)
              assert.deepStrictEqual(yield* matches.keysInStreets(scope, weights, all), first)
              return first
            })
          )
          assert.deepStrictEqual(
            found.map((keys) => Array.from({ length: Sampler.keyCount(keys) }, (_, i) => Sampler.fromWords(keys, i))),
            streets.map(({ homes }) => homes)
          )
          // The keys of streets with the text in their own names are read once, when first drawn from.
          const named = streets.filter(({ isNamed }) => isNamed).map(({ key }) => key)
          assert.deepStrictEqual(asked, selection === 0 ? named : [])
        })
      ))
  }
})

describe("the keys of a text's matches in a street", () => {
  it("MUST be remembered for that edition of the pool, country and text", async () => {
    const key = sampleKey("street")
    const weights = Weights.of(new Map([[key, 1]]))
    const scopes = [
      scope,
      { ...scope, pool: { ...scope.pool, edition: "2" } },
      { ...scope, country: "CA" },
      { ...scope, q: "birches" }
    ]
    const read: Array<Scope> = []
    const statements: TextStatements = {
      ...statementsOf([]).statements,
      keysInStreets: (of) => Effect.sync(() => [Uint32Array.of(read.push(of), 0)])
    }
    const found = await Effect.runPromise(
      Effect.gen(function* () {
        const { keysInStreets } = makeTextMatches(statements, yield* Effect.context<never>(), textBounds)
        return yield* Effect.forEach([...scopes, ...scopes], (of) => keysInStreets(of, weights, [0]))
      })
    )
    assert.deepStrictEqual(read, scopes)
    assert.deepStrictEqual(found.slice(scopes.length), found.slice(0, scopes.length))
  })
})

describe("the statements that find a text", () => {
  /**
   * What is asked, in this order, for a text that so many homes of the country have themselves, and so many streets in
   * their names.
   */
  const askedFor = (selected: Partial<Scope>, matches: number, named = 0) =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const found = (streets: number, homes: number) => ({
        streets,
        homes,
        counts: new Uint32Array(0),
        keys: new Uint32Array(0)
      })
      const statements: TextStatements = {
        ...statementsOf([]).statements,
        hasMany: (_, __, most) => Effect.sync(() => (asked.push(`more than ${most}?`), matches > most)),
        within: () => Effect.succeed(found(named, matches)),
        named: () => Effect.sync(() => (asked.push("streets"), found(named, 0))),
        labelled: (_, __, ___, lookedUpBy) =>
          Effect.sync(() => (asked.push(`homes by ${lookedUpBy}`), found(0, Math.min(matches, scope.size))))
      }
      const { weights } = makeTextMatches(statements, yield* Effect.context<never>(), textBounds)
      const isFrequent = (yield* weights({ ...scope, ...selected })) === undefined
      return { asked, isFrequent }
    }).pipe(Effect.runPromise)

  it("MUST read no streets and no homes for a text that an index shows to be frequent", async () => {
    assert.deepStrictEqual(await askedFor({}, 300_000), { asked: ["more than 262144?"], isFrequent: true })
    assert.deepStrictEqual(await askedFor({}, 200_000), {
      asked: ["more than 262144?", "streets", "homes by labels"],
      isFrequent: false
    })
    assert.deepStrictEqual(await askedFor({}, 10, 300_000), {
      asked: ["more than 262144?", "streets"],
      isFrequent: true
    })
  })

  it("MUST find all matches up to the bounds, which are part of what seeds give, and none beyond", async () => {
    const most = 262_144
    const selections: ReadonlyArray<Partial<Scope>> = [{}, { size: 900_000, narrowest: "region" }, { size: 100 }]
    for (const selected of selections) {
      for (const [homes, named, isFrequent] of [
        [most, most, false],
        [most + 1, 0, true],
        [0, most + 1, true]
      ] as const) {
        const found = await askedFor(selected, homes, named)
        assert.strictEqual(found.isFrequent, isFrequent, JSON.stringify({ selected, homes, named }))
      }
    }
  })

  it("MUST look through the selection if that has fewer homes than the country has matches", async () => {
    const region = { size: 100_000, narrowest: "region" as const }
    assert.deepStrictEqual((await askedFor(region, 100_000)).asked, ["more than 100000?", "streets", "homes by labels"])
    assert.deepStrictEqual((await askedFor(region, 100_001)).asked, [
      "more than 100000?",
      "streets",
      "homes by selection"
    ])
    const large = { size: 900_000, narrowest: "region" as const }
    assert.deepStrictEqual((await askedFor(large, 300_000)).asked, [
      "more than 262144?",
      "streets",
      "homes by selection"
    ])
  })

  it.effect("MUST be looked for in a few texts at a time, however many are requested", () =>
    Effect.gen(function* () {
      const { statements } = statementsOf([])
      let [underWay, most] = [0, 0]
      const hasMany: TextStatements["hasMany"] = () =>
        Effect.gen(function* () {
          most = Math.max(most, ++underWay)
          yield* Effect.yieldNow
          underWay--
          return true
        })
      const matches = makeTextMatches({ ...statements, hasMany }, yield* Effect.context<never>(), textBounds)
      const texts = Array.from({ length: 20 }, (_, i) => `birch ${i}`)
      const found = yield* Effect.forEach(texts, (q) => matches.weights({ ...scope, q }), { concurrency: "unbounded" })
      assert.deepStrictEqual(found, Array(20).fill(undefined))
      assert.strictEqual(most, 4)
    })
  )
})
