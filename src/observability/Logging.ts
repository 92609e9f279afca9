import { type Context, Effect, Layer, Logger, type LogLevel, Option, References } from "effect"
import { settings } from "../settings/Settings.ts"
import { sparing } from "./RequestWarnings.ts"

type Options = Logger.Options<unknown>

/** Finds the ID of the request that a fiber handles, from the fiber's context. Called only when something is logged. */
export type RequestIdOf = (context: Context.Context<never>) => string | undefined

/** Request IDs are visible ASCII characters, but may contain a quotation mark or an equals sign. */
const logfmtValue = (text: string): string => (/^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text))

const logfmt = (requestIdOf: RequestIdOf) =>
  Logger.make((options: Options) => {
    const line = Logger.formatLogFmt.log(options)
    const requestId = requestIdOf(options.fiber.context)
    // A record about a request as a whole already contains it.
    return requestId === undefined || line.includes(" requestId=")
      ? line
      : `${line} requestId=${logfmtValue(requestId)}`
  })

const json = (requestIdOf: RequestIdOf) =>
  Logger.make((options: Options) => {
    const { annotations, ...record } = Logger.formatStructured.log(options)
    const requestId = requestIdOf(options.fiber.context)
    return JSON.stringify({
      ...record,
      annotations: requestId === undefined ? annotations : { ...annotations, requestId }
    })
  })

const formats = { logfmt, json } as const

/**
 * Logs to standard error, one record per line, with the ID of the request that a record belongs to; of what many requests
 * meet, one record a minute. Standard output is reserved for the results of commands.
 *
 * @param usual the level if `LOG_LEVEL` is not set; if absent, the setting's default
 */
export const layerFrom = (usual: LogLevel.LogLevel | undefined, requestIdOf: RequestIdOf) =>
  Layer.mergeAll(
    Layer.unwrap(
      Effect.map(settings.LOG_FORMAT.value, (format) => {
        const written = Logger.withConsoleError(formats[format](requestIdOf))
        return Logger.layer([sparing((context) => requestIdOf(context) !== undefined, written)])
      })
    ),
    Layer.effect(
      References.MinimumLogLevel,
      usual === undefined
        ? settings.LOG_LEVEL.value
        : Effect.map(
            settings.LOG_LEVEL.given,
            Option.getOrElse((): LogLevel.LogLevel => usual)
          )
    )
  )
