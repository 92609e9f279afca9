import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A local S3-style bucket and its planned misbehavior, which tests change as they go. */
export interface Bucket {
  readonly url: string
  readonly objects: Map<string, Uint8Array>
  /** Bytes sent of each object, by key. */
  readonly sent: Map<string, number>
  /** `GET /key bytes=0-3` and so on, in order; listings appear as `LIST prefix`. */
  readonly requests: Array<string>
  /** Responses in progress. */
  answering: number
  /** Keys per page of a listing. */
  pageSize: number
  /** Whether Range is honored; otherwise the whole object is sent. */
  ranges: boolean
  /** Whether If-Range is honored. */
  conditions: boolean
  /** Break the connection after this many bytes of a longer response; one number per response. */
  breakAfter: Array<number>
  /** Stall after this many bytes, keeping the connection open; one number per response. */
  stallAfter: Array<number>
  /** Respond with these statuses first. */
  statuses: Array<number>
  /** Sent instead of a listing. */
  listing: string | undefined
  onRequest: ((request: string) => void) | undefined
}

const etagOf = (bytes: Uint8Array): string => `"${createHash("md5").update(bytes).digest("hex")}"`

const list = (bucket: Bucket, query: URLSearchParams): string => {
  const prefix = query.get("prefix") ?? ""
  const keys = Array.from(bucket.objects.keys())
    .filter((key) => key.startsWith(prefix))
    .sort()
  const start = Number(query.get("continuation-token") ?? 0)
  const page = keys.slice(start, start + bucket.pageSize)
  const end = start + page.length
  const contents = page.map((key) => {
    const bytes = bucket.objects.get(key)!
    const etag = etagOf(bytes).replaceAll('"', "&quot;")
    return `<Contents><Key>${key}</Key><LastModified>2026-08-19T00:00:00.000Z</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`
  })
  const more = end < keys.length
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>overture</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${end}</NextContinuationToken>` : ""}${contents.join("")}</ListBucketResult>`
}

const answer = (bucket: Bucket, request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? "/", bucket.url)
  const key = decodeURIComponent(url.pathname.slice(1))
  const { range, "if-range": condition } = request.headers
  const isList = url.searchParams.has("list-type")
  const shown = isList ? `LIST ${url.searchParams.get("prefix")}` : `${request.method} /${key} ${range ?? ""}`.trim()
  bucket.requests.push(shown)
  bucket.answering += 1
  response.on("close", () => {
    bucket.answering -= 1
  })
  bucket.onRequest?.(shown)
  const status = bucket.statuses.shift()
  if (status !== undefined) {
    response.writeHead(status).end("no")
    return
  }
  if (isList) {
    response.writeHead(200, { "content-type": "application/xml" }).end(bucket.listing ?? list(bucket, url.searchParams))
    return
  }
  const bytes = bucket.objects.get(key)
  if (bytes === undefined) {
    response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>")
    return
  }
  const etag = etagOf(bytes)
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
  const heeded =
    bucket.ranges && first !== undefined && (!bucket.conditions || condition === undefined || condition === etag)
  const start = heeded ? Number(first) : 0
  const end = heeded ? Math.min(last === "" ? bytes.length : Number(last) + 1, bytes.length) : bytes.length
  const body = bytes.subarray(start, end)
  response.writeHead(heeded ? 206 : 200, {
    etag,
    "content-length": body.length,
    ...(heeded ? { "content-range": `bytes ${start}-${end - 1}/${bytes.length}` } : {})
  })
  if (request.method === "HEAD") {
    response.end()
    return
  }
  const fault = (after: Array<number>) => (after[0] !== undefined && body.length > after[0] ? after.shift() : undefined)
  const broken = fault(bucket.breakAfter)
  const stalled = broken === undefined ? fault(bucket.stallAfter) : undefined
  const part = body.subarray(0, broken ?? stalled ?? body.length)
  bucket.sent.set(key, (bucket.sent.get(key) ?? 0) + part.length)
  if (broken !== undefined) response.write(part, () => setImmediate(() => response.destroy()))
  else if (stalled !== undefined) response.write(part)
  else response.end(part)
}

/** A bucket with these objects, served on a free port until the scope closes. */
export const makeBucket = (objects: Readonly<Record<string, Uint8Array>>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly bucket: Bucket; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => answer(bucket, request, response))
      let url = ""
      const bucket: Bucket = {
        get url() {
          return url
        },
        objects: new Map(Object.entries(objects)),
        sent: new Map(),
        requests: [],
        answering: 0,
        pageSize: 1000,
        ranges: true,
        conditions: true,
        breakAfter: [],
        stallAfter: [],
        statuses: [],
        listing: undefined,
        onRequest: undefined
      }
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      server.listen(0, "127.0.0.1", () => {
        url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
        resume(Effect.succeed({ bucket, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ bucket }) => bucket))
