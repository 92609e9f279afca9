import { Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { numberText } from "../shared/Amounts.ts"

/** What a number may be. */
interface Range {
  /** As in "Expected a number of homes, 1 or more". */
  readonly what: string
  readonly least?: number
  readonly most?: number
  /** False for a number that names something, such as a port: 65535, not 65,535. */
  readonly isGrouped?: boolean
}

const limits = ({ isGrouped = true, least, most }: Range): string => {
  if (least === undefined) return ""
  const format = (value: number) => (isGrouped ? numberText(value) : String(value))
  return most === undefined ? `, ${format(least)} or more` : `, from ${format(least)} to ${format(most)}`
}

/** Reads the text itself: of one that is no number, Effect says "Expected a string representing a finite number". */
const reading = (range: Range, isOfType: (value: number) => boolean) => {
  const { least = -Infinity, most = Infinity } = range
  const isRight = (value: number) => isOfType(value) && value >= least && value <= most
  return [
    (text: string) => (text.trim() === "" ? Option.none() : Option.liftPredicate(Number(text), isRight)),
    () => `Expected ${range.what}${limits(range)}`
  ] as const
}

/** A flag with a whole number. */
export const wholeNumber = (name: string, range: Range) =>
  Flag.String(name).pipe(Flag.withMetavar("integer"), Flag.filterMap(...reading(range, Number.isSafeInteger)))

/** A flag with any number. */
export const anyNumber = (name: string, range: Range) =>
  Flag.String(name).pipe(Flag.withMetavar("number"), Flag.filterMap(...reading(range, Number.isFinite)))

/** An argument that is a whole number. */
export const wholeNumberArgument = (name: string, range: Range) =>
  Argument.String(name).pipe(
    Argument.withMetavar("integer"),
    Argument.filterMap(...reading(range, Number.isSafeInteger))
  )
