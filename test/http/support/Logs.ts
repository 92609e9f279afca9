import { Cause, Context, Layer, Logger, References } from "effect"

export interface LogRecord {
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
  readonly message: ReadonlyArray<unknown>
  /** Message and cause as text. */
  readonly text: string
}

/** The records that were logged. */
export class Logs extends Context.Service<Logs, Array<LogRecord>>()("doorstep/test/Logs") {}

/** Collects log records of this level and above. */
export const layer = (level: "Debug" | "Info" = "Info") => {
  const records: Array<LogRecord> = []
  const collect = Logger.make(({ cause, fiber, logLevel, message }) => {
    const parts = Array.isArray(message) ? message : [message]
    const text = parts.map((part) =>
      Cause.isCause(part) ? Cause.pretty(part) : (JSON.stringify(part) ?? String(part))
    )
    records.push({
      level: logLevel,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      message: parts,
      text: [...text, Cause.pretty(cause)].join(" ")
    })
  })
  return Layer.mergeAll(
    Layer.succeed(Logs, records),
    Logger.layer([collect]),
    Layer.succeed(References.MinimumLogLevel, level)
  )
}
