import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, text } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** A source's remote file, or parts of one, stored on the service's disk. */
export const KeptDownload = Schema.Struct({
  id: Schema.NonEmptyString,
  url: text("Address, without user, password and query. Text from a source's options: show it as text."),
  host: text("The server that it came from."),
  source: text("The source that asked for it last."),
  bytes: count("Bytes on the disk."),
  totalBytes: Schema.NullOr(count("Bytes of the whole.")).annotate({
    description: "Bytes of the whole; null where the server does not say."
  }),
  complete: Schema.Boolean.annotate({
    description: "Whether all of it is there. What is not is gone on with by the source's next run."
  }),
  inUse: Schema.Boolean.annotate({ description: "A run downloads or reads it: it cannot be deleted now." }),
  fetchedAt: instant("When bytes of it last came."),
  changedAt: Schema.NullOr(instant("When its publisher changed it.")).annotate({
    description: "When its publisher changed it; null where the server does not say."
  })
}).annotate({ identifier: "KeptDownload" })
export type KeptDownload = typeof KeptDownload.Type

const Cleared = Schema.Struct({
  bytes: count("Bytes that are free again."),
  inUse: count("Downloads that were left, since a run uses them.")
}).annotate({ identifier: "ClearedDownloads" })

/** Remote files that are kept, so that nothing is downloaded twice. */
export class DownloadsGroup extends HttpApiGroup.make("downloads")
  .add(
    HttpApiEndpoint.get("list", "/downloads", {
      success: data(
        Schema.Struct({
          downloads: Schema.Array(KeptDownload),
          bytes: count("Bytes of all of them."),
          free: Schema.NullOr(count("Bytes free on their disk.")).annotate({
            description: "Bytes free on their disk; null where the system does not say."
          })
        }).annotate({ identifier: "DownloadList" })
      )
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "downloads",
        summary: "Downloads",
        description: "Remote files that are kept in DATA_DIR, the newest first."
      })
    ),
    HttpApiEndpoint.delete("clear", "/downloads", { success: data(Cleared) }).annotateMerge(
      OpenApi.annotations({
        identifier: "clearDownloads",
        summary: "Delete all downloads",
        description: "But for those that a run uses. What a source needs again is downloaded again."
      })
    ),
    HttpApiEndpoint.delete("remove", "/downloads/:id", {
      params: { id: Schema.NonEmptyString },
      success: data(Cleared),
      error: [NotThereResponse, ConflictResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "deleteDownload",
        summary: "Delete a download",
        description: "The source's next run downloads it again, unless its publisher has not changed it since."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Downloads", description: "Remote files that are kept." })) {}
