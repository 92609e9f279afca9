import { type ChildProcess, spawn } from "node:child_process"
import { root } from "../../packaging/Rooms.ts"
import { loadsModules } from "../../src/bundle.mjs"
import { bundledProgram, checkoutProgram, type Program } from "../support/BundledDoorstep.ts"

/** Startup keeps all that it loads: a larger young generation saves useless collections, and a tenth of the time. */
const roomToStart = "--min-semi-space-size=16"

/** What a finished command returned. */
interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as users run it: a separate process with only the given settings. */
export class DoorstepProcess {
  readonly #child: ChildProcess
  readonly #finished: Promise<Finished>
  readonly #watchers = new Set<() => void>()
  stdout = ""
  stderr = ""

  /**
   * @param cwd the working directory, from which `.env` is read
   * @param program what starts Doorstep; by default the bundled checkout, or the checkout itself where modules with
   * sources may be loaded
   */
  constructor(
    args: ReadonlyArray<string>,
    settings: Readonly<Record<string, string>>,
    cwd = root,
    program: Program | string = loadsModules(args, settings, cwd) ? checkoutProgram : bundledProgram()
  ) {
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => ["PATH", "HOME", "TMPDIR", "LANG"].includes(name))
    )
    const { compiled, file } = typeof program === "string" ? { ...checkoutProgram, file: program } : program
    this.#child = spawn(process.execPath, [roomToStart, file, ...args], {
      cwd,
      // Processes share a compile cache, except in tests of that cache.
      env: { ...environment, NODE_COMPILE_CACHE: compiled, ...settings },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const notify = () => this.#watchers.forEach((watcher) => watcher())
    this.#child.stdout!.on("data", (chunk: Buffer) => {
      this.stdout += chunk.toString("utf8")
      notify()
    })
    this.#child.stderr!.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8")
      notify()
    })
    this.#finished = new Promise((resolve) => {
      this.#child.on("close", (code) => {
        resolve({ code, stdout: this.stdout, stderr: this.stderr })
        notify()
      })
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** Resolves when the output matches; rejects if the process ends without a match. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr)
        if (found !== null) {
          this.#watchers.delete(look)
          resolve(found)
        } else if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
          this.#watchers.delete(look)
          reject(new Error(`The process ended without ${pattern}:\n${this.stdout}\n${this.stderr}`))
        }
      }
      this.#watchers.add(look)
      look()
    })
  }

  /** Closes the reading end of the standard output, as `head` does when it has enough. */
  stopReading(): void {
    this.#child.stdout!.destroy()
  }

  finished(): Promise<Finished> {
    return this.#finished
  }

  signal(signal: NodeJS.Signals): Promise<Finished> {
    this.#child.kill(signal)
    return this.#finished
  }
}
