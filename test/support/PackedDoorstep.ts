import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, symlink } from "node:fs/promises"
import * as Path from "node:path"
import { setTimeout } from "node:timers/promises"
import { inject } from "vitest"
import { pack } from "../../packaging/Pack.ts"
import { root } from "../../packaging/Rooms.ts"

/** The package made by `npm run pack`, containing the console that was built before. */
export interface PackedDoorstep {
  readonly tarball: string
  /**
   * The unpacked package, which resolves its dependencies from the checkout, for tests that need no real installation.
   */
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

/** The package, made once per test run when first needed, in about ten seconds. */
export const packedDoorstep = async (): Promise<PackedDoorstep> => {
  const place = Path.join(inject("preparedDataDir"), "packed")
  const claim = `${place}.claim`
  while (!existsSync(place)) {
    const isMine = await mkdir(claim).then(
      () => true,
      () => false
    )
    // The package is being made, or the next attempt will be made here.
    if (isMine && !existsSync(place)) await make(place).finally(() => rm(claim, { recursive: true, force: true }))
    else await setTimeout(50)
  }
  return { tarball: Path.join(place, "doorstep.tgz"), folder: Path.join(place, "package") }
}

/**
 * Creates a project outside the checkout, in `parent`, whose `node_modules` has the package, `effect` and Node's types.
 * Code written there uses Doorstep like anyone who has installed it. Nothing is downloaded.
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
