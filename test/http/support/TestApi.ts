import { assert } from "@effect/vitest"
import { ConfigProvider, Context, DateTime, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { OpenApi as Derived } from "effect/http-api"
import { NetAddress } from "effect/net"
import { connect } from "node:net"
import { type Document, OpenApi } from "../../../properties/OpenApi.ts"
import { Api } from "../../../schemas/Api.ts"
import type { SourceRegistry } from "../../../sources/DataSource.ts"
import type { TokenScope } from "../../../schemas/Authorization.ts"
import type { SettingError } from "../../../src/settings/Setting.ts"
import { ClientIp } from "../../../src/geoip/ClientIp.ts"
import { ClientLocator } from "../../../src/geoip/ClientLocator.ts"
import * as IpRegionDraws from "../../../src/geoip/IpRegionDraws.ts"
import * as Authorization from "../../../src/http/middleware/Authorization.ts"
import type { ServerOptions } from "../../../src/http/Server.ts"
import * as Server from "../../../src/http/Server.ts"
import type { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import { ProfileMaker } from "../../../src/profile/ProfileMaker.ts"
import { RateLimit } from "../../../src/tokens/RateLimit.ts"
import { Translator } from "../../../src/translation/Translator.ts"
import { TokenStore } from "../../../src/tokens/TokenStore.ts"
import { TokenTable } from "../../../src/tokens/TokenTable.ts"
import { drawToken, drawTokenId, hashToken } from "../../../src/tokens/TokenText.ts"
import { barren, type World } from "./World.ts"

/** A response as it was received. */
export interface Answer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Parsed if the content type is JSON. */
  readonly body: unknown
}

const answerOf = (status: number, headers: Readonly<Record<string, string>>, text: string): Answer => ({
  status,
  headers,
  text,
  body: text !== "" && headers["content-type"]?.startsWith("application/json") === true ? JSON.parse(text) : undefined
})

/** Splits received bytes into responses: HTTP/1.1 with `Content-Length`, which is all that the service writes. */
const parse = (bytes: Buffer): ReadonlyArray<Answer> => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return []
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )
  const status = Number(statusLine.split(" ")[1])
  const rest = bytes.subarray(end + 4)
  // An interim response, such as 100.
  if (status < 200) return parse(rest)
  const length = Number(headers["content-length"] ?? 0)
  if (rest.length < length) return []
  return [answerOf(status, headers, rest.subarray(0, length).toString("utf8")), ...parse(rest.subarray(length))]
}

const openApi = new OpenApi(JSON.parse(JSON.stringify(Derived.fromApi(Api))) as Document)

/** Whatever a test is about, every response must match the OpenAPI document. */
const assertDescribed = (method: string, path: string, answer: Answer): void => {
  const operation = openApi.operationOf(method, path)
  if (operation === undefined) return
  assert.deepStrictEqual(openApi.faultsOfAnswer(operation, answer, method), [], `${method} ${path} ${answer.text}`)
}

export interface CallOptions {
  readonly method?: string
  /** The bearer token; by default, one with the scope `generate`. Null: none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

/** A real server on a free port, and ways to send requests to it. */
export class TestApi extends Context.Service<
  TestApi,
  {
    readonly url: string
    readonly port: number
    readonly generateToken: string
    readonly readToken: string
    readonly issue: (options: {
      readonly scope?: TokenScope
      readonly rateLimit?: number
      /** Milliseconds from now; if negative, the token has expired. */
      readonly expiresIn?: number
      readonly revoked?: boolean
    }) => Effect.Effect<string>
    readonly call: (path: string, options?: CallOptions) => Effect.Effect<Answer>
    /** Writes the bytes to a socket of its own, and waits for the response. */
    readonly raw: (...chunks: ReadonlyArray<string | Uint8Array>) => Effect.Effect<Answer>
    /** Writes all requests to one socket at once, and waits for a response to each. */
    readonly pipeline: (requests: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Answer>>
  }
>()("doorstep/test/TestApi") {}

const make = Effect.gen(function* () {
  const server = yield* HttpServer.HttpServer
  const table = yield* TokenTable
  const { address } = server
  if (!NetAddress.isInetAddress(address)) return yield* Effect.die("not listening on a port")
  const { port } = address
  const url = `http://127.0.0.1:${port}`

  const issue: TestApi["Service"]["issue"] = Effect.fnUntraced(
    function* ({ expiresIn, rateLimit = 1_000_000, revoked = false, scope = "generate" }) {
      const token = drawToken()
      const id = drawTokenId()
      const now = yield* DateTime.now
      yield* table.insert(hashToken(token), {
        id,
        name: id,
        scope,
        rateLimit,
        createdAt: now,
        ...(expiresIn !== undefined && { expiresAt: DateTime.add(now, { milliseconds: expiresIn }) })
      })
      if (revoked) yield* table.revoke(id, now)
      return token
    },
    (effect) => Effect.orDie(effect)
  )

  const generateToken = yield* issue({ scope: "generate" })
  const readToken = yield* issue({ scope: "read" })

  const call: TestApi["Service"]["call"] = (path, { body, headers = {}, token = generateToken, ...options } = {}) =>
    Effect.promise(async (signal) => {
      const method = options.method ?? (body === undefined ? "GET" : "POST")
      const asIs = body === undefined || typeof body === "string" || body instanceof Uint8Array
      const response = await fetch(`${url}${path}`, {
        signal,
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers
        },
        ...(body !== undefined && { body: asIs ? (body as string) : JSON.stringify(body) })
      })
      const answer = answerOf(response.status, Object.fromEntries(response.headers), await response.text())
      assertDescribed(method, path, answer)
      return answer
    })

  const exchange = (chunks: ReadonlyArray<string | Uint8Array>, expected: number) =>
    Effect.callback<ReadonlyArray<Answer>>((resume) => {
      const socket = connect(port, "127.0.0.1")
      let received = Buffer.alloc(0)
      socket.on("connect", () => {
        for (const chunk of chunks) socket.write(chunk)
      })
      socket.on("data", (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        const answers = parse(received)
        if (answers.length < expected) return
        socket.destroy()
        resume(Effect.succeed(answers))
      })
      // A server that refuses a body may reset the connection while the body is still being sent.
      socket.on("error", () => undefined)
      socket.on("close", () => resume(Effect.die(new Error(`closed without an answer: ${received.toString()}`))))
      return Effect.sync(() => socket.destroy())
    })

  const raw: TestApi["Service"]["raw"] = (...chunks) => Effect.map(exchange(chunks, 1), ([answer]) => answer!)
  const pipeline: TestApi["Service"]["pipeline"] = (requests) => exchange(requests, requests.length)

  return TestApi.of({ url, port, generateToken, readToken, issue, call, raw, pipeline })
})

const tokens = Layer.merge(TokenStore.layerNoDeps, RateLimit.layer).pipe(Layer.provideMerge(TokenTable.layerMemory))

type Failure<E> =
  | E
  | SettingError
  | Layer.Error<ReturnType<typeof Server.layerWith>>
  | Layer.Error<typeof ClientIp.layer>

/**
 * A server over the given world, with tokens in memory.
 *
 * @param environment additional settings; the port is free unless it is among them
 */
export const layerOf = <E>(
  world: Layer.Layer<World, E>,
  options: Partial<ServerOptions> = {},
  environment: Readonly<Record<string, string>> = {}
): Layer.Layer<TestApi, Failure<E>> =>
  Layer.effect(TestApi, make).pipe(
    Layer.provide(Server.layerWith({ drainTime: 0, ...options })),
    Layer.provide(Authorization.layer),
    Layer.provide([ProfileMaker.layer, Translator.layerOffline, ClientIp.layer, IpRegionDraws.layerNoDeps]),
    Layer.provide(ClientLocator.layerNoDeps),
    Layer.provide(world),
    Layer.provide(tokens),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ PORT: "0", ...environment })))
  )

/** A server over the given pool, without data on its places. */
export const layer = <E>(
  pool: Layer.Layer<PoolRepository | SourceRegistry, E>,
  options: Partial<ServerOptions> = {},
  environment: Readonly<Record<string, string>> = {}
): Layer.Layer<TestApi, Failure<E>> => layerOf(barren(pool), options, environment)
