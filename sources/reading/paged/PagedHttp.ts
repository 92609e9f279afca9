import { Data, Effect, Option, Schema, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { moment, type Moment, passed } from "../Clocks.ts"
import { freshMillis } from "../Downloads.ts"
import type { Http } from "../Http.ts"
import { RefusedRequest } from "../HttpAnswers.ts"
import type { RemoteFile } from "../HttpRange.ts"
import type { Received } from "../HttpWhole.ts"
import { misconfigured, type Origin, transient, unreadable } from "../Origin.ts"
import { following, toUrl } from "./Following.ts"
import type { Pages } from "./Pages.ts"
import { recordsWithin, xmlEnd, xmlStart } from "./PageText.ts"
import { makeService, type Opened, type PagedService, type Service } from "./Service.ts"
import { statedIn } from "./Stated.ts"
import { digest, keysOf, makeTrail, type Trail } from "./Trail.ts"

/** How far the pages have been read: with this, reading goes on. */
const Progress = Schema.Struct({
  /** Pages and records so far. */
  pages: Schema.Int,
  records: Schema.Int,
  /** The number of records that the service had at first. */
  total: Schema.NullOr(Schema.Int),
  /** What is the same on all pages. */
  head: Schema.optionalKey(Schema.String),
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

/** Characters of a page that a message shows. */
const mostShown = 160

/** How many times pages are read anew because the records have changed. */
const mostChanges = 3

/** A page, with what it adds to the file of all pages. */
interface Piece {
  readonly bytes: Uint8Array
  readonly progress: Progress
  /** Of the first page: what tells whether pages that were read before are still those of the service. */
  readonly validator?: string
}

/** A number at which services stop counting, as Elasticsearch does at 10,000. */
const isRound = (total: number): boolean => /^[1-9]0{3,}$/.test(String(total))

/** A service that has no page after the last one, instead of an empty one. */
const isBeyond = ({ cause }: SourceError, { pages, records, total }: Progress): boolean =>
  pages > 0 &&
  cause instanceof RefusedRequest &&
  (cause.status === 404 || cause.status === 416 || (total !== null && records >= total))

/** Checks whether all pages together are what the service says that it has. */
const settle = Effect.fnUntraced(function* (
  { isStated, origin, recount }: Service,
  trail: Trail,
  { records, total }: Progress
) {
  const now = yield* recount
  if (now !== undefined && now !== total) {
    return yield* new Changed({ message: `had ${total} records at first, and ${now} at last` })
  }
  yield* trail.end()
  if (records === 0) return yield* unreadable(origin, "the service has no records. Check the URL, and its filters.")
  if (total === null || records === total || (records > total && isStated && isRound(total))) return
  const limit =
    records > total
      ? ""
      : " It may limit how many anyone gets: look for a limit in its documentation, or for a whole file."
  const other = isStated
    ? ' If that counts something else, say where the number of all records is: "total" of the mapping\'s "pages".'
    : ""
  return yield* unreadable(
    origin,
    `its pages have ${records} records, but it says that there are ${total}.${limit}${other}`
  )
})

/** The number of all records, unless the first page said only how many are on it, as the second one shows. */
const totalOf = (
  { isStated, pages }: Service,
  { pages: before, records, total }: Progress,
  count: number,
  stated: number | undefined
) => (isStated && !("total" in pages) && before === 1 && total === records && stated === count ? null : total)

/** The next page, and how reading goes on after it; undefined if there is none. */
const turn = Effect.fnUntraced(function* (service: Service, opened: Opened, trail: Trail, before: Progress) {
  const { ask, base, isStated, origin, pages } = service
  const number = before.pages + 1
  const url = toUrl(base, before.next ?? opened.start)
  const found =
    number === 1
      ? opened.first
      : yield* Effect.catchIf(
          ask(url),
          (error) => isBeyond(error, before),
          () => Effect.undefined
        )
  if (found === undefined) return undefined
  const { headers, page, stated } = found
  const total = number === 1 ? (opened.total ?? null) : totalOf(service, before, page.count, stated.total)
  if (isStated && total !== null && stated.total !== undefined && stated.total !== total) {
    return yield* new Changed({ message: `had ${total} records at first, and ${stated.total} on page ${number}` })
  }
  const { head = page.head } = before
  if (page.head !== head && page.head !== "") {
    return yield* transient(
      origin,
      `page ${number} begins otherwise than the first: "${page.head.trim().slice(0, mostShown)}". Try again later.`
    )
  }
  yield* trail.follow(page.records, url, number)
  const { count } = page
  if (count === 0 && stated.isCut) {
    return yield* unreadable(
      origin,
      `page ${number} is empty, although the service says that there are more. Request smaller pages.`
    )
  }
  const records = before.records + count
  // What is said of all may have been said of the first page, or of as many as a service counts.
  const isSure = !isStated || pages.by === "link" || ((number > 1 || "total" in pages) && !isRound(records))
  const isAll = records === total && !stated.hasMore && isSure
  const after = opened.next({ answer: { headers }, body: page.body, count, total: records, number })
  const step = isAll || trail.isOver() ? undefined : yield* following(origin, base, url, after)
  const progress: Progress = {
    pages: number,
    records,
    total,
    ...(head === "" ? {} : { head }),
    next: step ?? null
  }
  return { page, progress }
})

const begun: Progress = { pages: 0, records: 0, total: null, next: null }

/** What tells whether the pages that were read before are still those of the service. */
const validatorOf = (pages: Pages, { first, total }: Opened): string =>
  `pages ${digest(JSON.stringify([pages, total ?? null, keysOf(first.page.records).keys]))}`

/** The pages after those that have been read, each as it is written. */
const piecesFrom = (
  service: Service,
  opened: Opened,
  trail: Trail,
  start: Progress
): Stream.Stream<Piece, SourceError | Changed> =>
  Stream.suspend(() => {
    const { form } = service
    let last = start
    const pages = Stream.unfold(start as Progress | undefined, (before) =>
      Effect.gen(function* () {
        if (before === undefined) return undefined
        const turned = yield* turn(service, opened, trail, before)
        if (turned === undefined) return undefined
        const { page, progress } = turned
        last = progress
        const isFirst = before.pages === 0
        const opening = isFirst ? (form.type === "xml" ? xmlStart : page.head) : ""
        const piece: Piece = {
          bytes: Buffer.from(opening + page.text),
          progress,
          ...(isFirst ? { validator: validatorOf(service.pages, opened) } : {})
        }
        return [piece, progress.next === null ? undefined : progress] as const
      })
    )
    const end = Stream.unwrap(
      Effect.map(
        Effect.suspend(() => settle(service, trail, last)),
        (): Stream.Stream<Piece> =>
          form.type === "xml" ? Stream.succeed({ bytes: Buffer.from(xmlEnd), progress: last }) : Stream.empty
      )
    )
    return Stream.concat(pages, end)
  })

/** What a process knows of a service. */
const makeAcquaintance = (http: Http, given: PagedService) => {
  /** What was requested to see whether kept pages are still those of the service, and has not been read yet. */
  let opened: Opened | undefined
  /** What is kept since then. */
  let kept: { readonly remote: RemoteFile; readonly since: Moment } | undefined

  const remoteOf = (now: Opened): RemoteFile => ({
    size: undefined,
    validator: validatorOf(given.pages, now),
    version: undefined,
    name: undefined,
    ranges: false,
    // None of these pages is compressed.
    head: new Uint8Array(0),
    stated: statedIn(undefined)
  })

  return {
    probe: Effect.fnUntraced(function* (origin: Origin) {
      const now = yield* moment
      if (kept !== undefined && passed(kept.since, now) < freshMillis) return kept.remote
      opened = yield* makeService(http, origin, given).open
      return remoteOf(opened)
    }),
    /** What was opened to be read, once; or else anew. */
    open: ({ open }: Service) =>
      Effect.suspend(() => {
        const found = opened
        opened = undefined
        return found === undefined ? open : Effect.succeed(found)
      }),
    /** All pages have been kept. */
    keep: (now: Opened) =>
      Effect.map(moment, (since) => {
        kept = { remote: remoteOf(now), since }
      })
  }
}

const makeWhole =
  (http: Http, given: PagedService, { keep, open }: ReturnType<typeof makeAcquaintance>): Http["whole"] =>
  (origin, _, there, sink) => {
    const service = makeService(http, origin, given)
    const begin = (at: number, validator: string | undefined) =>
      sink.begin({ at, size: undefined, validator, version: undefined, changedAt: undefined, digest: undefined })
    const write = Effect.fnUntraced(function* ({ bytes, progress, validator }: Piece) {
      if (validator !== undefined) yield* begin(0, validator)
      yield* sink.write(bytes)
      if (progress.next !== null) yield* sink.mark(JSON.stringify(progress))
    })
    const attempt = (now: Opened, trail: Trail, start: Progress, changes: number): Effect.Effect<void, SourceError> =>
      Stream.runForEach(piecesFrom(service, now, trail, start), write).pipe(
        Effect.andThen(keep(now)),
        Effect.catchTag("Changed", ({ message }) =>
          changes < mostChanges
            ? Effect.flatMap(service.open, (again) => attempt(again, makeTrail(origin), begun, changes + 1))
            : Effect.fail(
                transient(
                  origin,
                  `the service ${message}: its records keep changing while they are read. Try again later.`
                )
              )
        )
      )
    /** After the pages that are kept. */
    const goOn = Effect.fnUntraced(function* (start: Progress, { bytes, contents, validator }: Received, trail: Trail) {
      yield* Stream.runForEachArray(recordsWithin(origin, contents ?? Stream.empty, given.form), (records) =>
        Effect.sync(() => trail.recall(records))
      )
      yield* begin(bytes, validator)
      return start
    })
    return Effect.gen(function* () {
      const trail = makeTrail(origin)
      const mark = there?.mark === undefined ? undefined : Option.getOrUndefined(decodeProgress(there.mark))
      const start = mark === undefined ? begun : yield* goOn(mark, there!, trail)
      yield* attempt(yield* open(service), trail, start, 0)
    }).pipe(
      // Earlier pages may be the reason of a fault: the next attempt reads them again.
      Effect.tapError(({ reason }) => (reason === "unreadable" ? Effect.ignore(begin(0, undefined)) : Effect.void))
    )
  }

/** The same as for a file, for the pages of a service, which are read as one file: each record on a line, or in XML. */
export const pagedHttp = (http: Http, given: PagedService): Http => {
  const acquaintance = makeAcquaintance(http, given)
  return {
    ...http,
    // The first page says nothing of the others.
    version: () => Effect.undefined,
    size: () => Effect.undefined,
    probe: acquaintance.probe,
    bytes: (origin) => {
      const service = makeService(http, origin, given)
      return Stream.unwrap(
        Effect.map(acquaintance.open(service), (now) => piecesFrom(service, now, makeTrail(origin), begun))
      ).pipe(
        Stream.map(({ bytes }) => bytes),
        Stream.catchTag("Changed", ({ message }) =>
          Stream.fail(transient(origin, `the service ${message}. Read it again.`))
        )
      )
    },
    range: (origin) => Effect.fail(misconfigured(origin, "parts of a service's pages cannot be requested.")),
    whole: makeWhole(http, given, acquaintance)
  }
}
