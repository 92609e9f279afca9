import { enableCompileCache, flushCompileCache } from "node:module"
import process from "node:process"

// One process follows another: what the first has compiled, the others need not.
enableCompileCache()

await import("./TrialProcess.ts")
flushCompileCache()
process.send?.({ type: "ready" })
