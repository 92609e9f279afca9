import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, type FileSystem, identity, Layer, type Path, Predicate, Scope, Stream } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { type DataSource, type SourceRecord, SourceRegistry } from "../sources/DataSource.ts"
import { Reader } from "../sources/SourceFiles.ts"
import type { NotApplicable, SourceLaw } from "./SourceLaw.ts"
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

export interface ConformanceOptions extends Omit<SourceSuiteOptions, "rebuild"> {
  /** Only this country; every one of the manifest unless given. */
  readonly country?: string | undefined
  /**
   * Answers a source's requests in place of the network, such as `recordedAnswers("answers.json")`: the laws of an API
   * source then run without contacting anyone.
   */
  readonly host?: Layer.Layer<HttpClient.HttpClient>
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
  const sources: Array<DataSource> = []
  const registry = SourceRegistry.of({
    register: (source) => Effect.sync(() => void sources.push(source)),
    configure: () => Effect.void,
    isEnabled: () => Effect.succeed(true),
    all: Effect.sync(() => sources)
  })
  const reader = Layer.effect(Reader, Effect.map(Reader, change)).pipe(Layer.provide(usualReader))
  const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, changeClient)).pipe(
    Layer.provideMerge(host)
  )
  yield* Layer.build(
    Layer.fresh(layer).pipe(
      Layer.provide([Layer.succeed(SourceRegistry, registry), reader, client, NodeServices.layer])
    )
  )
  return sources
})

/** The laws of every source that a Layer registers, in each of its countries. */
export const suitesOf = Effect.fnUntraced(function* (layer: SourceLayer, options: ConformanceOptions = {}) {
  const { country: wanted, host = network, ...suite } = options
  const sources = yield* sourcesOf(layer, identity, host)
  return sources.flatMap((source): ReadonlyArray<SourceSuite> => {
    const { countries, name } = source.manifest
    return (wanted === undefined ? countries : [wanted]).map((country) => ({
      source,
      country,
      laws: sourceLaws(source, country, {
        ...suite,
        rebuild: (change, changeClient) =>
          Effect.flatMap(sourcesOf(layer, change, host, changeClient), (again) =>
            Effect.fromNullishOr(again.find(({ manifest }) => manifest.name === name))
          )
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
  readonly title: string
  /**
   * Rejects if a MUST is broken; a SHOULD only warns. A law that does not apply is skipped, with what it needs, by
   * runners that pass a context which can: Vitest and node:test.
   */
  readonly holds: (...context: ReadonlyArray<unknown>) => Promise<void>
}

/** Skips the test of a law that does not apply. */
const skip = (context: unknown, { because }: NotApplicable): void => {
  if (Predicate.hasProperty(context, "skip") && typeof context.skip === "function") context.skip(because)
}

/** The conformance suite of a Layer as tests. The Layer is torn down after the last one. */
export const conformance = async (
  layer: SourceLayer,
  options: ConformanceOptions = {}
): Promise<ReadonlyArray<ConformanceTest>> => {
  const scope = Scope.makeUnsafe()
  const suites = await Effect.runPromise(Scope.provide(suitesOf(layer, options), scope))
  let left = suites.flatMap(({ laws }) => laws).length
  const done = async () => {
    left -= 1
    if (left === 0) await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  return suites.flatMap(({ country, laws, source }) =>
    laws.map(({ holds, promise }) => {
      const should = promise.startsWith("SHOULD")
      const run = should
        ? Effect.catch(holds, (error) => Effect.sync(() => process.emitWarning(error.message, "Conformance")))
        : holds
      return {
        title: `${source.manifest.name} ${country} ${promise}`,
        // Runners pass a callback to functions that name a parameter.
        holds: async (...[context]) => {
          const told = await Effect.runPromise(run).finally(done)
          if (told !== undefined) skip(context, told)
        }
      }
    })
  )
}

export { onTrial, type Trial } from "./Bridge.ts"
export { type RecordedAnswer, recordedAnswers, type RecordedAnswersOptions } from "./RecordedAnswers.ts"
export { Report } from "./report/Report.ts"
export { sourceLaws }
