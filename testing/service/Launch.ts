import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { type FileHandle, open } from "node:fs/promises"
import * as Path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { environmentOf, program } from "./Commands.ts"
import { type CompanionSettings, variable } from "./Companion.ts"
import { type Hold, hold } from "./Hold.ts"

const companion = pathToFileURL(fileURLToPath(new URL("./Companion.ts", import.meta.url))).href

/** A running service, and how to hold it. */
export interface Launched {
  readonly pid: number
  readonly url: string
  readonly port: number
  readonly secret: string
}

export interface LaunchOptions {
  /** The service's folder. */
  readonly folder: string
  /** Whether to delete the folder with the service. */
  readonly removes: boolean
  readonly parameters: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, string>>
  /** Milliseconds that the service waits for another holder. */
  readonly patience: number
}

/** Milliseconds after which a service that is not ready counts as failed. Reading large files takes long. */
const slowest = 600_000

/**
 * What a file has, through its open handle: a service that ends deletes its folder with the log in it. Positions are
 * given because the service shares the handle's own.
 */
const readOpen = async (file: FileHandle): Promise<string> => {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
  return buffer.toString("utf8", 0, bytesRead)
}

/** What a service says of a misspelt setting. It sees no settings but those that it was given. */
const misspelt = (log: string): string | undefined => {
  const [, name, rest] = /^(\w+) \(environment\) (is not a setting and has no effect\..*)$/m.exec(log) ?? []
  return name === undefined ? undefined : `${name} ${rest}`
}

const tail = (log: string): string => log.trim().split("\n").slice(-25).join("\n")

/**
 * Starts a service on a free port and holds it. The service sees only its own settings, and ends when nobody holds it,
 * also during startup.
 */
export const launch = async (
  options: LaunchOptions
): Promise<Launched & { readonly hold: Hold; readonly ended: () => Promise<void> }> => {
  const secret = randomBytes(24).toString("hex")
  const file = await open(Path.join(options.folder, "service.log"), "w+")
  const told: CompanionSettings = {
    folder: options.removes ? options.folder : undefined,
    secret,
    patience: options.patience
  }
  const child = spawn(process.execPath, ["--import", companion, program, ...options.parameters], {
    cwd: options.folder,
    env: environmentOf({
      HOST: "127.0.0.1",
      PORT: "0",
      ...options.settings,
      [variable]: JSON.stringify(told)
    }),
    // A file, not a pipe: the service may outlive the process that started it.
    stdio: ["ignore", file.fd, file.fd, "ipc"],
    detached: true
  })
  let isOver = false
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    child.once("exit", end)
    child.once("error", end)
  })
  /** Only a caller that waits for the end stays alive for it. */
  const ended = () => {
    if (!isOver) child.ref()
    return over
  }
  let port: number | undefined
  child.on("message", (message: { readonly port?: number }) => (port = message.port))
  const started = Date.now()
  try {
    for (;;) {
      const wasOver = isOver
      const text = await readOpen(file)
      const fault = misspelt(text)
      if (fault !== undefined) throw new Error(fault)
      const [, url] = /listens on (http:\/\/\S+)/.exec(text) ?? []
      if (url !== undefined && port !== undefined && /^Ready\./m.test(text)) {
        const held = await hold(port, secret)
        if (held === undefined) throw new Error("The service stopped as soon as it was ready.")
        child.disconnect()
        child.unref()
        return { pid: child.pid ?? 0, url, port, secret, hold: held, ended }
      }
      if (wasOver) throw new Error(`The service did not start.\n${tail(text)}`)
      if (Date.now() - started > slowest) throw new Error(`The service was not ready in time.\n${tail(text)}`)
      await pause(20)
    }
  } catch (error) {
    if (child.connected) child.disconnect()
    await over
    throw error
  } finally {
    await file.close()
  }
}
