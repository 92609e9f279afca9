import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The command line of the Doorstep that this file is part of. */
export const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** What belongs to the machine and not to whoever tests: a service of a test hears nothing else of the environment. */
const kept = /^(PATH|HOME|LANG|LC_\w+|TZ|TMP|TEMP|TMPDIR|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE|PATHEXT)$/i

/** The environment of a process of Doorstep's with exactly these settings. */
export const environmentOf = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  ...settings
})

/**
 * Runs a command to its end; gives what it printed.
 *
 * @param folder where it runs, whose `.env` it reads: not that of whoever tests
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
