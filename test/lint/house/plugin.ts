import { errorsAsData } from "./ErrorsAsData.ts"
import { type Fence, fences } from "./Fences.ts"
import { lateFormats } from "./LateFormats.ts"
import { noAmbient } from "./NoAmbient.ts"
import { noModuleState } from "./NoModuleState.ts"
import { noPromise } from "./NoPromise.ts"
import { placeOf, type Rule } from "./Rule.ts"
import { rowsAreDecoded } from "./RowsAreDecoded.ts"
import { settingsInTheirTable } from "./SettingsInTheirTable.ts"
import { shortFunctions } from "./ShortFunctions.ts"
import { sqlInItsRooms } from "./SqlInItsRooms.ts"
import { timesInTheirTable } from "./TimesInTheirTable.ts"

/**
 * A rule, except behind its fences. `HOUSE_FENCES=off` removes all fences, so that a test can see what each of them
 * holds back.
 */
const fenced = (name: Fence["rule"], rule: Rule): Rule => {
  const kept = new Set(fences.filter((fence) => fence.rule === name).flatMap(({ files }) => files))
  const areUp = process.env["HOUSE_FENCES"] !== "off"
  return { create: (context) => (areUp && kept.has(placeOf(context.filename)) ? {} : rule.create(context)) }
}

/** The house rules, by their names in `.oxlintrc.json`. */
export default {
  meta: { name: "house" },
  rules: {
    "errors-as-data": fenced("errors-as-data", errorsAsData),
    "late-formats": fenced("late-formats", lateFormats),
    "no-ambient": fenced("no-ambient", noAmbient),
    "no-module-state": fenced("no-module-state", noModuleState),
    "no-promise": fenced("no-promise", noPromise),
    "rows-are-decoded": fenced("rows-are-decoded", rowsAreDecoded),
    "settings-in-their-table": fenced("settings-in-their-table", settingsInTheirTable),
    "short-functions": fenced("short-functions", shortFunctions),
    "sql-in-its-rooms": fenced("sql-in-its-rooms", sqlInItsRooms),
    "times-in-their-table": fenced("times-in-their-table", timesInTheirTable)
  }
}
