import * as Path from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { bundle } from "../../packaging/Bundle.ts"
import { root } from "../../packaging/Rooms.ts"
import { bundledSources } from "./BundledSources.ts"

// Bundles the command line into the folder given as the first argument; see `BundledDoorstep.ts`. For a checkout other
// than this one, the second argument is that checkout's folder.

/** As in `main.ts`. */
const start = `import { enableCompileCache } from "node:module"
if (process.argv[2] !== "serve" && process.argv[2] !== "work") enableCompileCache()
await import("./Doorstep.mjs")
`

const [into = "", of = root] = process.argv.slice(2)
await bundle({
  root: of,
  entries: { Doorstep: Path.join(of, "src/Doorstep.ts"), ...(of === root ? bundledSources : {}) },
  into,
  // It lies in a temporary folder, where Node would find no packages.
  external: [],
  // What sources share with Doorstep goes into Doorstep's own folder, so that only a source's own code lies beside it.
  entryFileNames: ({ name }) => (name === "Doorstep" ? "[name].mjs" : "sources/[name].mjs"),
  urlOf: (file) => JSON.stringify(pathToFileURL(file).href),
  files: { "start.mjs": start }
})
