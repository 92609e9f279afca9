import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { FileSystem, Path } from "effect"
import { token } from "../../../src/cli/admin/TokenCommand.ts"
import { EmbeddedPostgres } from "../../../src/database/EmbeddedPostgres.ts"
import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import { filledDataDir } from "../../support/FilledDataDir.ts"
import { runCommand } from "../../support/RunCommand.ts"
import { noDurability } from "../../support/TestServer.ts"
import { type Ask, Clients } from "./Clients.ts"
import { Proxy } from "./Proxy.ts"

/** Requests that need the database in each of the ways that the service uses it. */
export const questions: ReadonlyArray<Ask> = [
  ...Array.from({ length: 12 }, (_, i) => ({ path: `/api/v1/generate?seed=s${i}&requestId=same` })),
  { path: "/api/v1/generate?region=CA&seed=a&requestId=same" },
  { path: "/api/v1/generate?q=street&seed=a&requestId=same" },
  { path: "/api/v1/countries" },
  { path: "/api/v1/locations/search?q=sa&residential=true" },
  { path: "/api/v1/coverage" },
  {
    path: "/api/v1/generate/batch",
    body: { count: 5, filters: { country: "US" }, options: { seed: "a", requestId: "same" } }
  }
]

/** A service in its own process, as an operator runs it. */
export interface Service {
  readonly process: DoorstepProcess
  readonly url: string
}

/** Starts a service and waits until it is ready. */
export const serve = async (settings: Readonly<Record<string, string>>): Promise<Service> => {
  const process = new DoorstepProcess(["serve"], { PORT: "0", LOG_LEVEL: "Warn", ...settings })
  const url = (await process.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
  await process.waitFor(/^Ready\./m)
  return { process, url }
}

/** A token with a limit that no test reaches. */
export const makeToken = async (settings: Readonly<Record<string, string>>, rateLimit = 1_000_000): Promise<string> => {
  const create = runCommand(token, settings)("create", "--name", `faults-${rateLimit}`, "--rate-limit", `${rateLimit}`)
  const { code, text } = await Effect.runPromise(create)
  if (code !== 0) throw new Error(text)
  return text
}

/** Cleanup for the end of a test file. */
export class Resources {
  readonly #scope = Scope.makeUnsafe()

  acquire<A, E>(effect: Effect.Effect<A, E, Scope.Scope | FileSystem.FileSystem | Path.Path>): Promise<A> {
    return Effect.runPromise(effect.pipe(Scope.provide(this.#scope), Effect.provide(NodeServices.layer)))
  }

  onRelease(release: () => Promise<unknown>): void {
    Effect.runSync(Scope.addFinalizer(this.#scope, Effect.promise(release)))
  }

  release(): Promise<void> {
    return Effect.runPromise(Scope.close(this.#scope, Exit.void))
  }
}

/** A PostgreSQL server, a network to it, and a service that uses it. */
export interface Deployment {
  readonly service: Service
  readonly clients: Clients
  readonly proxy: Proxy
  readonly token: string
  readonly settings: Readonly<Record<string, string>>
  /** The server's own URL, bypassing the proxy. */
  readonly databaseUrl: URL
}

/** Starts a PostgreSQL server with a filled pool and returns its URL. */
export const startPostgres = async (
  resources: Resources,
  settings: Readonly<Record<string, string>> = {}
): Promise<URL> => {
  const server = await resources.acquire(
    Effect.flatMap(filledDataDir, (dataDir) =>
      EmbeddedPostgres.make({ dataDir, settings: { ...noDurability, ...settings } })
    )
  )
  return new URL(Redacted.value(server.url))
}

/** The same server at another port. */
export const through = (url: URL, port: number): string => {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

/** Starts all of them and records the responses of the pool. */
export const deploy = async (
  resources: Resources,
  options: {
    readonly server?: Readonly<Record<string, string>>
    readonly service?: Readonly<Record<string, string>>
  } = {}
): Promise<Deployment> => {
  const databaseUrl = await startPostgres(resources, options.server)
  const proxy = await Proxy.start(Number(databaseUrl.port))
  resources.onRelease(() => proxy.stop())
  const settings = { DATABASE_URL: through(databaseUrl, proxy.port), ...options.service }
  const service = await serve(settings)
  resources.onRelease(() => service.process.signal("SIGTERM"))
  const token = await makeToken(settings)
  const clients = new Clients(service.url, token)
  await clients.learn(questions)
  return { service, clients, proxy, token, settings, databaseUrl }
}

/** A service with its own embedded server. */
export const deployEmbedded = async (resources: Resources) => {
  const dataDir = await resources.acquire(filledDataDir)
  const settings = { DATA_DIR: dataDir }
  const service = await serve(settings)
  resources.onRelease(() => service.process.signal("SIGTERM"))
  const token = await makeToken(settings)
  const clients = new Clients(service.url, token)
  await clients.learn(questions)
  return { service, clients, token, settings, dataDir }
}
