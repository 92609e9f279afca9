import type { Cause } from "effect"
import { Context, Effect, ErrorReporter } from "effect"
import { Exchange } from "../edge/Exchange.ts"

/** Whether a cause contains anything unforeseen, other than interruptions and errors that are responses. */
const isUnforeseen = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag !== "Interrupt" && !ErrorReporter.isIgnored(reason._tag === "Fail" ? reason.error : reason.defect)
  )

/**
 * Not made with `ErrorReporter.make`, which never reports the same error object twice. A trace ID given to a client
 * must be in the log, even if the same object was thrown for another client before.
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

/** Logs the cause of each INTERNAL_ERROR, with the trace ID given to the client. */
export const layer = ErrorReporter.layer([reporter])
