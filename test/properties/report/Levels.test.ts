import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestConsole } from "effect/testing"
import { makesSmaller } from "../../../properties/Bridge.ts"
import { type Held, subjectOf } from "../../../properties/report/Assemble.ts"
import { levelsOfDeployments } from "../../../properties/report/DeploymentLevels.ts"
import { byPromise, type Level } from "../../../properties/report/Levels.ts"
import { levelsOfSources } from "../../../properties/report/SourceLevels.ts"
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
    const concerns = /^\/generate\?(?!.*\bseed=)/
    return {
      concerns,
      query: (path): Readonly<Record<string, string>> =>
        concerns.test(path) && ++draws % 4 === 0 ? { seed: "the same" } : {}
    }
  },
  Stable: () => {
    let other: unknown
    // Of all that was asked before, the first result.
    return ofData(/^\/generate\?.*\bseed=before/, (data) => ({ ...data, result: (other ??= data["result"]) }))
  },
  Honest: () =>
    ofData(/^\/address-translation/, (data) => ({
      ...data,
      components: { ...(data["components"] as object), houseNumber: "7" }
    }))
}

/** What the suite finds, and what each law requested. */
interface Run {
  readonly held: ReadonlyArray<Held>
  readonly requested: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Whether a lie can change the result of a law: it falsifies what the law requests, or the law requests nothing itself, and
 * looks at all responses of the run.
 */
const canChange = ({ concerns = /^/ }: Lie, requested: ReadonlySet<string> = new Set()): boolean =>
  requested.size === 0 || Array.from(requested).some((path) => concerns.test(path))

/**
 * Runs the suite, silently: one case of each law, and few requests beside them. What is broken here is broken in each
 * response that a law looks at, and the laws of chance need no more.
 *
 * @param honest is what the suite finds where nobody lies: the laws whose results the lie cannot change are not held again
 */
const heldBy = Effect.fnUntraced(function* (lie: Lie, honest?: Run) {
  const previous = [0, 1, 2].map((i) => ({
    request: { country: "US", filters: {}, seed: `before ${i}` },
    poolVersion: 1,
    answer: ""
  }))
  const { url } = yield* Service
  const requested = new Map<string, Set<string>>()
  let own = new Set<string>()
  const noting: Lie = {
    ...lie,
    asked: (path) => {
      own.add(path)
      return path
    }
  }
  const laws = yield* suiteOf(() => noting, { runs: 1, requests: 20, previous: yield* answersOf(url, previous) })
  assert.isAbove(laws.length, 40)
  const held = yield* Effect.forEach(laws, (law) => {
    const there = honest?.held.find(({ promise }) => promise === law.promise)
    if (there !== undefined && !canChange(lie, honest?.requested.get(law.promise))) return Effect.succeed(there)
    own = new Set()
    requested.set(law.promise, own)
    return tell(law, (promise) => promise)
  }).pipe(Effect.provideService(makesSmaller, false))
  return { held, requested } satisfies Run
})

/** What the suite finds where nobody lies. */
class Honest extends Context.Service<Honest, Run>()("doorstep/test/Honest") {
  static readonly layer = Layer.effect(Honest, heldBy({}))
}

const levelsOf = (held: ReadonlyArray<Held>) =>
  subjectOf({ kind: "deployment", name: "service", product: "", country: "US", facts: [], pools: [], seeds: [] }, held)

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
      const { laws, levels } = levelsOf((yield* Honest).held)
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
        const { laws, levels } = levelsOf((yield* heldBy(broken[level]!(), yield* Honest)).held)
        const lost = levels.filter(({ reached }) => !reached).map((one) => one.level)
        const failed = laws.filter(({ outcome }) => outcome === "broken").map(({ promise }) => promise)
        assert.deepStrictEqual(lost, [level], failed.join("\n"))
      })
    )
  }
})
