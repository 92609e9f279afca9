import { readFile, rename, writeFile } from "node:fs/promises"
import * as Path from "node:path"

/** What other processes need to find and hold a service. */
export interface Entry {
  readonly pid: number
  readonly url: string
  readonly token: string
  readonly port: number
  readonly secret: string
}

const fileIn = (folder: string): string => Path.join(folder, "service.json")

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "pid" in value && typeof value.pid === "number"

/**
 * The entry of the service whose folder this is; undefined if it is not ready, or if a crash of the machine has left a
 * file without contents.
 */
export const readEntry = async (folder: string): Promise<Entry | undefined> => {
  try {
    const entry: unknown = JSON.parse(await readFile(fileIn(folder), "utf8"))
    return isEntry(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

/** Makes a service known. Nobody sees a part of the entry. */
export const writeEntry = async (folder: string, entry: Entry): Promise<void> => {
  const file = fileIn(folder)
  await writeFile(`${file}.part`, JSON.stringify(entry), { mode: 0o600 })
  await rename(`${file}.part`, file)
}
