import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Layer, Option, type Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import { suitesOf } from "../../properties/Conformance.ts"
import { httpPool } from "../../properties/HttpSubject.ts"
import { shopsAcceptAddresses } from "../../properties/JudgeLaws.ts"
import { poolSuite } from "../../properties/PoolSuite.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import { loadSourceModule, registerModule } from "../../src/plugins/SourceModules.ts"
import { normalize } from "../../src/sync/NormalizeInFull.ts"
import { type Outcome, paragraph, summary, tell, type Told } from "./Reporting.ts"

/** Some law is broken, or could not be asked about. What, is said already. */
class NotConforming {
  readonly _tag = "NotConforming"
}

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const flags = {
  source: Flag.String("source").pipe(
    Flag.withDescription("A module with a source, such as ./my-register/MyRegister.ts; repeatable"),
    Flag.atLeast(0)
  ),
  baseUrl: text("base-url", "Instead of a source: a deployment, such as https://addresses.example.com"),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription("For a deployment: a token of the scope generate, with a limit of thousands a minute"),
    Flag.optional
  ),
  country: text("country", "Only this country (ISO 3166-1 alpha-2 code)").pipe(
    Flag.map(Option.map((code) => code.toUpperCase()))
  ),
  runs: Flag.Int("runs").pipe(
    Flag.withDescription("Cases of each law that is tried with chance; 200 of a source, 10 of a deployment"),
    Flag.filter(
      (runs) => runs > 0,
      () => "Expected a number of cases, 1 or more"
    ),
    Flag.optional
  ),
  seed: Flag.Int("seed").pipe(Flag.withDescription("What chance begins with, as a failure names it"), Flag.optional),
  path: text("path", "Which of the seed's cases comes first, as a failure names it; with --only"),
  only: Flag.String("only").pipe(Flag.withDescription("Only laws with this text in them"), Flag.withDefault(""))
}

type Flags = Command.Command.Config.Infer<typeof flags>

const refuse = (message: string) => Effect.andThen(Console.error(message), Effect.fail(new NotConforming()))

const holdAll = Effect.fnUntraced(function* <R>(laws: ReadonlyArray<Told<R>>, only: string, command: string) {
  const again = (promise: string, seed: number, path: string) =>
    `npm run properties -- ${command} --only "${promise}" --seed ${seed} --path ${path}`
  return yield* Effect.forEach(
    laws.filter(({ promise }) => promise.includes(only)),
    (law) => tell(law, again)
  )
})

const platform = Layer.merge(NodeHttpClient.layerUndici, NodeServices.layer)
const forModules = Layer.mergeAll(SourceRegistry.layer, Reader.layer.pipe(Layer.provide(platform)), platform)

const holdSource = Effect.fnUntraced(function* (module: string, { country, only, runs }: Flags) {
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
  { country, only, runs }: Flags
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
  const laws = [
    ...poolSuite(Effect.succeed(pool), chosen, { runs: cases, requests: 400 * cases, seconds: 60 }),
    shopsAcceptAddresses(pool, chosen)
  ]
  const outcomes = yield* holdAll(laws, only, `--base-url ${baseUrl} --token … --country ${chosen}`)
  yield* Console.log("")
  return outcomes
})

const sentence = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error)

/** `npm run properties`: a source or a deployment, and its laws. */
export const properties = Command.make(
  "properties",
  flags,
  Effect.fnUntraced(function* (given) {
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
).pipe(Command.withDescription("Hold a source of your own, or a deployment, to its laws"))
