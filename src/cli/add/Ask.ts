import { Effect } from "effect"
import { Prompt } from "effect/cli"
import { evidenceInWords } from "../../directory/AddChoice.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import type { AddPlan } from "../../directory/AddPlan.ts"
import { ask } from "../Ask.ts"
import { aboutBytes, aboutNumber } from "./Quantities.ts"

const described = ({ entry }: AddPlan): string =>
  [
    evidenceInWords(entry.evidence),
    `${entry.license.name}${entry.license.shareAlike ? ", share-alike" : ""}`,
    ...(entry.addresses === null ? [] : [`${aboutNumber(entry.addresses)} addresses`]),
    ...(entry.bytes === null ? [] : [aboutBytes(entry.bytes)]),
    ...(entry.access.kind === "byHand" ? ["you download it yourself"] : [])
  ].join("; ")

/** Asks which source to use; the first is recommended. */
export const askSource = (plans: readonly [AddPlan, ...ReadonlyArray<AddPlan>]) => {
  const [first] = plans
  if (plans.length === 1) return Effect.succeed(first)
  return ask(
    Prompt.Select({
      message: `Sources of ${countryText(first.country)}, the recommended one first`,
      choices: plans.map((plan) => ({ title: plan.entry.title, value: plan, description: described(plan) }))
    })
  )
}

/** Asks which part of a country to add, if no source has all of it. */
export const askPart = (message: string, parts: ReadonlyArray<string>) =>
  ask(
    Prompt.AutoComplete({
      message,
      // A part can be found by its code as well as by its name.
      choices: parts.map((part) => ({ title: part, value: /\(([A-Z]{2}-[A-Z0-9]{1,3})\)$/.exec(part)?.[1] ?? part }))
    })
  )

export const askWhether = (countries: ReadonlyArray<string>) =>
  ask(
    Prompt.Confirm({
      message: `Add ${countries.map(countryText).join(", ")}?`,
      initial: true
    })
  )
