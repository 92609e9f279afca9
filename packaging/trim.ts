import { readdirSync, rmSync } from "node:fs"
import * as Path from "node:path"
import { root } from "./Rooms.ts"

/**
 * Runs after `npm install` in the checkout. The package `node` includes headers and manuals, which take 68 MB and are
 * not used here.
 */
const own = Path.join(root, "node_modules/node/node_modules")
const installed = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    // Not installed, for example because of --omit=dev.
    return []
  }
}
for (const name of installed(own).filter((name) => /^node-(?!bin-setup)/.test(name))) {
  for (const part of ["include", "share"]) rmSync(Path.join(own, name, part), { recursive: true, force: true })
}
