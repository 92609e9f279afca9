import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Exit, type FileSystem, identity, Layer, type Path, Predicate, Scope, Stream } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { type DataSource, type SourceRecord, SourceRegistry } from "../sources/DataSource.ts"
import { Reader } from "../sources/SourceFiles.ts"
import type { SourceLaw } from "./SourceLaw.ts"
import { sourceLaws, type SourceSuiteOptions } from "./SourceSuite.ts"

/** A Layer that registers sources, as a module exports it. */
export type SourceLayer = Layer.Layer<
  never,
  unknown,
  SourceRegistry | Reader | FileSystem.FileSystem | Path.Path | HttpClient.HttpClient
>

/** The laws of one source in one of its countries. */
export interface SourceSuite {
  readonly source: DataSource
  readonly country: string
  readonly laws: ReadonlyArray<SourceLaw>
}

export interface ConformanceOptions extends Omit<SourceSuiteOptions, "anew" | "rebuild"> {
  /** Only this country; every one of the manifest unless given. */
  readonly country?: string | undefined
  /**
   * Answers a source's requests in place of the network, such as `recordedAnswers("answers.json")`: the laws of an API
   * source then run without contacting anyone.
   */
  readonly host?: Layer.Layer<HttpClient.HttpClient>
  /** The same Layer from its module evaluated once more, as another process would: a salt of its own shows in IDs. */
  readonly evaluatedAnew?: Effect.Effect<SourceLayer, unknown>
}

/** Answers a source's requests. */
type Host = Layer.Layer<HttpClient.HttpClient>

/** Bun has an undici of its own, which lacks what the client of Node needs. */
const network: Host = Layer.suspend(() => ("Bun" in globalThis ? FetchHttpClient.layer : NodeHttpClient.layerUndici))

const platform = Layer.merge(network, NodeServices.layer)
const usualReader = Reader.layer.pipe(Layer.provide(platform))

/** The sources that a Layer registers, built anew for each variant of the Reader. They live as long as the scope. */
const sourcesOf = Effect.fnUntraced(function* (
  layer: SourceLayer,
  change: (reader: Reader["Service"]) => Reader["Service"],
  host: Host = network,
  changeClient: (client: HttpClient.HttpClient) => HttpClient.HttpClient = identity
) {
  const registry = Context.get(yield* Layer.build(Layer.fresh(SourceRegistry.layer)), SourceRegistry)
  const reader = Layer.effect(Reader, Effect.map(Reader, change)).pipe(Layer.provide(usualReader))
  const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, changeClient)).pipe(
    Layer.provideMerge(host)
  )
  yield* Layer.build(
    Layer.fresh(layer).pipe(
      Layer.provide([Layer.succeed(SourceRegistry, registry), reader, client, NodeServices.layer])
    )
  )
  return yield* registry.all
})

/** The laws of every source that a Layer registers, in each of its countries. */
export const suitesOf = Effect.fnUntraced(function* (layer: SourceLayer, options: ConformanceOptions = {}) {
  const { country: wanted, evaluatedAnew, host = network, ...suite } = options
  const sources = yield* sourcesOf(layer, identity, host)
  return sources.flatMap((source): ReadonlyArray<SourceSuite> => {
    const { countries, name } = source.manifest
    const named = (sources: ReadonlyArray<DataSource>) =>
      Effect.fromNullishOr(sources.find(({ manifest }) => manifest.name === name))
    const anew =
      evaluatedAnew && Effect.flatMap(evaluatedAnew, (again) => Effect.flatMap(sourcesOf(again, identity, host), named))
    return (wanted === undefined ? countries : [wanted]).map((country) => ({
      source,
      country,
      laws: sourceLaws(source, country, {
        ...suite,
        anew,
        rebuild: (change, changeClient) => Effect.flatMap(sourcesOf(layer, change, host, changeClient), named)
      })
    }))
  })
})

/** The first records of a source in a Layer, for tests of how it maps its data. */
export const firstRecords = (
  layer: SourceLayer,
  { country, most = 100 }: { readonly country?: string; readonly most?: number } = {}
): Promise<ReadonlyArray<SourceRecord>> =>
  sourcesOf(layer, identity).pipe(
    Effect.flatMap((sources) =>
      Effect.forEach(sources, (source) =>
        Stream.runCollect(Stream.take(source.records(country ?? source.manifest.countries[0]), most))
      )
    ),
    Effect.map((records) => records.flat()),
    Effect.scoped,
    Effect.runPromise
  )

/** A law as a test for any runner: `test(title, holds)`. */
export interface ConformanceTest {
  /** With `ahead`, the title of a law that does not apply says why. */
  readonly title: string
  /**
   * Rejects if a MUST is broken; a SHOULD only warns. A law that does not apply is skipped, with what it needs, by
   * runners that can skip a test while it runs: Vitest, node:test, Mocha and Deno.
   */
  readonly holds: (...context: ReadonlyArray<unknown>) => Promise<void>
  /** With `ahead`: why the law does not apply, if it does not. */
  readonly skipped?: string
}

const isFunction = <Name extends string>(
  value: unknown,
  name: Name
): value is { readonly [name in Name]: (...given: ReadonlyArray<unknown>) => unknown } =>
  Predicate.hasProperty(value, name) && typeof value[name] === "function"

/** Skips the test of a law that does not apply, in the way of its runner. Returns whether the runner has one. */
const skip = async (context: unknown, self: unknown, because: string): Promise<boolean> => {
  // Vitest and node:test.
  if (isFunction(context, "skip")) context.skip(because)
  // Deno, which cannot skip a whole test that runs.
  else if (isFunction(context, "step")) await context.step({ name: `skipped: ${because}`, ignore: true, fn: () => {} })
  // Mocha, which shows no reason but the title.
  else if (isFunction(self, "skip")) {
    if (Predicate.hasProperty(self, "test") && Predicate.hasProperty(self.test, "title"))
      Object.assign(self.test, { title: `${String(self.test.title)} (skipped: ${because})` })
    self.skip()
  } else return false
  return true
}

const warn = (message: string) => Effect.sync(() => process.emitWarning(message, "Conformance"))

/** Tests a law: why it does not apply, or undefined if it holds. */
const outcomeOf = ({ holds, promise }: SourceLaw): Effect.Effect<string | undefined, unknown> => {
  const told = holds.pipe(
    Effect.map((result) => result?.because),
    Effect.catchTag("SourceUnreadable", () => Effect.succeed("It cannot be read: another law says why."))
  )
  return promise.startsWith("SHOULD") ? Effect.catch(told, (error) => Effect.as(warn(error.message), undefined)) : told
}

export interface ConformanceTestOptions extends ConformanceOptions {
  /**
   * Tests the laws before it returns, so that runners that cannot skip a test while it runs can skip it before: `(skipped
   * === undefined ? test : test.skip)(title, holds)` in Jest and Bun.
   */
  readonly ahead?: boolean
}

/** The conformance suite of a Layer as tests. The Layer is torn down after the last one. */
export const conformance = async (
  layer: SourceLayer,
  { ahead = false, ...options }: ConformanceTestOptions = {}
): Promise<ReadonlyArray<ConformanceTest>> => {
  const scope = Scope.makeUnsafe()
  const suites = await Effect.runPromise(Scope.provide(suitesOf(layer, options), scope))
  const laws = suites.flatMap((suite) =>
    suite.laws.map((law) => ({
      title: `${suite.source.manifest.name} ${suite.country} ${law.promise}`,
      outcome: outcomeOf(law)
    }))
  )
  const silent: Array<string> = []
  let left = laws.length
  const done = async () => {
    left -= 1
    if (left > 0) return
    await Effect.runPromise(Scope.close(scope, Exit.void))
    if (silent.length > 0)
      await Effect.runPromise(
        warn(`${silent.length} of ${laws.length} laws do not apply, though their tests pass:\n${silent.join("\n")}`)
      )
  }
  const tests: Array<ConformanceTest> = []
  for (const { outcome, title } of laws) {
    const tried = ahead ? await Effect.runPromiseExit(outcome).finally(done) : undefined
    const skipped = tried !== undefined && Exit.isSuccess(tried) ? tried.value : undefined
    tests.push({
      title: skipped === undefined ? title : `${title} (skipped: ${skipped})`,
      // Runners pass a callback to functions that name a parameter. Mocha's context is `this`.
      async holds(this: unknown, ...[context]) {
        try {
          const because = await Effect.runPromise(tried ?? outcome)
          if (because !== undefined && !(await skip(context, this, because))) silent.push(`${title}: ${because}`)
        } finally {
          if (!ahead) await done()
        }
      },
      ...(skipped === undefined ? {} : { skipped })
    })
  }
  return tests
}

export { onTrial, type Trial } from "./Bridge.ts"
export { type RecordedAnswer, recordedAnswers, type RecordedAnswersOptions } from "./RecordedAnswers.ts"
export { Report } from "./report/Report.ts"
export { sourceLaws }
