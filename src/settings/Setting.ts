import { Config, Duration, Effect, Option, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"

/** A setting has a value that cannot be understood: nothing is started. The message is one line, and names the setting. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  setting: Schema.String,
  message: Schema.String
}) {}

/** An address without what lets one in: a user and a password can stand in it, and a key in its query. */
export const quotedUrl = (value: string): string => quoted(value.replace(/\/\/.*@/s, "//").replace(/[?#].*/s, ""))

/** @param allowed what the value has to be, so that "NAME must be …" is a sentence */
export const wrong = (setting: string, value: string, allowed: string): SettingError =>
  new SettingError({ setting, message: `${setting} must be ${allowed}, not ${quoted(value)}.` })

/** A setting's text. An empty one is an unset one: that is how compose files leave a setting out. */
export const textSetting = (setting: string, fallback: string) =>
  Config.withDefault(Config.String(setting), fallback).pipe(
    Config.map((value) => value.trim() || fallback),
    Effect.mapError(() => wrong(setting, "a group of settings", "one text"))
  )

/** `DATA_DIR`: the folder that holds everything Doorstep keeps, by default `.data` in the working directory. */
export const dataDir = textSetting("DATA_DIR", ".data")

/**
 * A setting that is a number and a unit of time.
 *
 * @param examples so that "a time such as …" is how the refusal goes on
 */
export const timeSetting = (setting: string, fallback: string, examples: string) =>
  Effect.flatMap(textSetting(setting, fallback), (text) => {
    const [, count, unit] = /^(\d{1,9}(?:\.\d{1,9})?) +((?:second|minute|hour|day|week)s?)$/.exec(text) ?? []
    const found = Option.flatMap(count === undefined ? Option.none() : Option.some(`${count} ${unit}`), (duration) =>
      Duration.fromInput(duration as Duration.Input)
    )
    return Option.match(found, {
      onNone: () => Effect.fail(wrong(setting, text, `a time such as ${examples}`)),
      onSome: Effect.succeed
    })
  })
