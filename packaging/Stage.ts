import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { compile, originals } from "./Compile.ts"
import { bin, checkout, manifestOf } from "./Manifest.ts"
import { isShipped, rooms, root } from "./Rooms.ts"

/** What stands in the checkout's root and goes into the package as it is. */
const papers = ["LICENSE", "NOTICE", "CHANGELOG.md", "README.md", "licences"]

const filesOf = async (room: string): Promise<ReadonlyArray<string>> =>
  (await readdir(Path.join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => Path.relative(root, Path.join(entry.parentPath, entry.name)).split(Path.sep).join("/"))
    .filter(isShipped)

/** Code goes where source maps look for it, everything else where the compiled code does. */
const placeOf = (file: string): string => (file.endsWith(".ts") ? `${originals}/${file}` : file)

/**
 * Makes the folder that is published: compiled code, declarations and maps, the data, and the console as it is built.
 * `into` is emptied first.
 */
export const stage = async (into: string): Promise<void> => {
  const manifest = await checkout()
  await rm(into, { recursive: true, force: true })
  await compile(into, Object.values(manifest.exports))
  for (const file of (await Promise.all(rooms.map(filesOf))).flat()) {
    const place = Path.join(into, placeOf(file))
    await mkdir(Path.dirname(place), { recursive: true })
    await cp(Path.join(root, file), place)
  }
  for (const paper of papers) await cp(Path.join(root, paper), Path.join(into, paper), { recursive: true })
  await mkdir(Path.join(into, Path.dirname(bin)))
  await cp(Path.join(import.meta.dirname, "doorstep.mjs"), Path.join(into, bin))
  await writeFile(Path.join(into, "package.json"), `${JSON.stringify(manifestOf(manifest), null, 2)}\n`)
}
