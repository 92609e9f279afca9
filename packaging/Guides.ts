import { readdir, readFile, writeFile } from "node:fs/promises"
import { existsSync } from "node:fs"
import * as Path from "node:path"

/** These marks surround sections of the guides that apply only to a checkout. */
const onlyCheckout = /<!-- checkout -->\n[\s\S]*?<!-- \/checkout -->\n/g

/** The package's form of the checkout's commands, as in `src/shared/Invocation.ts`. */
const commands: ReadonlyArray<readonly [RegExp, string]> = [
  [/npm run (?:--silent )?doorstep --/g, "npx doorstep"],
  [/npm start --/g, "npx doorstep serve"]
]

/** A new source is a file in a folder of the checkout; beside the package, it is a package whose code is in `src/`. */
const scaffolded: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.\/my-register\/(?=MyRegister\.ts)/g, "./my-register/src/"],
  [/(?<=import\.meta\.dirname\}\/)(?=addresses\.csv)/g, "../data/"]
]

/** Terminal lines with other npm scripts, which exist only in the checkout. */
const script = /^npm run (?!pack\b).*\n/gm
const image = /^(?:\| *)*!\[.*\n/gm
const link = /(?<!!)\[([^\]\n]+)\]\((?![a-z]+:|#)([^)#\n]+)(?:#[^)\n]*)?\)/g

/** A guide of the checkout, rewritten for the package: its commands, and links to files that it has. */
export const guideOf = (text: string, isThere: (file: string) => boolean): string =>
  [...commands, ...scaffolded]
    .reduce((changed, [from, to]) => changed.replace(from, to), text.replace(onlyCheckout, ""))
    .replace(script, "")
    .replace(image, "")
    .replace(link, (whole, words: string, file: string) => (isThere(file) ? whole : words))

/** Rewrites every page of the documentation below a folder. */
export const rewriteGuides = async (folder: string): Promise<void> => {
  const guides = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".md"))
  for (const guide of guides) {
    const at = Path.join(folder, guide)
    const isThere = (file: string) => existsSync(Path.join(Path.dirname(at), file))
    await writeFile(at, guideOf(await readFile(at, "utf8"), isThere))
  }
}
