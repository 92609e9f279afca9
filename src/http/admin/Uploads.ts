import { ByteSize, Effect, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import { MAX_PART_BYTES, type Upload, UPLOAD_OFFSET, UPLOAD_TYPE } from "../../../schemas/admin/Uploads.ts"
import { ServiceUnavailable } from "../../../schemas/Errors.ts"
import type { UploadedFile, UploadsUnavailable } from "../../admin/UploadFolder.ts"
import { Uploads } from "../../admin/Uploads.ts"
import { handlersOf } from "../server/RequestServices.ts"
import { conflict, invalid, notThere } from "./Failures.ts"
import { instant } from "./Instant.ts"

const toUpload = ({ changedAt, ...file }: UploadedFile): Upload => ({ ...file, changedAt: instant(changedAt) })

const unavailable = (error: UploadsUnavailable) =>
  Effect.andThen(
    Effect.logWarning("Uploaded files are unavailable.", error),
    Effect.fail(new ServiceUnavailable({ message: error.message }))
  )

type Request = HttpServerRequest.HttpServerRequest

/** The offset at which a part continues; fails if the request does not continue a file. */
const offsetOf = Effect.fnUntraced(function* ({ headers }: Request) {
  if (headers["content-type"]?.trim().toLowerCase() !== UPLOAD_TYPE) {
    return yield* invalid("Content-Type")({ message: `Content-Type must be ${UPLOAD_TYPE}.` })
  }
  const text = headers[UPLOAD_OFFSET]?.trim() ?? ""
  if (!/^\d{1,15}$/.test(text)) {
    return yield* invalid("Upload-Offset")({ message: "Upload-Offset must say how many bytes have already arrived." })
  }
  if (Number(headers["content-length"] ?? 0) > MAX_PART_BYTES) {
    return yield* invalid("Content-Length")({ message: `A part may have ${MAX_PART_BYTES} bytes. Send it in several.` })
  }
  return Number(text)
})

/** The body as it arrives, up to the maximum length of a part. */
const bodyOf = (request: Request) => {
  let received = 0
  return request.stream.pipe(
    Stream.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(MAX_PART_BYTES)),
    Stream.mapEffect((piece) => {
      received += piece.length
      return received <= MAX_PART_BYTES
        ? Effect.succeed(piece)
        : invalid("Content-Length")({ message: `A part may have ${MAX_PART_BYTES} bytes. Send it in several.` })
    }),
    Stream.catchTag("HttpServerError", () =>
      Stream.fromEffect(
        conflict({ message: "The part broke off. What arrived is kept: request the offset, and continue from there." })
      )
    )
  )
}

export const layerNoDeps = handlersOf(
  AdminApi,
  "uploads",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* Uploads
    return handlers
      .handle("list", () =>
        uploads.list.pipe(
          Effect.map(({ uploads, ...place }) => ({ data: { uploads: uploads.map(toUpload), ...place } })),
          Effect.catchTag("UploadsUnavailable", unavailable)
        )
      )
      .handle(
        "begin",
        Effect.fnUntraced(
          function* ({ payload }) {
            const { note } = yield* CurrentSession
            yield* note({ target: payload.name, detail: `${payload.bytes} bytes` })
            return { data: toUpload(yield* uploads.begin(payload)) }
          },
          Effect.catchTags({ UploadRefused: conflict, UploadsUnavailable: unavailable })
        )
      )
      .handle("get", ({ params: { id } }) =>
        uploads.get(id).pipe(
          Effect.map((file) => ({ data: toUpload(file) })),
          Effect.catchTags({ UnknownUpload: notThere, UploadsUnavailable: unavailable })
        )
      )
      .handleRaw(
        "send",
        Effect.fnUntraced(
          function* ({ params: { id }, request }) {
            const { note } = yield* CurrentSession
            const file = yield* uploads.send(id, yield* offsetOf(request), bodyOf(request))
            // A large file has hundreds of parts.
            yield* note({
              target: file.name,
              detail: `${file.offset} of ${file.bytes} bytes`,
              isStep: !file.complete
            })
            return { data: toUpload(file) }
          },
          Effect.catchTags({ UnknownUpload: notThere, UploadRefused: conflict, UploadsUnavailable: unavailable })
        )
      )
      .handle(
        "remove",
        Effect.fnUntraced(
          function* ({ params: { id } }) {
            return { data: { bytes: yield* uploads.remove(id) } }
          },
          Effect.catchTags({ UnknownUpload: notThere, UploadsUnavailable: unavailable })
        )
      )
  })
)
