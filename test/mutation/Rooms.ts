import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Files that faults are planted in by chance. Of languages there are tables of words alone, which are data. */
export const rooms: ReadonlyArray<string> = globSync("{src/{draw,pool,catalog,sync,address},properties}/**/*.ts", {
  cwd: root,
  exclude: ["src/address/identity/languages/**"]
}).toSorted()
