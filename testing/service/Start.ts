import { createHash, randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"
import * as Path from "node:path"
import { makeOnce } from "./Claim.ts"
import { check, contentsOf, recipeOf, type TestData } from "./Data.ts"
import { readEntry, writeEntry } from "./Entry.ts"
import { remove, runningFolder, sweep } from "./Folders.ts"
import { type Hold, hold } from "./Hold.ts"
import { launch } from "./Launch.ts"
import { filledFolder } from "./Template.ts"

export interface ServiceOptions {
  readonly data: TestData
  readonly settings: Readonly<Record<string, string>>
  /** The group whose services are shared; undefined: no sharing. */
  readonly run: string | undefined
  readonly cache: string | undefined
}

/** A service that this process holds. */
export interface HeldService {
  readonly url: string
  readonly token: string
  readonly hold: Hold
  /** Resolves when it has ended; at once if another process started it. */
  readonly ended: () => Promise<void>
}

/** Milliseconds that a shared service waits for the next worker; restarting a worker takes about a second. */
const patience = 5_000

const start = async (options: ServiceOptions, prefix: string): Promise<HeldService> => {
  await sweep()
  const { data, settings } = options
  const { dataDir, folder, token } = await filledFolder(data, settings, options.cache, prefix)
  const recipe = recipeOf(data)
  try {
    const service = await launch({
      folder,
      removes: true,
      parameters: recipe.parameters(dataDir),
      settings: { ADMIN_PASSWORD: randomBytes(18).toString("hex"), ...recipe.settings, ...settings, DATA_DIR: dataDir },
      patience: options.run === undefined ? 0 : patience
    })
    const { pid, port, secret, url } = service
    await writeEntry(folder, { pid, url, token, port, secret })
    return { url, token, hold: service.hold, ended: service.ended }
  } catch (error) {
    await remove(folder)
    throw error
  }
}

/** Holds a running service whose folder name has this prefix. */
const join = async (prefix: string): Promise<HeldService | undefined> => {
  const folder = await runningFolder()
  for (const name of await readdir(folder)) {
    const entry = name.startsWith(prefix) ? await readEntry(Path.join(folder, name)) : undefined
    const held = entry && (await hold(entry.port, entry.secret))
    if (entry && held) return { url: entry.url, token: entry.token, hold: held, ended: () => Promise.resolve() }
  }
  return undefined
}

/** A new service, or the run's existing one with the same data and settings. */
export const startService = async (options: ServiceOptions): Promise<HeldService> => {
  check(options.data)
  if (options.run === undefined) return start(options, "own-")
  const what = [options.run, await contentsOf(options.data), options.settings]
  const key = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 16)
  const claim = Path.join(await runningFolder(), `claim-${key}`)
  return makeOnce(
    claim,
    () => join(`shared-${key}-`),
    () => start(options, `shared-${key}-`)
  )
}
