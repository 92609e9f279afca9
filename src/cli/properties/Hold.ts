import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Layer, Option, type Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { suitesOf } from "../../../properties/Conformance.ts"
import { httpPool } from "../../../properties/HttpSubject.ts"
import { shopsAcceptAddresses } from "../../../properties/JudgeLaws.ts"
import { poolSuite } from "../../../properties/PoolSuite.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { Reader } from "../../../sources/SourceFiles.ts"
import { loadSourceModule, registerModule } from "../../plugins/SourceModules.ts"
import { normalize } from "../../sync/NormalizeInFull.ts"
import { invocation } from "../../Invocation.ts"
import type { Given } from "./Given.ts"
import { type Outcome, paragraph, summary, tell, type Told } from "./Reporting.ts"

/** Some law is broken, or could not be asked about. What, is said already. */
class NotConforming {
  readonly _tag = "NotConforming"
}

const refuse = (message: string) => Effect.andThen(Console.error(message), Effect.fail(new NotConforming()))

const holdAll = Effect.fnUntraced(function* <R>(laws: ReadonlyArray<Told<R>>, only: string, command: string) {
  const again = (promise: string, seed: number, path: string) =>
    `${invocation("properties")} ${command} --only "${promise}" --seed ${seed} --path ${path}`
  return yield* Effect.forEach(
    laws.filter(({ promise }) => promise.includes(only)),
    (law) => tell(law, again)
  )
})

const platform = Layer.merge(NodeHttpClient.layerUndici, NodeServices.layer)
const forModules = Layer.mergeAll(SourceRegistry.layer, Reader.layer.pipe(Layer.provide(platform)), platform)

const holdSource = Effect.fnUntraced(function* (module: string, { country, only, runs }: Given) {
  // Registered once as the service does it, for what it would refuse.
  const refused = yield* Effect.option(Effect.flip(Effect.scoped(registerModule(module))))
  if (Option.isSome(refused)) {
    yield* Console.log(`✗ MUST be a module that registers sources\n${paragraph(refused.value.message)}\n`)
    return ["broken" as Outcome]
  }
  const { layer } = yield* loadSourceModule(module)
  const suites = yield* suitesOf(layer, {
    normalize,
    country: Option.getOrUndefined(country),
    ...(Option.isSome(runs) ? { runs: runs.value } : {})
  })
  const outcomes: Array<Outcome> = []
  for (const suite of suites) {
    yield* Console.log(`${suite.source.manifest.name}, ${suite.country}\n`)
    outcomes.push(...(yield* holdAll(suite.laws, only, `--source ${module} --country ${suite.country}`)))
    yield* Console.log("")
  }
  return outcomes
}, Effect.scoped)

const holdDeployment = Effect.fnUntraced(function* (
  baseUrl: string,
  token: Redacted.Redacted,
  { country, only, runs }: Given
) {
  const pool = yield* httpPool({ baseUrl, token })
  const counts = (yield* pool.counts).toSorted((a, b) => b.residential - a.residential)
  const chosen = Option.getOrElse(country, () => counts[0]?.country ?? "US")
  const found = counts.find((entry) => entry.country === chosen)
  if (found === undefined || found.residential === 0) {
    return yield* Effect.fail({ message: `${baseUrl} has no addresses of ${chosen}.` })
  }
  yield* Console.log(`${baseUrl}, ${chosen}: ${found.residential.toLocaleString("en")} addresses\n`)
  const cases = Option.getOrElse(runs, () => 10)
  const requests = Option.match(runs, { onNone: () => 4000, onSome: (runs) => 100 * runs })
  const laws = [
    ...poolSuite(Effect.succeed(pool), chosen, { runs: cases, requests, seconds: 60 }),
    shopsAcceptAddresses(pool, chosen)
  ]
  const outcomes = yield* holdAll(laws, only, `--base-url ${baseUrl} --token … --country ${chosen}`)
  yield* Console.log("")
  return outcomes
})

const sentence = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error)

/** Holds what was named to its laws, tells of each, and fails when one is broken. */
export const hold = Effect.fnUntraced(function* (given: Given) {
  const { baseUrl, only, path, seed, source, token } = given
  if (source.length === 0 && Option.isNone(baseUrl)) {
    return yield* refuse("Say what to hold to its laws: --source <module>, or --base-url <url> --token <token>")
  }
  if (Option.isSome(baseUrl) && Option.isNone(token)) return yield* refuse("A deployment needs a --token, too.")
  const replay = ConfigProvider.layerAdd(
    ConfigProvider.fromUnknown({
      ...(Option.isSome(seed) ? { FC_SEED: String(seed.value) } : {}),
      ...(Option.isSome(path) ? { FC_PATH: path.value } : {})
    }),
    { asPrimary: true }
  )
  const outcomes = yield* Effect.gen(function* () {
    const ofSources = yield* Effect.forEach(source, (module) =>
      Effect.provide(holdSource(module, given), Layer.fresh(forModules))
    )
    const ofDeployment =
      Option.isSome(baseUrl) && Option.isSome(token)
        ? yield* Effect.provide(holdDeployment(baseUrl.value, token.value, given), FetchHttpClient.layer)
        : []
    return [...ofSources.flat(), ...ofDeployment]
  }).pipe(
    Effect.provide(replay),
    Effect.catch((error) => refuse(paragraph(sentence(error), "")))
  )
  if (outcomes.length === 0) return yield* refuse(`No law has "${only}" in it.`)
  yield* Console.log(summary(outcomes))
  // A law that could not be told because the source cannot be read leaves another one broken.
  if (outcomes.includes("broken")) return yield* Effect.fail(new NotConforming())
})
