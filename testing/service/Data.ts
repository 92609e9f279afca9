import { createHash } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { pipeline } from "node:stream/promises"

/** Your own addresses, in a file or folder. */
export interface FileData {
  /** In any format that Doorstep reads: CSV, GeoJSON, shapefile, Parquet, OpenStreetMap … */
  readonly file: string
  /** ISO 3166-1 alpha-2. You may leave it out if the contents reveal it. */
  readonly country?: string
  /** The source type, as listed by `doorstep source types`. Default: `openstreetmap` for `.osm.pbf`, else `file`. */
  readonly type?: string
  /** Options of the type. For `file` without options, the mapping of columns is guessed. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** A file created by `doorstep snapshot create`: the same pool, so seeds return the same homes on every machine. */
export interface SnapshotData {
  readonly snapshot: string
}

/** The data of a test's service. `starter`: 4,049 homes in the United States. */
export type TestData = "starter" | FileData | SnapshotData

/** Settings of a service with this data, and how to start it. */
export interface Recipe {
  readonly settings: Readonly<Record<string, string>>
  readonly parameters: (dataDir: string) => ReadonlyArray<string>
  /** Commands to run on the data folder before the first start. */
  readonly prepare: (run: (...parameters: ReadonlyArray<string>) => Promise<string>) => Promise<void>
}

const typeOf = ({ file, type }: FileData): string => type ?? (/\.pbf$/i.test(file) ? "openstreetmap" : "file")

/** A guessed mapping for a table with self-explanatory columns. */
const guessed = async (file: string, country: string | undefined, run: Parameters<Recipe["prepare"]>[0]) => {
  const folder = await mkdtemp(Path.join(tmpdir(), "doorstep-mapping-"))
  try {
    const mapping = Path.join(folder, "mapping.json")
    const of = country === undefined ? [] : ["--country", country]
    const said = [
      "--license",
      "of whoever tests",
      "--attribution",
      Path.basename(file),
      "--homepage",
      "https://example.com/"
    ]
    await run("source", "guess", file, ...of, ...said, "--write", mapping)
    return { mapping: JSON.parse(await readFile(mapping, "utf8")) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ofFile = (data: FileData): Recipe => {
  const file = Path.resolve(data.file)
  const type = typeOf(data)
  return {
    // No built-in source: an empty setting would count as unset.
    settings: { SOURCES: "," },
    parameters: () => ["serve"],
    prepare: async (run) => {
      const options = data.options ?? (type === "file" ? await guessed(file, data.country, run) : {})
      const country = data.country === undefined || type === "file" ? [] : ["--country", data.country]
      const source = ["--type", type, "--location", file, ...country, "--options", JSON.stringify(options)]
      await run("source", "add", "testing", ...source)
    }
  }
}

export const recipeOf = (data: TestData): Recipe => {
  if (data === "starter") {
    return { settings: { SOURCES: "starter" }, parameters: () => ["serve"], prepare: async () => {} }
  }
  if ("file" in data) return ofFile(data)
  const snapshot = Path.resolve(data.snapshot)
  return {
    settings: {},
    parameters: (dataDir) => ["snapshot", "serve", snapshot, "--data-dir", dataDir],
    prepare: async () => {}
  }
}

const pathOf = (data: TestData): string | undefined =>
  data === "starter" ? undefined : Path.resolve("file" in data ? data.file : data.snapshot)

/** Fails if the data do not exist: the message is clearer here than from the code that reads them later. */
export const check = (data: TestData): void => {
  const path = pathOf(data)
  if (path !== undefined && !existsSync(path)) {
    throw new Error(
      `There is no ${path}, which the data of the test should come from. Give a path from ${process.cwd()}.`
    )
  }
}

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => Path.join(entry.parentPath, entry.name))
    .toSorted()
}

/** The identity of data: for files their contents, wherever they are. */
export const contentsOf = async (data: TestData): Promise<string> => {
  const hash = createHash("sha256").update(JSON.stringify(data))
  const root = pathOf(data)
  if (root !== undefined) {
    for (const file of await filesOf(root)) {
      hash.update(`\0${Path.relative(root, file)}\0`)
      await pipeline(createReadStream(file), hash, { end: false })
    }
  }
  return hash.digest("hex")
}
