import { Config, Context, Effect, Layer, Logger, References, Schema } from "effect"
import { Exchange } from "../http/Exchange.ts"

/** `LOG_FORMAT` cannot be understood: nothing is started. */
class LogFormatError extends Schema.TaggedError<LogFormatError>()("LogFormatError", {
  setting: Schema.Literal("LOG_FORMAT"),
  message: Schema.String
}) {}

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

const isFormat = (text: string): text is keyof typeof formats => text in formats

/** `LOG_FORMAT`: `logfmt` or `json`. */
const format = Effect.gen(function* () {
  const text = (yield* Config.withDefault(Config.String("LOG_FORMAT"), "")).trim() || "logfmt"
  if (isFormat(text)) return formats[text]
  return yield* new LogFormatError({
    setting: "LOG_FORMAT",
    message: `LOG_FORMAT must be ${Object.keys(formats).join(" or ")}, not "${text}".`
  })
})

/**
 * Logs to standard error, one record a line, with the ID of the request that a record belongs to: standard output is for
 * what a command was asked for.
 *
 * - `LOG_FORMAT`: `logfmt` or `json`
 * - `LOG_LEVEL`: the least level that is logged, `Info`
 */
export const layer = Layer.mergeAll(
  Layer.unwrap(Effect.map(format, (logger) => Logger.layer([Logger.withConsoleError(logger)]))),
  Layer.effect(References.MinimumLogLevel, Config.withDefault(Config.LogLevel("LOG_LEVEL"), "Info"))
)
