import type { Cause } from "effect"
import { Context, Effect, ErrorReporter } from "effect"
import { Exchange } from "../edge/Exchange.ts"

/** Whether a cause holds anything that nobody foresaw: no interruption, and no error that is an answer. */
const isUnforeseen = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag !== "Interrupt" && !ErrorReporter.isIgnored(reason._tag === "Fail" ? reason.error : reason.defect)
  )

/**
 * Not made with `ErrorReporter.make`, which never reports one error object twice: a trace ID that a client was given must
 * be in the log, also when the same object was thrown for another client before.
 */
const reporter: ErrorReporter.ErrorReporter = {
  [ErrorReporter.TypeId]: ErrorReporter.TypeId,
  report: ({ cause, fiber }) => {
    const exchange = Context.getOrUndefined(fiber.context, Exchange)
    if (exchange?.isReported === true || !isUnforeseen(cause)) return
    if (exchange !== undefined) exchange.isReported = true
    Effect.logError("An unexpected error occurred.", cause).pipe(
      Effect.annotateLogs(exchange === undefined ? {} : { traceId: exchange.traceId, requestId: exchange.requestId }),
      Effect.runForkWith(fiber.context)
    )
  }
}

/** Writes what is behind each INTERNAL_ERROR to the log, with the trace ID that the client was given. */
export const layer = ErrorReporter.layer([reporter])
