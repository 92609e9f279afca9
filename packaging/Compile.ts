import { execFile } from "node:child_process"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { promisify } from "node:util"
import { filesOf, rooms, root } from "./Rooms.ts"

const execute = promisify(execFile)

/** Where the package has the TypeScript, for source maps and declaration maps. */
export const originals = "ts"

/** The newest syntax that Node 22 runs. */
const target = "es2024"

const shared = {
  noEmit: false,
  noCheck: true,
  allowImportingTsExtensions: false,
  rewriteRelativeImportExtensions: true,
  rootDir: root,
  typeRoots: [Path.join(root, "node_modules/@types")]
}

const tsc = async (into: string, name: string, config: object): Promise<void> => {
  const file = Path.join(into, `tsconfig.${name}.json`)
  await writeFile(file, JSON.stringify({ extends: Path.join(root, "tsconfig.json"), ...config }))
  const command = Path.join(root, "node_modules/typescript/bin/tsc")
  try {
    // Each checker repeats part of the work, so one is used; a larger heap suits short-lived data. Together they halve
    // the time.
    const env = { GOGC: "400", ...process.env }
    await execute(process.execPath, [command, "-p", file, "--checkers", "1"], { cwd: root, env, maxBuffer: 1e8 })
  } catch (cause) {
    const said = cause instanceof Error && "stdout" in cause ? String(cause.stdout) : ""
    throw new Error(`The package cannot be compiled:\n${said}`, { cause })
  } finally {
    await rm(file)
  }
}

/** Declarations and `new URL` still name modules with their TypeScript ending. */
const declared = /((?:from |import\(|import )"\.{1,2}\/[^"]*)\.ts"/g
const located = /(new URL\("\.{1,2}\/[^"]*)\.ts"(?=, import\.meta\.url\))/g

/** Points a file's map to the file of the same name below `originals`. */
const mapped = (file: string, text: string): string => {
  const original = Path.join(originals, file.replace(/(\.d\.ts|\.js)\.map$/, ".ts"))
  const sources = [Path.relative(Path.dirname(file), original).split(Path.sep).join("/")]
  // Tools need neither the map's own name nor the root of its sources, which is empty.
  const { mappings, names, version } = JSON.parse(text)
  return JSON.stringify({ version, sources, names, mappings })
}

const mend = async (into: string, file: string): Promise<void> => {
  const at = Path.join(into, file)
  const text = await readFile(at, "utf8")
  const mended = file.endsWith(".map")
    ? mapped(file, text)
    : text.replace(file.endsWith(".d.ts") ? declared : located, '$1.js"')
  if (mended !== text) await writeFile(at, mended)
}

/** Entry points, and modules that are loaded only by name, such as those of threads. */
const started = async (): Promise<ReadonlyArray<string>> => {
  const found = new Set(["src/main.ts"])
  const code = (await Promise.all(rooms.map(filesOf))).flat().filter((file) => file.endsWith(".ts"))
  for (const file of code) {
    for (const [named] of (await readFile(Path.join(root, file), "utf8")).matchAll(located)) {
      found.add(Path.posix.join(Path.posix.dirname(file), named.slice('new URL("'.length, -1)))
    }
  }
  return Array.from(found)
}

/**
 * Compiles the rooms into a folder of the same layout, so that paths relative to a file stay valid: JavaScript for all
 * code that runs, declarations for what the entry points export. `npm run check` has checked the types before.
 */
export const compile = async (into: string, entries: ReadonlyArray<string>): Promise<void> => {
  await mkdir(into, { recursive: true })
  await tsc(into, "code", {
    // Comments are in the declarations, and in the TypeScript beside.
    compilerOptions: { ...shared, target, outDir: into, removeComments: true, sourceMap: true },
    include: [],
    files: [...(await started()), ...entries].map((file) => Path.join(root, file))
  })
  await tsc(into, "types", {
    compilerOptions: { ...shared, outDir: into, declaration: true, declarationMap: true, emitDeclarationOnly: true },
    include: [],
    files: entries.map((entry) => Path.join(root, entry))
  })
  const made = (await readdir(into, { recursive: true })).filter((file) => /\.(d\.ts|js|map)$/.test(file))
  // One after another: some systems limit a process to 256 open files.
  for (const file of made) await mend(into, file)
}
