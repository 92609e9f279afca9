import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { drive, type Driven } from "./Driving.ts"
import type { Scenario, World } from "./Scenarios.ts"
import type { Server } from "./Servers.ts"

/** Has the system forget what it keeps in memory of the folder's files: whoever reads them next waits for the disk. */
const forgetFiles = (folder: string): void => {
  // What is not written yet is not forgotten.
  spawnSync("sync")
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) spawnSync("dd", [`if=${join(entry.parentPath, entry.name)}`, "iflag=nocache", "count=0"])
  }
}

/** Starts the service anew for each scenario, with nothing in memory, and asks it from many connections at once. */
export const driveCold = async (
  list: ReadonlyArray<Scenario>,
  dataDir: string,
  start: () => Promise<Server>,
  world: World,
  options: { readonly connections: number; readonly seconds: number }
): Promise<ReadonlyArray<{ readonly name: string; readonly driven: Driven }>> => {
  const all: Array<{ readonly name: string; readonly driven: Driven }> = []
  for (const { name, requests } of list) {
    forgetFiles(dataDir)
    const server = await start()
    const driven = await drive({ ...options, url: server.url, warmUpSeconds: 0, requests: requests(world) })
    all.push({ name, driven })
    await server.stop()
  }
  return all
}
