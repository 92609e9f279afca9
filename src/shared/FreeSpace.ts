import { statfs } from "node:fs/promises"
import { Effect } from "effect"

/** How many bytes of the folder's disk are available for files. It fails if the folder does not exist. */
export const freeBytes = (folder: string) =>
  Effect.map(
    Effect.tryPromise(() => statfs(folder)),
    ({ bavail, bsize }) => bavail * bsize
  )
