import { enableCompileCache } from "node:module"
import { workerData } from "node:worker_threads"

// As in src/main.ts, if the starting thread has enabled it.
if (typeof workerData?.compiled === "string") enableCompileCache(workerData.compiled)

await import("./ThreadMain.ts")
