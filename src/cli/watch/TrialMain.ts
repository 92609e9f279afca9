import { enableCompileCache, flushCompileCache } from "node:module"
import process from "node:process"

// One process follows another: later ones reuse what the first has compiled.
enableCompileCache()

await import("./TrialProcess.ts")
flushCompileCache()
process.send?.({ type: "ready" })
