import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"

export interface Compiler {
  readonly command: string
  /** Arguments that come before the compiler's own. */
  readonly first: ReadonlyArray<string>
  /** Whether it has Effect's diagnostics; otherwise, a sentence that says why not. */
  readonly lacking: string | undefined
}

const require = createRequire(import.meta.url)

/**
 * The compiler with Effect's diagnostics. `@effect/tsgo` has builds for some platforms and some versions of TypeScript.
 * Release 0.45.0 of it writes metadata that its own `getExePath` rejects, so the path is built here. If there is no
 * such build, the plain compiler checks types alone, and says so: continuous integration runs on a platform that has
 * one.
 */
export const compiler = (): Compiler => {
  const own = require.resolve("typescript/package.json")
  const { version } = JSON.parse(readFileSync(own, "utf8")) as { readonly version: string }
  const platform = `@effect/tsgo-${process.platform}-${process.arch}`
  const name = process.platform === "win32" ? "tsc.exe" : "tsc"
  try {
    const folder = Path.dirname(require.resolve(`${platform}/package.json`))
    const command = Path.join(folder, "artifacts/typescript", version, name)
    if (existsSync(command)) return { command, first: [], lacking: undefined }
  } catch {
    // The platform's package is optional.
  }
  return {
    command: process.execPath,
    first: [Path.join(Path.dirname(own), "bin/tsc")],
    lacking: `Effect's diagnostics are not run: ${platform} has no build of TypeScript ${version} here.`
  }
}
