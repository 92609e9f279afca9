import { type Context, Effect, Layer, Logger, References } from "effect"
import { textSetting, wrong } from "../settings/Setting.ts"

type Options = Logger.Options<unknown>

/** The ID of the request that a fiber answers, from what the fiber has at hand. It is asked only when something is logged. */
export type RequestIdOf = (context: Context.Context<never>) => string | undefined

/** Request IDs are visible ASCII characters, but may have a quotation mark or an equals sign. */
const logfmtValue = (text: string): string => (/^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text))

const logfmt = (requestIdOf: RequestIdOf) =>
  Logger.make((options: Options) => {
    const line = Logger.formatLogFmt.log(options)
    const requestId = requestIdOf(options.fiber.context)
    // A record about a request as a whole has it already.
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

const isFormat = (text: string): text is keyof typeof formats => text in formats

/** `LOG_FORMAT`: `logfmt` or `json`. */
const format = Effect.gen(function* () {
  const text = yield* textSetting("LOG_FORMAT", "logfmt")
  return isFormat(text) ? formats[text] : yield* wrong("LOG_FORMAT", text, Object.keys(formats).join(" or "))
})

const levels = ["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"] as const

type Level = (typeof levels)[number]

/** `LOG_LEVEL`, in whatever case it is written. */
const level = Effect.fnUntraced(function* (usual: Level) {
  const text = yield* textSetting("LOG_LEVEL", usual)
  const found = levels.find((one) => one.toLowerCase() === text.toLowerCase())
  return found ?? (yield* wrong("LOG_LEVEL", text, `one of ${levels.join(", ")}`))
})

/** Whether `LOG_FORMAT` and `LOG_LEVEL` can be understood. */
export const loggingSettings = Effect.all([format, level("Info")])

/**
 * Logs to standard error, one record a line, with the ID of the request that a record belongs to: standard output is for
 * what a command was asked for.
 *
 * - `LOG_FORMAT`: `logfmt` or `json`
 * - `LOG_LEVEL`: the least level that is logged
 *
 * @param usual the level where `LOG_LEVEL` says nothing
 */
export const layerFrom = (usual: Level, requestIdOf: RequestIdOf) =>
  Layer.mergeAll(
    Layer.unwrap(Effect.map(format, (logger) => Logger.layer([Logger.withConsoleError(logger(requestIdOf))]))),
    Layer.effect(References.MinimumLogLevel, level(usual))
  )
