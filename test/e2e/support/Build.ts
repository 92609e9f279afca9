import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import * as Path from "node:path"

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

/** Builds the console unless the build is up to date: a test of an old build would prove nothing. */
export const buildConsole = (): void => {
  const page = Path.join(built, "index.html")
  const sources = Math.max(newest(Path.join(root, "src/console")), newest(Path.join(root, "schemas")))
  if (existsSync(page) && statSync(page).mtimeMs >= sources) return
  execFileSync(
    process.execPath,
    [
      Path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "src/console/vite.config.ts",
      "--logLevel",
      "warn"
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } }
  )
}
