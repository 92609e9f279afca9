import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The command line of the Doorstep that contains this file. */
export const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** Variables of the machine, not of the user. A service for tests sees nothing else of the environment. */
const kept =
  /^(PATH|HOME|LANG|LC_\w+|TZ|TE?MP|TMPDIR|NODE_COMPILE_CACHE|SYSTEMROOT|(LOCAL)?APPDATA|USERPROFILE|PATHEXT)$/i

/** An option of Node that loads Yarn's Plug'n'Play, with a path that may be quoted. */
const plugAndPlay = /-{1,2}[\w-]+[ =](?:"(?:[^"\\]|\\.)*|\S*)\.pnp\.(?:loader\.mjs|c?js)"?(?!\S)/g

/**
 * What of NODE_OPTIONS finds packages. The rest, such as a debugger's port, is for the process that runs the tests.
 *
 * @returns nothing unless Yarn's Plug'n'Play is in use
 */
const packagesOf = (nodeOptions = ""): NodeJS.ProcessEnv => {
  const options = nodeOptions.match(plugAndPlay)
  return options === null ? {} : { NODE_OPTIONS: options.join(" ") }
}

/** The environment of a Doorstep process with exactly these settings. */
export const environmentOf = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  ...packagesOf(process.env["NODE_OPTIONS"]),
  ...settings
})

/**
 * Runs a command to its end and returns its output.
 *
 * @param folder the working directory, whose `.env` is read: not that of the test
 */
export const runCommand = (
  folder: string,
  settings: Readonly<Record<string, string>>,
  parameters: ReadonlyArray<string>
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: folder, env: environmentOf(settings), maxBuffer: 2 ** 26 }
    execFile(process.execPath, [program, ...parameters], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const command = parameters.slice(0, 2).join(" ")
      reject(new Error(`doorstep ${command} failed.\n${(stderr.trim() || stdout.trim()).slice(-4000)}`))
    })
  })
