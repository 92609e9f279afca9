import { readFileSync, writeFileSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { Offline } from "../sources/SourceFiles.ts"

const Recorded = Schema.Struct({
  /** The whole address; parameters in any order. */
  url: Schema.String,
  /** 200 unless given. */
  status: Schema.optionalKey(Schema.Int),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** Text as it is sent; anything else is sent as JSON. */
  body: Schema.Unknown
})

/** One answer of a server, as it was recorded or as a test makes it up. */
export type RecordedAnswer = typeof Recorded.Type

export interface RecordedAnswersOptions {
  /**
   * Parameters that hold keys. They count for nothing when an answer is looked for, and are not written down. Headers of
   * requests never are.
   */
  readonly secrets?: ReadonlyArray<string>
  /** Asks the network for what is not in the file, and adds its answers to it. */
  readonly record?: boolean
}

const readFile = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Recorded)))

/** An address as it is compared and written down: parameters in order, without keys. */
const addressOf = (text: string, secrets: ReadonlyArray<string>): string => {
  const url = new URL(text)
  for (const name of secrets) url.searchParams.delete(name)
  url.searchParams.sort()
  return url.href
}

const responseOf = ({ body, headers, status = 200 }: RecordedAnswer): Response =>
  // These may have no body at all.
  new Response(status === 204 || status === 304 ? undefined : typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: typeof body === "string" ? { ...headers } : { "content-type": "application/json", ...headers }
  })

/** What of an answer a source may look at. */
const kept = ["content-type", "etag", "last-modified", "link", "location", "retry-after"]

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * An HTTP client without a network, for tests of sources: it gives these answers, or those of a JSON file. Keys need not
 * be set. Several answers
 * of one address are given one after another, the last again and again. An address that has none fails with a sentence
 * that says what there is.
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
              description: `No answer is recorded for ${address}. There are: ${known.join(", ") || "none"}`
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
    if (record && cause instanceof Error && "code" in cause && cause.code === "ENOENT") return []
    throw cause
  }
}
