import { Effect } from "effect"
import type { Scope } from "effect"
import { spawn } from "node:child_process"
import * as Path from "node:path"

/** The fixture's report: the server that it has, or why it has none. */
interface Said {
  readonly url?: string
  readonly pid?: number
  readonly adopted?: boolean
  readonly error?: string
  readonly message?: string
}

/** A separate process that uses the embedded server of a DATA_DIR. */
export interface Holder {
  readonly processId: number
  readonly said: Effect.Effect<Said>
  /** Lets the process leave cleanly, and waits for its exit. */
  readonly leave: Effect.Effect<void>
  /** Kills the process (SIGKILL), and waits for its exit. */
  readonly kill: Effect.Effect<void>
}

const fixture = Path.join(import.meta.dirname, "fixtures", "holder.ts")

/** Starts the fixture, which is killed with the scope if it has not left by then. */
export const startHolder = (role: "service" | "cli", dataDir: string): Effect.Effect<Holder, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [fixture, role, dataDir], { stdio: ["pipe", "pipe", "pipe"] })
      let output = ""
      let errors = ""
      child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
      const said = new Promise<Said>((resolve, reject) => {
        child.stdout.on("data", (chunk: Buffer) => {
          output += chunk.toString()
          const line = output.split("\n").find((line) => line.startsWith("{") && line.endsWith("}"))
          if (line !== undefined) resolve(JSON.parse(line) as Said)
        })
        child.on("exit", () => reject(new Error(`The holder ended without a word. ${errors}${output}`)))
      })
      said.catch(() => undefined)
      const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()))
      const end = (how: () => void) =>
        Effect.promise(() => {
          how()
          return ended
        })
      return {
        processId: child.pid ?? 0,
        said: Effect.promise(() => said),
        leave: end(() => child.stdin.end()),
        kill: end(() => child.kill("SIGKILL"))
      }
    }),
    (holder) => holder.kill
  )
