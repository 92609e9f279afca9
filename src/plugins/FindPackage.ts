import { registerHooks } from "node:module"
import * as Path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Predicate } from "effect"

/** The file that Node would load for a package, were it imported in a folder. Throws what Node throws. */
const resolvedFrom = (specifier: string, folder: string): string => {
  const parentURL = pathToFileURL(Path.join(folder, "any.js")).href
  // Node resolves for the module that asks, by its conditions, subpaths and all; only the place is another.
  const hooks = registerHooks({
    resolve: (asked, context, next) => next(asked, asked === specifier ? { ...context, parentURL } : context)
  })
  try {
    return fileURLToPath(import.meta.resolve(specifier))
  } finally {
    hooks.deregister()
  }
}

/** Whether the folder has no such package, rather than one that cannot be loaded. */
const isAbsent = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && error.code === "ERR_MODULE_NOT_FOUND"

/**
 * The file of an installed package's module, looked for in one folder after another; undefined where none has it.
 * Throws where a package is there, and has no such module.
 */
export const findPackage = (specifier: string, folders: ReadonlyArray<string>): string | undefined => {
  for (const folder of folders) {
    try {
      return resolvedFrom(specifier, folder)
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }
  return undefined
}
