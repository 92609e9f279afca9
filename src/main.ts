import { enableCompileCache } from "node:module"
import { argv } from "node:process"

// The compile cache saves commands a third of their start time. A service starts once, and would keep the cache in
// memory; in a checkout it is on already, because the compiler for TypeScript would take more. If the cache cannot be
// written, everything is compiled again.
if (argv[2] !== "serve" && argv[2] !== "work") enableCompileCache()

await import("./Doorstep.ts")
