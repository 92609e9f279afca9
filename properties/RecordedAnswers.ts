import { readFileSync, writeFileSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { errorCode } from "../schemas/ErrorCode.ts"
import { Offline } from "../sources/SourceFiles.ts"

const Recorded = Schema.Struct({
  /** The whole URL; parameters in any order. */
  url: Schema.String,
  /** Default: 200. */
  status: Schema.optionalKey(Schema.Int),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** A text is sent as it is; anything else is sent as JSON. */
  body: Schema.Unknown
})

/** A server's response, recorded or written by a test. */
export type RecordedAnswer = typeof Recorded.Type

export interface RecordedAnswersOptions {
  /**
   * Parameters that contain keys. They are ignored when a response is looked up, and not recorded. Request headers are
   * never recorded.
   */
  readonly secrets?: ReadonlyArray<string>
  /** Sends requests that the file lacks to the network, and adds the responses to it. */
  readonly record?: boolean
}

const readFile = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Recorded)))

/** The form in which URLs are compared and recorded: parameters sorted, without keys. */
const addressOf = (text: string, secrets: ReadonlyArray<string>): string => {
  const url = new URL(text)
  for (const name of secrets) url.searchParams.delete(name)
  url.searchParams.sort()
  return url.href
}

const responseOf = ({ body, headers, status = 200 }: RecordedAnswer): Response =>
  // These statuses have no body.
  new Response(status === 204 || status === 304 ? undefined : typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: typeof body === "string" ? { ...headers } : { "content-type": "application/json", ...headers }
  })

/** The part of a response that a source may read. */
const kept = ["content-type", "etag", "last-modified", "link", "location", "retry-after"]

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * An HTTP client without a network, for tests of sources: it returns the given responses, or those of a JSON file. Keys
 * need not be set. Several responses for one URL are returned one after another, and the last one repeats. A URL
 * without a response fails with a sentence that lists those that have one.
 */
export const recordedAnswers = (
  given: string | ReadonlyArray<RecordedAnswer>,
  { record = false, secrets = [] }: RecordedAnswersOptions = {}
): Layer.Layer<HttpClient.HttpClient> => {
  const make = Effect.gen(function* () {
    const answers: Array<RecordedAnswer> = [...(typeof given === "string" ? readAnswers(given, record) : given)]
    const times = new Map<string, number>()
    const network = yield* NodeHttpClient.makeUndici
    return HttpClient.make((request, url) => {
      const address = addressOf(url.href, secrets)
      const found = answers.filter((answer) => addressOf(answer.url, secrets) === address)
      if (found.length > 0) {
        const before = times.get(address) ?? 0
        times.set(address, before + 1)
        const answer = found[Math.min(before, found.length - 1)]!
        return Effect.succeed(HttpClientResponse.fromWeb(request, responseOf(answer)))
      }
      if (!record || typeof given !== "string") {
        const known = answers.map((answer) => addressOf(answer.url, secrets))
        return Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.InvalidUrlError({
              request,
              description: `No response is recorded for ${address}. Recorded: ${known.join(", ") || "none"}`
            })
          })
        )
      }
      return Effect.gen(function* () {
        const response = yield* network.execute(request)
        const headers = Object.fromEntries(
          kept.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, response.headers[name]]]))
        )
        const answer: RecordedAnswer = {
          url: address,
          ...(response.status === 200 ? {} : { status: response.status }),
          headers,
          body: jsonOr(yield* response.text)
        }
        answers.push(answer)
        writeFileSync(given, `${JSON.stringify(answers, undefined, 2)}\n`)
        return HttpClientResponse.fromWeb(request, responseOf(answer))
      })
    })
  })
  return Layer.effect(HttpClient.HttpClient, make).pipe(
    Layer.provide(NodeHttpClient.layerDispatcher),
    Layer.merge(Layer.succeed(Offline, !record))
  )
}

const readAnswers = (file: string, record: boolean): ReadonlyArray<RecordedAnswer> => {
  try {
    return readFile(readFileSync(file, "utf8"))
  } catch (cause) {
    if (record && errorCode(cause) === "ENOENT") return []
    throw cause
  }
}
