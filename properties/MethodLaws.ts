import { Effect } from "effect"
import { promise, versionOf } from "./Law.ts"
import type { Deployment, WireAnswer, WireRequest } from "./Subject.ts"
import { ask, codeOf, endpoints, idOf, nameOf } from "./WireLaws.ts"

// Laws of HTTP itself: methods, types of content, and what caches may keep.

const taking = promise("HEAD MUST be answered as GET, without a body, and a method that a path does not take refused")

/** Of the headers, those that HEAD is sent for. */
const stated = ({ headers, status }: WireAnswer) => ({
  status,
  etag: versionOf(headers["etag"]),
  "content-type": headers["content-type"]
})

/** HEAD says what GET would, unless something is published in between, which does not happen thrice. */
const headIsGet = Effect.fnUntraced(function* (subject: Deployment, request: WireRequest) {
  for (let again = 2; ; again--) {
    const [whole, head] = [yield* ask(subject, request), yield* ask(subject, { ...request, method: "HEAD" })]
    const isSame = JSON.stringify(stated(whole)) === JSON.stringify(stated(head))
    if (!isSame && again > 0) continue
    yield* taking.same(stated(head), stated(whole), `HEAD /api/v1${request.path} says otherwise than GET.`)
    return yield* taking.hold(head.body === "", `HEAD /api/v1${request.path} has a body.`, head.body)
  }
})

/** HEAD is GET without a body, and DELETE is a method of no path. */
export const methodsAreKept = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const { body, path } of endpoints(country, yield* idOf(subject, country))) {
    if (body === undefined) yield* headIsGet(subject, { path })
    const wrong = { path, method: "DELETE" } as const
    const answer = yield* ask(subject, wrong)
    const { allow } = answer.headers
    const isRefused = answer.status === 405 ? codeOf(answer) === "METHOD_NOT_ALLOWED" : codeOf(answer) === "NOT_FOUND"
    yield* taking.hold(isRefused, `${nameOf(wrong)} is answered with ${answer.status} ${codeOf(answer)}.`)
    yield* taking.hold(
      answer.status === 404 || new RegExp(`\\b${body === undefined ? "GET" : "POST"}\\b`).test(allow ?? ""),
      `${nameOf(wrong)} is answered with 405 and Allow: ${allow ?? "none"}.`
    )
  }
})

const keeping = promise(
  "Every response MUST be called JSON, and nobody MUST keep a draw, or a list without asking again"
)

/** What a cache may keep of a response to a token. */
const faultOfCaching = (control: string, isDraw: boolean): string | undefined => {
  if (/\bno-store\b/i.test(control)) return undefined
  if (isDraw) return "so that a cache may repeat the draw"
  if (/\b(?:public|s-maxage)\b/i.test(control)) return "so that a shared cache may give it to somebody without a token"
  if (/\bmax-age=["']?0*[1-9]/i.test(control) && !/\bno-cache\b/i.test(control))
    return "so that it may be out of date after a publication"
  return undefined
}

/** Responses are JSON, errors too, and no cache repeats a draw or shows lists of an earlier pool. */
export const nothingIsKept = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const known = endpoints(country, yield* idOf(subject, country))
  const errors = [
    { path: "/countries?no=1" },
    { path: "/addresses/unknown" },
    { path: "/countries", authorization: null }
  ]
  for (const request of [...known, ...errors]) {
    const { headers, status } = yield* ask(subject, request)
    const type = headers["content-type"] ?? "none"
    yield* keeping.hold(
      /^application\/json\s*(?:;\s*charset=["']?utf-8["']?\s*)?$/i.test(type),
      `${nameOf(request)} is answered with ${status} and Content-Type: ${type}.`
    )
    const control = headers["cache-control"] ?? "none"
    const fault = status === 200 ? faultOfCaching(control, request.path.startsWith("/generate")) : undefined
    yield* keeping.hold(fault === undefined, `${nameOf(request)} is answered with Cache-Control: ${control}, ${fault}.`)
  }
})
