import { Console, Effect, Option, type Redacted, Schema } from "effect"
import { deploymentSuite } from "../../../properties/DeploymentSuite.ts"
import { errorIn } from "../../../properties/ErrorBody.ts"
import { httpDeployment } from "../../../properties/HttpSubject.ts"
import type { Held } from "../../../properties/report/Assemble.ts"
import { subjectOf } from "../../../properties/report/Assemble.ts"
import { Report, type SeedReport } from "../../../properties/report/Report.ts"
import type { Deployment, OtherTokens } from "../../../properties/Subject.ts"
import type { SeededAnswer } from "../../../properties/Watch.ts"
import { numberText } from "../../shared/Amounts.ts"
import { refuse } from "../Failure.ts"
import { textOf } from "../NamedFile.ts"
import type { Given } from "./Given.ts"
import { type Again, levelsLine, type Limit, paragraph, type Reasons, tell, type Told } from "./Reporting.ts"
import { steadyMillis } from "../../shared/Clocks.ts"

/** The default for the approximate number of requests in a run. */
const usualRequests = 20_000

/** One case of every law takes this many requests, including the statistical tests. */
const requestsOfCase = 2000

/** The share of a run's requests that no law makes, and that are there to find rare faults. */
const ordinary = 0.2

/** How many requests a run may send, and how many cases of each law that allows. Both may be given. */
const amountsOf = ({ requests, runs }: Pick<Given, "requests" | "runs">) => {
  const cases = Option.getOrElse(runs, () =>
    Math.max(1, Math.round(Option.getOrElse(requests, () => usualRequests) / requestsOfCase))
  )
  return { requests: Option.getOrElse(requests, () => cases * requestsOfCase), runs: cases }
}

/** After how many seconds seeds are requested again, in runs long enough for it. */
const late = 35
const lateOf = (seconds: number, runs: number): number => (seconds >= 60 && runs > 1 ? late : 0)

/** The share of a run's time reserved for the last laws, which check what all others have seen. */
const reserved = 0.2

/** The last laws are tested on their own only if the earlier ones have left time. */
const lastLaws = 19

export interface Target {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

const tokensOf = ({ limitedToken, readToken, revokedToken }: Given): OtherTokens => ({
  ...(Option.isSome(readToken) ? { read: readToken.value } : {}),
  ...(Option.isSome(revokedToken) ? { revoked: revokedToken.value } : {}),
  ...(Option.isSome(limitedToken) ? { limited: limitedToken.value } : {})
})

/** The seeds of an earlier report about the same country. */
const previousSeeds = Effect.fnUntraced(function* (file: Option.Option<string>, country: string) {
  if (Option.isNone(file)) return undefined
  const text = yield* textOf(file.value)
  const report = yield* Effect.catch(Schema.decodeUnknownEffect(Schema.fromJsonString(Report))(text), () =>
    refuse(`${file.value} is not the report of a run: name the report.json of an earlier one.`)
  )
  return report.subjects
    .filter((subject) => subject.kind === "deployment" && subject.country === country)
    .flatMap(({ seeds }) => seeds)
})

/** The service's name for itself. */
const descriptionOf = (subject: Deployment) =>
  Effect.map(subject.send({ path: "/openapi.json", authorization: null }), ({ body }) => {
    const info = (body as { readonly info?: { readonly title?: string; readonly version?: string } } | undefined)?.info
    return { title: info?.title ?? "unknown", version: info?.version ?? "unknown" }
  }).pipe(Effect.orElseSucceed(() => ({ title: "unknown", version: "unknown" })))

/** Says what a run has waited for: an outage breaks no promise, but whoever runs the deployment wants to know. */
const sayIfOut = Effect.fnUntraced(function* ({ repeated }: Deployment) {
  const count = yield* repeated
  if (count === 0) return []
  const requests = count === 1 ? "1 request was" : `${numberText(count)} requests were`
  yield* Console.log(
    `\n${paragraph(`${requests} sent again, because the deployment did not answer, or with 502, 503 or 504. Was it restarted, or overloaded?`, "")}`
  )
  return [{ name: "Sent again, for lack of an answer", value: numberText(count) }]
})

/** What a run needs whose time is used up: it may have waited for its token most of the time. */
const needsOf = ({ refusals }: Deployment) =>
  Effect.map(refusals, ({ answers }) =>
    answers === 0
      ? "Needs more --seconds or a faster deployment: the run's time was used up."
      : "Needs a --token with a higher limit, or more --seconds: the run's time was used up by waiting for the token's next minute."
  )

/** Says that the token's limit is too low for the run, which would otherwise wait without a word. */
export const sayIfLimited = Effect.fnUntraced(function* (
  subject: Pick<Deployment, "send">,
  requests: number,
  seconds: number
) {
  const { headers } = yield* subject.send({ path: "/countries" })
  const limit = Number(headers["ratelimit-limit"] ?? Infinity)
  const needed = Math.ceil((requests / seconds) * 60)
  if (limit >= needed) return
  yield* Console.log(
    `${paragraph(`The token is limited to ${numberText(limit)} requests per minute, and a run sends up to ${numberText(requests)} in ${seconds} seconds: laws will be left out for lack of time. Use a token with a limit of ${numberText(needed)} or more, fewer --requests, or more --seconds.`, "")}\n`
  )
})

/** Tests laws in order, giving each its share of the remaining time. */
const holdInTime = Effect.fnUntraced(function* <R>(
  laws: ReadonlyArray<Told<R>>,
  again: Again,
  seconds: number,
  needs: Limit["needs"]
) {
  const end = Math.round(yield* steadyMillis) + seconds * 1000
  const held: Array<Held> = []
  const reasons: Reasons = new Map()
  for (const [i, law] of laws.entries()) {
    const isLast = laws.length - i <= lastLaws
    const left = end - Math.round(yield* steadyMillis) - (isLast ? 0 : seconds * 1000 * reserved)
    held.push(yield* tell(law, again, { milliseconds: Math.max(isLast ? 10_000 : 1000, left), needs }, reasons))
  }
  return held
})

const chosenCountry = Effect.fnUntraced(function* (
  subject: Deployment,
  baseUrl: string,
  country: Option.Option<string>
) {
  const counts = (yield* subject.counts).toSorted((a, b) => b.residential - a.residential)
  const chosen = Option.getOrElse(country, () => counts[0]?.country ?? "US")
  const homes = counts.find((entry) => entry.country === chosen)?.residential ?? 0
  if (homes === 0) return yield* refuse(`${baseUrl} has no addresses in ${chosen}.`)
  const { body, status } = yield* subject.send({ path: `/generate?country=${chosen}` })
  if (status === 401) {
    return yield* refuse(`The --token cannot generate, which a run needs. ${errorIn(body)?.message ?? ""}`.trim())
  }
  return { chosen, homes, counts }
})

/** Seeds in the form of reports. */
const seedsOf = (seeds: ReadonlyArray<SeededAnswer>): ReadonlyArray<SeedReport> =>
  JSON.parse(JSON.stringify(seeds)) as ReadonlyArray<SeedReport>

/** How many seeds a report contains for the next run. */
const seedsAsked = 200

const askSeeds = (subject: Deployment, country: string, seed: number) =>
  Effect.forEach(
    Array.from({ length: seedsAsked }, (_, i) => ({ country, filters: {}, seed: `report ${seed} ${i}` })),
    (request) =>
      Effect.map(subject.draw(request), (drawn) => ({
        request,
        poolVersion: drawn.poolVersion,
        answer: JSON.stringify({ addresses: [drawn.address.id], eligibleCount: drawn.eligibleCount })
      })),
    { concurrency: 8 }
  )

/** Tests a deployment against its laws, and prints the results. */
export const holdDeployment = Effect.fnUntraced(function* (target: Target, given: Given, seed: number, again: Again) {
  const { baseUrl, token } = target
  const subject = yield* httpDeployment({ baseUrl, token, tokens: tokensOf(given) })
  const { chosen, counts, homes } = yield* chosenCountry(subject, baseUrl, given.country)
  const previous = yield* previousSeeds(given.previous, chosen)
  yield* Console.log(`${baseUrl}, ${chosen}: ${numberText(homes)} addresses\n`)
  const { seconds } = given
  const { requests, runs } = amountsOf(given)
  if (given.only === "") yield* sayIfLimited(subject, runs * requestsOfCase, seconds)
  const laws = deploymentSuite(subject, chosen, {
    runs,
    requests: Math.ceil(requests * ordinary),
    seconds: seconds / 3,
    seed,
    late: lateOf(seconds, runs),
    ...(previous === undefined ? {} : { previous: previous as ReadonlyArray<SeededAnswer> }),
    fuzz: target
  })
  const chosenLaws = laws.filter(({ promise }) => promise.includes(given.only))
  const held = yield* holdInTime(chosenLaws, again, seconds, needsOf(subject))
  const { title, version } = yield* descriptionOf(subject)
  const seeds = Option.isSome(given.report)
    ? yield* Effect.orElseSucceed(askSeeds(subject, chosen, seed), () => [])
    : []
  const outages = yield* sayIfOut(subject)
  const about = subjectOf(
    {
      kind: "deployment",
      name: baseUrl,
      product: Option.getOrElse(given.product, () => title),
      country: chosen,
      facts: [
        { name: "Interface", value: `${title} ${version}` },
        { name: "Homes", value: numberText(homes) },
        { name: "Pool version", value: String(seeds[0]?.poolVersion ?? "not asked") },
        { name: "Countries", value: counts.map(({ country }) => country).join(", ") },
        ...outages
      ],
      pools: counts.map(({ country, residential }) => ({
        country,
        homes: residential,
        ...(country === chosen && seeds[0] !== undefined ? { poolVersion: seeds[0].poolVersion } : {})
      })),
      seeds: seedsOf(seeds)
    },
    held
  )
  yield* Console.log(`\n${levelsLine(about.levels)}`)
  return about
})
