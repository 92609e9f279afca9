import { Effect, Redacted } from "effect"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import { errorIn } from "./ErrorBody.ts"
import { caveat } from "./Findings.ts"
import { type LawBroken, nowhereName, promise, uninhabited, versionOf } from "./Law.ts"
import { patiently } from "./Patience.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { Deployment, SubjectFailure, WireAnswer, WireRequest } from "./Subject.ts"

// Laws of what surrounds a response: tokens, limits, headers, errors.

/** A request to each endpoint that is answered with 200. */
interface Endpoint extends WireRequest {
  readonly scope: "read" | "generate"
}

const batch = (country: string, more: object = {}) => ({ count: 1, filters: { country }, ...more })

export const endpoints = (country: string, id: string): ReadonlyArray<Endpoint> => [
  { scope: "read", path: "/countries" },
  { scope: "read", path: "/availability" },
  { scope: "read", path: "/client-context" },
  { scope: "read", path: `/locations/search?country=${country}` },
  { scope: "read", path: `/locations/hierarchy?country=${country}&childType=region` },
  { scope: "read", path: `/addresses/${id}` },
  { scope: "read", path: "/coverage" },
  { scope: "read", path: "/data-health" },
  { scope: "generate", path: `/generate?country=${country}` },
  { scope: "generate", path: "/generate/batch", body: batch(country) },
  { scope: "generate", path: "/address-translation", body: { addressId: id, targetLocale: "en" } }
]

/** What is public, with the words of the probes. */
const probes: ReadonlyArray<{ readonly path: string; readonly word?: string }> = [
  { path: "/health", word: "ok" },
  { path: "/ready", word: "ready" },
  { path: "/openapi.json" }
]

/** Sends a request, and waits where the token's requests are used up: a 429 says nothing about any other promise. */
export const ask = (subject: Deployment, request: WireRequest) => patiently(subject.send(request))

/** The code of an error, or what stands in place of one. */
export const codeOf = ({ body }: WireAnswer): string =>
  errorIn(body)?.code ?? `without the contract's error body: ${JSON.stringify(body)?.slice(0, 400) ?? "nothing"}`

export const nameOf = ({ body, method, path, text }: WireRequest): string =>
  `${method ?? (body === undefined && text === undefined ? "GET" : "POST")} /api/v1${path}`

export const idOf = (subject: Deployment, country: string) =>
  Effect.map(subject.draw({ country, filters: {}, seed: "wire" }), ({ address }) => address.id)

const bearer = (token: Redacted.Redacted): string => `Bearer ${Redacted.value(token)}`

const refusing = promise(
  "A request without a valid token MUST be answered with 401 UNAUTHORIZED and WWW-Authenticate: Bearer"
)

const isRefused = Effect.fnUntraced(function* (subject: Deployment, request: WireRequest, what: string) {
  const answer = yield* ask(subject, request)
  const { headers, status } = answer
  yield* refusing.hold(
    status === 401 && codeOf(answer) === "UNAUTHORIZED" && /^Bearer\b/.test(headers["www-authenticate"] ?? ""),
    `${nameOf(request)} ${what} is answered with ${status} ${codeOf(answer)}, WWW-Authenticate: ${headers["www-authenticate"] ?? "none"}.`
  )
  return errorIn(answer.body)?.message ?? ""
})

/** Tokens that are nearly the run's own: compared by a part, without case, or by length alone, they would be it. */
const nearly: Readonly<Record<string, (own: string) => string>> = {
  "with a token without its last letter": (own) => own.slice(0, -1),
  "with a token and a letter more": (own) => `${own}x`,
  "with a token in the other case": (own) =>
    own.replaceAll(/(?<=^Bearer .*)[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    ),
  "with a token of which one letter is another": (own) => {
    const middle = Math.floor((own.length + "Bearer ".length) / 2)
    return `${own.slice(0, middle)}${own[middle] === "0" ? "1" : "0"}${own.slice(middle + 1)}`
  }
}

/** Unknown tokens, missing tokens and other schemes are refused by every endpoint except the probes. */
export const strangersAreRefused = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const id = yield* idOf(subject, country)
  for (const { body, path } of endpoints(country, id)) {
    for (const [what, authorization] of [
      ["without a token", null],
      ["with an unknown token", "Bearer dst_0000000000000000000000000000000000000000000"],
      ["with another scheme", "Basic dXNlcjpwYXNzd29yZA=="]
    ] as const) {
      yield* isRefused(subject, { path, body, authorization }, what)
    }
  }
  // Of a stranger's request, nothing else is looked at.
  for (const request of [
    { path: `/generate?country=${country}&citty=x` },
    { path: "/addresses/unknown" },
    { path: "/generate/batch", text: "{" }
  ]) {
    yield* isRefused(subject, { ...request, authorization: null }, "without a token")
  }
  for (const [what, authorization] of Object.entries(nearly)) {
    yield* isRefused(subject, { path: "/countries", authorization }, what)
  }
  const head = { path: "/countries", method: "HEAD", authorization: null } as const
  const { status } = yield* ask(subject, head)
  yield* refusing.hold(status === 401, `${nameOf(head)} without a token is answered with ${status}.`)
  for (const { path, word } of probes) {
    const { body, status } = yield* ask(subject, { path, authorization: null })
    yield* refusing.hold(status === 200, `GET /api/v1${path} needs no token, but is answered with ${status}.`)
    if (word !== undefined) yield* refusing.same(body, { status: word }, `GET /api/v1${path} says something else.`)
  }
})

/** A revoked token gives no access. */
export const revokedTokensAreRefused = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { revoked } = subject.tokens
  if (revoked === undefined) return needs("--revoked-token, a token that was revoked or has expired")
  const id = yield* idOf(subject, country)
  for (const { body, path } of endpoints(country, id)) {
    yield* isRefused(subject, { path, body, authorization: bearer(revoked) }, "with a revoked token")
  }
})

/** A token with the scope `read` reads, and generates nothing. */
export const scopesAreKept = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { read } = subject.tokens
  if (read === undefined) return needs("--read-token, a token with the scope read")
  const id = yield* idOf(subject, country)
  for (const { body, path, scope } of endpoints(country, id)) {
    const request = { path, body, authorization: bearer(read) }
    if (scope === "generate") {
      const message = yield* isRefused(subject, request, "with a token with the scope read")
      yield* refusing.hold(
        message.includes(scope),
        `${nameOf(request)} with a token with the scope read does not say that it needs ${scope}: ${message}`
      )
    } else {
      const { status } = yield* ask(subject, request)
      // Without a GeoIP database, a token that may ask is told so.
      const isUnlocated = status === 503 && path === "/client-context"
      yield* refusing.hold(
        status === 200 || isUnlocated,
        `${nameOf(request)} with a token with the scope read is answered with ${status}.`
      )
      if (lasting.test(path)) yield* readsTheSame(subject, request)
    }
  }
})

/** What a token of either scope may read, and what nothing but a publication changes. */
const lasting = /^\/(?:countries|availability|locations|addresses)\b/

/** A token with the scope `read` reads the same, unless something is published in between, which does not happen thrice. */
const readsTheSame = Effect.fnUntraced(function* (subject: Deployment, request: WireRequest) {
  for (let again = 2; ; again--) {
    const [one, other] = [yield* ask(subject, request), yield* ask(subject, { path: request.path })]
    const isSame = canonicalJson(one.body) === canonicalJson(other.body)
    if (!isSame && again > 0) continue
    return yield* refusing.hold(
      isSame,
      `${nameOf(request)} with a token with the scope read is answered otherwise than with another token.`
    )
  }
})

const needs = (token: string): NotApplicable => ({
  because: `Needs a separate token: ${token}.`
})

const counting = promise(
  "RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset MUST state what is left of the minute"
)

interface Limits {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

const limitsOf = Effect.fnUntraced(function* (request: WireRequest, { headers }: WireAnswer) {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => headers[`ratelimit-${name}`])
  yield* counting.hold(
    [limit, remaining, reset].every((value) => /^\d+$/.test(value ?? "")),
    `${nameOf(request)} has RateLimit-Limit ${limit ?? "none"}, RateLimit-Remaining ${remaining ?? "none"}, RateLimit-Reset ${reset ?? "none"}.`
  )
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) } satisfies Limits
})

/** Whether a response may come from the counter of an earlier one: in its minute, or in the next. */
const isBelow = (before: Limits, { remaining, reset }: Limits): boolean => {
  // Others may use the token too, and a new minute may have begun.
  const hasBegunAnew = reset > before.reset || before.reset <= 1
  return hasBegunAnew || (reset <= before.reset && remaining < before.remaining)
}

/** Compares the limits in one response with those in the one before. */
const countsDown = (name: string, before: Limits, now: Limits) =>
  counting.hold(
    isBelow(before, now),
    `At ${name}, RateLimit-Remaining went from ${before.remaining} to ${now.remaining}, and RateLimit-Reset from ${before.reset} to ${now.reset}.`
  )

/** The fewest counters from which responses can come, each of which counts down. */
const countersOf = (told: ReadonlyArray<Limits>): number => {
  const counters: Array<Limits> = []
  for (const now of told) {
    const fitting = counters.filter((before) => isBelow(before, now))
    const nearest = fitting.toSorted((one, other) => one.remaining - other.remaining)[0]
    if (nearest === undefined) counters.push(now)
    else counters[counters.indexOf(nearest)] = now
  }
  return counters.length
}

/** How many requests show how many counters a deployment has, and how many it may have: machines behind a balancer. */
const [shown, mostCounters] = [64, 16]

/** Whether responses count down as those of several processes do that each count for themselves. */
const areCountedApart = Effect.fnUntraced(function* (told: ReadonlyArray<Limits>) {
  const counters = countersOf(told)
  // Counters take turns: one that has counted wrong a few times is not several.
  const turns = told.filter((now, i) => i > 0 && !isBelow(told[i - 1]!, now)).length
  if (counters < 2 || counters > mostCounters || turns < Math.max(2, told.length / (2 * mostCounters))) return false
  yield* caveat(
    `Requests are counted as ${counters} processes do of which each counts for itself: together they let ${counters} times the limit pass. With RATE_LIMIT_STORE=database, they count together. One process alone would have counted only some of the requests.`
  )
  return true
})

/** Whether a response states limits that can be: `first` is what an earlier one has stated. */
const arePlausible = Effect.fnUntraced(function* (name: string, now: Limits, first: Limits = now) {
  const { limit, remaining, reset } = now
  yield* counting.same(limit, first.limit, `RateLimit-Limit of ${name} has changed.`)
  yield* counting.hold(remaining < limit && reset >= 1 && reset <= 60, `${name} says`, now)
})

/** Holds the first of several checks that breaks, unless requests are counted apart. */
class Counts {
  readonly told: Array<Limits> = []
  #broken: LawBroken | undefined

  readonly check = (held: Effect.Effect<void, LawBroken>): Effect.Effect<void> =>
    Effect.catch(held, (broken) => Effect.sync(() => void (this.#broken ??= broken)))

  readonly add = Effect.fnUntraced({ self: this }, function* (name: string, now: Limits) {
    yield* arePlausible(name, now, this.told[0])
    const before = this.told.at(-1)
    if (before !== undefined) yield* this.check(countsDown(name, before, now))
    this.told.push(now)
  })

  get broken(): LawBroken | undefined {
    return this.#broken
  }
}

/** Every response to a token says how many requests are left, and each request takes one. */
export const limitsCountDown = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const id = yield* idOf(subject, country)
  const others: ReadonlyArray<WireRequest> = [
    { path: "/countries?no=1" },
    { path: "/addresses/unknown" },
    { path: `/generate?country=${country}&city=${encodeURIComponent(nowhereName)}` },
    { path: "/countries", knows: "*" }
  ]
  const counted = Effect.fnUntraced(function* (requests: ReadonlyArray<WireRequest>) {
    const counts = new Counts()
    for (const request of requests) {
      const answer = yield* subject.send(request)
      const now = yield* limitsOf(request, answer)
      if (answer.status !== 429) {
        yield* counts.add(nameOf(request), now)
        continue
      }
      yield* counting.hold(now.remaining === 0, `${nameOf(request)} was refused with ${now.remaining} requests left.`)
      yield* ask(subject, request)
      counts.told.length = 0
    }
    return counts
  })
  const { broken } = yield* counted([...endpoints(country, id), ...others])
  if (broken === undefined) return
  const { told } = yield* counted(Array.from({ length: shown }, () => ({ path: "/countries" })))
  if (!(yield* areCountedApart(told))) return yield* broken
})

const waiting = promise("Every 429 MUST have the code RATE_LIMITED, and say in Retry-After how many seconds to wait")

/** The largest limit that is used up to see what happens then. */
const usedUp = 600

/** Every rate-limited response of the run says how long to wait, and a token that is used up is refused. */
export const refusalsSayHowLong = Effect.fnUntraced(function* (subject: Deployment) {
  const { limited } = subject.tokens
  if (limited !== undefined) yield* useUp(subject, limited)
  const { answers, silent } = yield* subject.refusals
  yield* waiting.hold(silent.length === 0, `${silent.length} of ${answers} do not: ${silent.slice(0, 3).join("; ")}.`)
  if (answers === 0) {
    return needs(
      `--limited-token, a token with a limit of up to ${usedUp} a minute, which is used up. No request of the run was refused`
    )
  }
})

const useUp = Effect.fnUntraced(function* (subject: Deployment, token: Redacted.Redacted) {
  const request = { path: "/countries", authorization: bearer(token) }
  const name = nameOf(request)
  const counts = new Counts()
  for (let sent = 0; ; sent++) {
    const answer = yield* subject.send(request)
    const now = yield* limitsOf(request, answer)
    if (now.limit > usedUp)
      return yield* caveat(`The limited token has a limit of ${now.limit}, so it was not used up.`)
    if (answer.status === 429) {
      yield* waiting.same(codeOf(answer), "RATE_LIMITED", "It has another code.")
      const left = Math.max(now.remaining, counts.told.at(-1)?.remaining ?? 0)
      yield* counts.check(counting.hold(left === 0, `${name} was refused with ${left} requests left.`))
      break
    }
    yield* counts.add(name, now)
    if (sent < usedUp) continue
    yield* counts.check(waiting.hold(false, `${usedUp} requests passed, with a limit of ${now.limit}.`))
    break
  }
  const { broken, told } = counts
  if (broken !== undefined && !(yield* areCountedApart(told))) return yield* broken
})

const answering = promise("What the contract forbids MUST be refused with its status, its code and the place at fault")

const hierarchy = (country: string, childType: string, parentType: string, parentId: string): string =>
  `/locations/hierarchy?country=${country}&childType=${childType}&parentType=${parentType}&parentId=${parentId}`

/** An ID that is longer than any. */
const long = "x".repeat(161)

/** Requests that the contract forbids, and the place that the error must name. */
const forbidden = (country: string): ReadonlyArray<WireRequest & { readonly place: string }> => [
  { place: "count", path: "/generate/batch", body: batch(country, { count: 0 }) },
  { place: "count", path: "/generate/batch", body: batch(country, { count: 51 }) },
  { place: "count", path: "/generate/batch", body: { filters: { country } } },
  { place: "filters", path: "/generate/batch", body: { count: 1 } },
  { place: "filters.country", path: "/generate/batch", body: { count: 1, filters: {} } },
  { place: "filters.town", path: "/generate/batch", body: { count: 1, filters: { country, town: "x" } } },
  { place: "options.sead", path: "/generate/batch", body: batch(country, { options: { sead: "x" } }) },
  { place: "more", path: "/generate/batch", body: batch(country, { more: 1 }) },
  {
    place: "excludeAddressIds",
    path: "/generate/batch",
    body: batch(country, { excludeAddressIds: Array.from({ length: 501 }, (_, i) => `us-${i}`) })
  },
  { place: "citty", path: `/generate?country=${country}&citty=x` },
  { place: "citty", path: `/locations/search?country=${country}&citty=x` },
  { place: "citty", path: "/coverage?citty=x" },
  { place: "seed", path: `/generate?country=${country}&seed=${"x".repeat(301)}` },
  { place: "requestId", path: `/generate?country=${country}&requestId=${long}` },
  { place: "country", path: "/generate?country=XX" },
  { place: "strategy", path: `/generate?country=${country}&strategy=best` },
  { place: "mode", path: `/generate?country=${country}&mode=here` },
  { place: "ip", path: `/generate?country=${country}&mode=ip-region&ip=nowhere` },
  { place: "limit", path: `/locations/search?country=${country}&limit=19` },
  { place: "limit", path: `/locations/search?country=${country}&limit=201` },
  { place: "q", path: `/generate?country=${country}&q=${"x".repeat(301)}` },
  { place: "city", path: `/generate?country=${country}&city=${"x".repeat(301)}` },
  { place: "cityId", path: `/generate?country=${country}&cityId=${long}` },
  { place: "excludeAddressIds.0", path: "/generate/batch", body: batch(country, { excludeAddressIds: [long] }) },
  { place: "country", path: `/coverage?country=${country}&country=${country}` },
  { place: "cursor", path: `/locations/search?country=${country}&cursor=nonsense` },
  { place: "field", path: `/locations/search?country=${country}&field=street` },
  { place: "country", path: "/locations/hierarchy?childType=region" },
  { place: "childType", path: `/locations/hierarchy?country=${country}&childType=country` },
  { place: "parentId", path: `/locations/hierarchy?country=${country}&childType=city&parentType=region` },
  { place: "childType", path: hierarchy(country, "region", "city", "c-0000000000001") },
  { place: "parentId", path: hierarchy(country, "city", "country", "r-0000000000001") },
  { place: "parentId", path: hierarchy(country, "city", "region", "c-0000000000001") },
  { place: "ip", path: "/client-context?ip=nowhere" },
  { place: "includeComplete", path: "/coverage?includeComplete=maybe" },
  { place: "targetLocale", path: "/address-translation", body: { addressId: "us-0", targetLocale: "tlh" } },
  { place: "addressId", path: "/address-translation", body: { targetLocale: "en" } }
]

/** The largest body that is read, in bytes. */
const largestBody = 256 * 1024

/** Bodies that nobody can read, so that no place in them is at fault. */
const unreadable = (country: string): ReadonlyArray<WireRequest & { readonly what: string }> =>
  ["/generate/batch", "/address-translation"].flatMap((path) => [
    { what: "a body that is no JSON", path, text: '{"count": 1,' },
    { what: "an empty body", path, text: "" },
    { what: "a body of more than 256 KiB", path, text: JSON.stringify(batch(country)).padEnd(largestBody + 1) }
  ])

/** A version that no pool reaches. */
const never = 2_147_483_647

/** Requests for what does not exist, and the expected errors. `empty` is a country without a pool, if there is one. */
const missing = (
  country: string,
  empty?: string
): ReadonlyArray<WireRequest & { readonly code: string; readonly place?: string }> => [
  ...(empty === undefined
    ? []
    : [
        { code: "NO_POOL_COVERAGE", path: `/generate?country=${empty}` },
        { code: "NO_POOL_COVERAGE", path: "/generate/batch", body: batch(empty) }
      ]),
  { code: "ADDRESS_NOT_FOUND", path: "/addresses/us-00000000000000000000" },
  {
    code: "ADDRESS_NOT_FOUND",
    path: "/address-translation",
    body: { addressId: "us-00000000000000000000", targetLocale: "en" }
  },
  { code: "NO_POOL_COVERAGE", path: `/generate?country=${country}&city=${encodeURIComponent(nowhereName)}` },
  { code: "NO_POOL_COVERAGE", path: "/generate/batch", body: { count: 1, filters: { country, city: nowhereName } } },
  { code: "NO_POOL_COVERAGE", place: "poolVersion", path: `/generate?country=${country}&poolVersion=${never}` },
  {
    code: "NO_POOL_COVERAGE",
    place: "options.poolVersion",
    path: "/generate/batch",
    body: batch(country, { options: { poolVersion: never } })
  },
  { code: "NOT_FOUND", path: "/no/such/path" }
]

/** An ID that differs in its last letter. */
const otherThan = (id: string): string => id.slice(0, -1) + (id.endsWith("0") ? "1" : "0")

const placesIn = ({ body }: WireAnswer): ReadonlyArray<string> => errorIn(body)?.details?.map(({ path }) => path) ?? []

/** A place in code, a path of the machine, or SQL: what only the service's log may say. */
const internal =
  /\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|(?:^|[\s(])\/(?:app|etc|home|opt|root|srv|usr|var)\/|\bSELECT\b.+\bFROM\b|\b(?:INSERT INTO|DELETE FROM)\b/

/** Errors are for those who have sent the request. */
const saysNothingInternal = (request: WireRequest, { body }: WireAnswer) => {
  const error = errorIn(body)
  const said = [error?.message ?? "", ...(error?.details?.map(({ message }) => message) ?? [])]
  const shown = said.find((message) => internal.test(message))
  return answering.hold(shown === undefined, `${nameOf(request)} shows what is internal: ${shown}`)
}

/** Whether an answer refuses a request for being wrong at a place. */
const isRefusedAt = (request: WireRequest, place: string, answer: WireAnswer) => {
  const places = placesIn(answer)
  const { status } = answer
  const what = status === 200 ? "200" : `${status} ${codeOf(answer)}`
  return answering.hold(
    status === 400 && codeOf(answer) === "INVALID_REQUEST" && places.includes(place),
    `${nameOf(request)} is answered with ${what}, and names ${places.join() || "nothing"} instead of ${place}.`
  )
}

/** A cursor continues the list that it came with, and no other. */
const cursorsBelong = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const level of ["postcode", "city", "district", "region"] as const) {
    const { nextCursor } = yield* subject.places.list({ country, level, by: "search" }, { limit: 20 })
    if (nextCursor === null) continue
    const cursor = encodeURIComponent(nextCursor)
    for (const other of [
      `search?field=${level}&residential=true&q=a`,
      `search?field=${level === "city" ? "region" : "city"}&residential=true`,
      `hierarchy?childType=${level}&residential=true`
    ]) {
      const request = { path: `/locations/${other}&country=${country}&limit=20&cursor=${cursor}` }
      yield* isRefusedAt(request, "cursor", yield* ask(subject, request))
    }
    return
  }
})

/** Every row of the contract's table of errors and limits. */
export const errorsAreNamed = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const { place, ...request } of forbidden(country)) {
    const answer = yield* ask(subject, request)
    yield* isRefusedAt(request, place, answer)
    yield* saysNothingInternal(request, answer)
  }
  for (const { what, ...request } of unreadable(country)) {
    const answer = yield* ask(subject, request)
    yield* answering.hold(
      answer.status === 400 && codeOf(answer) === "INVALID_REQUEST",
      `${nameOf(request)} with ${what} is answered with ${answer.status} ${answer.status === 200 ? "" : codeOf(answer)}.`
    )
  }
  yield* cursorsBelong(subject, country)
  const pools = (yield* subject.counts).map((entry) => entry.country)
  const empty = uninhabited.find((code) => !pools.includes(code))
  const id = yield* idOf(subject, country)
  const near = { code: "ADDRESS_NOT_FOUND", place: undefined, path: `/addresses/${otherThan(id)}` }
  for (const { code, place, ...request } of [...missing(country, empty), near]) {
    const answer = yield* ask(subject, request)
    yield* answering.hold(
      answer.status === 404 && codeOf(answer) === code,
      `${nameOf(request)} is answered with ${answer.status} ${codeOf(answer)} instead of 404 ${code}.`
    )
    yield* saysNothingInternal(request, answer)
    if (place === undefined) continue
    yield* answering.hold(placesIn(answer).includes(place), `${nameOf(request)} is answered without naming ${place}.`)
  }
})

const revalidating = promise(
  "A response with an ETag MUST be answered with 304 to that ETag, and with 200 to any other"
)

/** Lists have an ETag, which saves sending them again as long as nothing has changed. */
export const versionsAreRevalidated = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const path of [
    "/countries",
    "/availability",
    `/locations/search?country=${country}&field=region`,
    `/locations/hierarchy?country=${country}&childType=region`,
    "/openapi.json"
  ]) {
    yield* isRevalidated(subject, path, (etag) => etag)
    yield* isRevalidated(subject, path, (etag) => `"other", ${etag}`)
    const { status } = yield* ask(subject, { path, knows: '"other"' })
    yield* revalidating.hold(status === 200, `GET /api/v1${path} with another ETag is answered with ${status}.`)
  }
})

/** A publication between two requests changes a list; three of them in a row do not happen. */
const isRevalidated = Effect.fnUntraced(function* (
  subject: Deployment,
  path: string,
  knowing: (etag: string) => string,
  again = 2
): Effect.fn.Return<void, LawBroken | SubjectFailure> {
  const etag = (yield* ask(subject, { path })).headers["etag"] ?? ""
  yield* revalidating.hold(/^(?:W\/)?"[^"]*"$/.test(etag), `GET /api/v1${path} has the ETag ${etag || "none"}.`)
  const knows = knowing(etag)
  const { body, headers, status } = yield* ask(subject, { path, knows })
  const isSame = versionOf(headers["etag"]) === versionOf(etag)
  if (again > 0 && !isSame) return yield* isRevalidated(subject, path, knowing, again - 1)
  yield* revalidating.hold(
    status === 304 && body === "",
    `GET /api/v1${path} with If-None-Match: ${knows} is answered with ${status} instead of 304 without a body.`
  )
  yield* revalidating.hold(
    isSame,
    `GET /api/v1${path} with If-None-Match: ${knows} is answered with the ETag ${headers["etag"] ?? "none"} instead of ${etag}.`
  )
})

const naming = promise("Every response MUST have an X-Request-Id, and generation MUST return the caller's requestId")

const requestIdIn = (body: unknown): unknown => (body as { data?: { requestId?: unknown } } | null)?.data?.requestId

/** The caller's request ID comes back, and every response has one. */
export const requestsAreNamed = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const id = yield* idOf(subject, country)
  const named = new Map<string, string>()
  for (const request of [...endpoints(country, id), ...missing(country)]) {
    const { body, headers } = yield* ask(subject, request)
    const own = headers["x-request-id"] ?? ""
    yield* naming.hold(own !== "", `${nameOf(request)} is answered without one.`)
    const said = requestIdIn(body) ?? own
    yield* naming.hold(said === own, `${nameOf(request)} has requestId ${String(said)} and X-Request-Id ${own}.`)
    yield* naming.hold(!named.has(own), `${nameOf(request)} and ${named.get(own)} have the same: ${own}.`)
    named.set(own, nameOf(request))
  }
  // The longest one, of letters in both cases.
  const given = "Doorstep-properties-".padEnd(160, "1")
  for (const request of [
    { path: `/generate?country=${country}&requestId=${given}` },
    { path: "/generate/batch", body: batch(country, { options: { requestId: given } }) }
  ]) {
    const { body, headers } = yield* ask(subject, request)
    const returned = requestIdIn(body)
    yield* naming.hold(
      returned === given && headers["x-request-id"] === given,
      `${nameOf(request)} has requestId ${String(returned)} and X-Request-Id ${headers["x-request-id"]} instead of ${given}.`
    )
  }
  for (const request of [
    { path: `/generate?country=XX&requestId=${given}` },
    {
      path: "/generate/batch",
      body: { count: 1, filters: { country, city: nowhereName }, options: { requestId: given } }
    }
  ]) {
    const own = (yield* ask(subject, request)).headers["x-request-id"]
    yield* naming.hold(own === given, `${nameOf(request)} is refused with X-Request-Id ${own} instead of ${given}.`)
  }
})
