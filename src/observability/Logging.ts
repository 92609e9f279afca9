import { Context, Effect, Layer, Logger, type LogLevel, Option, References } from "effect"
import { Exchange } from "../http/edge/Exchange.ts"
import { settings } from "../settings/Settings.ts"

type Options = Logger.Options<unknown>

/** The ID of the request that is being answered where something is logged. Looked up only when something is. */
const requestIdOf = ({ fiber }: Options): string | undefined =>
  Context.getOrUndefined(fiber.context, Exchange)?.requestId

/** Request IDs are visible ASCII characters, but may have a quotation mark or an equals sign. */
const logfmtValue = (text: string): string => (/^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text))

const logfmt = Logger.make((options: Options) => {
  const line = Logger.formatLogFmt.log(options)
  const requestId = requestIdOf(options)
  // A record about a request as a whole has it already.
  return requestId === undefined || line.includes(" requestId=") ? line : `${line} requestId=${logfmtValue(requestId)}`
})

const json = Logger.make((options: Options) => {
  const { annotations, ...record } = Logger.formatStructured.log(options)
  const requestId = requestIdOf(options)
  return JSON.stringify({
    ...record,
    annotations: requestId === undefined ? annotations : { ...annotations, requestId }
  })
})

const formats = { logfmt, json } as const

/**
 * Logs to standard error, one record a line, with the ID of the request that a record belongs to: standard output is for
 * what a command was asked for.
 *
 * @param usual the level where `LOG_LEVEL` says nothing; absent: the setting's default
 */
export const layerFrom = (usual?: LogLevel.LogLevel) =>
  Layer.mergeAll(
    Layer.unwrap(
      Effect.map(settings.LOG_FORMAT.value, (format) => Logger.layer([Logger.withConsoleError(formats[format])]))
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
