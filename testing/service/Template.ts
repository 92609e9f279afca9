import { createHash } from "node:crypto"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { makeOnce } from "./Claim.ts"
import { runCommand } from "./Commands.ts"
import { contentsOf, recipeOf, type TestData } from "./Data.ts"
import { copyFolder, makeFolder, markAsUsed, prune, remove } from "./Folders.ts"
import { launch } from "./Launch.ts"

/** A data folder in the state after a first start; each service gets a copy. */
export interface Template {
  readonly dataDir: string
  /** A token with a rate limit that no test reaches. */
  readonly token: string
}

/** Requests per minute. */
const unlimited = "100000000"

const versionOf = async (): Promise<string> =>
  JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")).version

/** The key of a template: data, version and machine. */
const keyOf = async (data: TestData, settings: Readonly<Record<string, string>>): Promise<string> =>
  createHash("sha256")
    .update(JSON.stringify([await versionOf(), process.platform, process.arch, await contentsOf(data), settings]))
    .digest("hex")
    .slice(0, 32)

/** Fills a data folder by a first start, and leaves it ready to be copied. */
const fill = async (folder: string, data: TestData, settings: Readonly<Record<string, string>>): Promise<Template> => {
  const recipe = recipeOf(data)
  const dataDir = Path.join(folder, "data")
  const all = { ...recipe.settings, ...settings, DATA_DIR: dataDir }
  const run = (...parameters: ReadonlyArray<string>) => runCommand(folder, all, parameters)
  await recipe.prepare(run)
  const parameters = recipe.parameters(dataDir)
  const service = await launch({ folder, removes: false, parameters, settings: all, patience: 0 })
  try {
    const token = await run("token", "create", "--name", "testing", "--rate-limit", unlimited)
    return { dataDir, token: token.trim() }
  } finally {
    service.hold.release()
    await service.ended()
    // Two copies must not both request the port of the previous run.
    await rm(Path.join(dataDir, "postgres", "postmaster.opts"), { force: true })
  }
}

const read = async (folder: string): Promise<Template | undefined> => {
  const token = await readFile(Path.join(folder, "token"), "utf8").catch(() => undefined)
  if (token === undefined) return undefined
  await markAsUsed(folder)
  return { dataDir: Path.join(folder, "data"), token }
}

const keep = async (made: Template, from: string, to: string): Promise<Template> => {
  await writeFile(Path.join(from, "token"), made.token, { mode: 0o600 })
  await copyFolder(from, `${to}.part`)
  await rename(`${to}.part`, to)
  return { ...made, dataDir: Path.join(to, "data") }
}

/**
 * A copy of a filled data folder, in a new folder, and a token for it.
 *
 * @param cache where filled folders are kept for the next time; undefined: not kept
 */
export const filledFolder = async (
  data: TestData,
  settings: Readonly<Record<string, string>>,
  cache: string | undefined,
  prefix: string
): Promise<Template & { readonly folder: string }> => {
  const folder = await makeFolder(prefix)
  try {
    if (cache === undefined) return { ...(await fill(folder, data, settings)), folder }
    const place = Path.join(cache, await keyOf(data, settings))
    const template = await makeOnce(
      `${place}.claim`,
      () => read(place),
      async () => {
        await prune(cache)
        await remove(`${place}.part`)
        const first = await makeFolder("template-")
        try {
          return await keep(await fill(first, data, settings), first, place)
        } finally {
          await remove(first)
        }
      }
    )
    const dataDir = Path.join(folder, "data")
    await copyFolder(template.dataDir, dataDir)
    return { dataDir, token: template.token, folder }
  } catch (error) {
    await remove(folder)
    throw error
  }
}
