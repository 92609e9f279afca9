import { Cause, Effect, Exit, Layer, Predicate, Tracer } from "effect"
import { HttpClient } from "effect/http"
import { Otlp } from "effect/observability"
import packageJson from "../../package.json" with { type: "json" }
import { settings } from "../settings/Settings.ts"
import { ProcessName } from "../shared/ProcessName.ts"
import { RequestTracing } from "./RequestTracing.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/** What is reported about a failure: its kind, because messages may quote requests. */
const kindOf = (reason: Cause.Reason<unknown>): string => {
  if (reason._tag === "Interrupt") return "Interrupted"
  const error = reason._tag === "Fail" ? reason.error : reason.defect
  if (Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag)) return error._tag
  return error instanceof Error ? error.name : "Unknown"
}

class Failure extends Error {
  constructor(kind: string) {
    super(kind)
    this.name = kind
    // A stack of this reconstructed error would be meaningless.
    this.stack = ""
  }
}

const discreet = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : Exit.failCause(
        Cause.fromReasons(exit.cause.reasons.map((reason) => Cause.makeFailReason(new Failure(kindOf(reason)))))
      )

/** Keeps the contents and senders of requests out of traces. */
const discreetTracer = Layer.effect(
  Tracer.Tracer,
  Effect.map(Tracer.Tracer, (tracer) =>
    Tracer.make({
      ...tracer,
      span: (options) => {
        const span = tracer.span(options)
        const end = span.end.bind(span)
        span.end = (time, exit) => end(time, discreet(exit))
        return span
      }
    })
  )
)

/**
 * Sends traces, metrics and logs to an OpenTelemetry collector, by OTLP over HTTP, as protobuf. Without
 * `OTLP_ENDPOINT`, none of this exists, and nothing is traced. A collector that does not respond is retried later;
 * nothing waits for it.
 *
 * - `OTLP_ENDPOINT`: the collector's address, to which `/v1/traces`, `/v1/metrics` and `/v1/logs` are appended
 * - `OTLP_HEADERS`: headers for it, such as `authorization=…`, comma-separated
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const baseUrl = yield* settings.OTLP_ENDPOINT.value
    const headers = yield* settings.OTLP_HEADERS.value
    if (baseUrl === undefined) return Layer.empty
    return Layer.mergeAll(
      Layer.succeed(RequestTracing, true),
      // URLs of requests to other services contain addresses to be translated, or keys of sources.
      Layer.succeed(HttpClient.TracerDisabledWhen, () => true),
      Layer.succeed(HttpClient.TracerPropagationEnabled, false),
      discreetTracer.pipe(
        Layer.provideMerge(
          Otlp.layerProtobuf({
            baseUrl,
            headers: headers ?? {},
            resource: {
              serviceName: "doorstep",
              serviceVersion: packageJson.version,
              // Otherwise metrics of several processes would look like those of one.
              attributes: { "service.instance.id": yield* ProcessName }
            },
            loggerExcludeLogSpans: true,
            shutdownTimeout: timeBudgets.stopTelemetry.time
          })
        )
      )
    )
  })
)
