import { Clock, Duration, Effect, Predicate } from "effect"
import { jsonIn } from "../sources/reading/Json.ts"
import { nextLink, statedIn } from "../sources/reading/paged/Stated.ts"
import type { NotApplicable, SourceLaw } from "./SourceLaw.ts"
import { sourceLaw } from "./SourceLaw.ts"
import type { Rebuild } from "./SourceFileLaws.ts"
import { attempted, once, type SourceUnreadable, survey, type Survey } from "./SourceSurvey.ts"
import { type HostAnswer, type HostFault, type HostNotes, notingHost, standInHost } from "./StandInHost.ts"

/** Maximum number of stored responses of a host: a source that needs more is too large for these laws. */
const mostAnswers = 200

/** Records that are checked in one reading. */
const mostRecords = 10_000

/** What a source has read from a host. */
interface Hosted {
  readonly survey: Survey
  readonly fingerprint: string | undefined
  readonly answers: ReadonlyArray<HostAnswer>
  /** The responses that contained the records. */
  readonly pages: ReadonlyArray<HostAnswer>
}

/** Makes waits of a few seconds between tries take no time. Timeouts of whole responses are unchanged. */
const impatient = Effect.map(Clock.Clock, (clock): Clock.Clock => ({
  ...clock,
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) => (Duration.toMillis(duration) < 15_000 ? Effect.yieldNow : clock.sleep(duration))
}))

const hurried = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(impatient, (clock) => Effect.provideService(effect, Clock.Clock, clock))

/** The largest list of objects in a response: its items. */
const itemsOf = (value: unknown, depth = 0): number => {
  if (Array.isArray(value)) return value.filter(Predicate.isReadonlyObject).length
  if (!Predicate.isReadonlyObject(value) || depth > 4) return 0
  return Math.max(0, ...Object.values(value).map((member) => itemsOf(member, depth + 1)))
}

/** The response's indication that there is more, if it has one. */
const moreOf = ({ headers, text }: HostAnswer): string | undefined => {
  const body = jsonIn(text)
  const next = nextLink(headers, body)
  if (next !== undefined) return `it links to the next page, ${next}`
  return statedIn(body, headers).hasMore ? "it says that there are more" : undefined
}

const changed = (answer: HostAnswer): HostAnswer => {
  const { etag: _, "last-modified": __, ...headers } = answer.headers
  return {
    ...answer,
    headers: { ...headers, etag: '"another"', "last-modified": "Fri, 01 Jan 2100 00:00:00 GMT" },
    // Numbers and texts change with the data; the structure of the response stays.
    text: answer.text.replace(/("(?:[^"\\]|\\.)*"\s*:\s*")((?:[^"\\]|\\.)+)"/g, '$1$2 9"')
  }
}

const doings: Readonly<Record<HostFault, string>> = {
  breaks: "breaks the connection in the middle of a response, once",
  cuts: "ends a response in the middle",
  falters: "responds with 503 once, in the middle of the reading",
  fails: "responds with 503 from the middle of the reading on",
  delays: "delays a response"
}

const noHost =
  "It does not use the HttpClient from its Layer. A source that reads an API must use it (`webApi` does), so that a stand-in can replace the host."

type Client = Parameters<Rebuild>[1]

/** The fingerprint of the source with another client. */
const fingerprintOf = (rebuild: Rebuild, client: Client) =>
  attempted(Effect.suspend(() => rebuild((reader) => reader, client))).pipe(
    Effect.flatMap((source) => attempted(source.fingerprint)),
    Effect.scoped,
    hurried
  )

/** What the source gives with another client. */
const readWith = Effect.fnUntraced(
  function* (country: string, rebuild: Rebuild, client: Client) {
    const source = yield* attempted(Effect.suspend(() => rebuild((reader) => reader, client)))
    yield* attempted(source.fingerprint)
    return yield* survey(source, country, mostRecords)
  },
  Effect.scoped,
  hurried
)

/** What the source gives with its own client, and what its host has answered. */
const noted = Effect.fnUntraced(function* (country: string, rebuild: Rebuild) {
  const notes: HostNotes = { answers: [] }
  const source = yield* attempted(
    Effect.suspend(() =>
      rebuild(
        (reader) => reader,
        (client) => notingHost(client, notes)
      )
    )
  )
  // Another law says if it fails.
  const fingerprint = yield* Effect.orElseSucceed(attempted(source.fingerprint), () => undefined)
  const before = notes.answers.length
  const found = yield* survey(source, country, mostRecords)
  const pages = notes.answers.slice(before)
  return { survey: found, fingerprint, answers: notes.answers, pages } satisfies Hosted
}, Effect.scoped)

/** A source that asks a host. */
interface Host {
  readonly rebuild: Rebuild
  /** What the source has read, or why these laws do not apply. */
  readonly subject: Effect.Effect<Hosted | NotApplicable, SourceUnreadable>
  /** What it gives with another client. */
  readonly read: (client: Client) => Effect.Effect<Survey, SourceUnreadable>
}

const readsEveryPage = ({ subject }: Host): SourceLaw =>
  sourceLaw("MUST read every page of an API", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const { pages, survey } = found
      const last = pages.at(-1)!
      const more = moreOf(last)
      yield* law.hold(
        more === undefined || itemsOf(jsonIn(last.text)) === 0,
        `It ends after ${pages.length} pages, with ${last.url}, though ${more}. The remaining records are lost, and a synchronization would remove them. Follow it (\`paging\` does).`
      )
      const { total = 0 } = statedIn(jsonIn(last.text), last.headers)
      yield* law.hold(
        survey.elements.length >= total,
        `The host reports ${total} records, but the source gave ${survey.elements.length}, rejected ones included. Is the last page not read, or are items left out?`
      )
    })
  )

const givesEveryItem = ({ subject }: Host): SourceLaw =>
  sourceLaw("MUST give or reject every item of an API: none is silently dropped", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const counts = found.pages.map((page) => ({ url: page.url, items: itemsOf(jsonIn(page.text)) }))
      const items = counts.reduce((sum, one) => sum + one.items, 0)
      if (items === 0) {
        return {
          because: "Its responses contain no list of objects. Needs JSON responses with their items in a list."
        }
      }
      const { elements } = found.survey
      yield* law.hold(
        elements.length >= items,
        `The host gave ${items} items on ${counts.length} pages (${counts
          .slice(0, 5)
          .map((one) => `${one.items} at ${one.url}`)
          .join(
            ", "
          )}), and ${elements.length} records or reasons came of them. Give DataSource.rejected("filtered", …) for what is left out.`
      )
    })
  )

const withstandsFaults = ({ read, rebuild, subject }: Host): SourceLaw =>
  sourceLaw("MUST end with all records or with a SourceError, however its host falters", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const at = found.pages[Math.floor(found.pages.length / 2)]!.url
      for (const fault of ["delays", "falters", "breaks", "cuts", "fails"] as const) {
        const outcome = yield* Effect.result(read(() => standInHost(found.answers, { at, fault })))
        const mustSucceed = fault === "delays"
        if (outcome._tag === "Failure") {
          yield* law.hold(
            !outcome.failure.defect && !mustSucceed,
            `When the host ${doings[fault]} (${at}), it ${outcome.failure.defect ? "dies" : "fails"}: ${outcome.failure.message} ${outcome.failure.defect ? "Turn it into a DataSource.SourceError." : ""}`
          )
          continue
        }
        const [count, all] = [outcome.success.elements.length, found.survey.elements.length]
        yield* law.hold(
          count === all,
          `When the host ${doings[fault]} (${at}), it ends with ${
            count < all
              ? `${count} of ${all} records as if that were all. The run would remove the others. Retry, or pass on the SourceError (\`webApi\` does both).`
              : `${count} records instead of ${all}: it begins again after it has given some of them. Retry the request that failed (\`webApi\` does), not the whole stream.`
          }`
        )
        const known = new Set(found.survey.texts)
        const other = outcome.success.elements[outcome.success.texts.findIndex((text) => !known.has(text))]
        yield* law.hold(
          other === undefined,
          `When the host ${doings[fault]} (${at}), it gives a record that is not what the host has. The run would take it for a change. Retry, or pass on the SourceError (\`webApi\` does both). The record:`,
          other
        )
      }
      const [first] = found.answers
      const outcome = yield* Effect.result(
        fingerprintOf(rebuild, () => standInHost(found.answers, { at: first!.url, fault: "fails" }))
      )
      yield* law.hold(
        outcome._tag === "Failure" || outcome.success === found.fingerprint,
        `When the host responds with 503 (${first!.url}), its fingerprint is another one, and everything would be read again. Pass on the SourceError.`
      )
    })
  )

const followsItsHost = ({ rebuild, subject }: Host): SourceLaw =>
  sourceLaw("MUST have a fingerprint that changes with its host's data", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const outcome = yield* Effect.result(
        fingerprintOf(rebuild, () => standInHost(found.answers, { change: changed }))
      )
      yield* law.hold(
        outcome._tag === "Failure" || outcome.success !== found.fingerprint,
        `It is "${found.fingerprint}" whatever the host responds: the data, the ETag and the date have changed, and no run would read them. Compute it from the version that the host reports (\`version\` does).`
      )
    })
  )

/** Laws about a source's hosts, for a source that uses the HttpClient of its Layer. */
export const hostLaws = (country: string, rebuild: Rebuild): ReadonlyArray<SourceLaw> => {
  const subject = Effect.map(once(noted(country, rebuild)), (found): Hosted | NotApplicable => {
    if (found.pages.length === 0) return { because: noHost }
    return found.answers.length > mostAnswers || !found.survey.whole
      ? {
          because: `It sends ${found.answers.length} requests or more. Needs a smaller part of its data: recorded responses, or an option that limits it.`
        }
      : found
  })
  const host: Host = { rebuild, subject, read: (client) => readWith(country, rebuild, client) }
  return [readsEveryPage(host), givesEveryItem(host), withstandsFaults(host), followsItsHost(host)]
}
