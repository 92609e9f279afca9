import * as NodeFs from "node:fs"

const place = "/dev/shm"

/** Queries of a publication have 128 MB of working memory, for each process. A container has 64 MB unless told otherwise. */
const enough = 256 * 1024 ** 2

/** Bytes of the system's shared memory; undefined if nothing can be written there. */
const roomIn = (folder: string): number | undefined => {
  try {
    NodeFs.accessSync(folder, NodeFs.constants.W_OK)
    const { blocks, bsize } = NodeFs.statfsSync(folder)
    return blocks * bsize
  } catch {
    return undefined
  }
}

/**
 * Where the processes of the embedded server share the memory of a query: in files of the data directory, if the system
 * has too little memory for that. They are slower, but the server would not start, or end queries as if the disk were
 * full.
 */
export const sharedMemorySettings = (platform: string, folder = place): Readonly<Record<string, string>> =>
  platform === "linux" && (roomIn(folder) ?? 0) < enough ? { dynamic_shared_memory_type: "mmap" } : {}
