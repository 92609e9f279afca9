import { ConfigProvider, Console, Effect, FileSystem } from "effect"
import { foreignDoubt, foreignNames, nearSettings } from "./NearSettings.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { SettingError } from "../settings/Setting.ts"
import { settings } from "../settings/Settings.ts"
import { wordsOf } from "../plugins/ImportModule.ts"
import { isSourceModule } from "../plugins/SourceModules.ts"
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

/** A sentence for each name that resembles a setting. */
const doubtsOf = (
  environment: Readonly<Record<string, string | undefined>>,
  names: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...nearSettings(names, file),
  // Settings may be in either place: a correct name in one excuses a misspelt one in the other.
  ...nearSettings([...Object.keys(environment), ...names], "environment").filter(
    (doubt) => !names.some((name) => doubt.startsWith(`${name} `))
  )
]

/** The names of `.env` that nobody reads: they are no settings, and sources of the operator's own do not name them either. */
const unread = Effect.fnUntraced(function* (names: ReadonlyArray<string>, words: ReadonlyArray<string>) {
  const foreign = foreignNames(names)
  const named = yield* Effect.orElseSucceed(settings.SOURCE_MODULES.value, () => [])
  const modules = [...named, ...words.map((word) => word.replace(/^--source=/, "")).filter(isSourceModule)]
  if (foreign.length === 0 || modules.length === 0) return foreign
  const known = new Set((yield* Effect.forEach(modules, wordsOf)).flat())
  return foreign.filter((name) => !known.has(name))
})

/**
 * The environment, then `.env`, each with the secret files that it names. Prints what is doubtful about names.
 *
 * @param words the command line, which may name modules
 */
export const settingsProvider = (
  environment: Readonly<Record<string, string | undefined>>,
  reported: ReportedNames = "near",
  words: ReadonlyArray<string> = []
) =>
  ConfigProvider.layer(
    Effect.gen(function* () {
      const content = yield* readDotEnv
      const names = namesOf(content)
      if (reported !== "none") for (const doubt of doubtsOf(environment, names)) yield* Console.error(doubt)
      const provider = ConfigProvider.orElse(
        yield* withSecretFiles(yield* ConfigProvider.ConfigProvider, "environment"),
        yield* withSecretFiles(ConfigProvider.fromDotEnvContents(content), file)
      )
      if (reported === "all") {
        const foreign = yield* Effect.provideService(unread(names, words), ConfigProvider.ConfigProvider, provider)
        if (foreign.length > 0) yield* Console.error(foreignDoubt(foreign))
      }
      return provider
    })
  )
