import * as Path from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { bundle } from "../../packaging/Bundle.ts"
import { root } from "../../packaging/Rooms.ts"
import { bundledModules } from "./BundledModules.ts"

// Bundles the command line into the folder given as the argument; see `BundledDoorstep.ts`.

/** As in `main.ts`. */
const start = `import { enableCompileCache } from "node:module"
if (process.argv[2] !== "serve" && process.argv[2] !== "work") enableCompileCache()
await import("./Doorstep.mjs")
`

const [into = ""] = process.argv.slice(2)
await bundle({
  root,
  entries: { Doorstep: Path.join(root, "src/Doorstep.ts"), ...bundledModules },
  into,
  // It lies in a temporary folder, where Node would find no packages.
  external: [],
  // What they share with Doorstep goes into Doorstep's own folder, so that only their own code lies beside it.
  entryFileNames: ({ name }) => (name === "Doorstep" ? "[name].mjs" : "modules/[name].mjs"),
  urlOf: (file) => JSON.stringify(pathToFileURL(file).href),
  files: { "start.mjs": start }
})
