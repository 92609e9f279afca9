import { rmSync } from "node:fs"
import * as Path from "node:path"
import { pack } from "./Pack.ts"
import { root } from "./Rooms.ts"

/** `npm run pack`: `build/package` is what would be published, `build/doorstep-<version>.tgz` the same as one file. */
const build = Path.join(root, "build")
rmSync(build, { recursive: true, force: true })
process.stdout.write(`${Path.relative("", await pack(build))}\n`)
