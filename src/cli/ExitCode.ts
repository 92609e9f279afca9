import { Effect, Runtime } from "effect"
import { inspect } from "node:util"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { glance } from "../../schemas/Quoted.ts"
import { authorsLineOf, callerOf, type CodeLine, placeText, saidBy } from "../../sources/CodeFault.ts"

/** The exit code that {@link Runtime.defaultTeardown} gives an interrupted program. */
const brokenOff = 130

let wasServing = false

/** How far a program has come. */
interface Standing {
  /** It has an exit code of its own. */
  isOver: boolean
  /** An error was lost that nothing waited for. */
  hasFailed: boolean
}

export const makeStanding = (): Standing => ({ isOver: false, hasFailed: false })

const ofThisProcess = makeStanding()

/** Marks an effect that runs until it is stopped: stopping it by SIGTERM or Ctrl-C is success. */
export const untilStopped = <A, E, R>(service: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(service, () =>
    Effect.sync(() => {
      wasServing = true
    })
  )

/**
 * Runs the garbage collector before a process is ended forcibly.
 *
 * Without it, the process may never end: Node.js waits for its compiler threads, one of which may be waiting for free
 * heap space that only the waiting main thread could make (https://github.com/nodejs/node/issues/54918).
 */
const makeRoom = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  collect()
}

/**
 * - 0: the command succeeded, or served until it was stopped
 * - 1: it failed
 * - 2: it printed what it would do but did nothing, because it was not confirmed
 * - 130: it was interrupted
 */
export const teardownOf =
  (standing: Standing): Runtime.Teardown =>
  (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) => {
      standing.isOver = true
      if (code !== 0) makeRoom()
      onExit(standing.hasFailed ? 1 : wasServing && code === brokenOff ? 0 : code)
    })

export const teardown = teardownOf(ofThisProcess)

/** Where this process is being ended from, if that is not Doorstep's code. */
export const callerOfExit = (): CodeLine | undefined => {
  const before = Error.stackTraceLimit
  const here: { stack?: string } = {}
  Error.stackTraceLimit = 50
  Error.captureStackTrace(here)
  Error.stackTraceLimit = before
  return callerOf("process.exit", here.stack ?? "")
}

const howToEnd = "It has to throw, or to fail with a SourceError."

/** A program that ends by itself before it is over has failed: a schedule would take 0 for a synchronization that was done. */
export const failEarlyEnds = (
  process: Pick<NodeJS.Process, "exitCode" | "on" | "stderr">,
  standing = ofThisProcess
): void => {
  process.on("exit", (code) => {
    if (standing.isOver || standing.hasFailed) return
    const caller = callerOfExit()
    if (code === 0) process.exitCode = 1
    if (caller !== undefined) {
      const call = `process.exit(${code})${placeText(caller)}`
      process.stderr.write(`Doorstep was ended before it was done: code of a source calls ${call}. ${howToEnd}\n`)
    } else if (code === 0) {
      process.stderr.write(
        `Doorstep was ended before it was done. Does a source module call process.exit()? ${howToEnd}\n`
      )
    }
  })
}

/** What Node makes of a rejection with something else than an error: it ends with the reason. */
const reasonOf = (error: unknown): string | undefined =>
  errorCode(error) === "ERR_UNHANDLED_REJECTION" && error instanceof Error
    ? /with the reason "([^]*)"\.$/.exec(error.message)?.[1]
    : undefined

const lostText = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): string => {
  const reason = reasonOf(error)
  const place = authorsLineOf(error)
  // Doorstep's own fault: its stack says most.
  if (place === undefined && reason === undefined) return inspect(error)
  const isPromise = origin === "unhandledRejection"
  const what =
    place === undefined
      ? "A promise failed that nothing waits for, probably of a source"
      : `Code of a source failed where nothing waits for it, in a ${isPromise ? "promise" : "callback"}`
  const said = glance(reason ?? saidBy(error) ?? "it does not say why", 400).replace(/\.$/, "")
  const cure = isPromise ? "Await it, or make it part of the source with Effect.tryPromise" : "Catch errors there"
  return `${what}: ${said}${placeText(place)}. ${cure}: nothing else can, so Doorstep ends.`
}

/**
 * Says which code has failed where nobody waits for it, as in a timer, and stops the program as by SIGTERM, so that it
 * closes what it has opened. Node would end it at once, with a stack.
 */
export const sayLostErrors = (
  process: Pick<NodeJS.Process, "on" | "stderr" | "kill" | "pid" | "exit" | "listenerCount">,
  endInTime: () => void,
  standing = ofThisProcess
): void => {
  process.on("uncaughtException", (error, origin) => {
    if (standing.hasFailed) return
    standing.hasFailed = true
    process.stderr.write(`${lostText(error, origin)}\n`)
    // Nothing runs yet, or any more.
    if (process.listenerCount("SIGTERM") === 0) process.exit(1)
    endInTime()
    process.kill(process.pid, "SIGTERM")
  })
}
