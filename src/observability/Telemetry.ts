import { Cause, Effect, Exit, Layer, Predicate, Tracer } from "effect"
import { HttpClient } from "effect/http"
import { Otlp } from "effect/observability"
import packageJson from "../../package.json" with { type: "json" }
import { settings } from "../settings/Settings.ts"
import { ProcessName } from "../shared/ProcessName.ts"
import { RequestTracing } from "./RequestTracing.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/** What is told of a failure: its kind. Messages quote what requests ask for. */
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
    // Where it was made up says nothing.
    this.stack = ""
  }
}

const discreet = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : Exit.failCause(
        Cause.fromReasons(exit.cause.reasons.map((reason) => Cause.makeFailReason(new Failure(kindOf(reason)))))
      )

/** Keeps what requests ask for, and who they come from, out of traces. */
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
 * Traces, metrics and logs for an OpenTelemetry collector, by OTLP over HTTP, as protobuf. Without `OTLP_ENDPOINT` nothing of
 * it is there, and nothing is traced. A collector that does not answer is tried again later; nobody waits for it.
 *
 * - `OTLP_ENDPOINT`: the collector's address, to which `/v1/traces`, `/v1/metrics` and `/v1/logs` are added
 * - `OTLP_HEADERS`: headers for it, such as `authorization=…`, comma-separated
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const baseUrl = yield* settings.OTLP_ENDPOINT.value
    const headers = yield* settings.OTLP_HEADERS.value
    if (baseUrl === undefined) return Layer.empty
    return Layer.mergeAll(
      Layer.succeed(RequestTracing, true),
      // What is asked of other services stands in URLs: addresses that are translated, keys of sources.
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
              // Metrics of several processes would be taken for those of one.
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
