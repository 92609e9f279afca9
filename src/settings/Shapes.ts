import { Duration, Option, Redacted, Result } from "effect"
import { quotedUrl, type Refusal, type Shape } from "./Setting.ts"

const ifDefined = <A>(value: A | undefined, refusal: Refusal = {}): Result.Result<A, Refusal> =>
  value === undefined ? Result.fail(refusal) : Result.succeed(value)

/** Any text: the code that uses it finds out whether it is valid. */
export const text: Shape<string> = { allowed: "one text", unset: undefined, parse: Result.succeed }

/** Texts that pass a check. */
export const textLike = (
  check: (text: string) => boolean,
  words: Pick<Shape<string>, "allowed" | "hint">
): Shape<string> => ({
  ...words,
  unset: undefined,
  parse: (text) => ifDefined(check(text) ? text : undefined)
})

/** Whole numbers. */
export const whole = (least: number, most: number, hint?: string): Shape<number> => ({
  allowed: `a whole number from ${least} to ${most}`,
  ...(hint !== undefined && { hint }),
  unset: undefined,
  parse: (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return ifDefined(value >= least && value <= most ? value : undefined)
  }
})

/** One of several words, ignoring case. */
export const oneOf = <const Word extends string>(words: ReadonlyArray<Word>, hint?: string): Shape<Word> => ({
  allowed: words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`,
  ...(hint !== undefined && { hint }),
  unset: undefined,
  parse: (text) => ifDefined(words.find((word) => word.toLowerCase() === text.toLowerCase()))
})

/** `on` or `off`. */
export const onOff: Shape<boolean> = {
  allowed: '"on" or "off"',
  unset: undefined,
  parse: (text) => ifDefined(text === "on" ? true : text === "off" ? false : undefined)
}

/**
 * A number and a unit of time.
 *
 * @param examples completes "a time such as …"
 */
export const time = (examples: string, least?: Duration.Duration): Shape<Duration.Duration> => ({
  allowed: `a time such as ${examples}`,
  unset: undefined,
  parse: (text) => {
    const [, count, unit] = /^(\d{1,9}(?:\.\d{1,9})?) +((?:second|minute|hour|day|week)s?)$/.exec(text) ?? []
    const found =
      count === undefined ? undefined : Option.getOrUndefined(Duration.fromInput(`${count} ${unit}` as Duration.Input))
    return found === undefined || least === undefined || Duration.isGreaterThanOrEqualTo(found, least)
      ? ifDefined(found)
      : Result.fail({ sentence: `must be ${Duration.format(least)} or more, not ${Duration.format(found)}` })
  }
})

/** Comma-separated texts. */
export const list = <A>(
  words: Pick<Shape<A>, "allowed" | "hint">,
  parse: (part: string) => A | undefined
): Shape<ReadonlyArray<A>, ReadonlyArray<never>> => ({
  ...words,
  unset: [],
  parse: (text) => {
    const parts = text.split(",").flatMap((part) => part.trim() || [])
    const found: Array<A> = []
    for (const part of parts) {
      const one = parse(part)
      if (one === undefined) return Result.fail({ part })
      found.push(one)
    }
    return Result.succeed(found)
  }
})

/** Any comma-separated texts. */
export const texts = list({ allowed: "comma-separated texts" }, (part) => part)

/**
 * The address of a server to which paths are appended. Credentials are not allowed because messages would show them.
 */
export const baseUrl = (allowed: string): Shape<string> => ({
  allowed: `${allowed}, with nothing after the path`,
  show: quotedUrl,
  unset: undefined,
  parse: (text) => {
    const base = text.replace(/\/+$/, "")
    const url = URL.parse(base)
    const isBase =
      url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ""
    return ifDefined(isBase ? base : undefined)
  }
})

/**
 * A text that gives access to something.
 *
 * @param refusal what is wrong with a text, if anything
 */
export const secret = (
  name: string,
  allowed: string,
  refusal: (text: string) => Refusal | undefined = () => undefined,
  words: Pick<Shape<string>, "hint" | "isVerbatim"> = {}
): Shape<Redacted.Redacted> => ({
  allowed,
  ...words,
  unset: undefined,
  parse: (text) => {
    const found = refusal(text)
    return found === undefined ? Result.succeed(Redacted.make(text, { label: name })) : Result.fail(found)
  }
})
