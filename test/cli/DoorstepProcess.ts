import { type ChildProcess, spawn } from "node:child_process"
import { root } from "../../packaging/Rooms.ts"
import { bundledProgram, checkoutProgram, type Program } from "../support/BundledDoorstep.ts"

/** A start collects little then of what it loads, all of which it needs: it takes a tenth less time. */
const roomToStart = "--min-semi-space-size=16"

/** Whether a module with sources may be loaded: it shares the checkout's own, of which there must not be two. */
const loadsModules = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>): boolean =>
  (args[0] === "source" && ["check", "link", "new", "test", "watch"].includes(args[1] ?? "")) ||
  args.some((arg, i) => args[i - 1] === "--source" && /\.[jt]s$/.test(arg)) ||
  "SOURCE_MODULES" in settings

/** What a finished command left behind. */
interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as its user runs it: a process of its own, with only the given settings. */
export class DoorstepProcess {
  readonly #child: ChildProcess
  readonly #finished: Promise<Finished>
  readonly #watchers = new Set<() => void>()
  stdout = ""
  stderr = ""

  /**
   * @param cwd where it runs, whose `.env` it reads
   * @param program what starts Doorstep: unless given, the checkout's code as one module, where it is the same
   */
  constructor(
    args: ReadonlyArray<string>,
    settings: Readonly<Record<string, string>>,
    cwd = root,
    program: Program | string = loadsModules(args, settings) ? checkoutProgram : bundledProgram()
  ) {
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => ["PATH", "HOME", "TMPDIR", "LANG"].includes(name))
    )
    const { compiled, file } = typeof program === "string" ? { ...checkoutProgram, file: program } : program
    this.#child = spawn(process.execPath, [roomToStart, file, ...args], {
      cwd,
      // What one process has compiled, the next need not. A test that looks at what is kept has it in a place of its own.
      env: { ...environment, ...("TMPDIR" in settings ? {} : { NODE_COMPILE_CACHE: compiled }), ...settings },
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

  /** The number of the process. */
  get pid(): number {
    return this.#child.pid!
  }

  /** Resolves when the output has what is looked for; fails when the process ends without it. */
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

  /** Closes the pipe that standard output is written to, as `head` does when it has enough. */
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
