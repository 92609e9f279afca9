import { enableCompileCache } from "node:module"
import { argv } from "node:process"
import { bundleFor } from "./bundle.mjs"

const bundle = bundleFor(argv.slice(2))

// The compile cache saves commands a third of their start time. A service that runs from single files would keep it in
// memory, and without it one that runs from the bundle takes 30 MB more. In a checkout it is on already, because the
// compiler for TypeScript would take more. If the cache cannot be written, everything is compiled again.
if (bundle !== undefined || (argv[2] !== "serve" && argv[2] !== "work")) enableCompileCache()

await (bundle === undefined ? import("./Doorstep.ts") : import(bundle))
