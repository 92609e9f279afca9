import { enableCompileCache } from "node:module"
import { workerData } from "node:worker_threads"

// As src/main.ts does, where the thread that starts this one has done so.
if (typeof workerData?.compiled === "string") enableCompileCache(workerData.compiled)

await import("./ThreadMain.ts")
