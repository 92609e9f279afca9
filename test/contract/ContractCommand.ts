import { Cause, Console, Effect, Exit, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { baseOf } from "../../properties/HttpConnection.ts"
import { Deployment } from "./Deployment.ts"
import { allRows } from "./rows/AllRows.ts"
import type { Row } from "./rows/Asking.ts"

/** At least one row does not hold. Standard output says which. */
class RowsBroken {
  readonly _tag = "RowsBroken"
}

const token = (name: string, description: string) =>
  Flag.Redacted(name).pipe(Flag.withDescription(description), Flag.optional)

const flags = {
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("Where the service is, such as https://addresses.example.com"),
    Flag.optional
  ),
  token: token("token", "A token of the scope generate; its limit should be 600 a minute or more"),
  readToken: token("read-token", "A token of the scope read"),
  expiredToken: token("expired-token", "A token that has expired"),
  limitedToken: token("limited-token", "A token whose limit of a minute, of at most 1000 requests, will be used up"),
  country: Flag.String("country").pipe(
    Flag.withDescription("ISO 3166-1 code of the country to look at closest; the largest unless given"),
    Flag.optional
  ),
  only: Flag.String("only").pipe(Flag.withDescription("Only rows with this text in them"), Flag.withDefault("")),
  list: Flag.Boolean("list").pipe(
    Flag.withDescription("List the rows and the files that test them, and do nothing else"),
    Flag.withDefault(false)
  )
}

const revealed = (token: Option.Option<Redacted.Redacted>) => Option.getOrUndefined(Option.map(token, Redacted.value))

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "    ")

/** Checks one row on the deployment, and prints the result. */
const hold = Effect.fnUntraced(function* ({ holds, row }: Row) {
  const exit = yield* Effect.exit(Effect.result(holds))
  if (Exit.isFailure(exit)) {
    yield* Console.log(`✗ ${row}\n${indented(messageOf(exit.cause))}`)
    return "broken" as const
  }
  if (exit.value._tag === "Failure") {
    yield* Console.log(`- ${row}\n${indented(exit.value.failure.reason)}`)
    return "skipped" as const
  }
  yield* Console.log(`✓ ${row}`)
  return "kept" as const
})

const list = (rows: ReadonlyArray<Row>) =>
  Effect.forEach(rows, ({ file, row }) => Console.log(`${file.padEnd(20)} ${row}`), { discard: true })

/** Holds a running service to the rows of the interface. */
export const contract = Command.make(
  "contract",
  flags,
  Effect.fnUntraced(function* ({ baseUrl, country, expiredToken, limitedToken, list: isList, only, readToken, token }) {
    const rows = allRows.filter(({ row }) => row.includes(only))
    if (isList) return yield* list(rows)
    if (Option.isNone(baseUrl) || Option.isNone(token)) {
      yield* Console.error("Say where the service is and how to enter it: --base-url <url> --token <token>")
      return yield* Effect.fail(new RowsBroken())
    }
    const deployment = yield* Deployment.make({
      baseUrl: baseOf(baseUrl.value),
      token: Redacted.value(token.value),
      readToken: revealed(readToken),
      expiredToken: revealed(expiredToken),
      limitedToken: revealed(limitedToken),
      country: Option.getOrUndefined(country)
    }).pipe(
      Effect.tapCause((cause) => Console.error(`The service cannot be held to anything: ${messageOf(cause)}`)),
      Effect.catchCause(() => Effect.fail(new RowsBroken()))
    )
    const outcomes = yield* Effect.provideService(Effect.forEach(rows, hold), Deployment, deployment)
    const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((each) => each === outcome).length
    yield* Console.log(
      `\n${count("kept")} rows hold, ${count("broken")} do not, ${count("skipped")} cannot be checked here.`
    )
    if (count("broken") > 0) return yield* Effect.fail(new RowsBroken())
  })
).pipe(Command.withDescription("Hold a deployment to every row of the interface"))
