import type { Frame, Locator, Page } from "@playwright/test"
import type { Address, Profile } from "../../client/Contract.ts"
import { type Detail, detailOf } from "./Autocomplete.ts"
import { type Control, isSame, optionFor, textFor } from "./Choose.ts"
import { isField, type Resident, valuesOf } from "./FieldValues.ts"
import { scan } from "./Scan.ts"
import { watchPage } from "./Settling.ts"

export interface FillOptions {
  /**
   * The person who lives there: names, telephone, e-mail, test card. Without it, such fields are left empty and
   * reported.
   */
  readonly profile?: Profile
  /** Fill only this part of the form, such as `shipping` if there is also `billing`, or the name of a section. */
  readonly only?: "shipping" | "billing" | (string & {})
}

/** A control of the form, by its `autocomplete` field. */
export interface Field extends Detail {
  /** The attribute as written in the page. */
  readonly autocomplete: string
}

export interface FilledField extends Field {
  /** The value of the control now. */
  readonly value: string
}

/**
 * Why a control could not be filled in:
 *
 * - `no-value`: the home or person has no such value, such as a unit or a second given name
 * - `no-option`: none of the options matches
 * - `does-not-fit`: the value is too long, or does not match the control's `pattern` or type
 * - `refused`: the page replaced the value
 * - `hidden`, `disabled`: nobody could fill it in
 * - `unknown`: HTML defines no such field
 */
export type Reason = "no-value" | "no-option" | "does-not-fit" | "refused" | "hidden" | "disabled" | "unknown"

export interface MissingField extends Field {
  readonly reason: Reason
}

export interface Filling {
  readonly filled: ReadonlyArray<FilledField>
  readonly missing: ReadonlyArray<MissingField>
}

type Scope = Page | Frame | Locator

const selector = ["input", "select", "textarea"].map((tag) => `${tag}[autocomplete]`).join(", ")

interface Found {
  /** Identifies the control, also after the page has redrawn itself. */
  readonly key: string
  readonly field: Field
  readonly control: Control
  readonly locator: Locator
}

/** Limit for forms that redraw themselves after each value. */
const rounds = 8

const framesOf = (scope: Scope): ReadonlyArray<Frame | Locator> => ("frames" in scope ? scope.frames() : [scope])

const pageOf = (scope: Scope): Page => ("frames" in scope ? scope : scope.page())

const isMeant = ({ mode, section }: Detail, only: string | undefined): boolean =>
  only === undefined || mode === only || section === only.replace(/^section-/, "").toLowerCase()

const look = async (scope: Scope, only: string | undefined): Promise<ReadonlyArray<Found>> => {
  const found: Array<Found> = []
  const counts = new Map<string, number>()
  for (const frame of framesOf(scope)) {
    const all = frame.locator(selector)
    // A frame that has disappeared meanwhile has nothing to fill in.
    const controls = await all.evaluateAll(scan).catch(() => [])
    for (const [index, control] of controls.entries()) {
      const detail = detailOf(control.autocomplete)
      if (detail === undefined || !isMeant(detail, only)) continue
      const count = (counts.get(control.autocomplete) ?? 0) + 1
      counts.set(control.autocomplete, count)
      const field = { ...detail, autocomplete: control.autocomplete }
      found.push({ key: `${control.autocomplete} ${count}`, field, control, locator: all.nth(index) })
    }
  }
  return found
}

/** What to do with a control: set a value, nothing because it is already there, or a reason why not. */
type Plan = { readonly put: string } | { readonly there: string } | { readonly reason: Reason }

const planOf = ({ control, field }: Found, resident: Resident, all: ReadonlyArray<Found>): Plan => {
  if (!isField(field.field)) return { reason: "unknown" }
  if (!control.isVisible) return { reason: "hidden" }
  if (control.isDisabled || control.isReadOnly) return { reason: "disabled" }
  const values = valuesOf(field.field, resident, {
    has: (name) =>
      all.some(
        ({ field: other }) => other.field === name && other.mode === field.mode && other.section === field.section
      ),
    language: control.language
  })
  if (values.length === 0) return { reason: "no-value" }
  if (control.tag === "select") {
    const option = optionFor(control.options, values)
    if (option === undefined) return { reason: "no-option" }
    return option.value === control.value ? { there: control.value } : { put: option.value }
  }
  const text = textFor(control, values)
  if (text === undefined) return { reason: "does-not-fit" }
  return isSame(control.value, text) ? { there: control.value } : { put: text }
}

/** Fields that change the rest of the form come first. */
const order: ReadonlyArray<RegExp> = [/^country/, /^address-level1$/, /^postal-code$/]

const firstOf = <A extends { readonly found: Found }>(plans: ReadonlyArray<A>): ReadonlyArray<A> => {
  for (const first of order) {
    const chosen = plans.filter(({ found }) => first.test(found.field.field))
    if (chosen.length > 0) return chosen
  }
  return plans
}

/** Milliseconds for a single control. */
const timeout = 5_000

const put = async ({ control, locator }: Found, value: string): Promise<boolean> => {
  const done =
    control.tag === "select" ? locator.selectOption({ value }, { timeout }) : locator.fill(value, { timeout })
  return Promise.resolve(done).then(
    () => true,
    // The page has redrawn itself meanwhile: the next round handles the new control.
    () => false
  )
}

/**
 * Fills in a form by the `autocomplete` attributes of its controls, as browsers do. The country comes first, because
 * forms redraw themselves after it. Options are chosen by value, ISO code or text, and each field has its meaning in
 * the address's country. Includes frames, where payment providers have their fields.
 *
 * @param home an address, or a home as in the response of `generate`
 */
export const fill = async (scope: Scope, home: Address | Resident, options: FillOptions = {}): Promise<Filling> => {
  const resident: Resident =
    "address" in home ? { profile: options.profile, ...home } : { address: home, profile: options.profile }
  const page = watchPage(pageOf(scope))
  const tried = new Map<string, number>()
  try {
    for (let round = 0; ; round++) {
      await page.settled()
      const found = await look(scope, options.only)
      const plans = found.map((one) => ({ found: one, plan: planOf(one, resident, found) }))
      const open = plans.flatMap(({ found: one, plan }) =>
        "put" in plan && (tried.get(one.key) ?? 0) < 3 ? { found: one, value: plan.put } : []
      )
      if (open.length === 0 || round >= rounds) {
        return {
          filled: plans.flatMap(({ found: { field }, plan }) =>
            "there" in plan ? { ...field, value: plan.there } : []
          ),
          missing: plans.flatMap(({ found: { field }, plan }) =>
            "there" in plan ? [] : { ...field, reason: "reason" in plan ? plan.reason : "refused" }
          )
        }
      }
      for (const { found: one, value } of firstOf(open)) {
        tried.set(one.key, (tried.get(one.key) ?? 0) + 1)
        await put(one, value)
      }
    }
  } finally {
    page.stop()
  }
}
