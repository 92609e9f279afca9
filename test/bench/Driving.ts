import { spawn } from "node:child_process"
import * as Path from "node:path"
import { text } from "node:stream/consumers"

/** A request in autocannon's form. */
export interface Request {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** How to drive a server. */
export interface Drive {
  readonly url: string
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  readonly requests: ReadonlyArray<Request>
}

/** The results of a drive. Times are in milliseconds and exclude the warm-up. */
export interface Driven {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Responses, including those of the warm-up. */
  readonly total: number
  /** How many of these were errors or had a status other than 200. */
  readonly failed: number
  /** The size of one response with its headers. */
  readonly bytes: number
}

const program = Path.join(import.meta.dirname, "processes/Drive.ts")

export const drive = async (options: Drive): Promise<Driven> => {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify(options))
  return JSON.parse(await text(child.stdout)) as Driven
}
