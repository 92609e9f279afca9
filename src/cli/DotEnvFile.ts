import { ConfigProvider, Console, Effect, FileSystem } from "effect"
import { foreignNames, nearSettings } from "./NearSettings.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { SettingError } from "../settings/Setting.ts"
import { withSecretFiles } from "./SecretFiles.ts"

/** The file in the working directory from which settings are read, in addition to the environment. */
const file = ".env" as const

/** A name and its value, which may be quoted and then span several lines. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^'"`\n#][^\n#]*)?[ \t]*(?:#[^\n]*)?$/gm

/** The names that it sets. */
export const namesOf = (content: string): ReadonlyArray<string> =>
  Array.from(content.matchAll(assignment), ([line]) => /([\w.-]+)[ \t]*=/.exec(line)![1]!)

const blank = (text: string): string => text.replace(/[^\n]/g, "")

/** Number and text of the first line that is not empty, a comment or a setting. */
export const junkOf = (content: string): { readonly line: number; readonly text: string } | undefined => {
  const lines = content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(assignment, blank)
    .split("\n")
  const at = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line))
  return at === -1 ? undefined : { line: at + 1, text: lines[at]!.trim() }
}

/** A suggestion for the line. Its value may be secret and is not repeated. */
const mendOf = (text: string): string => {
  const [, name] = /^(?:export\s+|set\s+|\$env:)?([A-Za-z_][\w.-]*)\s*[:=\s]/.exec(text) ?? []
  return name === undefined ? "Write NAME=value, or # before a comment." : `Write ${name}=value.`
}

/**
 * The contents of `.env` in the working directory, if it exists. An unreadable file or a malformed line ends the
 * command: otherwise nobody would notice why a setting has no effect.
 */
const readDotEnv = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  // A folder of this name belongs to something else.
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
  if (content.includes("\0")) {
    return yield* new SettingError({
      setting: file,
      message: `${file} in the working directory is not UTF-8: Windows PowerShell writes UTF-16. Save it as UTF-8.`
    })
  }
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

/**
 * Which names without effect are reported: those that resemble a setting (`near`), also all others of `.env` (`all`),
 * or none.
 */
export type ReportedNames = "near" | "all" | "none"

/** A sentence for each doubtful name. */
const doubtsOf = (
  environment: Readonly<Record<string, string | undefined>>,
  content: string,
  reported: ReportedNames
): ReadonlyArray<string> => {
  if (reported === "none") return []
  const names = namesOf(content)
  const foreign = reported === "all" ? foreignNames(names) : undefined
  return [
    ...nearSettings(names, file),
    // Settings may be in either place: a correct name in one excuses a misspelt one in the other.
    ...nearSettings([...Object.keys(environment), ...names], "environment").filter(
      (doubt) => !names.some((name) => doubt.startsWith(`${name} `))
    ),
    ...(foreign === undefined ? [] : [foreign])
  ]
}

/** The environment, then `.env`, each with the secret files that it names. Prints what is doubtful about names. */
export const settingsProvider = (
  environment: Readonly<Record<string, string | undefined>>,
  reported: ReportedNames = "near"
) =>
  ConfigProvider.layer(
    Effect.gen(function* () {
      const content = yield* readDotEnv
      for (const doubt of doubtsOf(environment, content, reported)) yield* Console.error(doubt)
      return ConfigProvider.orElse(
        yield* withSecretFiles(yield* ConfigProvider.ConfigProvider, "environment"),
        yield* withSecretFiles(ConfigProvider.fromDotEnvContents(content), file)
      )
    })
  )
