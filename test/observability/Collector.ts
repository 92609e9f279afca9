import { Effect } from "effect"
import { createServer } from "node:http"
import { PbfReader } from "pbf"

/** An OTLP request over HTTP, as received. */
export interface Received {
  readonly path: string
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly bytes: Buffer
}

/** An OpenTelemetry collector that records what it receives. */
export const collector = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly received: Array<Received>; readonly close: () => void }>(
    (resume) => {
      const received: Array<Received> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const { authorization, "content-type": contentType } = request.headers
          received.push({ path: request.url ?? "", contentType, authorization, bytes: Buffer.concat(chunks) })
          response.writeHead(200, { "content-type": "application/x-protobuf" }).end()
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, received, close }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

/** The fields of a message by number: embedded messages and strings as bytes, numbers as they are. */
const fieldsOf = (bytes: Uint8Array): ReadonlyMap<number, ReadonlyArray<Uint8Array | number>> => {
  const fields = new Map<number, Array<Uint8Array | number>>()
  const pbf = new PbfReader(bytes)
  while (pbf.pos < bytes.length) {
    const key = pbf.readVarint()
    const [number, type] = [key >> 3, key & 7]
    const value =
      type === 2 ? pbf.readBytes() : type === 0 ? pbf.readVarint() : type === 1 ? pbf.readDouble() : pbf.readFloat()
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

/** Embedded messages at a path of field numbers. */
const at = (bytes: Uint8Array, path: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const [first, ...rest] = path
  if (first === undefined) return [bytes]
  return (fieldsOf(bytes).get(first) ?? []).flatMap((value) => (typeof value === "number" ? [] : at(value, rest)))
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

/** Names of spans: resource_spans 1, scope_spans 2, spans 2, name 5 of opentelemetry.proto.trace.v1. */
export const spanNames = (received: ReadonlyArray<Received>): ReadonlyArray<string> =>
  received.filter(({ path }) => path === "/v1/traces").flatMap(({ bytes }) => at(bytes, [1, 2, 2, 5]).map(text))

/** Trace IDs in hexadecimal: trace_id 1 of a span. */
export const traceIds = (received: ReadonlyArray<Received>): ReadonlyArray<string> =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ bytes }) => at(bytes, [1, 2, 2, 1]).map((id) => Buffer.from(id).toString("hex")))

/** Names of metrics: resource_metrics 1, scope_metrics 2, metrics 2, name 1. */
export const metricNames = (received: ReadonlyArray<Received>): ReadonlyArray<string> =>
  received.filter(({ path }) => path === "/v1/metrics").flatMap(({ bytes }) => at(bytes, [1, 2, 2, 1]).map(text))

/** The number of log records: resource_logs 1, scope_logs 2, log_records 2. */
export const logRecords = (received: ReadonlyArray<Received>): number =>
  received.filter(({ path }) => path === "/v1/logs").flatMap(({ bytes }) => at(bytes, [1, 2, 2])).length
