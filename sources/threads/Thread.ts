import { enableCompileCache } from "node:module"
import { workerData } from "node:worker_threads"
import type { WorkerData } from "./Messages.ts"

const { compiled }: WorkerData = workerData

// As in src/main.ts, if the starting thread has enabled it.
if (compiled !== undefined) enableCompileCache(compiled)

await import("./ThreadMain.ts")
