import { createHash } from "node:crypto"
import { Data, Effect, Option, Schema, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { memberAt } from "../api/Paging.ts"
import { answerOf } from "../Foreign.ts"
import type { Http } from "../Http.ts"
import { isPassing, RefusedRequest } from "../HttpAnswers.ts"
import type { Refusal } from "../HttpDocument.ts"
import { misconfigured, type Origin, shown, transient, unreadable } from "../Origin.ts"
import { following, stepsOf, toUrl } from "./Following.ts"
import { makeKeys } from "./Keys.ts"
import type { PageForm, Pages } from "./Pages.ts"
import { type PageText, readPage, xmlEnd, xmlStart } from "./PageText.ts"
import { statedIn } from "./Stated.ts"

/** How a service's pages are requested and read. */
export interface Paging {
  readonly pages: Pages
  readonly form: PageForm
}

/** The records of a service, whose pages are read as one file. */
interface PagedService extends Paging {
  readonly url: URL
}

/** How far the pages have been read: with this, reading goes on. */
const Progress = Schema.Struct({
  /** Pages and records so far. */
  pages: Schema.Int,
  records: Schema.Int,
  /** The number of records that the service had at first. */
  total: Schema.NullOr(Schema.Int),
  next: Schema.NullOr(
    Schema.Struct({
      url: Schema.optionalKey(Schema.String),
      query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])))
    })
  )
})
type Progress = typeof Progress.Type

const decodeProgress = Schema.decodeUnknownOption(Schema.fromJsonString(Progress))

/** The service has other records than at first, so that pages before may lack some. */
class Changed extends Data.TaggedError("Changed")<{ readonly message: string }> {}

/** How many times pages are read anew because the records have changed. */
const mostChanges = 3

/** From this part of records without identifiers on, those that come again are no twins, but the same. */
const mostTwins = 0.01

/** A page, with what it adds to the file of all pages. */
interface Piece {
  readonly bytes: Uint8Array
  readonly progress: Progress
  /** Of the first page: what tells whether pages that were read before are still those of the service. */
  readonly validator?: string
}

/** Failures that services tell with status 200, as Esri's do, and those that come in place of data. */
const refusalIn = (bytes: Uint8Array): Refusal | undefined => {
  const message = answerOf(bytes)
  if (message === undefined) return undefined
  const code = Number(
    /^\s*\{\s*"error"\s*:\s*\{\s*"code"\s*:\s*(\d+)/.exec(Buffer.from(bytes.subarray(0, 200)).toString())?.[1]
  )
  return { message, isPassing: isPassing(code) }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/** A total at which services stop counting, as Elasticsearch does at 10,000. */
const mayBeCut = (total: number): boolean => total >= 1000 && total % 1000 === 0

const makeReading = (http: Http, origin: Origin, service: PagedService) => {
  const { form, pages, url: base } = service
  const steps = stepsOf(pages)

  const ask = Effect.fnUntraced(function* (url: URL) {
    const { bytes, headers } = yield* http.document({ ...origin, place: shown(url) }, url.href, refusalIn)
    return { headers, page: yield* readPage(origin, bytes, form) }
  })

  /** The number of all records, where it takes a request of its own. */
  const counted = Effect.gen(function* () {
    if (pages.count === undefined) return undefined
    const url = toUrl(base, { query: pages.count.query })
    const { bytes } = yield* http.document(origin, url.href, refusalIn)
    const found = yield* Effect.try({
      try: () => Number(memberAt(JSON.parse(Buffer.from(bytes).toString("utf8")), pages.count!.at) ?? Number.NaN),
      catch: (cause) => unreadable(origin, "the response with the number of records is not JSON.", cause)
    })
    return Number.isInteger(found)
      ? found
      : yield* unreadable(origin, `the response with the number of records has none at ${pages.count.at}.`)
  })

  const totalOf = ({ body }: PageText) => statedIn(body, pages.total).total

  return { ask, base, counted, form, origin, pages, steps, totalOf }
}

type Reading = ReturnType<typeof makeReading>

/** Refuses pages that come again, in whole or in part: then others are missing, or there is no end. */
const makeTrail = (origin: Origin) => {
  const keys = makeKeys()
  const seen = new Set<string>()
  let again = 0
  let identified = false
  let all = 0
  return {
    follow: (page: PageText, number: number): Effect.Effect<void, SourceError> => {
      if (page.keys.length === 0) return Effect.void
      const whole = digest(page.keys.join())
      if (seen.has(whole)) {
        return Effect.fail(
          unreadable(
            origin,
            `page ${number} has the same records as an earlier one, so the pages would never end: the service seems to ignore how pages are requested. Check the mapping's "pages" against its documentation.`
          )
        )
      }
      seen.add(whole)
      all += page.keys.length
      again += keys.add(page.keys)
      identified = page.areIds
      return Effect.void
    },
    end: (): Effect.Effect<void, SourceError> =>
      again > (identified ? 0 : all * mostTwins)
        ? Effect.fail(
            unreadable(
              origin,
              `${again} of ${all} records came on more than one page, so others are missing: the service has no stable order, or its records changed meanwhile. Add an order to the URL (sortBy, orderByFields, sortby, $order or sort, with a field that identifies records), or try again later.`
            )
          )
        : Effect.void
  }
}

type Trail = ReturnType<typeof makeTrail>

/** A service that has no page after the last one, instead of an empty one. */
const isBeyond = (error: SourceError, { pages }: Progress): boolean =>
  pages > 0 && error.cause instanceof RefusedRequest && error.cause.status === 404

/** Checks whether all pages together are what the service says that it has. */
const settle = Effect.fnUntraced(function* ({ counted, origin }: Reading, trail: Trail, { records, total }: Progress) {
  const now = yield* counted
  if (now !== undefined && now !== total) {
    return yield* new Changed({ message: `had ${total} records at first, and ${now} at last` })
  }
  yield* trail.end()
  if (total !== null && records < total) {
    return yield* unreadable(
      origin,
      `its pages have ${records} records, but it says that there are ${total}. It may limit how many anyone gets: look for a limit in its documentation, or for a whole file.`
    )
  }
})

/** The page at which a reading stands, and how it goes on after it; undefined if there is none. */
const turn = Effect.fnUntraced(function* (reading: Reading, trail: Trail, before: Progress) {
  const { ask, base, counted, origin, pages, steps, totalOf } = reading
  const url = toUrl(base, before.next === null ? steps.first : before.next)
  const total = before.pages === 0 ? yield* counted : (before.total ?? undefined)
  const found = yield* Effect.catchIf(
    ask(url),
    (error) => isBeyond(error, before),
    () => Effect.undefined
  )
  if (found === undefined) return undefined
  const { headers, page } = found
  const stated = pages.count === undefined ? totalOf(page) : total
  const first = before.pages === 0 ? stated : (before.total ?? undefined)
  if (stated !== undefined && first !== undefined && stated !== first) {
    return yield* new Changed({ message: `had ${first} records at first, and ${stated} on page ${before.pages + 1}` })
  }
  yield* trail.follow(page, before.pages + 1)
  const { hasMore } = statedIn(page.body, pages.total)
  const { count } = page
  if (count === 0 && hasMore) {
    return yield* unreadable(
      origin,
      `page ${before.pages + 1} is empty, although the service says that there are more. Request smaller pages.`
    )
  }
  const records = before.records + count
  const isAll = first !== undefined && records >= first && !hasMore && !(mayBeCut(first) && pages.by !== "link")
  const next = isAll
    ? undefined
    : yield* following(
        origin,
        base,
        url,
        steps.next({ answer: { headers }, body: page.body, count, total: records, number: before.pages + 1 })
      )
  const progress: Progress = { pages: before.pages + 1, records, total: first ?? null, next: next ?? null }
  return { page, progress }
})

const begun: Progress = { pages: 0, records: 0, total: null, next: null }

/** What tells whether the pages that were read before are still those of the service. */
const validatorOf = (pages: Pages, { keys }: PageText, total: number | null | undefined): string =>
  `pages ${digest(JSON.stringify([pages, total ?? null, keys]))}`

/** The pages after those that have been read, each as it is written. */
const piecesFrom = (reading: Reading, start: Progress): Stream.Stream<Piece, SourceError | Changed> =>
  Stream.suspend(() => {
    const { form, origin } = reading
    const trail = makeTrail(origin)
    let last = start
    const pages = Stream.unfold(start as Progress | undefined, (before) =>
      Effect.gen(function* () {
        if (before === undefined) return undefined
        const turned = yield* turn(reading, trail, before)
        if (turned === undefined) return undefined
        const { page, progress } = turned
        last = progress
        const isFirst = before.pages === 0
        const opening = isFirst && form.type === "xml" ? xmlStart : ""
        const piece: Piece = {
          bytes: Buffer.from(opening + page.text),
          progress,
          ...(isFirst ? { validator: validatorOf(reading.pages, page, progress.total) } : {})
        }
        return [piece, progress.next === null ? undefined : progress] as const
      })
    )
    const end = Stream.unwrap(
      Effect.map(
        Effect.suspend(() => settle(reading, trail, last)),
        (): Stream.Stream<Piece> =>
          form.type === "xml" ? Stream.succeed({ bytes: Buffer.from(xmlEnd), progress: last }) : Stream.empty
      )
    )
    return Stream.concat(pages, end)
  })

/** The same as for a file, for the pages of a service, which are read as one file: each record on a line, or in XML. */
export const pagedHttp = (http: Http, service: PagedService): Http => {
  const readingOf = (origin: Origin) => makeReading(http, origin, service)

  const whole: Http["whole"] = (origin, _, there, sink) => {
    const reading = readingOf(origin)
    const begin = (at: number, validator: string | undefined) =>
      sink.begin({ at, size: undefined, validator, version: undefined, changedAt: undefined, digest: undefined })
    const write = Effect.fnUntraced(function* ({ bytes, progress, validator }: Piece) {
      if (validator !== undefined) yield* begin(0, validator)
      yield* sink.write(bytes)
      if (progress.next !== null) yield* sink.mark(JSON.stringify(progress))
    })
    const attempt = (start: Progress, changes: number): Effect.Effect<void, SourceError> =>
      Stream.runForEach(piecesFrom(reading, start), write).pipe(
        Effect.catchTag("Changed", ({ message }) =>
          changes < mostChanges
            ? attempt(begun, changes + 1)
            : Effect.fail(
                transient(
                  origin,
                  `the service ${message}: its records keep changing while they are read. Try again later.`
                )
              )
        )
      )
    const mark = there?.mark === undefined ? Option.none() : decodeProgress(there.mark)
    return Option.match(mark, {
      onNone: () => attempt(begun, 0),
      onSome: (start) => Effect.andThen(begin(there!.bytes, there!.validator), attempt(start, 0))
    }).pipe(
      // Earlier pages may be the reason of a fault: the next attempt reads them again.
      Effect.tapError(({ reason }) => (reason === "unreadable" ? Effect.ignore(begin(0, undefined)) : Effect.void))
    )
  }

  return {
    ...http,
    // The first page says nothing of the others.
    version: () => Effect.undefined,
    size: () => Effect.undefined,
    probe: (origin, _, count) =>
      Effect.gen(function* () {
        const { ask, base, counted, steps, totalOf } = readingOf(origin)
        const { page } = yield* ask(toUrl(base, steps.first))
        const validator = validatorOf(service.pages, page, (yield* counted) ?? totalOf(page))
        const head = Buffer.from(`${service.form.type === "xml" ? xmlStart : ""}${page.text}`).subarray(0, count)
        return { size: undefined, validator, version: undefined, name: undefined, ranges: false, head, hasNext: false }
      }),
    bytes: (origin) =>
      piecesFrom(readingOf(origin), begun).pipe(
        Stream.map(({ bytes }) => bytes),
        Stream.catchTag("Changed", ({ message }) =>
          Stream.fail(transient(origin, `the service ${message}. Read it again.`))
        )
      ),
    range: (origin) => Effect.fail(misconfigured(origin, "parts of a service's pages cannot be requested.")),
    whole
  }
}
