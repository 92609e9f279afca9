import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mostFailures, shopsAcceptAddresses } from "../../properties/JudgeLaws.ts"
import { PoolJudge } from "../../src/admin/PoolJudge.ts"
import { judge as command } from "../../src/cli/pool/JudgeCommand.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, poolOf, postgres, scripted } from "../properties/Houses.ts"
import { onDatabase, runCommand } from "../support/RunCommand.ts"
import { homes } from "../sync/support.ts"

/** Homes in Savannah, some of which have a postcode of New York. */
const withMisplaced = (count: number, misplaced: number) =>
  homes(count).map((record, i) => (i < misplaced ? { ...record, postcode: "10001" } : record))

const opened = Effect.fnUntraced(function* (count: number, misplaced: number) {
  yield* emptied
  const notHomes = homes(5, 1, "Harbour Road").map((home) => ({ ...home, evidence: undefined }))
  const { source } = scripted("alpha", ["US"], { records: [...withMisplaced(count, misplaced), ...notHomes] })
  const context = yield* Layer.build(Layer.fresh(Layer.merge(house(postgres, [source]), PoolJudge.layerNoDeps)))
  yield* Context.get(context, Synchronizer).run({})
  return { judge: Context.get(context, PoolJudge), pool: poolOf(Context.get(context, PoolRepository)) }
})

layer(database)("the score of a pool", (it) => {
  it.effect("MUST count the homes that pass, and list those that do not, with the reason", () =>
    Effect.gen(function* () {
      const { judge } = yield* opened(1_200, 30)
      const score = yield* judge.score("US", { most: 5_000, examples: 2 })
      assert.deepInclude(score, {
        country: "US",
        poolVersion: 1,
        judged: 1_200,
        exact: true,
        covered: 1_200,
        passed: 1_170
      })
      assert.deepStrictEqual(
        score!.complaints.map(({ examples, homes, judge, message, rule }) => ({
          judge,
          rule,
          homes,
          message,
          named: examples.length
        })),
        ["shopify", "google"].map((judge) => ({
          judge,
          rule: "postcode-region",
          homes: 30,
          message: `"10001" is not a postcode of US-GA, by ${judge === "google" ? "Google's libaddressinput" : "Shopify's rules"}.`,
          named: 2
        }))
      )
      const sample = yield* judge.score("US", { most: 100, examples: 0 })
      assert.deepInclude(sample, { judged: 100, exact: false })
      assert.isUndefined(yield* judge.score("FR", { most: 100, examples: 0 }))
    })
  )

  it.effect("MUST be printed on the command line, and exit with 1 if too few pass", () =>
    Effect.gen(function* () {
      yield* opened(200, 10)
      const judge = runCommand(command, onDatabase({ SOURCES: "" }))
      const told = yield* judge("us")
      assert.strictEqual(told.code, 0, told.said)
      assert.match(told.said, /^US, pool version 1: all 200 homes\n {2}95\.00 percent pass .*: 190 of 200\n/)
      assert.match(told.said, /shopify postcode-region: 10 homes\. "10001" is not a postcode of US-GA/)
      assert.match(told.said, /\n {4}us-[0-9a-z]{20}\n/)
      assert.strictEqual((yield* judge("--at-least", "95")).code, 0)
      assert.strictEqual((yield* judge("--at-least", "95.1")).code, 1)
      const json = JSON.parse((yield* judge("--json", "--examples", "0")).said)
      assert.deepInclude(json[0], { country: "US", passed: 190 })
      const unknown = yield* judge("FR")
      assert.strictEqual(unknown.code, 1)
      assert.match(unknown.said, /^FR has no pool\./)
    })
  )

  it.effect("MUST be a law that a pool keeps, and that one with a tenth misplaced breaks", () =>
    Effect.gen(function* () {
      const right = yield* opened(400, 0)
      yield* shopsAcceptAddresses(right.pool, "US", 4).holds
      const wrong = yield* opened(400, 40)
      // P(X <= 13 | 500, 0.1) = 1e-10: with fewer draws, chance lets it pass.
      const broken = yield* Effect.flip(shopsAcceptAddresses(wrong.pool, "US", 10).holds)
      assert.match(broken.message, /is not a postcode of US-GA/)
    })
  )

  it.effect("MUST fail a pool of which 99.5 percent pass only once in a million runs", () =>
    Effect.sync(() => {
      // The tail of the binomial distribution: P(X > 13 | 500, 0.005) = 3.4e-7, P(X > 12) = 1.9e-6.
      assert.strictEqual(mostFailures(500), 13)
      assert.strictEqual(mostFailures(0), 0)
      assert.isBelow(mostFailures(200), mostFailures(2_000))
    })
  )
})
