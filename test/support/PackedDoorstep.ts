import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, symlink } from "node:fs/promises"
import * as Path from "node:path"
import { setTimeout } from "node:timers/promises"
import { inject } from "vitest"
import { pack } from "../../packaging/Pack.ts"
import { root } from "../../packaging/Rooms.ts"

/** The package as `npm run pack` makes it, with the console that is built already. */
export interface PackedDoorstep {
  readonly tarball: string
  /** The package unpacked, which finds the checkout's dependencies: what needs no installation of its own. */
  readonly folder: string
}

const make = async (place: string): Promise<void> => {
  const part = `${place}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part)
  await symlink(Path.join(root, "node_modules"), Path.join(part, "node_modules"), "junction")
  await rename(await pack(part), Path.join(part, "doorstep.tgz"))
  await rename(part, place)
}

/** Whoever needs it first makes it, once for the whole run. It takes some ten seconds. */
export const packedDoorstep = async (): Promise<PackedDoorstep> => {
  const place = Path.join(inject("preparedDataDir"), "packed")
  const claim = `${place}.claim`
  while (!existsSync(place)) {
    const isMine = await mkdir(claim).then(
      () => true,
      () => false
    )
    // Who failed to make it leaves it to the next.
    if (isMine && !existsSync(place)) await make(place).finally(() => rm(claim, { recursive: true, force: true }))
    else await setTimeout(50)
  }
  return { tarball: Path.join(place, "doorstep.tgz"), folder: Path.join(place, "package") }
}

/**
 * A folder outside of the checkout, in `parent`, whose `node_modules` has the package, `effect` and Node's types: modules
 * and programs that are written there use Doorstep as who has installed it. Nothing is fetched.
 */
export const projectWithDoorstep = async (parent: string): Promise<string> => {
  const { folder } = await packedDoorstep()
  const project = await mkdtemp(Path.join(parent, "project-"))
  const modules = Path.join(project, "node_modules")
  await mkdir(Path.join(modules, "@types"), { recursive: true })
  await symlink(folder, Path.join(modules, "doorstep"), "junction")
  for (const name of ["effect", "@types/node"]) {
    await symlink(Path.join(root, "node_modules", name), Path.join(modules, name), "junction")
  }
  return project
}
