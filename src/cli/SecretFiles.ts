import { isUtf8 } from "node:buffer"
import { ConfigProvider, Effect, FileSystem, Option } from "effect"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { secretFileOf, SettingError } from "../settings/Setting.ts"
import { knownSettings } from "../settings/Settings.ts"

/** Anything longer is not a password, key or URL, so the path must lead to something else. */
const longest = 64 * 1024

const secrets = knownSettings.filter(({ secret }) => secret === true)

const textOf = (provider: ConfigProvider.ConfigProvider, name: string) =>
  provider.load([name]).pipe(
    Effect.map((node) => Option.filter(Option.fromUndefinedOr(node?.value), (value) => value.trim() !== "")),
    Effect.orElseSucceed(() => Option.none<string>())
  )

const readSecret = Effect.fnUntraced(function* (setting: string, path: string) {
  const fs = yield* FileSystem.FileSystem
  const unusable = (fault: string) =>
    new SettingError({ setting, message: `${setting}: the file ${quoted(path)} cannot be used: ${fault}.` })
  const refused = Effect.mapError((cause: Parameters<typeof fileFault>[0]) => unusable(fileFault(cause)))
  const { size, type } = yield* refused(fs.stat(path))
  if (type === "Directory") return yield* unusable("it is a folder")
  if (size > BigInt(longest)) return yield* unusable("it is larger than 64 kB, so it is not a secret")
  const bytes = yield* refused(fs.readFile(path))
  // Windows PowerShell writes UTF-16. Read as UTF-8, it would be another secret.
  if (!isUtf8(bytes) || bytes.includes(0)) return yield* unusable("it is not UTF-8. Save it as UTF-8")
  // Editors and `echo` add a line break that does not belong to the secret.
  const text = new TextDecoder().decode(bytes).replace(/[\r\n]+$/, "")
  return text.trim() === "" ? yield* unusable("it is empty") : text
})

/**
 * Reads secret settings from the file that `NAME_FILE` names, if set, so that mounted secrets do not appear in lists of
 * processes, containers or environments.
 *
 * @param where where the settings come from, for errors. Setting both `NAME` and `NAME_FILE` in one place is an error,
 * because one of them would have no effect.
 */
export const withSecretFiles = Effect.fnUntraced(function* (provider: ConfigProvider.ConfigProvider, where: string) {
  const read: Record<string, string> = {}
  for (const { name } of secrets) {
    const setting = secretFileOf(name)
    const path = yield* textOf(provider, setting)
    if (Option.isNone(path)) continue
    if (Option.isSome(yield* textOf(provider, name))) {
      return yield* new SettingError({
        setting,
        message: `${setting} and ${name} are both set (${where}). Keep one of them.`
      })
    }
    read[name] = yield* readSecret(setting, path.value.trim())
  }
  return ConfigProvider.orElse(ConfigProvider.fromUnknown(read), provider)
})
