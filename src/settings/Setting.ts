import { Config, Effect, Option, Result, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"

/** A setting has a value that cannot be understood: nothing is started. The message is one line, and names the setting. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  setting: Schema.String,
  message: Schema.String
}) {}

/** An address without what lets one in: a user and a password can stand in it, and a key in its query. */
export const quotedUrl = (value: string): string => quoted(value.replace(/\/\/.*@/s, "//").replace(/[?#].*/s, ""))

/** What is wrong with a text: a part of it, what it does not do, or else all of it. */
export interface Refusal {
  /** One of a list. */
  readonly part?: string
  /** What follows the setting's name, in the place of "must be …". */
  readonly sentence?: string
}

/** The texts that a setting takes, and what they mean. */
export interface Shape<A, Unset = undefined> {
  readonly parse: (text: string) => Result.Result<A, Refusal>
  /** What an unset one means, where there is no default. */
  readonly unset: Unset
  /** What a value has to be, so that "NAME must be …" is a sentence. */
  readonly allowed: string
  /** A sentence that follows the refusal. */
  readonly hint?: string
  /** A value as a refusal shows it. */
  readonly show?: (text: string) => string
  /** Space around it belongs to it, as in a password. */
  readonly isVerbatim?: true
}

/** What is told of a setting wherever settings are listed. */
export interface KnownSetting {
  readonly name: string
  /** What it is for, in a sentence without marks. */
  readonly description: string
  /** The same with links, for the page of settings. */
  readonly sentence: string
  /** What holds where it is not set: a text that the setting takes, or else words. */
  readonly default?: string
  /** The default is words about what holds, and no text that the setting takes. */
  readonly isInWords?: true
  /** What a number counts. */
  readonly unit?: string
  readonly example?: string
  /** Its value gives access to something: it is never shown. */
  readonly secret?: true
}

/** A setting that the service reads. */
export interface Setting<Value, Given = Value> extends KnownSetting {
  /** What holds: what is set, or else the default. */
  readonly value: Effect.Effect<Value, SettingError>
  /** What is set, if anything is. */
  readonly given: Effect.Effect<Option.Option<Given>, SettingError>
}

interface Declared<A, Unset> {
  /** What it is for, in Markdown, with links from this folder. */
  readonly sentence: string
  readonly shape: Shape<A, Unset>
  readonly example?: string
  readonly unit?: string
  readonly secret?: true
  /** A second name that goes before the first. */
  readonly alias?: string
}

/** Text without the marks of Markdown. */
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

/** An empty text is an unset one: that is how compose files leave a setting out. */
const textOf = (name: string) =>
  Effect.mapBoth(Config.option(Config.String(name)), {
    onFailure: () => refuse(name, "must be one text, not a group of settings."),
    onSuccess: Option.filter((text) => text.trim() !== "")
  })

/** Reading of a setting that is declared so. */
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

const toldOf = <A, Unset>(name: string, { example, secret, sentence, unit }: Declared<A, Unset>) => ({
  name,
  sentence,
  description: plain(sentence),
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
 * @param declared.otherwise what holds then, in words
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

/** What names a file with a secret setting's value in the place of the value. */
export const secretFileOf = (name: string): string => `${name}_FILE`
