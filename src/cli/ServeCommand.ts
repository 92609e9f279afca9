import { Console, DateTime, Effect, Option, Redacted } from "effect"
import { Command } from "effect/cli"
import { HttpServer } from "effect/http"
import * as App from "../App.ts"
import { PoolRepository } from "../pool/PoolRepository.ts"
import { Publisher } from "../sync/Publisher.ts"
import { Synchronizer } from "../sync/Synchronizer.ts"
import { TokenStore } from "../tokens/TokenStore.ts"
import { reportFailure } from "./Failure.ts"
import { failedReports, formatReport, makeProgress } from "./Progress.ts"

/** Where the service is reached from this machine. */
const baseUrl = (server: HttpServer.HttpServer["Service"]): string =>
  HttpServer.formatAddress(server.address).replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//localhost")

/** Fills the pools of a fresh installation, so that it can generate at once. */
const fillEmptyPools = Effect.gen(function* () {
  const pool = yield* PoolRepository
  const published = (yield* pool.counts).reduce((total, country) => total + country.residential, 0)
  if (published > 0) return
  const publisher = yield* Publisher
  const synchronizer = yield* Synchronizer
  yield* Console.log("The pools are empty: synchronizing.")
  const progress = yield* makeProgress(yield* publisher.runs(100))
  const reports = yield* synchronizer
    .run({ onProgress: progress.onProgress, force: true })
    .pipe(Effect.ensuring(progress.done))
  for (const report of reports) yield* Console.log(formatReport(report))
  const failed = failedReports(reports)
  if (Option.isSome(failed)) {
    yield* Console.error(`${failed.value} Mend what is said above, then run: npm run doorstep -- sync`)
  }
})

const firstToken = Effect.gen(function* () {
  const tokens = yield* TokenStore
  if ((yield* tokens.list).length > 0) return undefined
  const expiresAt = DateTime.add(yield* DateTime.now, { days: 90 })
  return yield* tokens.create({ name: "first-start", scope: "generate", rateLimit: 600, expiresAt })
})

/** `doorstep serve`: the service, until it is stopped. */
export const serve = Command.make(
  "serve",
  {},
  Effect.fn(
    function* () {
      const server = yield* HttpServer.HttpServer
      const url = baseUrl(server)
      yield* Console.log(`Doorstep listens on ${url} — documentation: ${url}/docs`)
      yield* fillEmptyPools
      const issued = yield* firstToken
      if (issued !== undefined) {
        const token = Redacted.value(issued.token)
        yield* Console.log(
          [
            "",
            "Your first API token, shown this once (scope generate, 600 requests a minute, 90 days):",
            "",
            `  ${token}`,
            "",
            "Try it:",
            "",
            `  curl -H "Authorization: Bearer ${token}" "${url}/api/v1/generate?country=US&seed=abc"`,
            ""
          ].join("\n")
        )
      }
      yield* Console.log("Ready. Stop with Ctrl-C.")
      return yield* Effect.never
    },
    Effect.provide(App.layerService),
    reportFailure
  )
).pipe(Command.withDescription("Serve the API"))
