import { isDiskFull } from "../../database/FullDisk.ts"
import { outage } from "../../database/Outage.ts"

/** A failure of the database, in the publisher's words. */
export const unavailable = outage((cause) =>
  isDiskFull(cause)
    ? "The database's disk is full. Free some space there; the next run continues where this one stopped."
    : "The database cannot be reached, or refused to store what was read."
)
