import { Console, DateTime, Duration, Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { MAX_RATE_LIMIT } from "../../../schemas/Fields.ts"
import * as App from "../../App.ts"
import { TokenStore } from "../../tokens/TokenStore.ts"
import { reportFailure } from "../Failure.ts"
import { wholeNumber } from "../Numbers.ts"
import { printList } from "../Table.ts"
import { invocation } from "../../shared/Invocation.ts"
import { numberText } from "../../shared/Amounts.ts"

const units = { m: Duration.minutes, h: Duration.hours, d: Duration.days, w: Duration.weeks } as const

const isUnit = (text: string | undefined): text is keyof typeof units => text !== undefined && text in units

const lifetime = /^[1-9]\d{0,4}[mhdw]$/

const toDuration = (text: string): Duration.Duration => {
  const unit = text.at(-1)
  return isUnit(unit) ? units[unit](Number(text.slice(0, -1))) : Duration.zero
}

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("What the token is for; must be unique")),
    scope: Flag.Literals("scope", ["read", "generate"]).pipe(
      Flag.withDescription("read: look things up; generate: also draw addresses"),
      Flag.withDefault("generate")
    ),
    rateLimit: wholeNumber("rate-limit", {
      what: "a number of requests per minute",
      least: 1,
      most: MAX_RATE_LIMIT
    }).pipe(Flag.withDescription("Requests per minute"), Flag.withDefault(600)),
    expiresIn: Flag.String("expires-in").pipe(
      Flag.withDescription("Lifetime, such as 30m, 12h, 90d or 52w; if omitted, the token does not expire"),
      Flag.filter(
        (text) => lifetime.test(text),
        () => "Expected a time such as 30m, 12h, 90d or 52w"
      ),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ expiresIn, ...request }) {
      const tokens = yield* TokenStore
      const now = yield* DateTime.now
      const expiresAt = Option.map(expiresIn, (text) => DateTime.addDuration(now, toDuration(text)))
      const { token } = yield* tokens.create({ ...request, expiresAt: Option.getOrUndefined(expiresAt) })
      // Standard output gets only the token, so that a script can read it.
      yield* Console.log(Redacted.value(token))
    },
    Effect.provide(App.layerAccess),
    reportFailure
  )
).pipe(
  Command.withDescription("Create an API token and print it; it cannot be shown again"),
  Command.withExamples([
    {
      command: "doorstep token create --name ci --scope generate --rate-limit 600 --expires-in 90d",
      description: "A token for a test suite"
    }
  ])
)

const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const tokens = yield* TokenStore
      const now = yield* DateTime.now
      const rows = (yield* tokens.list).map((token) => {
        const expired = token.expiresAt !== undefined && DateTime.isLessThanOrEqualTo(token.expiresAt, now)
        return [
          token.id,
          token.name,
          token.scope,
          `${numberText(token.rateLimit)}/min`,
          token.expiresAt === undefined ? "never" : DateTime.formatIso(token.expiresAt),
          token.revokedAt !== undefined ? "revoked" : expired ? "expired" : "active"
        ]
      })
      const none = `There is no token. To create one: ${invocation("token create --name NAME")}`
      yield* printList(["ID", "NAME", "SCOPE", "LIMIT", "EXPIRES", "STATE"], rows, none)
    },
    Effect.provide(App.layerAccess),
    reportFailure
  )
).pipe(Command.withDescription("List all tokens, without their text, which is not stored"))

const revoke = Command.make(
  "revoke",
  { token: Argument.String("token").pipe(Argument.withDescription("ID or name of the token")) },
  Effect.fn(
    function* ({ token }) {
      const tokens = yield* TokenStore
      const revoked = yield* tokens.revoke(token)
      yield* Console.log(
        `Token ${revoked.id} (${revoked.name}) was revoked. Running services refuse it within 5 seconds.`
      )
    },
    Effect.provide(App.layerAccess),
    reportFailure
  )
).pipe(Command.withDescription("Revoke a token"))

/** `doorstep token`: API tokens. */
export const token = Command.make("token").pipe(
  Command.withDescription("Create, list and revoke API tokens"),
  Command.withSubcommands([create, list, revoke])
)
