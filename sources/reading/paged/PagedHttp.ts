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

/** A number at which services stop counting, as Elasticsearch does at 10,000. */
const isRound = (total: number): boolean => /^[1-9]0{3,}$/.test(String(total))

/** How many empty pages in a row are followed by the links in them. */
const mostEmpty = 10

const makeReading = (http: Http, origin: Origin, service: PagedService) => {
  const { form, pages, url: base } = service

  const ask = Effect.fnUntraced(function* (url: URL) {
    const { bytes, headers } = yield* http.document({ ...origin, place: shown(url) }, url.href, refusalIn)
    return { headers, page: yield* readPage(origin, bytes, form) }
  })

  /** What another response has at a path. */
  const askFor = Effect.fnUntraced(function* ({
    at,
    query
  }: {
    readonly at: string
    readonly query: Readonly<Record<string, string>>
  }) {
    const { bytes } = yield* http.document(origin, toUrl(base, { query }).href, refusalIn)
    return yield* Effect.try({
      try: () => memberAt(JSON.parse(Buffer.from(bytes).toString("utf8")), at),
      catch: (cause) => unreadable(origin, `the response that should have ${at} is not JSON.`, cause)
    })
  })

  const ids = Effect.gen(function* () {
    if (pages.by !== "ids") return []
    const found = yield* askFor(pages.list)
    // Esri's servers have null where there is none.
    const listed = Array.isArray(found) ? found.map(Number) : found === null ? [] : undefined
    return listed === undefined || listed.some((id) => !Number.isInteger(id))
      ? yield* unreadable(origin, `the response with the numbers of all records has no such list at ${pages.list.at}.`)
      : listed.toSorted((one, other) => one - other)
  })

  /** The number of all records, where it takes a request of its own. */
  const counted = Effect.gen(function* () {
    if (pages.by === "ids") return (yield* ids).length
    if (pages.count === undefined) return undefined
    const found = Number((yield* askFor(pages.count)) ?? Number.NaN)
    return Number.isInteger(found)
      ? found
      : yield* unreadable(origin, `the response with the number of records has none at ${pages.count.at}.`)
  })

  const saysTotal = pages.by !== "ids" && pages.count === undefined
  const statedOf = ({ body }: PageText) => {
    const stated = statedIn(body, pages.by === "ids" ? undefined : pages.total)
    return saysTotal ? stated : { ...stated, total: undefined }
  }
  /** Whether there may be more records than the service says. */
  const mayHaveMore = (total: number) => saysTotal && pages.by !== "link" && isRound(total)
  const steps = Effect.map(ids, (all) => stepsOf(pages, all))

  return { ask, base, counted, form, mayHaveMore, origin, pages, statedOf, steps }
}

type Reading = ReturnType<typeof makeReading>

/** Refuses pages that come again, in whole or in part: then others are missing, or there is no end. */
const makeTrail = (origin: Origin) => {
  const keys = makeKeys()
  const seen = new Set<string>()
  let again = 0
  let areIdentified = true
  let all = 0
  let empty = 0
  return {
    follow: (page: PageText, number: number): Effect.Effect<void, SourceError> => {
      empty = page.count === 0 ? empty + 1 : 0
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
      areIdentified &&= page.areIds
      return Effect.void
    },
    /** Whether nothing has come for so long that nothing will. */
    isOver: () => empty === mostEmpty,
    end: (): Effect.Effect<void, SourceError> =>
      again > (areIdentified ? 0 : all * mostTwins)
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
  if (records === 0) return yield* unreadable(origin, "the service has no records. Check the URL, and its filters.")
  if (total !== null && records < total) {
    return yield* unreadable(
      origin,
      `its pages have ${records} records, but it says that there are ${total}. It may limit how many anyone gets: look for a limit in its documentation, or for a whole file.`
    )
  }
})

/** The next page, and how reading goes on after it; undefined if there is none. */
const turn = Effect.fnUntraced(function* (
  { ask, base, counted, mayHaveMore, origin, statedOf }: Reading,
  { first, next }: ReturnType<typeof stepsOf>,
  trail: Trail,
  before: Progress
) {
  const number = before.pages + 1
  const url = toUrl(base, before.next ?? first)
  const expected = (number === 1 ? yield* counted : before.total) ?? undefined
  const found = yield* Effect.catchIf(
    ask(url),
    (error) => isBeyond(error, before),
    () => Effect.undefined
  )
  if (found === undefined) return undefined
  const { headers, page } = found
  const stated = statedOf(page)
  const total = expected ?? (number === 1 ? stated.total : undefined)
  if (stated.total !== undefined && total !== undefined && stated.total !== total) {
    return yield* new Changed({ message: `had ${total} records at first, and ${stated.total} on page ${number}` })
  }
  yield* trail.follow(page, number)
  const { count } = page
  if (count === 0 && stated.isCut) {
    return yield* unreadable(
      origin,
      `page ${number} is empty, although the service says that there are more. Request smaller pages.`
    )
  }
  const records = before.records + count
  const isAll = total !== undefined && records >= total && !stated.hasMore && !mayHaveMore(total)
  const after = next({ answer: { headers }, body: page.body, count, total: records, number })
  const step = isAll || trail.isOver() ? undefined : yield* following(origin, base, url, after)
  const progress: Progress = { pages: number, records, total: total ?? null, next: step ?? null }
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
    let steps: ReturnType<typeof stepsOf> | undefined
    const pages = Stream.unfold(start as Progress | undefined, (before) =>
      Effect.gen(function* () {
        if (before === undefined) return undefined
        steps ??= yield* reading.steps
        const turned = yield* turn(reading, steps, trail, before)
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
        const { ask, base, counted, statedOf, steps } = readingOf(origin)
        const { page } = yield* ask(toUrl(base, (yield* steps).first))
        const validator = validatorOf(service.pages, page, (yield* counted) ?? statedOf(page).total)
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
