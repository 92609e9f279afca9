import { Context, Effect, Layer, Schema } from "effect"
import { SlowDatabase } from "../database/Database.ts"

/** A source as an operator has configured it. */
export interface SourceSetting {
  readonly name: string
  readonly type: string
  /** What the type makes the source of. */
  readonly options: unknown
}

/** The configured sources cannot be read or written. */
export class SourceSettingsUnavailable extends Schema.TaggedError<SourceSettingsUnavailable>()(
  "SourceSettingsUnavailable",
  { message: Schema.String, cause: Schema.Defect() }
) {}

const unavailable = Effect.mapError(
  (cause: unknown) =>
    new SourceSettingsUnavailable({
      message: "The configured sources cannot be read or written: the database does not answer.",
      cause
    })
)

/** The sources that an operator has configured, in the order in which they were added. */
export class SourceSettings extends Context.Service<
  SourceSettings,
  {
    readonly list: Effect.Effect<ReadonlyArray<SourceSetting>, SourceSettingsUnavailable>
    /** False when the name is taken. */
    readonly add: (setting: SourceSetting) => Effect.Effect<boolean, SourceSettingsUnavailable>
    /** False when there is none of that name. What it has published stays until `forget`. */
    readonly remove: (name: string) => Effect.Effect<boolean, SourceSettingsUnavailable>
  }
>()("doorstep/SourceSettings") {
  static readonly layerNoDeps = Layer.effect(
    SourceSettings,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      return SourceSettings.of({
        list: unavailable(sql<SourceSetting>`SELECT name, type, options FROM source_setting ORDER BY created_at, name`),
        add: ({ name, options, type }) =>
          Effect.map(
            unavailable(sql`
              INSERT INTO source_setting (name, type, options)
              VALUES (${name}, ${type}, ${JSON.stringify(options)}::text::jsonb)
              ON CONFLICT (name) DO NOTHING RETURNING name`),
            (rows) => rows.length > 0
          ),
        remove: (name) =>
          Effect.map(
            unavailable(sql`DELETE FROM source_setting WHERE name = ${name} RETURNING name`),
            (rows) => rows.length > 0
          )
      })
    })
  )

  static readonly layerMemory = Layer.sync(SourceSettings, () => {
    const settings = new Map<string, SourceSetting>()
    return SourceSettings.of({
      list: Effect.sync(() => Array.from(settings.values())),
      add: (setting) =>
        Effect.sync(() => {
          if (settings.has(setting.name)) return false
          settings.set(setting.name, setting)
          return true
        }),
      remove: (name) => Effect.sync(() => settings.delete(name))
    })
  })
}
