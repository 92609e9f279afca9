import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import { stage } from "./Stage.ts"

const execute = promisify(execFile)

/** How to run npm: with the Node of this process if npm started it, else by its name. */
const npm = (args: ReadonlyArray<string>, cwd: string): Promise<{ readonly stdout: string }> => {
  const cli = process.env["npm_execpath"]
  const quiet = [...args, "--loglevel=error"]
  return cli === undefined
    ? execute("npm", quiet, { cwd, shell: process.platform === "win32" })
    : execute(process.execPath, [cli, ...quiet], { cwd })
}

/** Builds the package in a folder's subfolder `package`, and its tarball next to it. Returns the tarball's path. */
export const pack = async (into: string): Promise<string> => {
  const staged = Path.join(into, "package")
  await stage(staged)
  const { stdout } = await npm(["pack", "--ignore-scripts", `--pack-destination=${into}`], staged)
  return Path.join(into, stdout.trim())
}
