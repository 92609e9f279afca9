import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { PoolJudge, type Score } from "../../admin/PoolJudge.ts"
import * as App from "../../App.ts"
import { Countries } from "../../pool/Countries.ts"
import { CommandFailed, refuse, reportFailure } from "../Failure.ts"
import { anyNumber, wholeNumber } from "../Numbers.ts"
import { invocation } from "../../shared/Invocation.ts"
import { numberText } from "../../shared/Amounts.ts"
import { countryCode, json } from "../Flags.ts"

/** Never rounded up to 100: even one failing home shows. */
const share = (score: Score): number => (score.covered === 0 ? 1 : score.passed / score.covered)
const percentOf = (score: Score): string => (Math.floor(share(score) * 10_000) / 100).toFixed(2)

const tell = Effect.fnUntraced(function* (score: Score) {
  const { complaints, country, covered, exact, judged, passed, poolVersion } = score
  const looked = exact ? `all ${numberText(judged)} homes` : `a uniform sample of ${numberText(judged)} homes`
  yield* Console.log(`${country}, pool version ${poolVersion}: ${looked}`)
  if (covered === 0) return yield* Console.log("  no rule covers them")
  yield* Console.log(
    `  ${percentOf(score)} percent pass Shopify's rules and Google's: ${numberText(passed)} of ${numberText(covered)}`
  )
  for (const { examples, homes, judge, message, rule } of complaints) {
    yield* Console.log(`  ${judge} ${rule}: ${homes === 1 ? "1 home" : `${numberText(homes)} homes`}. ${message}`)
    yield* Effect.forEach(examples, (id) => Console.log(`    ${id}`), { discard: true })
  }
})

/** `doorstep judge`: what shop checkouts would say about the pools. */
export const judge = Command.make(
  "judge",
  {
    countries: countryCode("US; if omitted, every pool").pipe(Argument.variadic()),
    most: wholeNumber("most", { what: "a number of homes", least: 1 }).pipe(
      Flag.withDescription("How many homes of each pool to check, as a uniform sample"),
      Flag.withDefault(100_000)
    ),
    examples: wholeNumber("examples", { what: "a number of homes", least: 0 }).pipe(
      Flag.withDescription("How many example homes to list for each broken rule"),
      Flag.withDefault(3)
    ),
    atLeast: anyNumber("at-least", { what: "a percentage", least: 0, most: 100 }).pipe(
      Flag.withDescription("Exit with 1 if a smaller percentage passes, such as 99.5"),
      Flag.optional
    ),
    json
  },
  Effect.fn(
    function* ({ atLeast, countries, examples, json, most }) {
      const pools = yield* PoolJudge
      const known = (yield* (yield* Countries).list).map(({ country }) => country)
      const scores: Array<Score> = []
      for (const country of countries.length > 0 ? countries : known) {
        const score = yield* pools.score(country, { most, examples })
        if (score !== undefined) scores.push(score)
        else if (countries.length > 0) {
          return yield* refuse(
            `${country} has no pool. Synchronize one of its sources first; "${invocation("country list")}" lists pools.`
          )
        }
      }
      if (json) yield* Console.log(JSON.stringify(scores, undefined, 2))
      else if (scores.length === 0) yield* Console.log(`There are no pools yet. "${invocation("sync")}" fills them.`)
      else yield* Effect.forEach(scores, tell, { discard: true })
      const wanted = Option.getOrElse(atLeast, () => 0)
      if (scores.some((score) => share(score) * 100 < wanted)) return yield* Effect.fail(new CommandFailed())
    },
    Effect.provide(App.layerAccess),
    reportFailure
  )
).pipe(
  Command.withDescription("Score pools by the address rules of Shopify's checkout and Google's libaddressinput"),
  Command.withExamples([
    { command: "doorstep judge", description: "Every pool" },
    { command: "doorstep judge DE --at-least 99.5 --examples 20", description: "One pool, for a CI job" }
  ])
)
