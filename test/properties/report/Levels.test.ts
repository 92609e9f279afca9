import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestConsole } from "effect/testing"
import { subjectOf } from "../../../properties/report/Assemble.ts"
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
  Contract: () =>
    ofHeaders((headers, { path }) => (path === "/data-health" ? without("x-request-id", headers) : headers)),
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
 */
const levelsOf = Effect.fnUntraced(function* (lie: () => Lie) {
  const previous = [0, 1, 2].map((i) => ({
    request: { country: "US", filters: {}, seed: `before ${i}` },
    poolVersion: 1,
    answer: ""
  }))
  const honest = yield* suiteOf(() => ({}), { runs: 1 })
  assert.isAbove(honest.length, 40)
  const { url } = yield* Service
  const laws = yield* suiteOf(lie, { runs: 1, requests: 20, previous: yield* answersOf(url, previous) })
  const held = []
  for (const law of laws) held.push(yield* tell(law, (promise) => promise))
  const about = { kind: "deployment", name: url, product: "", country: "US", facts: [], pools: [], seeds: [] } as const
  return subjectOf(about, held)
})

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

const services = Layer.mergeAll(Service.layerOf(hamlets), NodeHttpClient.layerUndici, TestConsole.layer)

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
      const { laws, levels } = yield* levelsOf(() => ({}))
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
        const { laws, levels } = yield* levelsOf(broken[level]!)
        const lost = levels.filter(({ reached }) => !reached).map((one) => one.level)
        const failed = laws.filter(({ outcome }) => outcome === "broken").map(({ promise }) => promise)
        assert.deepStrictEqual(lost, [level], failed.join("\n"))
      })
    )
  }
})
