import { isDiskFull } from "../../database/FullDisk.ts"
import { outage } from "../../database/Outage.ts"

/** What goes wrong with the database, in the words of who publishes. */
export const unavailable = outage((cause) =>
  isDiskFull(cause)
    ? "The database's disk is full. Free some space there; the next run continues where this one stopped."
    : "The database cannot be reached, or refused to store what was read."
)
