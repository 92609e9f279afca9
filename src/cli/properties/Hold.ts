import { ConfigProvider, Console, DateTime, Effect, Option, Random } from "effect"
import { FetchHttpClient } from "effect/http"
import packageJson from "../../../package.json" with { type: "json" }
import { reportOf } from "../../../properties/report/Assemble.ts"
import { writeReport } from "../../../properties/report/Directory.ts"
import type { SubjectReport } from "../../../properties/report/Report.ts"
import { privateKey } from "../../../properties/report/Signature.ts"
import { invocation } from "../../shared/Invocation.ts"
import { CommandFailed, refuse, sentence } from "../Failure.ts"
import { textOf } from "../NamedFile.ts"
import type { Given } from "./Given.ts"
import { holdDeployment } from "./HoldDeployment.ts"
import { holdSource } from "./HoldSource.ts"
import { type Again, paragraph, summary } from "./Reporting.ts"
import { steadyMillis } from "../../shared/Clocks.ts"

/** The command that tests one law of a subject again. */
const againOf =
  (subject: string, seed: number | undefined): Again =>
  (promise, found) => {
    const chosen = found?.seed ?? seed
    const replay = [
      ...(chosen === undefined ? [] : [`--seed ${chosen}`]),
      ...(found === undefined ? [] : [`--path ${found.path}`])
    ]
    return [invocation("properties"), subject, `--only "${promise}"`, ...replay].join(" ")
  }

const signingKey = Effect.fnUntraced(function* (file: Option.Option<string>) {
  return Option.isNone(file) ? undefined : yield* privateKey(file.value, yield* textOf(file.value))
})

/** Tests every subject named. */
const holdAll = Effect.fnUntraced(function* (given: Given, seed: number) {
  const { baseUrl, source, token } = given
  const ofSources = yield* Effect.forEach(source, (module) =>
    holdSource(module, given, (country) => againOf(`--source ${module} --country ${country}`, undefined))
  )
  if (Option.isNone(baseUrl) || Option.isNone(token)) return ofSources.flat()
  const country = Option.match(given.country, { onNone: () => "", onSome: (code) => ` --country ${code}` })
  const again = againOf(`--base-url ${baseUrl.value} --token …${country}`, seed)
  const target = { baseUrl: baseUrl.value, token: token.value }
  const ofDeployment = yield* holdDeployment(target, given, seed, again).pipe(
    Effect.provide(FetchHttpClient.layer),
    // To another server, a redirect would be followed without the token.
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
  )
  return [...ofSources.flat(), ofDeployment]
})

const seedsOf = ({ path, seed }: Given) =>
  ConfigProvider.layerAdd(
    ConfigProvider.fromUnknown({
      ...(Option.isSome(seed) ? { FC_SEED: String(seed.value) } : {}),
      ...(Option.isSome(path) ? { FC_PATH: path.value } : {})
    }),
    { asPrimary: true }
  )

/** Combinations of options that make no sense. */
const misasked = ({ baseUrl, report, sign, source, token }: Given): string | undefined => {
  if (source.length === 0 && Option.isNone(baseUrl)) {
    return "Name what to test: --source <module>, or --base-url <url> --token <token>"
  }
  if (Option.isSome(baseUrl) && Option.isNone(token)) return "A deployment also needs a --token."
  if (Option.isSome(baseUrl) && !/^https?:\/\/./i.test(baseUrl.value)) {
    return `--base-url must be a URL such as https://addresses.example.com, not ${baseUrl.value}.`
  }
  if (Option.isSome(sign) && Option.isNone(report)) return "--sign signs a report: also name its folder with --report."
  return undefined
}

const write = Effect.fnUntraced(function* (
  given: Given,
  subjects: ReadonlyArray<SubjectReport>,
  run: { readonly seed: number; readonly seconds: number },
  key: Effect.Success<ReturnType<typeof signingKey>>
) {
  if (Option.isNone(given.report)) return
  const madeAt = DateTime.formatIso(yield* DateTime.now)
  const report = reportOf({ madeAt, run, suiteVersion: packageJson.version }, subjects)
  yield* writeReport(given.report.value, report, key)
  yield* Console.log(
    `The report is in ${given.report.value}${key === undefined ? ", unsigned" : ", signed"}: open its index.html.`
  )
})

/** Tests the named subjects, reports each law, and fails if one is broken. */
export const hold = Effect.fnUntraced(function* (given: Given) {
  const wrong = misasked(given)
  if (wrong !== undefined) return yield* refuse(wrong)
  const tested = yield* Effect.gen(function* () {
    const key = yield* signingKey(given.sign)
    const seed = Option.getOrElse(given.seed, () => 0) || (yield* Random.nextIntBetween(1, 2 ** 31 - 1))
    const began = yield* steadyMillis
    const subjects = yield* Effect.provide(holdAll(given, seed), seedsOf(given))
    const seconds = Math.round((yield* steadyMillis) - began) / 1000
    const all = subjects.flatMap(({ laws }) => laws)
    if (all.length > 0) yield* write(given, subjects, { seed, seconds }, key)
    return all
  }).pipe(
    Effect.catch((error) =>
      error instanceof CommandFailed ? Effect.fail(error) : refuse(paragraph(sentence(error), ""))
    )
  )
  if (tested.length === 0) return yield* refuse(`No law contains "${given.only}".`)
  yield* Console.log(summary(tested))
  if (tested.some(({ outcome }) => outcome === "broken" || outcome === "unread"))
    return yield* Effect.fail(new CommandFailed())
})
