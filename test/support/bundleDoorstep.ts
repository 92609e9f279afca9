import { writeFileSync } from "node:fs"
import { rename } from "node:fs/promises"
import * as Path from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "vite"
import { root } from "../../packaging/Rooms.ts"
import { bundledSources } from "./BundledSources.ts"

// Bundles the command line into one module in the folder given as the first argument; see `BundledDoorstep.ts`. For a
// checkout other than this one, the second argument is that checkout's folder.

/** Bundled modules still find their data, their threads and each other at their original places in the checkout. */
const ownPlaces: Plugin = {
  name: "doorstep-own-places",
  enforce: "pre",
  transform: {
    filter: { code: /\bimport\.meta\.(url|dirname|filename)\b/, id: { exclude: /node_modules/ } },
    handler: (code, id) => {
      const places = { url: pathToFileURL(id).href, dirname: Path.dirname(id), filename: id }
      const text = code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof places) =>
        JSON.stringify(places[name])
      )
      return { code: text, map: null }
    }
  }
}

const [folder = "", of = root] = process.argv.slice(2)
const part = `${folder}.part`
await build({
  root: of,
  configFile: false,
  logLevel: "error",
  plugins: [ownPlaces],
  ssr: { noExternal: true },
  resolve: { alias: { "doorstep/sources": Path.join(of, "sources/DataSource.ts") } },
  build: {
    ssr: true,
    outDir: part,
    emptyOutDir: true,
    copyPublicDir: false,
    target: "esnext",
    minify: false,
    rolldownOptions: {
      input: { Doorstep: Path.join(of, "src/Doorstep.ts"), ...(of === root ? bundledSources : {}) },
      output: {
        // What sources share with Doorstep goes into Doorstep's own folder, so that only a source's own code lies
        // beside it.
        entryFileNames: ({ name }) => (name === "Doorstep" ? "[name].mjs" : "sources/[name].mjs"),
        chunkFileNames: "[name].mjs",
        keepNames: true
      }
    }
  }
})
// As in `main.ts`.
writeFileSync(
  Path.join(part, "start.mjs"),
  `import { enableCompileCache } from "node:module"
if (process.argv[2] !== "serve" && process.argv[2] !== "work") enableCompileCache()
await import("./Doorstep.mjs")
`
)
await rename(part, folder)
