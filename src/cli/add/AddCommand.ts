import { Console, Effect, Layer, Option, Path, Stdio } from "effect"
import { Argument, Command } from "effect/cli"
import * as App from "../../App.ts"
import { AddCountry } from "../../directory/AddCountry.ts"
import type { Wanted } from "../../directory/AddEntry.ts"
import { withSize } from "../../directory/AddInquiry.ts"
import type { AddPlan } from "../../directory/AddPlan.ts"
import { type KeptDownload, Downloads } from "../../../sources/reading/Downloads.ts"
import * as LateDispatcher from "../../../sources/reading/LateDispatcher.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { CommandFailed, NothingDone, refuse, reportFailure } from "../Failure.ts"
import { describeFirstToken, firstToken } from "../serve/FirstToken.ts"
import { askPart, askSource, askWhether } from "./Ask.ts"
import { type Carried, carryOut } from "./Carry.ts"
import { planJson, resultJson } from "./Json.ts"
import { type PoolSummary, poolSummary, shownSeed } from "./PoolSummary.ts"
import { sayPlan } from "./SayPlan.ts"
import { sayResult } from "./SayResult.ts"
import { serviceAddress } from "./ServiceAddress.ts"
import { invocation, start } from "../../shared/Invocation.ts"
import { optionalText, whether } from "../Flags.ts"

const countries = Argument.String("country").pipe(
  Argument.withDescription("Two-letter code, such as CH, or name in any language"),
  Argument.variadic({ min: 1 })
)

const flags = {
  from: optionalText(
    "from",
    `Source to use: an ID listed by "${invocation("directory CH")}", or geofabrik, overture, …`
  ),
  part: optionalText("part", "Only this part of the country: its name or its ISO 3166-2 code, such as US-NY"),
  file: optionalText("file", "The data, if you have downloaded them yourself: a file or a folder"),
  yes: whether("yes", "Do not ask for confirmation"),
  dryRun: whether("dry-run", "Print what would be done, and do nothing"),
  json: whether("json", "Print the plan and the result as JSON on standard output")
}

/** The plan for a country. At a terminal, the user is asked to choose where there is a choice. */
const planned = Effect.fnUntraced(function* (wanted: Wanted & { readonly country: string }, asks: boolean) {
  const adding = yield* AddCountry
  const plans = yield* adding
    .plans(wanted)
    .pipe(
      Effect.catchTag("PartNeeded", (error) =>
        asks
          ? Effect.flatMap(askPart(`${error.message.split(". ")[0]}. Which part?`, error.parts), (part) =>
              adding.plans({ ...wanted, part })
            )
          : Effect.fail(error)
      )
    )
  const [first] = plans
  const plan = asks && wanted.from === undefined && first.existing === null ? yield* askSource(plans) : first
  return yield* withSize(plan, yield* adding.experience)
})

interface Outcome extends Carried {
  readonly summary: PoolSummary
}

/** The results, and how to request a home from them. */
const sayOutcomes = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
  const { runs, url } = yield* serviceAddress
  for (const { plan, summary } of outcomes) yield* Console.log(`\n${sayResult(plan, summary)}`)
  const shown = outcomes.find(({ summary }) => summary.home !== null)
  if (shown === undefined) return
  if (runs === false) yield* Console.log(`\nThe service is not running yet. Start it with: ${start}`)
  const request = `${url}/api/v1/generate?country=${shown.plan.country}&seed=${shownSeed}`
  const issued = yield* firstToken
  yield* Console.log(
    issued !== undefined
      ? describeFirstToken(issued.token, request)
      : `\nTry it, with one of your API tokens as TOKEN (${invocation("token create --name NAME")} makes one):\n\n` +
          `  curl -H "Authorization: Bearer $TOKEN" "${request}"\n`
  )
})

const isDone = ({ outcome }: Carried): boolean => outcome === "published" || outcome === "unchanged"

/** What a failed attempt leaves for the next one. */
const keptOf = ({ sourceName }: AddPlan, downloads: ReadonlyArray<KeptDownload>): string => {
  const bytes = downloads.reduce((sum, { bytes, source }) => (source === sourceName ? sum + bytes : sum), 0)
  return bytes === 0
    ? "Nothing was downloaded. To try again, run the same command."
    : `${bytesText(bytes)} have been downloaded and are kept. To continue, run the same command again.`
}

const perform = Effect.fnUntraced(function* (
  plans: ReadonlyArray<AddPlan>,
  { file, json }: { readonly file: string | undefined; readonly json: boolean }
) {
  const carried = yield* carryOut(plans, file)
  const outcomes = yield* Effect.forEach(carried.filter(isDone), (one) =>
    Effect.map(poolSummary(one.plan.country), (summary): Outcome => ({ ...one, summary }))
  )
  yield* json ? Console.log(resultJson(carried, outcomes)) : sayOutcomes(outcomes)
  const failed = carried.filter((one) => !isDone(one))
  const downloads = failed.length === 0 ? [] : yield* (yield* Downloads).list
  for (const { message, outcome, plan, told } of failed) {
    yield* Console.error(
      [
        `${plan.country} was not added${told ? "." : `: ${message ?? outcome}`}`,
        keptOf(plan, downloads),
        `Other sources: ${invocation(`directory ${plan.country}`)}`
      ].join("\n")
    )
  }
  if (failed.length > 0 || outcomes.some(({ summary }) => summary.home === null)) {
    return yield* Effect.fail(new CommandFailed())
  }
})

/** `doorstep add`: from the name of a country to its homes. */
export const add = Command.make(
  "add",
  { countries, ...flags },
  Effect.fn(
    function* ({ countries: named, dryRun, file, from, json, part, yes }) {
      const stdio = yield* Stdio.Stdio
      const adding = yield* AddCountry
      const sits = (yield* stdio.stdinIsTerminal) && (yield* stdio.stdoutIsTerminal)
      const asks = sits && !yes && !json && !dryRun
      const codes = new Set(yield* Effect.forEach(named, adding.countryOf))
      if (codes.size > 1 && (Option.isSome(part) || Option.isSome(file))) {
        return yield* refuse("With --part or --file, name only one country.")
      }
      const plans = yield* Effect.forEach(codes, (country) =>
        planned({ country, from: Option.getOrUndefined(from), part: Option.getOrUndefined(part) }, asks)
      )
      if (!json) for (const plan of plans) yield* Console.log(sayPlan(plan))
      if (dryRun || (!sits && !yes) || (json && !yes)) {
        if (json) yield* Console.log(planJson(plans))
        if (dryRun) return
        yield* Console.error("Nothing was done. To do it, add --yes.")
        return yield* Effect.fail(new NothingDone())
      }
      if (asks && !(yield* askWhether(Array.from(codes)))) return yield* Console.log("Nothing was done.")
      const path = yield* Path.Path
      yield* perform(plans, { json, file: Option.getOrUndefined(Option.map(file, (name) => path.resolve(name))) })
    },
    Effect.provide(Layer.merge(App.layerAdding, LateDispatcher.layerClient)),
    reportFailure
  )
).pipe(
  Command.withDescription("Add a country: choose a source, download, read and publish it"),
  Command.withExamples([
    { command: "doorstep add CH", description: "Homes in Switzerland, from the best open data" },
    { command: "doorstep add CH LI AT --yes", description: "Three countries, one after another, without confirmation" },
    { command: "doorstep add US --part US-NY --yes", description: "One state" },
    { command: "doorstep add Brasil --from overture --dry-run", description: "What another source would require" },
    {
      command: "doorstep add NL --from register:nl-bag --file ~/Downloads/bag",
      description: "Data that you have downloaded yourself"
    }
  ])
)
