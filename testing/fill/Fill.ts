import type { Frame, Locator, Page } from "@playwright/test"
import type { Address, Profile } from "../../client/Contract.ts"
import { type Detail, detailOf } from "./Autocomplete.ts"
import { type Control, isSame, optionFor, textFor } from "./Choose.ts"
import { isField, type Resident, valuesOf } from "./FieldValues.ts"
import { scan } from "./Scan.ts"
import { watchPage } from "./Settling.ts"

export interface FillOptions {
  /** Who lives there: names, telephone, e-mail, test card. Without, such fields are left empty and reported. */
  readonly profile?: Profile
  /** Only fields of this part of the form, such as `shipping` where `billing` stands beside it, or the name of a section. */
  readonly only?: "shipping" | "billing" | (string & {})
}

/** A control of the form, by what it asks for. */
export interface Field extends Detail {
  /** As it stands in the page. */
  readonly autocomplete: string
}

export interface FilledField extends Field {
  /** What the control holds now. */
  readonly value: string
}

/**
 * Why a control could not be filled:
 *
 * - `no-value`: home and person have no such thing, such as a unit or a second given name
 * - `no-option`: none of the choices is it
 * - `does-not-fit`: it is too long, or another form than the control's `pattern` or type wants
 * - `refused`: the page put something else there
 * - `hidden`, `disabled`: nobody could fill it in
 * - `unknown`: HTML knows no such field
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
  /** Tells the control from others, also after the page has drawn itself anew. */
  readonly key: string
  readonly field: Field
  readonly control: Control
  readonly locator: Locator
}

/** A form that draws itself anew with each answer is gone through again, as often. */
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
    // A frame that goes away meanwhile has nothing to fill in.
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

/** What is to be done with a control: a value to be put in, nothing since it is there, or a reason why not. */
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

/** What decides what the rest of the form looks like comes first. */
const order: ReadonlyArray<RegExp> = [/^country/, /^address-level1$/, /^postal-code$/]

const firstOf = <A extends { readonly found: Found }>(plans: ReadonlyArray<A>): ReadonlyArray<A> => {
  for (const first of order) {
    const chosen = plans.filter(({ found }) => first.test(found.field.field))
    if (chosen.length > 0) return chosen
  }
  return plans
}

/** Milliseconds that a single control gets. */
const timeout = 5_000

const put = async ({ control, locator }: Found, value: string): Promise<boolean> => {
  const done =
    control.tag === "select" ? locator.selectOption({ value }, { timeout }) : locator.fill(value, { timeout })
  return Promise.resolve(done).then(
    () => true,
    // The page has drawn itself anew meanwhile: the next round sees what has become of the control.
    () => false
  )
}

/**
 * Fills in a form by the attributes `autocomplete` of its controls, as browsers do: the country first, since forms draw
 * themselves anew with it; choices by value, ISO code or text; each field by what it means in the address's country. In
 * frames as well, where payment providers have their fields.
 *
 * @param home an address, or a home as `generate` answers with it
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
