import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { root } from "../../packaging/Rooms.ts"
import { bundledProgram } from "../support/BundledDoorstep.ts"

/** Why no terminal is available for these tests; undefined if one is. */
export const noTerminal: string | undefined =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true
    ? undefined
    : "util-linux's `script`, which gives a process a terminal, is not installed"

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The command line on a pseudo-terminal, as somebody at a keyboard uses it. */
export class TerminalProcess {
  readonly #child: ChildProcess
  readonly #watchers = new Set<() => void>()
  #seen = 0
  #ended = false
  /** All output to the screen, including control sequences. */
  screen = ""

  constructor(args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) {
    const { HOME = "/", PATH = "" } = process.env
    const { compiled, file } = bundledProgram()
    const command = [process.execPath, file, ...args].map(quoted).join(" ")
    // Ctrl-C also reaches the shell, which must survive it to report the state of the terminal afterward.
    const session = `trap : INT; stty cols 100 rows 40; ${command}; echo "ended with $?"; stty -a`
    this.#child = spawn("script", ["-qec", session, "/dev/null"], {
      cwd: root,
      env: { HOME, PATH, NODE_COMPILE_CACHE: compiled, SHELL: "/bin/sh", TERM: "xterm", ...settings },
      stdio: ["pipe", "pipe", "inherit"]
    })
    const notify = () => this.#watchers.forEach((watcher) => watcher())
    this.#child.stdout!.on("data", (chunk: Buffer) => {
      this.screen += chunk.toString("utf8")
      notify()
    })
    this.#child.on("close", () => {
      this.#ended = true
      notify()
    })
  }

  press(keys: string): void {
    this.#child.stdin!.write(keys)
  }

  /** Resolves when the screen shows a match after the previous one. */
  waitFor(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.screen.slice(this.#seen))
        if (found !== null) {
          this.#seen += found.index + found[0].length
          this.#watchers.delete(look)
          resolve()
        } else if (this.#ended) {
          this.#watchers.delete(look)
          reject(new Error(`The terminal closed without ${pattern}:\n${this.screen}`))
        }
      }
      this.#watchers.add(look)
      look()
    })
  }

  /** The exit code, and whether the terminal was restored. */
  async ended(): Promise<{ readonly code: number; readonly usable: boolean }> {
    await this.waitFor(/ended with \d+/)
    const code = Number(/ended with (\d+)/.exec(this.screen)![1])
    await this.waitFor(/icanon[^]*echo\b/)
    this.#child.stdin!.end()
    const state = this.screen.slice(this.screen.indexOf("ended with"))
    const reads = [/(?<!-)\bicanon\b/, /(?<!-)\becho\b/, /(?<!-)\bisig\b/].every((mode) => mode.test(state))
    const cursor = this.screen.lastIndexOf("\u001b[?25h") >= this.screen.lastIndexOf("\u001b[?25l")
    return { code, usable: reads && cursor }
  }
}
