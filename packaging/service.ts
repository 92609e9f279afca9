import { spawnSync } from "node:child_process"
import { mkdir, rm } from "node:fs/promises"
import * as Path from "node:path"
import packageJson from "../package.json" with { type: "json" }
import { bundle } from "./Bundle.ts"
import { checkout, separate } from "./Manifest.ts"
import { root } from "./Rooms.ts"

/**
 * Runs after `npm install` in the checkout: makes the bundle that `src/start.mjs` runs until a file changes. Then what
 * Node compiles of it is cached, for the flags of `npm start`: without that, a service's first start takes 30 MB more.
 */
const into = Path.join(root, "node_modules/.cache/service")

await mkdir(Path.dirname(into), { recursive: true })
await bundle({
  root,
  entries: { Doorstep: Path.join(root, "src/Doorstep.ts") },
  into,
  external: separate(await checkout()),
  withInputs: true
})

const [, ...args] = packageJson.scripts.start.split(" ")
const { status, stderr } = spawnSync(process.execPath, [...args, "--help"], { cwd: root, encoding: "utf8" })
if (status !== 0) {
  await rm(into, { recursive: true })
  process.stderr.write(`The bundle does not start:\n${stderr}`)
  process.exitCode = 1
}
