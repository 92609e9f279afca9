import type { KnownSetting, Setting } from "./Setting.ts"
import { observability } from "./table/Observability.ts"
import { service } from "./table/Service.ts"
import { sources } from "./table/Sources.ts"
import { storage } from "./table/Storage.ts"
import { synchronization } from "./table/Synchronization.ts"
import { translation } from "./table/Translation.ts"
import { webConsole } from "./table/Console.ts"

/** Related settings, listed together. */
export interface SettingGroup {
  readonly title: string
  readonly settings: ReadonlyArray<Setting<unknown>>
}

/** Every setting, in its group. */
export const settingGroups: ReadonlyArray<SettingGroup> = [
  { title: "The service", settings: Object.values(service) },
  { title: "Database and limits", settings: Object.values(storage) },
  { title: "Sources", settings: Object.values(sources) },
  { title: "Synchronization", settings: Object.values(synchronization) },
  { title: "Translation", settings: Object.values(translation) },
  { title: "Console", settings: Object.values(webConsole) },
  { title: "Metrics, traces and logs", settings: Object.values(observability) }
]

/** Every setting by name: its parser and its description. */
export const settings = {
  ...service,
  ...storage,
  ...sources,
  ...synchronization,
  ...translation,
  ...webConsole,
  ...observability
} as const

/** The folder in which Doorstep stores everything. */
export const dataDir = settings.DATA_DIR.value

/** The descriptions of all settings. */
export const knownSettings: ReadonlyArray<KnownSetting> = Object.values<Setting<unknown>>(settings)
  .map(({ given: _given, value: _value, ...known }) => known)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
