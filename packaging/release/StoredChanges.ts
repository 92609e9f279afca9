import { readFile } from "node:fs/promises"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import type { Change } from "./Change.ts"
import type { Git } from "./Git.ts"

/** File formats that outlive a version: where to find the constant that counts them. */
const formats = [
  { what: "backups", file: "src/database/backup/BackupFormat.ts", constant: "formatVersion" },
  { what: "snapshots", file: "src/snapshot/Format.ts", constant: "formatVersion" }
]

const migrations = "src/database/migrations"

const countOf = (text: string, constant: string): number | undefined => {
  const [, count] = new RegExp(`export const ${constant}\\b[^=]*= (\\d+)`).exec(text) ?? []
  return count === undefined ? undefined : Number(count)
}

/** What an upgrade does to databases and files. The first start always upgrades them; there is no downgrade. */
export const dataChanges = async (git: Git, tag: string): Promise<ReadonlyArray<Change>> => {
  const found: Array<Change> = []
  const tell = (kind: Change["kind"], message: string) => void found.push({ kind, about: "stored data", message })
  const diff = await git("diff", "--name-status", "--no-renames", tag, "HEAD", "--", migrations)
  for (const line of diff.split("\n").filter((each) => each !== "")) {
    const [state, file = ""] = line.split("\t")
    const name = Path.posix.basename(file, ".ts")
    if (state === "A") tell("addition", `Migration ${name}: databases cannot be used by earlier versions afterwards.`)
    else tell("forbidden", `Migration ${name} has shipped with ${tag} and must not change: add another one.`)
  }
  for (const { constant, file, what } of formats) {
    const [was, is] = await Promise.all(
      [tag, "HEAD"].map((commit) =>
        git("show", `${commit}:${file}`).then(
          (text) => countOf(text, constant),
          () => undefined
        )
      )
    )
    if (was === undefined || was === is) continue
    if (is === undefined || is < was) tell("breaking", `The format of ${what} was ${was} and is ${is ?? "gone"}.`)
    else tell("addition", `The format of ${what} is ${is}, and was ${was}: earlier versions refuse new ones.`)
  }
  return found
}

interface Setting {
  readonly name: string
  readonly default?: string
}

const settingsFile = "src/settings/Settings.ts"

const settingsOf = async (folder: string): Promise<ReadonlyArray<Setting>> => {
  const file = Path.join(folder, settingsFile)
  const exists = await readFile(file).then(
    () => true,
    () => false
  )
  if (!exists) return []
  const { knownSettings } = (await import(pathToFileURL(file).href)) as { knownSettings: ReadonlyArray<Setting> }
  return knownSettings
}

/** Settings that were removed, added, or have a new default. */
export const settingChanges = async (before: string, root: string): Promise<ReadonlyArray<Change>> => {
  const [was, is] = await Promise.all([settingsOf(before), settingsOf(root)])
  const now = new Map(is.map((setting) => [setting.name, setting]))
  const change = (kind: Change["kind"], message: string): Change => ({ kind, about: "settings", message })
  return [
    ...was.flatMap((setting) => {
      const present = now.get(setting.name)
      if (present === undefined) return [change("breaking", `${setting.name} is gone.`)]
      return present.default === setting.default
        ? []
        : [
            change(
              "breaking",
              `${setting.name} is ${present.default ?? "unset"} by default, and was ${setting.default ?? "unset"}.`
            )
          ]
    }),
    ...is
      .filter(({ name }) => !was.some((setting) => setting.name === name))
      .map(({ name }) => change("addition", `${name} is new.`))
  ]
}
