import { rmSync } from "node:fs"
import * as Path from "node:path"
import { pack } from "./Pack.ts"
import { root } from "./Rooms.ts"

/**
 * `npm run pack`: `build/package` is what would be published, `build/doorstep-<version>.tgz` is the same as one file.
 */
const build = Path.join(root, "build")
rmSync(build, { recursive: true, force: true })
try {
  process.stdout.write(`${Path.relative("", await pack(build))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
