import { Console, Effect } from "effect"
import { Prompt } from "effect/cli"
import { evidenceInWords } from "../../directory/AddChoice.ts"
import { countryInWords } from "../../directory/AddCountry.ts"
import type { AddPlan } from "../../directory/AddPlan.ts"
import { BrokenOff } from "../Failure.ts"
import { aboutBytes, aboutNumber } from "./Quantities.ts"

/** Asks; who presses Ctrl-C or Escape wants nothing done. */
const ask = <A>(prompt: Prompt.Prompt<A>) =>
  Effect.catchTag(Prompt.run(prompt), "QuitError", () =>
    Effect.andThen(Console.error("Nothing was done."), Effect.fail(new BrokenOff()))
  )

const described = ({ entry }: AddPlan): string =>
  [
    evidenceInWords(entry.evidence),
    `${entry.license.name}${entry.license.shareAlike ? ", share-alike" : ""}`,
    ...(entry.addresses === null ? [] : [`${aboutNumber(entry.addresses)} addresses`]),
    ...(entry.bytes === null ? [] : [aboutBytes(entry.bytes)]),
    ...(entry.access.kind === "byHand" ? ["you fetch it yourself"] : [])
  ].join("; ")

/** Which of the sources is meant; the first is the recommended one. */
export const askSource = (plans: readonly [AddPlan, ...ReadonlyArray<AddPlan>]) => {
  const [first] = plans
  if (plans.length === 1) return Effect.succeed(first)
  return ask(
    Prompt.Select({
      message: `Sources of ${countryInWords(first.country)}, the recommended one first`,
      choices: plans.map((plan) => ({ title: plan.entry.title, value: plan, description: described(plan) }))
    })
  )
}

/** Which part of a country is meant of which no source has the whole. */
export const askPart = (message: string, parts: ReadonlyArray<string>) =>
  ask(
    Prompt.AutoComplete({
      message,
      // A part is found by its code as well as by its name.
      choices: parts.map((part) => ({ title: part, value: /\(([A-Z]{2}-[A-Z0-9]{1,3})\)$/.exec(part)?.[1] ?? part }))
    })
  )

export const askWhether = (countries: ReadonlyArray<string>) =>
  ask(
    Prompt.Confirm({
      message: `Add ${countries.map(countryInWords).join(", ")}?`,
      initial: true
    })
  )
