import { existsSync } from "node:fs"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { bundle } from "./Bundle.ts"
import { compile, originals } from "./Compile.ts"
import { rewriteGuides } from "./Guides.ts"
import { bin, checkout, manifestOf, separate } from "./Manifest.ts"
import { filesOf, rooms, root } from "./Rooms.ts"

/** Files of the checkout's root that go into the package unchanged. */
const papers = ["LICENSE", "NOTICE", "CHANGELOG.md", "README.md", "SECURITY.md", "VERSIONS.md", "licences"]

/** The checkout's start script; the package has its bin instead. */
const checkoutStart = "src/start.mjs"

/** Sources go where source maps look for them; everything else goes where the compiled code looks for it. */
const placeOf = (file: string, into: string): string | undefined => {
  if (file === checkoutStart) return undefined
  if (!file.endsWith(".ts")) return file
  const isCompiled = existsSync(Path.join(into, file.replace(/\.ts$/, ".js")))
  return isCompiled ? `${originals}/${file}` : undefined
}

/** Without the white space that tables have for readers of the checkout. */
const copyJson = async (from: string, to: string): Promise<void> =>
  writeFile(to, JSON.stringify(JSON.parse(await readFile(from, "utf8"))))

/** What the bin runs, unless modules with sources are loaded. The exported modules stay beside it for these. */
const bundled = "bundle"

/**
 * Makes the folder that is published: compiled code, declarations and maps, the data, and the built console. `into` is
 * emptied first.
 */
export const stage = async (into: string): Promise<void> => {
  const manifest = await checkout()
  await rm(into, { recursive: true, force: true })
  await compile(into, Object.values(manifest.exports))
  for (const file of (await Promise.all(rooms.map(filesOf))).flat()) {
    const place = placeOf(file, into)
    if (place === undefined) continue
    await mkdir(Path.dirname(Path.join(into, place)), { recursive: true })
    await (file.endsWith(".json") ? copyJson : cp)(Path.join(root, file), Path.join(into, place))
  }
  for (const paper of papers) await cp(Path.join(root, paper), Path.join(into, paper), { recursive: true })
  await rewriteGuides(into)
  await bundle({
    root: into,
    entries: { Doorstep: Path.join(into, "src/Doorstep.js") },
    into: Path.join(into, bundled),
    external: separate(manifest)
  })
  await mkdir(Path.join(into, Path.dirname(bin)))
  await cp(Path.join(import.meta.dirname, "doorstep.mjs"), Path.join(into, bin))
  await writeFile(Path.join(into, "package.json"), `${JSON.stringify(manifestOf(manifest), null, 2)}\n`)
}
