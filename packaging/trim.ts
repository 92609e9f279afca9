import { readdirSync, rmSync } from "node:fs"
import * as Path from "node:path"
import { root } from "./Rooms.ts"

/**
 * After `npm install` in the checkout: the package `node` brings headers and manuals beside its program, which take 68 MB, and
 * which nothing here uses.
 */
const own = Path.join(root, "node_modules/node/node_modules")
const installed = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    // Installed without it, as by --omit=dev.
    return []
  }
}
for (const name of installed(own).filter((name) => /^node-(?!bin-setup)/.test(name))) {
  for (const part of ["include", "share"]) rmSync(Path.join(own, name, part), { recursive: true, force: true })
}
