import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestConsole } from "effect/testing"
import { makesSmaller } from "../../../properties/Bridge.ts"
import { type Held, subjectOf } from "../../../properties/report/Assemble.ts"
import { levelsOfDeployments } from "../../../properties/report/DeploymentLevels.ts"
import { byPromise, type Level } from "../../../properties/report/Levels.ts"
import { levelsOfSources } from "../../../properties/report/SourceLevels.ts"
import { poolSuite } from "../../../properties/PoolSuite.ts"
import { sourceLaws } from "../../../properties/SourceSuite.ts"
import { tell } from "../../../src/cli/properties/Reporting.ts"
import { scripted } from "../Houses.ts"
import { ofData, ofHeaders, ofItems, without } from "../LyingAnswers.ts"
import type { Lie } from "../LyingClient.ts"
import { Service, suiteOf } from "../LyingService.ts"
import { hamlets } from "../Towns.ts"

const promisesOf = (laws: ReadonlyArray<{ readonly promise: string }>) => laws.map(({ promise }) => promise).sort()

/** For each level, a lie that breaks a promise of this level only. */
const broken: Readonly<Record<string, () => Lie>> = {
  Contract: () => ({ ...ofHeaders((headers) => without("x-request-id", headers)), concerns: /^\/data-health$/ }),
  Core: () =>
    ofItems(/^\/locations\/search/, (items) =>
      items.map((item) => ({ ...item, availableCount: item.availableCount + 1 }))
    ),
  Uniform: () => {
    let draws = 0
    return {
      query: (path): Readonly<Record<string, string>> =>
        path.startsWith("/generate?") && !/[?&]seed=/.test(path) && ++draws % 4 === 0 ? { seed: "the same" } : {}
    }
  },
  Stable: () => {
    let other: unknown
    return ofData(/^\/generate\?/, (data, { path }) => {
      if (!/[?&]seed=before/.test(path)) {
        other = data["result"]
        return data
      }
      return { ...data, result: other }
    })
  },
  Honest: () =>
    ofData(/^\/address-translation/, (data) => ({
      ...data,
      components: { ...(data["components"] as object), houseNumber: "7" }
    }))
}

/**
 * Runs the whole suite, silently: one case of each law, and few requests beside them. What is broken here is broken in each
 * response that a law looks at, and the laws of chance need no more.
 *
 * @param known are results that the lie cannot change
 */
const heldBy = Effect.fnUntraced(function* (lie: () => Lie, known: ReadonlyArray<Held> = []) {
  const previous = [0, 1, 2].map((i) => ({
    request: { country: "US", filters: {}, seed: `before ${i}` },
    poolVersion: 1,
    answer: ""
  }))
  const { url } = yield* Service
  const laws = yield* suiteOf(lie, { runs: 1, requests: 20, previous: yield* answersOf(url, previous) })
  assert.isAbove(laws.length, 40)
  return yield* Effect.forEach(laws, (law) => {
    const there = known.find(({ promise }) => promise === law.promise)
    return there === undefined ? tell(law, (promise) => promise) : Effect.succeed(there)
  }).pipe(Effect.provideService(makesSmaller, false))
})

/** What the suite finds where nobody lies. */
class Honest extends Context.Service<Honest, ReadonlyArray<Held>>()("doorstep/test/Honest") {
  static readonly layer = Layer.effect(
    Honest,
    heldBy(() => ({}))
  )
}

const levelsOf = (held: ReadonlyArray<Held>) =>
  subjectOf({ kind: "deployment", name: "service", product: "", country: "US", facts: [], pools: [], seeds: [] }, held)

/** Laws of nothing but draws: lies about anything else leave their results as they are, and they take half of a run. */
const ofChance: ReadonlySet<string> = new Set(levelsOfDeployments.Uniform)

/** Laws of draws, look-ups and counts, which lies about other responses cannot change either. */
const ofPools: ReadonlySet<string> = new Set(promisesOf(poolSuite(Effect.never, "US")))
const isElsewhere = ({ concerns = /^/ }: Lie): boolean =>
  !["/generate?", "/generate/batch", "/addresses/us-1", "/countries"].some((path) => concerns.test(path))

type Previous = ReadonlyArray<{
  readonly request: { readonly country: string; readonly filters: object; readonly seed: string }
  readonly poolVersion: number
  readonly answer: string
}>

/** The responses to these requests if nobody lies. */
const answersOf = Effect.fnUntraced(function* (url: string, previous: Previous) {
  const { tokens } = yield* Service
  return yield* Effect.forEach(previous, (one) =>
    Effect.promise(async () => {
      const headers = { authorization: `Bearer ${tokens.generate}` }
      const response = await fetch(`${url}/api/v1/generate?country=US&seed=${encodeURIComponent(one.request.seed)}`, {
        headers
      })
      const { data } = (await response.json()) as {
        readonly data: {
          readonly poolVersion: number
          readonly eligibleCount: number
          readonly result: { readonly address: { readonly id: string } }
        }
      }
      const { eligibleCount, poolVersion, result } = data
      return { ...one, poolVersion, answer: JSON.stringify({ addresses: [result.address.id], eligibleCount }) }
    })
  )
})

describe("The tables of levels", () => {
  it("MUST contain each law of sources once, and no other", () => {
    const { source } = scripted("alpha", ["US"])
    const laws = sourceLaws(source, "US", {
      normalize: () => {
        throw new Error("Nothing is held here.")
      },
      rebuild: () => Effect.die("Nothing is held here.")
    })
    assert.deepStrictEqual(Array.from(byPromise(levelsOfSources).keys()).sort(), promisesOf(laws))
  })
})

const services = Honest.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Service.layerOf(hamlets), NodeHttpClient.layerUndici, TestConsole.layer))
)

layer(services, { excludeTestServices: true })("The levels of deployments", (it) => {
  it.effect("MUST contain each law of the suite once, and no other", () =>
    Effect.gen(function* () {
      const { tokens, url } = yield* Service
      const laws = yield* suiteOf(() => ({}), { fuzz: { baseUrl: url, token: Redacted.make(tokens.generate) } })
      assert.deepStrictEqual(Array.from(byPromise(levelsOfDeployments).keys()).sort(), promisesOf(laws))
    })
  )

  it.effect("MUST all be reached by an honest deployment", () =>
    Effect.gen(function* () {
      const { laws, levels } = levelsOf(yield* Honest)
      const failed = laws.filter(({ outcome }) => outcome === "broken").map(({ found, promise }) => [promise, found])
      assert.deepStrictEqual(failed, [])
      assert.isTrue(levels.every(({ reached }) => reached))
      const untold = laws.filter(({ outcome }) => outcome === "untold")
      for (const { because } of untold) assert.match(because ?? "", /Needs /)
    })
  )

  for (const level of Object.keys(broken) as ReadonlyArray<Level>) {
    it.effect(`MUST lose ${level}, and nothing else, if only that is broken`, () =>
      Effect.gen(function* () {
        const unchanged = isElsewhere(broken[level]!()) ? ofPools : ofChance
        const known = level === "Uniform" ? [] : (yield* Honest).filter(({ promise }) => unchanged.has(promise))
        const { laws, levels } = levelsOf(yield* heldBy(broken[level]!, known))
        const lost = levels.filter(({ reached }) => !reached).map((one) => one.level)
        const failed = laws.filter(({ outcome }) => outcome === "broken").map(({ promise }) => promise)
        assert.deepStrictEqual(lost, [level], failed.join("\n"))
      })
    )
  }
})
