import { execFile } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import * as Path from "node:path"
import { promisify } from "node:util"
import { makeOnce } from "../../../testing/service/Claim.ts"

const root = Path.resolve(import.meta.dirname, "../../..")

/** The folder of the built console. */
export const built = Path.join(root, "src/console/dist")

const newest = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(built))
      .map((entry) => statSync(Path.join(entry.parentPath, entry.name)).mtimeMs)
  )

/** Whether the build has all that was last changed: a test of an old build would prove nothing. */
const upToDate = (): true | undefined => {
  const page = Path.join(built, "index.html")
  const sources = Math.max(newest(Path.join(root, "src/console")), newest(Path.join(root, "schemas")))
  return existsSync(page) && statSync(page).mtimeMs >= sources ? true : undefined
}

const cache = Path.join(root, "node_modules/.cache")

/** Puts a build in the place of the last one only when it is complete: others may look at it at any time. */
const build = async (): Promise<true> => {
  const part = Path.join(cache, "console-part")
  await promisify(execFile)(
    process.execPath,
    [
      Path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "src/console/vite.config.ts",
      "--outDir",
      part,
      "--emptyOutDir",
      "--logLevel",
      "warn"
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } }
  )
  await rm(built, { recursive: true, force: true })
  await rename(part, built)
  return true
}

/** Builds the console unless the build is up to date, once for all processes that find it out of date. */
export const buildConsole = (): Promise<true> =>
  makeOnce(Path.join(cache, "console.claim"), () => Promise.resolve(upToDate()), build)
