import { Effect } from "effect"
import { isDiskFull } from "../../database/FullDisk.ts"
import { PublisherUnavailable } from "./Publisher.ts"

/** A failure of the database, as the publisher's own error. */
export const unavailable = Effect.mapError((cause: unknown) =>
  cause instanceof PublisherUnavailable
    ? cause
    : new PublisherUnavailable({
        message: isDiskFull(cause)
          ? "The database's disk is full. Free some space there; the next run continues where this one stopped."
          : "The database cannot be reached, or refused to store what was read.",
        cause
      })
)
