import { tmpdir } from "node:os"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer, Redacted, Ref, References, Stream } from "effect"
import { HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import { SqlClient } from "effect/sql"
import * as DataSource from "../../../../sources/DataSource.ts"
import { layerServiceNoDeps } from "../../../../src/App.ts"
import { Activity } from "../../../../src/admin/Activity.ts"
import { AdminPassword } from "../../../../src/admin/AdminPassword.ts"
import { HashCost } from "../../../../src/admin/PasswordHash.ts"
import { PoolViews } from "../../../../src/admin/PoolViews.ts"
import { SlowDatabase } from "../../../../src/database/Database.ts"
import { ClientIp } from "../../../../src/geoip/ClientIp.ts"
import * as Telemetry from "../../../../src/observability/Telemetry.ts"
import { SourceModules } from "../../../../src/plugins/SourceModules.ts"
import { Synchronizer } from "../../../../src/sync/run/Synchronizer.ts"
import { TokenStore } from "../../../../src/tokens/TokenStore.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

/** The password of the tests' administrator. */
export const password = "a password of the tests"

/** The records of the source `village`, which tests can change. */
export class Village extends Context.Service<
  Village,
  { readonly records: Ref.Ref<ReadonlyArray<DataSource.RawRecord>>; readonly version: Ref.Ref<number> }
>()("doorstep/test/Village") {
  static readonly layer = Layer.effect(
    Village,
    Effect.gen(function* () {
      const records = yield* Ref.make<ReadonlyArray<DataSource.RawRecord>>(houses(30))
      return Village.of({ records, version: yield* Ref.make(1) })
    })
  )
}

/** Homes on one street of Savannah. */
export const houses = (count: number): ReadonlyArray<DataSource.RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `house:${i + 1}`,
    houseNumber: String(i + 1),
    street: "East Gwinnett Street",
    city: "Savannah",
    region: "GA",
    postcode: "31401",
    coordinates: { latitude: 32.06 + i / 100_000, longitude: -81.09 },
    evidence: { kind: i % 3 === 0 ? ("declared" as const) : ("register" as const), detail: "Made up for tests." },
    language: "en"
  }))

const village = Layer.effectDiscard(
  Effect.gen(function* () {
    const { records, version } = yield* Village
    const registry = yield* DataSource.SourceRegistry
    yield* registry.register(
      DataSource.make({
        manifest: {
          name: "village",
          countries: ["US"],
          license: "CC0-1.0",
          attribution: "<script>alert(1)</script>",
          homepage: "https://example.com/",
          evidence: "Declared: made up for tests."
        },
        fingerprint: Effect.map(Ref.get(version), String),
        records: () => Stream.unwrap(Effect.map(Ref.get(records), Stream.fromIterable))
      })
    )
  })
)

export interface CallOptions {
  readonly method?: string
  readonly cookie?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Omits the header that every request of the console has. */
  readonly bare?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Each test knows the shape of the responses that it gets.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** A complete service with a database of its own, and requests to its console. */
export class AdminWorld extends Context.Service<
  AdminWorld,
  {
    readonly url: string
    readonly request: (path: string, options?: CallOptions) => Effect.Effect<Response>
    readonly call: (path: string, options?: CallOptions) => Effect.Effect<Answer>
    /** Signs in, and returns the cookie. */
    readonly signIn: (headers?: Readonly<Record<string, string>>) => Effect.Effect<string>
    /** A cookie that all tests share. Do not sign out with it. */
    readonly cookie: string
    /** Sends a request as the administrator. A response other than 2xx fails the test. */
    readonly ask: (path: string, options?: CallOptions) => Effect.Effect<Answer["body"]>
    readonly sync: (request?: { readonly force?: boolean }) => Effect.Effect<void>
    /** Brings everything up to date that is otherwise refreshed every few seconds. */
    readonly settle: Effect.Effect<void>
    readonly token: string
    readonly sql: SqlClient.SqlClient
    readonly slow: SqlClient.SqlClient
  }
>()("doorstep/test/AdminWorld") {}

const make = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  if (!NetAddress.isInetAddress(address)) return yield* Effect.die("not listening on a port")
  const url = `http://127.0.0.1:${address.port}`
  yield* (yield* AdminPassword).ensure
  const activity = yield* Activity
  const views = yield* PoolViews
  const synchronizer = yield* Synchronizer
  const { token } = yield* (yield* TokenStore).create({ name: "tests", scope: "generate", rateLimit: 100_000 })

  const request: AdminWorld["Service"]["request"] = (path, { bare = false, body, cookie, headers = {}, method } = {}) =>
    Effect.promise((signal) =>
      fetch(`${url}${path}`, {
        signal,
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          ...(!bare && { "x-doorstep-console": "1" }),
          ...(cookie !== undefined && { cookie }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )

  const call: AdminWorld["Service"]["call"] = Effect.fnUntraced(function* (path, options) {
    const response = yield* request(path, options)
    const text = yield* Effect.promise(() => response.text())
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  })

  const signIn: AdminWorld["Service"]["signIn"] = Effect.fnUntraced(function* (headers = {}) {
    const { headers: answered, status, text } = yield* call("/admin/api/session", { body: { password }, headers })
    assert.strictEqual(status, 200, text)
    return answered.get("set-cookie")!.split(";")[0]!
  })
  const cookie = yield* signIn()

  return AdminWorld.of({
    url,
    request,
    call,
    signIn,
    cookie,
    ask: Effect.fnUntraced(function* (path, options = {}) {
      const answer = yield* call(`/admin/api${path}`, { cookie, ...options })
      assert.isTrue(answer.status < 300, `${path}: ${answer.text}`)
      return answer.body?.data
    }),
    sync: (options) => Effect.orDie(Effect.asVoid(synchronizer.run({ source: "village", ...options }))),
    settle: Effect.orDie(Effect.andThen(activity.flush, views.refresh)),
    token: Redacted.value(token),
    sql: yield* SqlClient.SqlClient,
    slow: yield* SlowDatabase
  })
})

const settings = {
  PORT: "0",
  ADMIN_PASSWORD: password,
  TRUSTED_PROXIES: "127.0.0.1",
  DATA_DIR: "unused",
  SOURCE_FOLDERS: tmpdir(),
  SOURCE_HOSTS: "localhost",
  LOG_LEVEL: "Fatal"
}

/** Turns logging off. */
const silence = Layer.succeed(References.MinimumLogLevel, "None")

/**
 * @param environment additional settings
 * @param logging replaces silence
 */
export const layerWith = <E = never>(
  environment: Readonly<Record<string, string>> = {},
  logging: Layer.Layer<never, E> = silence as Layer.Layer<never, E>
) =>
  Layer.effect(AdminWorld, make).pipe(
    Layer.provideMerge(layerServiceNoDeps),
    // The cheapest hash: these tests are not about its cost.
    Layer.provide(Layer.succeed(HashCost, { logN: 1, r: 1, p: 1 })),
    Layer.provide(Layer.fresh(TestDatabase.layerMigrated)),
    Layer.provide(ClientIp.layer),
    Layer.provide(Layer.succeed(SourceModules, SourceModules.of({ loaded: [] }))),
    Layer.provide(village.pipe(Layer.provideMerge(DataSource.SourceRegistry.layer))),
    Layer.provideMerge(Village.layer),
    Layer.provide(Telemetry.layer.pipe(Layer.provide(NodeHttpClient.layerUndici))),
    Layer.provide(logging),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ...settings, ...environment })))
  )

export const layer = layerWith()

export { eventually } from "../../../support/Eventually.ts"
