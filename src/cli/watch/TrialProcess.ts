import process from "node:process"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Layer } from "effect"
import { saidBy } from "../../../sources/CodeFault.ts"
import { settingsProvider } from "../DotEnvFile.ts"
import { callerOfExit } from "../ExitCode.ts"
import { lineOf, onAuthorsFile, placeOf } from "./AuthorsCode.ts"
import type { TrialMessage, TrialRequest } from "./Trial.ts"
import { trial } from "./TrialRun.ts"

// A process tries one module once, so everything it imports is read in its current state. The rest is loaded
// beforehand.

const tell = (message: TrialMessage): void => {
  process.send?.(message)
}

const files = new Set<string>()
const hear = (file: string): void => {
  if (files.has(file)) return
  files.add(file)
  tell({ type: "files", files: [file] })
}

const failed = (cause: Cause.Cause<unknown>): void => {
  const error = Cause.squash(cause)
  const place = placeOf(error, Array.from(files))
  tell({ type: "failed", message: saidBy(error) ?? String(error), ...(place === undefined ? {} : { place }) })
}

const tryModule = (request: TrialRequest): Promise<void> =>
  trial(request, hear, tell).pipe(
    Effect.catchCause((cause) => Effect.sync(() => failed(cause))),
    Effect.provide(Layer.provideMerge(settingsProvider(process.env), NodeServices.layer)),
    Effect.catchCause((cause) => Effect.sync(() => failed(cause))),
    Effect.runPromise
  )

process.once("message", (request: TrialRequest) => {
  onAuthorsFile(hear)
  void tryModule(request)
})
// In a timer, or a promise that nobody awaits.
process.on("uncaughtException", (error) => failed(Cause.die(error)))
process.on("exit", (code) => {
  const caller = process.connected ? callerOfExit() : undefined
  if (caller === undefined) return
  const message = `It calls process.exit(${code}). It has to throw, or to fail with a SourceError.`
  tell({ type: "failed", message, place: lineOf(caller.file, caller.line) })
})
// Nobody is listening any more. The parent ends the process when everything is reported, whatever the module keeps
// running.
process.once("disconnect", () => process.exit())
