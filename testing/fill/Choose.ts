import { fold } from "../../schemas/Fold.ts"
import type { Values } from "./FieldValues.ts"

export interface Option {
  readonly value: string
  readonly text: string
  readonly isDisabled: boolean
}

/** The properties of a page's control that decide what it can be filled with. */
export interface Control {
  readonly tag: "input" | "select" | "textarea"
  readonly type: string
  readonly autocomplete: string
  readonly value: string
  readonly maxLength: number
  readonly pattern: string
  readonly options: ReadonlyArray<Option>
  readonly isVisible: boolean
  readonly isDisabled: boolean
  readonly isReadOnly: boolean
  readonly language: string
}

const bare = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, "")

/** Letters and digits only: forms vary in spaces, brackets and hyphens. */
export const isSame = (one: string, other: string): boolean => bare(one) === bare(other) && bare(one) !== ""

const words = (text: string): string =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `

/** Exactly one option: with two that fit, choosing would be a guess. */
const only = (options: ReadonlyArray<Option>): Option | undefined => (options.length === 1 ? options[0] : undefined)

/** The option for one of the values: by its value or text, by the end of its value, or by words in its text. */
export const optionFor = (options: ReadonlyArray<Option>, values: Values): Option | undefined => {
  const open = options.filter(({ isDisabled }) => !isDisabled)
  const ways: ReadonlyArray<(option: Option, value: string) => boolean> = [
    (option, value) => fold(option.value) === fold(value) || fold(option.text) === fold(value),
    (option, value) => isSame(option.value, value) || isSame(option.text, value),
    // Such as US-GA or address.region.GA for GA.
    (option, value) => words(option.value.replace(/([a-z])([A-Z])/g, "$1 $2")).endsWith(words(value)),
    // Such as "Georgia (GA)" or "+1 United States".
    (option, value) => words(option.text).includes(words(value))
  ]
  for (const [index, isMeant] of ways.entries()) {
    for (const value of values) {
      const found = open.filter((option) => isMeant(option, value))
      const option = index < 2 ? found[0] : only(found)
      if (option !== undefined) return option
    }
  }
  return undefined
}

/** Formats a value for a control of its type. */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
  number: /^\d+$/
}

const regExp = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, "v")
  } catch {
    return undefined
  }
}

/** A control's pattern, as browsers read it: they ignore one that is no regular expression (HTML, "pattern"). */
const ruleOf = ({ pattern, tag }: Control): RegExp | undefined =>
  tag !== "input" || pattern === "" || regExp(pattern) === undefined ? undefined : regExp(`^(?:${pattern})$`)

/** The first value that the control's own rules accept. */
export const textFor = (control: Control, values: Values): string | undefined => {
  const { maxLength, tag, type } = control
  const rule = ruleOf(control)
  return values.find(
    (value) =>
      (tag === "textarea" || !value.includes("\n")) &&
      (maxLength < 0 || value.length <= maxLength) &&
      (tag !== "input" || (forms[type]?.test(value) ?? true)) &&
      (rule === undefined || rule.test(value))
  )
}
