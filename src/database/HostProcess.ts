import { Effect, Option } from "effect"
import type { FileSystem } from "effect"
import { spawn } from "node:child_process"
import * as Net from "node:net"
import * as Process from "node:process"

/** Facts about this process that no setting decides. `uid` is undefined where users have no numbers. */
export const thisProcess = {
  pid: Process.pid,
  uid: Process.geteuid?.(),
  platform: `${Process.platform}-${Process.arch}`
}

/** The operating system user that PostgreSQL runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Where and as whom a program runs. `user` undefined: as this process's own user.
 *
 * Effect's ChildProcess cannot change the user, and PostgreSQL refuses root: hence node:child_process.
 */
export interface RunOptions {
  readonly user: ServerUser | undefined
  readonly directory: string
}

/** The environment is not handed on: PGDATA, PGPORT, PGOPTIONS and the like would change what the programs do. */
export const spawnOptions = (options: RunOptions) => ({
  cwd: options.directory,
  env: { LC_ALL: "C" },
  // Node takes signed numbers here and gives unsigned ones elsewhere; `nobody` of macOS is -2.
  ...(options.user === undefined ? {} : { uid: options.user.uid | 0, gid: options.user.gid | 0 })
})

/** What a program that ended said. `code` is null when it could not be started or was killed. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a program to its end and collects what it prints. An interruption ends it. Never fails. */
export const run = (command: string, args: ReadonlyArray<string>, options: RunOptions): Effect.Effect<Ended> =>
  Effect.callback((resume) => {
    const child = spawn(command, args, { ...spawnOptions(options), stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const collect = (chunk: Buffer) => {
      output += chunk.toString("utf8")
    }
    child.stdout.on("data", collect)
    child.stderr.on("data", collect)
    child.on("error", (cause) => resume(Effect.succeed({ code: null, output: cause.message })))
    child.on("close", (code) => resume(Effect.succeed({ code, output })))
    return Effect.sync(() => {
      child.kill("SIGTERM")
    })
  })

/** Sends a signal; a process that is gone, or is another user's, is left alone. True when it was sent. */
export const sendSignal = (pid: number, signal: NodeJS.Signals | 0): Effect.Effect<boolean> =>
  Effect.try({ try: () => Process.kill(pid, signal), catch: () => undefined }).pipe(Effect.orElseSucceed(() => false))

/** Whether a process with this number exists that this process may signal. A zombie counts as alive. */
export const isAlive = (pid: number): Effect.Effect<boolean> => sendSignal(pid, 0)

/**
 * The command line of a process, its words separated by spaces; none where the system does not tell. A zombie has an
 * empty one.
 */
export const commandLine = (fs: FileSystem.FileSystem, pid: number): Effect.Effect<Option.Option<string>> =>
  fs.readFileString(`/proc/${pid}/cmdline`).pipe(
    Effect.map((text) => Option.some(text.replaceAll("\0", " "))),
    Effect.catch(() =>
      // No /proc on macOS.
      run("/bin/ps", ["-p", String(pid), "-o", "command="], { user: undefined, directory: "/" }).pipe(
        Effect.map(({ code, output }) => (code === 0 ? Option.some(`${output.trim()} `) : Option.none()))
      )
    )
  )

/** A TCP port of 127.0.0.1 that is free now: the wanted one if it is, else any. Another process may still take it. */
export const freePort = (wanted: number | undefined): Effect.Effect<number, Error> =>
  listenOnce(wanted ?? 0).pipe(Effect.catch(() => listenOnce(0)))

const listenOnce = (port: number): Effect.Effect<number, Error> =>
  Effect.callback((resume) => {
    const server = Net.createServer()
    server.once("error", (cause) => resume(Effect.fail(cause)))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address()
      server.close(() =>
        resume(
          typeof address === "object" && address !== null
            ? Effect.succeed(address.port)
            : Effect.fail(new Error("no TCP address"))
        )
      )
    })
    return Effect.sync(() => server.close())
  })
