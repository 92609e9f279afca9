import { Effect } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { answerOf, saidIn, tellingBytes } from "../Foreign.ts"
import type { Http } from "../Http.ts"
import { isPassing } from "../HttpAnswers.ts"
import type { Refusal } from "../HttpDocument.ts"
import { memberAt } from "../Member.ts"
import { type Origin, shown, transient, unreadable } from "../Origin.ts"
import { stepsOf, toUrl } from "./Following.ts"
import type { PageForm, Pages } from "./Pages.ts"
import { readPage } from "./PageText.ts"
import { rootAttributes, saysFault, statedIn } from "./Stated.ts"

/** How a service's pages are requested and read. */
export interface Paging {
  readonly pages: Pages
  readonly form: PageForm
}

/** The records of a service, whose pages are read as one file. */
export interface PagedService extends Paging {
  readonly url: URL
}

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 200)).toString().trimStart()

/**
 * Failures that services tell with status 200, as Esri's do, and those that come in place of data: between pages of
 * data, a page for people is what a gateway says of a server that is down.
 */
const refusalIn =
  (isBetween: boolean) =>
  (bytes: Uint8Array): Refusal | undefined => {
    const message = answerOf(bytes)
    if (message === undefined) return undefined
    const code = Number(/"code"\s*:\s*"?(\d+)/.exec(startOf(bytes))?.[1])
    return { message, isPassing: isPassing(code) || (isBetween && /^<(?!\?xml)/.test(startOf(bytes))) }
  }

export const makeService = (http: Http, origin: Origin, { form, pages, url: base }: PagedService) => {
  const ask = Effect.fnUntraced(function* (url: URL, isBetween: boolean) {
    const place = { ...origin, place: shown(url) }
    const { bytes, headers } = yield* http.document(place, url.href, refusalIn(isBetween))
    const said = () => saidIn(bytes.subarray(0, tellingBytes))
    const page = yield* readPage(origin, bytes, form).pipe(
      Effect.filterOrFail(
        ({ body, count }) => count > 0 || !saysFault(body),
        () => unreadable(place, `it has no records, and says "${said()}". Correct the request, or ask later.`)
      ),
      Effect.mapError((error) =>
        isBetween ? transient(place, `it is no page like those before, but "${said()}". Try again later.`) : error
      )
    )
    return { headers, page, stated: statedIn(page.body, headers, pages.by === "ids" ? undefined : pages.total) }
  })

  /** What another response has at a path. */
  const askFor = Effect.fnUntraced(function* ({
    at,
    query
  }: {
    readonly at: string
    readonly query: Readonly<Record<string, string>>
  }) {
    const { bytes } = yield* http.document(origin, toUrl(base, { query }).href, refusalIn(false))
    const text = Buffer.from(bytes).toString("utf8").trimStart()
    return yield* Effect.try({
      try: () => memberAt(text.startsWith("<") ? rootAttributes(text) : (JSON.parse(text) as unknown), at),
      catch: (cause) => unreadable(origin, `the response that should have ${at} is not JSON.`, cause)
    })
  })

  const listed = Effect.gen(function* () {
    if (pages.by !== "ids") return undefined
    const found = yield* askFor(pages.list)
    // Esri's servers have null where there is none.
    const ids = Array.isArray(found) ? found.map(Number) : found === null ? [] : undefined
    return ids === undefined || ids.some((id) => !Number.isInteger(id))
      ? yield* unreadable(origin, `the response with the numbers of all records has no such list at ${pages.list.at}.`)
      : ids.toSorted((one, other) => one - other)
  })

  const counted = Effect.gen(function* () {
    if (pages.by === "ids" || pages.count === undefined) return undefined
    const found = Number((yield* askFor(pages.count)) ?? Number.NaN)
    return Number.isInteger(found)
      ? found
      : yield* unreadable(origin, `the response with the number of records has none at ${pages.count.at}.`)
  })

  /** The first page, and what it takes to request the others. */
  const open = Effect.gen(function* () {
    const ids = yield* listed
    const steps = stepsOf(pages, ids)
    const total = ids?.length ?? (yield* counted)
    const first = yield* ask(toUrl(base, steps.first), false)
    return { first, next: steps.next, start: steps.first, total: total ?? first.stated.total }
  })

  return {
    ask: (url: URL) => ask(url, true),
    base,
    form,
    open,
    origin,
    pages,
    /** The number of all records, where it takes a request of its own. */
    recount: Effect.flatMap(listed, (ids): Effect.Effect<number | undefined, SourceError> =>
      ids === undefined ? counted : Effect.succeed(ids.length)
    ),
    /** Whether the number of all records is in the pages, if anywhere. */
    isStated: pages.by !== "ids" && pages.count === undefined
  }
}

export type Service = ReturnType<typeof makeService>
export type Opened = Effect.Success<Service["open"]>
