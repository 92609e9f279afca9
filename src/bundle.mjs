import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { cwd, env } from "node:process"

// JavaScript, because a compiler for TypeScript, once loaded, stays in memory.

const root = new URL("../", import.meta.url)

/** Where a package has the bundle. */
const shipped = new URL("bundle/", root)

/** Where `npm install` puts it in a checkout. */
const made = new URL("node_modules/.cache/service/", root)

const orUndefined = (read) => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const isUnchanged = ([file, [size, changed]]) => {
  const stat = statSync(new URL(file, root), { throwIfNoEntry: false })
  return stat !== undefined && stat.size === size && stat.mtimeMs === changed
}

/** Whether there is one that is as old as the files of the checkout. Who edits a file wants to run it. */
const isCurrent = () => {
  const inputs = orUndefined(() => JSON.parse(readFileSync(new URL("inputs.json", made), "utf8")))
  return inputs !== undefined && Object.entries(inputs).every(isUnchanged)
}

/** In `sync --source`, a name is that of a source. */
const namesModule = (given, args) => !args.includes("sync") || /[/\\]|\.[cm]?[jt]s$/.test(given)

/**
 * Whether a command may load modules with sources, given its arguments, its environment and its working directory. Such
 * modules import Doorstep's, which must not be loaded twice.
 */
export const loadsModules = (args, settings, folder) =>
  Boolean(settings.SOURCE_MODULES) ||
  orUndefined(() => readFileSync(join(folder, ".env"), "utf8").includes("SOURCE_MODULES")) ||
  args.some((arg, i) => {
    const next = args[i + 1] ?? ""
    if (arg === "source") return /^(check|test)$/.test(next)
    return /^--source(=|$)/.test(arg) && namesModule(arg === "--source" ? next : arg.slice("--source=".length), args)
  })

/**
 * The bundle of Doorstep's modules and Effect's, if the command can run from it: it starts in half of the time, and
 * takes 40 MB less. A URL, or undefined.
 */
export const bundleFor = (args) => {
  if (loadsModules(args, env, cwd())) return undefined
  const main = "Doorstep.mjs"
  if (existsSync(new URL(main, shipped))) return new URL(main, shipped).href
  return isCurrent() ? new URL(main, made).href : undefined
}
