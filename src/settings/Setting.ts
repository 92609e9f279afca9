import { Config, Effect, Option, Result, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"

/** A setting has an invalid value, so nothing starts. The message is one line and names the setting. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  setting: Schema.String,
  message: Schema.String
}) {}

/** A URL without credentials, which may be in its user, its password or its query. */
export const quotedUrl = (value: string): string => quoted(value.replace(/\/\/.*@/s, "//").replace(/[?#].*/s, ""))

/** What is wrong with a text: one of its parts, a stated fault, or otherwise the whole text. */
export interface Refusal {
  /** The invalid item of a list. */
  readonly part?: string
  /** Follows the setting's name instead of "must be …". */
  readonly sentence?: string
}

/** The texts that a setting accepts, and what they mean. */
export interface Shape<A, Unset = undefined> {
  readonly parse: (text: string) => Result.Result<A, Refusal>
  /** The value of an unset setting without a default. */
  readonly unset: Unset
  /** What a value must be, to complete the sentence "NAME must be …". */
  readonly allowed: string
  /** A sentence added to the refusal. */
  readonly hint?: string
  /** How a refusal shows the value. */
  readonly show?: (text: string) => string
  /** Surrounding space belongs to the value, as in a password. */
  readonly isVerbatim?: true
}

/** What lists of settings say about a setting. */
export interface KnownSetting {
  readonly name: string
  /** Its purpose, in one sentence of plain text. */
  readonly description: string
  /** The same in Markdown, with links, for the settings page. */
  readonly sentence: string
  /** What applies if it is not set: a value, or words. */
  readonly default?: string
  /** The default describes what applies, and is not a value that the setting accepts. */
  readonly isInWords?: true
  /** What the number counts. */
  readonly unit?: string
  readonly example?: string
  /** The value gives access to something and is never shown. */
  readonly secret?: true
  /** A second name that takes precedence over the first. */
  readonly alias?: string
}

/** A setting that the service reads. */
export interface Setting<Value, Given = Value> extends KnownSetting {
  /** What applies: the given value, otherwise the default. */
  readonly value: Effect.Effect<Value, SettingError>
  /** The given value, if any. */
  readonly given: Effect.Effect<Option.Option<Given>, SettingError>
}

interface Declared<A, Unset> {
  /** Its purpose, in Markdown, with links relative to this folder. */
  readonly sentence: string
  readonly shape: Shape<A, Unset>
  readonly example?: string
  readonly unit?: string
  readonly secret?: true
  /** A second name that takes precedence over the first. */
  readonly alias?: string
}

/** Removes Markdown. */
const plain = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "")

const refuse = (setting: string, sentence: string) => new SettingError({ setting, message: `${setting} ${sentence}` })

const refused = <A, Unset>(
  name: string,
  { secret, shape: { allowed, hint, show = quoted } }: Declared<A, Unset>,
  text: string,
  { part, sentence }: Refusal
): SettingError => {
  const after = hint === undefined ? "" : ` ${hint}`
  if (sentence !== undefined) return refuse(name, `${sentence}.${after}`)
  if (secret === true) return refuse(name, `must be ${allowed}.${after}`)
  return refuse(
    name,
    part === undefined
      ? `must be ${allowed}, not ${show(text)}.${after}`
      : `must be ${allowed}; ${show(part)} is not one.${after}`
  )
}

/** An empty text counts as unset, because compose files leave settings out that way. */
const textOf = (name: string) =>
  Effect.mapBoth(Config.option(Config.String(name)), {
    onFailure: () => refuse(name, "must be one text, not a group of settings."),
    onSuccess: Option.filter((text) => text.trim() !== "")
  })

/** How to read a setting from its declaration. */
const reading = <A, Unset>(name: string, declared: Declared<A, Unset>) => {
  const { alias, shape } = declared
  const parse = (text: string) =>
    Effect.fromResult(
      Result.mapError(shape.parse(shape.isVerbatim === true ? text : text.trim()), (refusal) =>
        refused(name, declared, text, refusal)
      )
    )
  const text =
    alias === undefined
      ? textOf(name)
      : Effect.flatMap(textOf(alias), (found) => (Option.isSome(found) ? Effect.succeed(found) : textOf(name)))
  const given = Effect.flatMap(
    text,
    Option.match({ onNone: () => Effect.succeedNone, onSome: (found) => Effect.asSome(parse(found)) })
  )
  return { given, parse }
}

const toldOf = <A, Unset>(name: string, { alias, example, secret, sentence, unit }: Declared<A, Unset>) => ({
  name,
  sentence,
  description: plain(sentence),
  ...(alias !== undefined && { alias }),
  ...(example !== undefined && { example }),
  ...(secret === true && { secret }),
  ...(unit !== undefined && { unit })
})

/** A setting that always has a value. */
export const withDefault = <A, Unset>(
  name: string,
  declared: Declared<A, Unset> & { readonly default: string }
): Setting<A> & { readonly default: string } => {
  const { given, parse } = reading(name, declared)
  return {
    ...toldOf(name, declared),
    default: declared.default,
    given,
    value: Effect.flatMap(
      given,
      Option.match({ onNone: () => parse(declared.default), onSome: (found) => Effect.succeed(found) })
    )
  }
}

/**
 * A setting that need not have a value.
 *
 * @param declared.otherwise what applies then, in words
 */
export const optional = <A, Unset>(
  name: string,
  declared: Declared<A, Unset> & { readonly otherwise?: string }
): Setting<A | Unset, A> => {
  const { given } = reading(name, declared)
  return {
    ...toldOf(name, declared),
    ...(declared.otherwise !== undefined && { default: plain(declared.otherwise), isInWords: true as const }),
    given,
    value: Effect.map(
      given,
      Option.getOrElse((): A | Unset => declared.shape.unset)
    )
  }
}

/** The name of the setting that names a file with a secret's value. */
export const secretFileOf = (name: string): string => `${name}_FILE`
