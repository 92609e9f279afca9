import { readFile, writeFile } from "node:fs/promises"
import * as Path from "node:path"

interface Place {
  readonly file: string
  readonly written: (text: string, version: string) => string
}

/** In documents that npm writes, the first version is the package's own; in a lock file, so is the second. */
const json =
  (places: number): Place["written"] =>
  (text, version) => {
    let left = places
    return text.replace(/("version": ")[^"]*"/g, (found, head: string) => (left-- > 0 ? `${head}${version}"` : found))
  }

const places: ReadonlyArray<Place> = [
  { file: "package.json", written: json(1) },
  { file: "package-lock.json", written: json(2) },
  {
    file: "packaging/chart/Chart.yaml",
    written: (text, version) => text.replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)
  },
  {
    file: "VERSIONS.md",
    written: (text, version) => text.replace(/^### To the next version[ \t]*$/m, `### To ${version}`)
  }
]

/** Writes the version everywhere it occurs, and returns the changed files. */
export const setVersion = async (folder: string, version: string): Promise<ReadonlyArray<string>> => {
  const changed: Array<string> = []
  for (const { file, written } of places) {
    const path = Path.join(folder, file)
    const text = await readFile(path, "utf8").catch(() => undefined)
    if (text === undefined) continue
    const now = written(text, version)
    if (now === text) continue
    await writeFile(path, now)
    changed.push(file)
  }
  return changed
}
