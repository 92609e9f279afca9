import { Context, Effect, Layer, Schema } from "effect"
import { SlowDatabase } from "../../database/Database.ts"
import { rowsOf } from "../../database/Rows.ts"
import { outage, type StorageUnavailable } from "../../database/Outage.ts"

const settingRows = rowsOf({
  configuredBy: Schema.Literals(["command", "console"]),
  name: Schema.String,
  type: Schema.String,
  options: Schema.Unknown
})
const sourceRows = rowsOf({ source: Schema.String })

/** A source as an operator has configured it. */
export interface SourceSetting {
  /**
   * Whether it was configured on the command line or over HTTP. Only somebody with a shell may use the machine's files
   * and network.
   */
  readonly configuredBy: "command" | "console"
  readonly name: string
  readonly type: string
  /** The options from which the type makes the source. */
  readonly options: unknown
}

const unavailable = outage("The configured sources cannot be read or saved: the database does not respond.")

/** The sources that an operator has configured, in the order in which they were added. */
export class SourceSettings extends Context.Service<
  SourceSettings,
  {
    readonly list: Effect.Effect<ReadonlyArray<SourceSetting>, StorageUnavailable>
    /** False if the name is taken. */
    readonly add: (setting: SourceSetting) => Effect.Effect<boolean, StorageUnavailable>
    /** False if there is none of that name. What it has published stays until `forget`. */
    readonly remove: (name: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Replaces the options, and who set them. False if there is none of that name. */
    readonly setOptions: (
      setting: Pick<SourceSetting, "name" | "options" | "configuredBy">
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Names of disabled sources, including registered ones. */
    readonly disabled: Effect.Effect<ReadonlySet<string>, StorageUnavailable>
    readonly setEnabled: (name: string, enabled: boolean) => Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/SourceSettings") {
  static readonly layerNoDeps = Layer.effect(
    SourceSettings,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      return SourceSettings.of({
        list: unavailable(
          settingRows(sql`
            SELECT name, type, options, configured_by AS "configuredBy" FROM source_setting ORDER BY created_at, name`)
        ),
        add: ({ configuredBy, name, options, type }) =>
          Effect.map(
            unavailable(sql`
              INSERT INTO source_setting (name, type, options, configured_by)
              VALUES (${name}, ${type}, ${JSON.stringify(options)}::text::jsonb, ${configuredBy})
              ON CONFLICT (name) DO NOTHING RETURNING name`),
            (rows) => rows.length > 0
          ),
        remove: (name) =>
          Effect.map(
            unavailable(
              sql.withTransaction(
                Effect.gen(function* () {
                  yield* sql`DELETE FROM disabled_source WHERE source = ${name}`
                  yield* sql`DELETE FROM schedule WHERE source = ${name}`
                  return yield* sql`DELETE FROM source_setting WHERE name = ${name} RETURNING name`
                })
              )
            ),
            (rows) => rows.length > 0
          ),
        setOptions: ({ configuredBy, name, options }) =>
          Effect.map(
            unavailable(sql`
              UPDATE source_setting
              SET options = ${JSON.stringify(options)}::text::jsonb, configured_by = ${configuredBy}
              WHERE name = ${name} RETURNING name`),
            (rows) => rows.length > 0
          ),
        disabled: Effect.map(
          unavailable(sourceRows(sql`SELECT source FROM disabled_source`)),
          (rows) => new Set(rows.map(({ source }) => source))
        ),
        setEnabled: (name, enabled) =>
          Effect.asVoid(
            unavailable(
              enabled
                ? sql`DELETE FROM disabled_source WHERE source = ${name}`
                : sql`INSERT INTO disabled_source (source) VALUES (${name}) ON CONFLICT DO NOTHING`
            )
          )
      })
    })
  )

  static readonly layerMemory = Layer.sync(SourceSettings, () => {
    const settings = new Map<string, SourceSetting>()
    const disabled = new Set<string>()
    return SourceSettings.of({
      list: Effect.sync(() => Array.from(settings.values())),
      add: (setting) =>
        Effect.sync(() => {
          if (settings.has(setting.name)) return false
          settings.set(setting.name, setting)
          return true
        }),
      remove: (name) =>
        Effect.sync(() => {
          disabled.delete(name)
          return settings.delete(name)
        }),
      setOptions: ({ configuredBy, name, options }) =>
        Effect.sync(() => {
          const known = settings.get(name)
          if (known !== undefined) settings.set(name, { ...known, options, configuredBy })
          return known !== undefined
        }),
      disabled: Effect.sync(() => new Set(disabled)),
      setEnabled: (name, enabled) => Effect.sync(() => void (enabled ? disabled.delete(name) : disabled.add(name)))
    })
  })
}
