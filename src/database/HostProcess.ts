import { Effect, type FileSystem, Option, Schema } from "effect"
import { spawn } from "node:child_process"
import * as Net from "node:net"
import * as Process from "node:process"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { removeLeft } from "../shared/LeftFile.ts"

/** Facts about this process that no setting decides. `uid` is undefined on systems without numeric user IDs. */
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
 * Where a program runs, and as which user. If `user` is undefined: as this process's user.
 *
 * This uses node:child_process because Effect's ChildProcess cannot change the user, and PostgreSQL refuses to run as
 * root.
 */
export interface RunOptions {
  readonly user: ServerUser | undefined
  readonly directory: string
}

/** The environment is not passed on: PGDATA, PGPORT, PGOPTIONS and the like would change what the programs do. */
export const spawnOptions = (options: RunOptions) => ({
  cwd: options.directory,
  env: { LC_ALL: "C" },
  // Node expects signed numbers here but returns unsigned ones elsewhere; macOS has `nobody` as -2.
  ...(options.user === undefined ? {} : { uid: options.user.uid | 0, gid: options.user.gid | 0 })
})

/** The output of a program that has ended. `code` is null if it could not be started or was killed. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/**
 * Runs a program to its end and collects its output. Interruption kills it, and waits until it and those that it started
 * have let go of its output: until then, they may still write files. Never fails.
 */
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
    let isOver = false
    child.on("close", (code) => {
      isOver = true
      resume(Effect.succeed({ code, output }))
    })
    return Effect.callback<void>((ended) => {
      if (isOver) return ended(Effect.void)
      child.once("close", () => ended(Effect.void))
      child.kill("SIGTERM")
    })
  })

/** Sends a signal, and returns whether it was sent. A process that is gone or belongs to another user is left alone. */
export const sendSignal = (pid: number, signal: NodeJS.Signals | 0): Effect.Effect<boolean> =>
  Effect.try({ try: () => Process.kill(pid, signal), catch: () => undefined }).pipe(Effect.orElseSucceed(() => false))

/** Whether a process with this ID exists and this process may signal it. A zombie counts as alive. */
export const isAlive = (pid: number): Effect.Effect<boolean> => sendSignal(pid, 0)

/**
 * The command line of a process, its words separated by spaces; none if the system does not show it. A zombie has an
 * empty one.
 */
export const commandLine = (fs: FileSystem.FileSystem, pid: number): Effect.Effect<Option.Option<string>> =>
  fs.readFileString(`/proc/${pid}/cmdline`).pipe(
    Effect.map((text) => Option.some(text.replaceAll("\0", " "))),
    Effect.catch(() =>
      // macOS has no /proc.
      run("/bin/ps", ["-p", String(pid), "-o", "command="], { user: undefined, directory: "/" }).pipe(
        Effect.map(({ code, output }) => (code === 0 ? Option.some(`${output.trim()} `) : Option.none()))
      )
    )
  )

/** Whether a program listens on a Unix socket. It may be in another container, whose processes this one does not see. */
export const listens = (socket: string): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const connection = Net.connect(socket)
    const settle = (is: boolean) => {
      connection.destroy()
      resume(Effect.succeed(is))
    }
    connection.once("connect", () => settle(true))
    // A program that listens has no room for one more connection.
    connection.once("error", (cause) => settle(errorCode(cause) === "EAGAIN"))
    return Effect.sync(() => connection.destroy())
  })

/** Listens on a Unix socket; the code of the system's error if that is not possible. */
const listenOn = (socket: string): Effect.Effect<Net.Server | string> =>
  Effect.callback((resume) => {
    const server = Net.createServer((connection) => connection.destroy())
    server.once("error", (cause) => resume(Effect.succeed(errorCode(cause) ?? cause.message)))
    server.listen(socket, () => resume(Effect.succeed(server)))
    return Effect.sync(() => server.close())
  })

/** Whether programs can listen on Unix sockets in a folder. Not every file system has them, and paths must be short. */
export const mayHoldSockets = (folder: string): Effect.Effect<boolean> =>
  Effect.map(listenOn(`${folder}/.s.${Process.pid}`), (server) => {
    if (typeof server === "string") return false
    server.close()
    return true
  })

/**
 * Holds a Unix socket for the life of the scope, as a lock that processes of other containers see, and that ends with its
 * process. Returns whether another process holds it: where no socket is possible, none does.
 */
export const isHeldByOther = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, socket: string) {
  const hold = Effect.acquireRelease(listenOn(socket), (server) =>
    Effect.sync(() => {
      if (typeof server !== "string") server.close()
    })
  )
  if ((yield* hold) !== "EADDRINUSE") return false
  if (yield* listens(socket)) return true
  // That of a killed process, unless another one has just made its own.
  yield* removeLeft(fs, socket, listens)
  return (yield* hold) === "EADDRINUSE"
})

/** A free TCP port of 127.0.0.1: the wanted one if it is free, otherwise any. Another process may still take it. */
export const freePort = (wanted: number | undefined): Effect.Effect<number, PortUnavailable> =>
  listenOnce(wanted ?? 0).pipe(Effect.catch(() => listenOnce(0)))

/** The system does not let this process listen on a port of 127.0.0.1. */
class PortUnavailable extends Schema.TaggedError<PortUnavailable>()("PortUnavailable", {
  /** In the system's words. */
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

const listenOnce = (port: number): Effect.Effect<number, PortUnavailable> =>
  Effect.callback((resume) => {
    const server = Net.createServer()
    server.once("error", (cause) => resume(Effect.fail(new PortUnavailable({ message: cause.message, cause }))))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address()
      server.close(() =>
        resume(
          typeof address === "object" && address !== null
            ? Effect.succeed(address.port)
            : Effect.fail(new PortUnavailable({ message: "no TCP address" }))
        )
      )
    })
    return Effect.sync(() => server.close())
  })
