import { Config, Effect, Schema } from "effect"
import { quoted } from "../schemas/Quoted.ts"

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
