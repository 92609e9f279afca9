import { spawn } from "node:child_process"
import * as Path from "node:path"
import { text } from "node:stream/consumers"

/** One request, as autocannon takes it. */
export interface Request {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a server is driven with. */
export interface Drive {
  readonly url: string
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  readonly requests: ReadonlyArray<Request>
}

/** How a server did. Times in milliseconds, after the warm-up. */
export interface Driven {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Requests answered, the warm-up's too. */
  readonly total: number
  /** Of these, answers other than 200, and errors. */
  readonly failed: number
  /** Of one answer with its headers. */
  readonly bytes: number
}

const program = Path.join(import.meta.dirname, "processes/Drive.ts")

export const drive = async (options: Drive): Promise<Driven> => {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify(options))
  return JSON.parse(await text(child.stdout)) as Driven
}
