import { ConfigProvider, Console, Effect, FileSystem } from "effect"
import { nearSettings } from "./NearSettings.ts"
import { fileFault } from "../shared/FileFault.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { SettingError } from "../settings/Setting.ts"
import { withSecretFiles } from "./SecretFiles.ts"

/** Where settings are read from beside the environment, in the working directory. */
const file = ".env"

/** A name and its value: bare, or in quotation marks, in which it may have several lines. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^'"`\n#][^\n#]*)?[ \t]*(?:#[^\n]*)?$/gm

/** The names that it sets. */
export const namesOf = (content: string): ReadonlyArray<string> =>
  Array.from(content.matchAll(assignment), ([line]) => /([\w.-]+)[ \t]*=/.exec(line)![1]!)

const blank = (text: string): string => text.replace(/[^\n]/g, "")

/** The first line that is neither empty, nor a comment, nor a setting: its number and text. */
export const junkOf = (content: string): { readonly line: number; readonly text: string } | undefined => {
  const lines = content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(assignment, blank)
    .split("\n")
  const at = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line))
  return at === -1 ? undefined : { line: at + 1, text: lines[at]!.trim() }
}

/** What to write in the place of a line, as far as it tells. Its value may be a secret, and is not repeated. */
const mendOf = (text: string): string => {
  const [, name] = /^(?:export\s+|set\s+|\$env:)?([A-Za-z_][\w.-]*)\s*[:=\s]/.exec(text) ?? []
  return name === undefined ? "Write NAME=value, or # before a comment." : `Write ${name}=value.`
}

/**
 * What `.env` in the working directory says. There need be none; one that cannot be read, or has a line that is no
 * setting, ends the command: nobody would find out otherwise why a setting does not hold.
 */
const readDotEnv = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  // A folder of this name is something else's.
  const isFile = yield* Effect.orElseSucceed(
    Effect.map(fs.stat(file), ({ type }) => type !== "Directory"),
    () => false
  )
  if (!isFile) return ""
  const content = yield* Effect.mapError(
    fs.readFileString(file),
    (cause) =>
      new SettingError({
        setting: file,
        message: `${file} in the working directory cannot be read: ${fileFault(cause)}. Let this user read it, or move it away.`
      })
  )
  const junk = junkOf(content)
  if (junk !== undefined) {
    const name = quoted(junk.text.replace(/[:=].*/, "…"))
    return yield* new SettingError({
      setting: file,
      message: `${file}, line ${junk.line}: ${name} is not a setting. ${mendOf(junk.text)}`
    })
  }
  return content
})

/** The environment, then `.env`, with the files of secrets that each names; likely misspelt settings are told of once. */
export const settingsProvider = (environment: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    Effect.gen(function* () {
      const content = yield* readDotEnv
      const doubts = [
        ...nearSettings(namesOf(content), file),
        // Both may be set elsewhere: a right name in one of them excuses the wrong one in the other.
        ...nearSettings([...Object.keys(environment), ...namesOf(content)], "environment").filter(
          (doubt) => !namesOf(content).some((name) => doubt.startsWith(`${name} `))
        )
      ]
      for (const doubt of doubts) yield* Console.error(doubt)
      return ConfigProvider.orElse(
        yield* withSecretFiles(yield* ConfigProvider.ConfigProvider, "environment"),
        yield* withSecretFiles(ConfigProvider.fromDotEnvContents(content), file)
      )
    })
  )
