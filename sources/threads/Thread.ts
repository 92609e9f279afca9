import { enableCompileCache } from "node:module"
import { workerData } from "node:worker_threads"

// As in src/main.ts, if the thread that starts this one has done so.
if (typeof workerData?.compiled === "string") enableCompileCache(workerData.compiled)

await import("./ThreadMain.ts")
