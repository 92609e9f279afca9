import { DateTime, Effect, Redacted } from "effect"
import { TokenStore } from "../../tokens/TokenStore.ts"

/** The first token of an installation, shown once; undefined if there is one already. */
export const firstToken = Effect.gen(function* () {
  const tokens = yield* TokenStore
  if ((yield* tokens.list).length > 0) return undefined
  const expiresAt = DateTime.add(yield* DateTime.now, { days: 90 })
  return yield* tokens.create({ name: "first-start", scope: "generate", rateLimit: 600, expiresAt })
})

/** What the token permits, and a request that works with it. */
export const describeFirstToken = (token: Redacted.Redacted, request: string): string =>
  [
    "",
    "Your first API token, shown only once (scope generate, 600 requests per minute, 90 days):",
    "",
    `  ${Redacted.value(token)}`,
    "",
    "Try it:",
    "",
    `  curl -H "Authorization: Bearer ${Redacted.value(token)}" "${request}"`,
    ""
  ].join("\n")
