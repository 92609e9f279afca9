import type { Setting } from "../../src/settings/Setting.ts"
import { settingGroups } from "../../src/settings/Settings.ts"
import { timeBudgets, timeInWords } from "../../src/settings/TimeBudgets.ts"

const code = (text: string): string => `\`${text}\``

const defaultOf = ({ default: usual, isInWords, unit }: Setting<unknown>): string => {
  if (usual === undefined) return ""
  return isInWords === true ? usual : `${code(usual)}${unit === undefined ? "" : ` ${unit}`}`
}

const settingRow = (setting: Setting<unknown>): string => {
  const { example, name, secret, sentence } = setting
  const told = [sentence, ...(example === undefined ? [] : [`Such as ${code(example)}.`])].join(" ")
  return `| ${code(name)}${secret === true ? " (secret)" : ""} | ${defaultOf(setting)} | ${told} |`.replace(
    "|  |",
    "| |"
  )
}

/** The tables of settings, as in `src/settings/README.md`. */
export const settingTables = (): string =>
  settingGroups
    .map(({ settings, title }) =>
      [`### ${title}`, "", "| setting | default | |", "|---|---|---|", ...settings.map(settingRow)].join("\n")
    )
    .join("\n\n")

/** The table of time budgets. */
export const timeTable = (): string =>
  [
    "| timeout | what waits | why |",
    "|---|---|---|",
    ...Object.values(timeBudgets).map((one) => `| ${timeInWords(one)} | ${one.waits} | ${one.because} |`)
  ].join("\n")
