import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { Id, requiredText } from "../Fields.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, text, wholeNumber } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** The header with the offset at which a part continues, as in tus (https://tus.io/protocols/resumable-upload). */
export const UPLOAD_OFFSET = "upload-offset"

/** The media type of a part, as in tus. */
export const UPLOAD_TYPE = "application/offset+octet-stream"

/** Bytes of one part. If a part is interrupted, the bytes received so far are kept. */
export const MAX_PART_BYTES = 8 * 1024 ** 2

/** A file that is being uploaded, or is complete. */
export const Upload = Schema.Struct({
  id: Schema.NonEmptyString,
  name: text("What the file is called here. It may be another than was asked for."),
  location: text("What a source's location is to say."),
  bytes: count("Total bytes."),
  offset: count("Bytes that are there."),
  complete: Schema.Boolean,
  changedAt: instant("When the last of it came.")
}).annotate({ identifier: "Upload" })
export type Upload = typeof Upload.Type

const params = { id: Id }

/** Files for sources, uploaded from a browser. */
export class Uploads extends HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.get("list", "/uploads", {
      success: data(
        Schema.Struct({
          uploads: Schema.Array(Upload),
          free: count("Bytes that files may still take on the disk."),
          folder: Schema.NullOr(text("Where files are stored; null if there is no such place."))
        })
      ),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "uploads",
        summary: "Uploaded files",
        description: "Including incomplete ones."
      })
    ),
    HttpApiEndpoint.post("begin", "/uploads", {
      payload: Schema.Struct({
        name: requiredText(255),
        bytes: wholeNumber("bytes", 1, Number.MAX_SAFE_INTEGER).annotate({ description: "Total bytes." }),
        modifiedAt: Schema.optionalKey(
          wholeNumber("milliseconds since 1970", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).annotate({
            description: "When the file was last modified, so that it is not taken for an earlier state of itself."
          })
        )
      }).annotate({ identifier: "NewUpload" }),
      success: data(Upload).pipe(HttpApiSchema.status(201)),
      error: [InvalidRequestResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "beginUpload",
        summary: "Begin an upload",
        description: "An incomplete upload of the same name, size and time of modification is continued."
      })
    ),
    HttpApiEndpoint.get("get", "/uploads/:id", {
      params,
      success: data(Upload),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({ identifier: "upload", summary: "A file", description: "How much of it has arrived." })
    ),
    HttpApiEndpoint.patch("send", "/uploads/:id", {
      params,
      success: data(Upload),
      error: [InvalidRequestResponse, NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "sendUpload",
        summary: "Upload a part of a file",
        description: `The body is up to ${MAX_PART_BYTES} bytes of the file as ${UPLOAD_TYPE}, starting at the offset in the header Upload-Offset. What arrives is kept, even if the request breaks off: request the offset, and continue from there.`
      })
    ),
    HttpApiEndpoint.delete("remove", "/uploads/:id", {
      params,
      success: data(Schema.Struct({ bytes: count("Bytes that are free again.") })),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "removeUpload",
        summary: "Remove a file",
        description: "The next run of a source that reads it will fail because it is gone; what it has published stays."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(
    OpenApi.annotations({ title: "Uploads", description: "Files for sources, uploaded from a browser." })
  ) {}
