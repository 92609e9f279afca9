import { enableCompileCache } from "node:module"
import { argv } from "node:process"

// What is compiled for one command is kept for the next, which then takes a third less time to start. A service starts
// once, and would keep what was read of it in memory. Where nothing can be kept, all is compiled anew.
if (argv[2] !== "serve" && argv[2] !== "work") enableCompileCache()

await import("./Doorstep.ts")
