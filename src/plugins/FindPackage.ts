import { registerHooks } from "node:module"
import * as Path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { errorCode } from "../../schemas/ErrorCode.ts"

/** The file that Node would load for a package imported in a folder. Throws what Node throws. */
const resolvedFrom = (specifier: string, folder: string): string => {
  const parentURL = pathToFileURL(Path.join(folder, "any.js")).href
  // Node resolves for the importing module, with its conditions and subpaths; only the folder is replaced.
  const hooks = registerHooks({
    resolve: (asked, context, next) => next(asked, asked === specifier ? { ...context, parentURL } : context)
  })
  try {
    return fileURLToPath(import.meta.resolve(specifier))
  } finally {
    hooks.deregister()
  }
}

/** Whether the folder lacks the package, rather than having one that cannot be loaded. */
const isAbsent = (error: unknown): boolean => errorCode(error) === "ERR_MODULE_NOT_FOUND"

/**
 * The file of an installed package's module, searched in one folder after another; undefined if none has it. Throws if
 * the package is there but lacks the module.
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
