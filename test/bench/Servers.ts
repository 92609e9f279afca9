import { type ChildProcess, spawn } from "node:child_process"
import * as Path from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { MAX_RATE_LIMIT } from "../../schemas/Fields.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** A server in its own process. */
export interface Server {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process until it was ready. */
  readonly startedIn: number
  readonly stop: () => Promise<void>
}

const environment = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ["PATH", "HOME", "TMPDIR"].includes(name))),
  ...settings
})

const stop = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.on("close", () => resolve())
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.kill("SIGTERM")
  })

const start = (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>,
  listening: RegExp,
  ready: RegExp
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const from = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: environment(settings),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    const look = (chunk: Buffer) => {
      if (ready.test(said)) return
      said += chunk.toString("utf8")
      const where = listening.exec(said)
      if (where === null || !ready.test(said)) return
      resolve({
        url: `http://127.0.0.1:${where[1]!}`,
        pid: child.pid!,
        startedIn: performance.now() - from,
        stop: () => stop(child)
      })
    }
    child.stdout.on("data", look)
    child.stderr.on("data", look)
    child.on("close", () => reject(new Error(`${args.join(" ")} ended:\n${said}`)))
  })

const baseline = (program: string, ...args: ReadonlyArray<string>) =>
  start([Path.join(import.meta.dirname, "processes", program), ...args], {}, /listening on (\d+)/, /listening on \d+/)

/** Baseline A, with responses of this many bytes. */
export const startStatic = (bytes: number) => baseline("Static.ts", String(bytes))

/** Baseline B, on the service's own database. */
export const startOneRow = (databaseUrl: string) => baseline("OneRow.ts", databaseUrl)

const service = Path.join(root, "src/start.mjs")

/** The `node …` command of `npm start`. */
const startScript = packageJson.scripts.start

export interface ServiceOptions {
  readonly dataDir: string
  readonly workers: number
  /** The folder to which a CPU profile is written when the service stops. */
  readonly profile: string | undefined
  /** A snapshot file to serve instead of the published pools. */
  readonly snapshot?: string | undefined
  /** In addition to DATA_DIR. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The service, started as `npm start` does. */
export const startService = ({ dataDir, profile, settings, snapshot, workers }: ServiceOptions): Promise<Server> =>
  start(
    [
      ...(profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-interval=500", `--cpu-prof-dir=${profile}`]),
      ...startScript.split(" ").slice(1, -1),
      ...(snapshot === undefined ? ["serve"] : ["snapshot", "serve", snapshot, "--data-dir", dataDir]),
      ...(workers > 1 ? ["--workers", String(workers)] : [])
    ],
    { DATA_DIR: dataDir, PORT: "0", ...settings },
    /listens on http:\/\/[^:\s]+:(\d+)/,
    /^Ready\./m
  )

/** A token whose limit no measurement reaches. */
export const createToken = async (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const name = `bench-${process.pid}-${Date.now()}`
  const args = ["token", "create", "--name", name, "--rate-limit", String(MAX_RATE_LIMIT), "--expires-in", "1d"]
  const child = spawn(process.execPath, [service, ...args], {
    cwd: root,
    env: environment({ DATA_DIR: dataDir, ...settings }),
    stdio: ["ignore", "pipe", "inherit"]
  })
  let said = ""
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")))
  return new Promise((resolve, reject) => {
    child.on("close", (code) =>
      code === 0 ? resolve(said.trim()) : reject(new Error(`The token could not be created: ${said}`))
    )
  })
}
