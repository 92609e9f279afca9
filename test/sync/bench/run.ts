import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { generate } from "./GenerateOpenAddresses.ts"
import packageJson from "../../../package.json" with { type: "json" }

/**
 * node test/sync/bench/run.ts --rows 5000000 --files 50 --kills 2
 *
 * Generates OpenAddresses files, synchronizes them into a separate embedded database, kills the process (SIGKILL) this
 * many times on the way, and prints how fast it was and whether the result is right. Not part of the tests.
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "500000" },
    files: { type: "string", default: "50" },
    kills: { type: "string", default: "0" }
  }
})
const [rows, files, kills] = [Number(values.rows), Number(values.files), Number(values.kills)]
const home = mkdtempSync(join(tmpdir(), "doorstep-throughput-"))
// When this runs as root, the server runs as another user, who needs access.
chmodSync(home, 0o755)
const child = fileURLToPath(new URL("Throughput.ts", import.meta.url))
/** As in `npm run doorstep`. */
const flags = packageJson.scripts.doorstep.split(" ").filter((word) => word.startsWith("--"))
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

interface Ended {
  readonly report?: {
    readonly outcome: string
    readonly read: number
    readonly kept: number
    readonly rejected: object
  }
  readonly seconds?: number
  readonly readingSeconds?: number
  readonly peakMegabytes?: number
  readonly cpuSeconds?: number
  readonly held?: {
    readonly addresses: number
    readonly keys: number
    readonly streets: number
    readonly counted: number
  }
  /** Records in the first progress report: more than a chunk if finished parts were resumed. */
  readonly firstRead: number
  readonly lastRead: number
  /** Seconds from the start of the process to the end of its run. */
  readonly endedAfter?: number
  readonly wallSeconds: number
}

/** Runs one process, and kills it once it has read `killAt` records. */
const attempt = (killAt: number): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const running = spawn(process.execPath, [...flags, child, join(home, "files"), join(home, "data")], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let ended: Partial<Ended> = {}
    let firstRead = 0
    let lastRead = 0
    createInterface({ input: running.stdout }).on("line", (text) => {
      const line = JSON.parse(text) as { readonly read?: number; readonly report?: object; readonly ended?: true }
      if (line.report !== undefined) ended = { ...ended, ...(line as Partial<Ended>) }
      if (line.ended === true) ended = { ...ended, endedAfter: (performance.now() - started) / 1000 }
      if (line.read === undefined) return
      if (firstRead === 0) firstRead = line.read
      lastRead = line.read
      if (line.read >= killAt) running.kill("SIGKILL")
    })
    running.on("error", reject)
    running.on("close", () =>
      resolve({ ...ended, firstRead, lastRead, wallSeconds: (performance.now() - started) / 1000 })
    )
  })

try {
  const expected = await generate(join(home, "files"), rows, files)
  print({ expected })
  let wall = 0
  let peak = 0
  for (let kill = 1; kill <= kills; kill++) {
    const { firstRead, lastRead, wallSeconds } = await attempt(Math.floor((rows * kill) / (kills + 1)))
    wall += wallSeconds
    print({ killed: kill, firstRead, lastRead, wallSeconds })
  }
  const last = await attempt(Infinity)
  // Only up to the report: afterward the process counts what it left.
  wall += last.endedAfter ?? last.wallSeconds
  peak = Math.max(peak, last.peakMegabytes ?? 0)
  const right =
    last.report?.outcome === "published" &&
    last.report.read === rows &&
    last.report.kept === expected.addresses &&
    Object.values(last.held ?? {}).every((count) => count === expected.addresses)
  print({
    ...last,
    report: { ...last.report, samples: undefined },
    right,
    rowsPerSecond: Math.round(rows / wall),
    wallSeconds: wall,
    peakMegabytes: peak
  })
  if (!right) process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true })
}
