import { createHash } from "node:crypto"
import { Effect, Option, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { Rejected, SourceError } from "../../DataSource.ts"
import { misconfigured, shown, unreadable } from "../Origin.ts"
import { Offline } from "../Secret.ts"
import { memberAt } from "../Member.ts"
import { mostIn, partOf } from "../paged/Excerpt.ts"
import { onServer } from "../paged/Following.ts"
import { saysFault, statedIn } from "../paged/Stated.ts"
import { makeTrail } from "../paged/Trail.ts"
import { onePage, type Page, type Paging } from "./Paging.ts"
import {
  type Answer,
  type ApiPatience,
  makeRequests,
  plain,
  type RequestOptions,
  usualApiPatience,
  type Value
} from "./Requests.ts"

export interface WebApiOptions {
  /** The source's name, for messages. */
  readonly source: string
  /** The base of request paths, such as `https://api.example.org/v1/`. */
  readonly url: string
  /** Sent with each request. Keys are `Redacted`, as returned by `secret`. */
  readonly headers?: RequestOptions["headers"]
  /** Added to each request's query. */
  readonly query?: Readonly<Record<string, Value>>
  /** The maximum number of requests per second; no limit if absent. */
  readonly requestsPerSecond?: number
  readonly patience?: Partial<ApiPatience>
}

/** A request. */
export interface Asked {
  readonly query?: Readonly<Record<string, Value>>
}

export interface AskedItems extends Asked {
  /** Where the response has its items, such as `data.items`. Leave it out if the response itself is a list. */
  readonly items?: string
  /** How the API pages. Without it, a response that says that there are more items fails. */
  readonly paging?: Paging
}

/** One item of a response, with its name for messages. */
export interface ApiItem {
  readonly value: unknown
  readonly place: () => string
}

/** An HTTP API that returns JSON. */
export interface WebApi<Row> {
  /** The response to one request. */
  readonly json: (path: string, asked?: Asked) => Effect.Effect<unknown, SourceError>
  /** All items of all pages, read as they are consumed. An item that is not a JSON object is a `Rejected`. */
  readonly rows: (path: string, asked?: AskedItems) => Stream.Stream<Row | Rejected, SourceError>
  /**
   * A version of the data, for the source's `fingerprint`: the value at `at` in the response (`meta.updated`); without
   * `at`, the response's ETag, else its Last-Modified, else a hash of its text.
   */
  readonly version: (path: string, asked?: Asked & { readonly at?: string }) => Effect.Effect<string, SourceError>
}

/** A page to request, and what came before it. */
interface Turn {
  readonly url: URL
  readonly number: number
  readonly total: number
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64")

const parsed = ({ origin, text }: Answer): Effect.Effect<unknown, SourceError> =>
  Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (cause) => unreadable(origin, "the response is not JSON. Is it the right URL?", cause)
  })

const membersOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? Object.keys(value).slice(0, 20).join(", ") || "nothing" : typeof value

const itemsOf = (answer: Answer, body: unknown, at: string): Effect.Effect<ReadonlyArray<unknown>, SourceError> => {
  const items = memberAt(body, at)
  if (Array.isArray(items)) return Effect.succeed(items)
  const place = at === "" ? "the response is not a list" : `the response has no list at ${at}`
  return Effect.fail(
    unreadable(answer.origin, `${place}. It has: ${membersOf(body)}. Say where its items are: items: "…".`)
  )
}

/** Fails if the API has sent fewer items than it says it has, as those do that limit how many anyone gets. */
const complete = (
  { headers, origin }: Answer,
  { body, total }: Page,
  paging: Paging
): Effect.Effect<void, SourceError> => {
  const all = (paging.total === undefined ? statedIn(body, headers).total : paging.total(body)) ?? total
  return total < all
    ? Effect.fail(
        unreadable(
          origin,
          `the pages have ${total} items, but the API says that there are ${all}. It may limit how many anyone gets: look for that in its documentation. If it counts something else, say so in the paging: total: () => undefined.`
        )
      )
    : Effect.void
}

/** Fails for a response that says that it has only some of the items, if nothing says how to request the others. */
const whole = ({ headers, origin, url }: Answer, body: unknown, count: number): Effect.Effect<void, SourceError> => {
  const part = partOf({ stated: statedIn(body, headers), most: mostIn(url) }, count)
  return part === undefined
    ? Effect.void
    : Effect.fail(
        unreadable(
          origin,
          `it is only one page, with ${part}. Say how the API divides its items: paging: byLink(), byCursor(…), byOffset(…) or byPage(…). If this page is all that is wanted: paging: onePage.`
        )
      )
}

/** A link as it is on the server that was asked, if it leads there. */
const linkOn = (own: URL, link: string): string =>
  (URL.canParse(link, own.href) ? onServer(own, new URL(link, own))?.href : undefined) ?? link

/** The version: at a path in the response, else from its headers, else from its text. */
const versionOf = Effect.fnUntraced(function* (answer: Answer, at: string | undefined) {
  if (at === undefined) {
    const { etag, "last-modified": modified } = answer.headers
    return etag ?? modified ?? digest(answer.text)
  }
  const body = yield* parsed(answer)
  const found = memberAt(body, at)
  if (typeof found === "string" || typeof found === "number") return String(found)
  return yield* unreadable(answer.origin, `the response has no text or number at ${at}. It has: ${membersOf(body)}.`)
})

/** The base URL of the paths, and the functions that send requests. */
const connect = Effect.fnUntraced(function* (options: WebApiOptions) {
  const { source } = options
  const base = URL.canParse(options.url) ? new URL(options.url) : undefined
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    return yield* misconfigured({ source, place: options.url }, "it is not an http(s) URL.")
  }
  const perSecond = options.requestsPerSecond
  if (perSecond !== undefined && !(perSecond > 0)) {
    return yield* misconfigured({ source, place: shown(base) }, "requestsPerSecond must be more than 0.")
  }
  const requests = makeRequests(yield* HttpClient.HttpClient, source, base, {
    headers: options.headers ?? {},
    requestsPerSecond: (yield* Offline) ? undefined : perSecond,
    patience: { ...usualApiPatience, ...options.patience }
  })
  return { base, ...requests }
})

/** @param rowOf makes a row from an item */
export const makeWebApi = <Row>(rowOf: (item: ApiItem) => Row | Rejected) =>
  Effect.fnUntraced(function* (
    options: WebApiOptions
  ): Effect.fn.Return<WebApi<Row>, SourceError, HttpClient.HttpClient> {
    const { ask, base, within } = yield* connect(options)

    const withQuery = (url: URL, query: Readonly<Record<string, Value>>): URL => {
      const made = new URL(url)
      for (const [name, value] of Object.entries({ ...options.query, ...query })) {
        made.searchParams.set(name, plain(value))
      }
      return made
    }
    const first = (path: string, query: Readonly<Record<string, Value>> = {}) =>
      Effect.map(within(base, path, "the path"), (url) => withQuery(url, query))

    const rows: WebApi<Row>["rows"] = (path, { items: at = "", paging, query } = {}) =>
      Stream.suspend(() => {
        const trail = makeTrail({ source: options.source, place: shown(base) })
        const { first: start, next: nextOf } = paging ?? onePage
        const turn = Effect.fnUntraced(function* ({ number, total, url }: Turn) {
          const answer = yield* ask(url)
          const body = yield* parsed(answer)
          const items = yield* itemsOf(answer, body, at)
          const count = items.length
          if (count === 0 && saysFault(body)) {
            return yield* unreadable(answer.origin, "the response has no items, and says that something failed.")
          }
          yield* trail.follow(
            items.map((item) => JSON.stringify(item)),
            url,
            number
          )
          const page: Page = { answer, body, count, number, total: total + count }
          const made = items.map((value, index) =>
            rowOf({ value, place: () => `${answer.origin.place} page ${number} item ${index + 1}` })
          )
          const next = trail.isOver() ? undefined : nextOf(page)
          if (next === undefined) {
            yield* trail.end()
            yield* paging === undefined ? whole(answer, body, count) : complete(answer, page, paging)
            return [made, Option.none()] as const
          }
          const following =
            "url" in next
              ? withQuery(yield* within(url, linkOn(url, next.url), "the link to the next page"), {})
              : withQuery(url, next.query)
          return [made, Option.some({ url: following, number: number + 1, total: page.total })] as const
        })
        return Stream.unwrap(
          Effect.map(first(path, { ...query, ...start }), (url) => Stream.paginate({ url, number: 1, total: 0 }, turn))
        )
      })

    return {
      rows,
      json: (path, { query } = {}) => first(path, query).pipe(Effect.flatMap(ask), Effect.flatMap(parsed)),
      version: (path, { at, query } = {}) =>
        first(path, query).pipe(
          Effect.flatMap(ask),
          Effect.flatMap((answer) => versionOf(answer, at))
        )
    }
  })
