import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { Id } from "../Fields.ts"
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
  totalBytes: Schema.NullOr(count("Total bytes.")).annotate({
    description: "Total bytes; null if the server does not say."
  }),
  complete: Schema.Boolean.annotate({
    description: "Whether it is complete. The source's next run continues an incomplete one."
  }),
  inUse: Schema.Boolean.annotate({ description: "A run is downloading or reading it, so it cannot be deleted now." }),
  fetchedAt: instant("When bytes of it last came."),
  changedAt: Schema.NullOr(instant("When its publisher changed it.")).annotate({
    description: "When its publisher last changed it; null if the server does not say."
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
            description: "Free bytes on the disk; null if the system does not say."
          })
        }).annotate({ identifier: "DownloadList" })
      )
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "downloads",
        summary: "Downloads",
        description: "Downloads kept in DATA_DIR, newest first."
      })
    ),
    HttpApiEndpoint.delete("clear", "/downloads", { success: data(Cleared) }).annotateMerge(
      OpenApi.annotations({
        identifier: "clearDownloads",
        summary: "Delete all downloads",
        description: "Except those that a run is using. Sources download them again when needed."
      })
    ),
    HttpApiEndpoint.delete("remove", "/downloads/:id", {
      params: { id: Id },
      success: data(Cleared),
      error: [NotThereResponse, ConflictResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "deleteDownload",
        summary: "Delete a download",
        description: "The source's next run downloads it again if its publisher has changed it since."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Downloads", description: "Kept downloads." })) {}
