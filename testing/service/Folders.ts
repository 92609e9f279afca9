import { execFile } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, realpath, rm, stat, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import { isAlive } from "./Claim.ts"
import { readEntry } from "./Entry.ts"

/** Where test services keep their data while they run: a folder for each user. */
export const runningFolder = async (): Promise<string> => {
  const user = process.getuid?.() ?? "user"
  const folder = Path.join(await realpath(tmpdir()), `doorstep-testing-${user}`)
  // The database may run as another user, who must be able to traverse the folder; secret files have their own mode.
  await mkdir(folder, { mode: 0o755 }).catch(() => undefined)
  const facts = await lstat(folder)
  if (!facts.isDirectory() || (process.getuid !== undefined && facts.uid !== user)) {
    throw new Error(`${folder} is not a folder of this user's. Remove it, or set TMPDIR to a folder of your own.`)
  }
  return folder
}

export const makeFolder = async (prefix: string): Promise<string> => {
  const folder = await mkdtemp(Path.join(await runningFolder(), prefix))
  await chmod(folder, 0o755)
  return folder
}

const mayWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Where data folders are kept in the state after their first start: in the project's cache, or with temporary files if
 * there is none that this user may write to.
 */
export const cacheFolder = (start = process.cwd(), isWritable = mayWrite): string => {
  const modules = Path.join(start, "node_modules")
  const above = Path.dirname(start)
  if (!existsSync(modules) && above !== start) return cacheFolder(above, isWritable)
  const cache = Path.join(modules, ".cache", "doorstep")
  const nearest = [cache, Path.dirname(cache), modules].find((folder) => existsSync(folder))
  return nearest !== undefined && isWritable(nearest)
    ? cache
    : Path.join(tmpdir(), `doorstep-cache-${process.getuid?.() ?? "user"}`)
}

/** Copies a folder with owners and modes, which the database checks. */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  if (process.platform === "win32") return cp(from, to, { recursive: true })
  await promisify(execFile)("cp", ["-a", from, to])
}

export const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** Milliseconds since a file was last written or marked as used. */
const age = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0
  )

export const markAsUsed = (path: string): Promise<void> => {
  const now = new Date()
  return utimes(path, now, now)
}

const hour = 3_600_000
const week = 7 * 24 * hour

/** Deletes the folders of services that were killed, and so could not do it themselves. */
export const sweep = async (): Promise<void> => {
  const folder = await runningFolder()
  for (const name of await readdir(folder)) {
    const path = Path.join(folder, name)
    const entry = await readEntry(path)
    if (entry === undefined ? (await age(path)) > hour : !isAlive(entry.pid)) await remove(path)
  }
}

/** Templates unused for a week belong to old data or versions. */
export const prune = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache).catch(() => [])) {
    const path = Path.join(cache, name)
    if ((await age(path)) > week) await remove(path)
  }
}
