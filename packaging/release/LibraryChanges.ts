import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import type { Change } from "./Change.ts"

/** The names that a module exports, including re-exports. */
const exportsOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const text = await readFile(file, "utf8")
  const own = Array.from(
    text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
    ),
    ([, name]) => name!
  )
  const listed = Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names]) =>
    names!.split(",").flatMap(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1)
          ?.replace(/^type\s+/, "") || []
    )
  )
  const passed = await Promise.all(
    Array.from(text.matchAll(/^export \* from "(\.[^"]+)"/gm), ([, from]) =>
      exportsOf(Path.resolve(Path.dirname(file), from!))
    )
  )
  return Array.from(new Set([...own, ...listed.flat(), ...passed.flat()])).sort()
}

/** Runs the compiler on one text beside the sources. Returns the lines with errors, by number, and the messages. */
const faultsOf = async (folder: string, tsc: string, lines: ReadonlyArray<string>) => {
  const file = Path.join(folder, "LibraryCompared.ts")
  const config = Path.join(folder, "tsconfig.compared.json")
  await writeFile(file, lines.join("\n"))
  await writeFile(
    config,
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { noEmit: true, noUnusedLocals: false },
      include: [],
      files: [file]
    })
  )
  const said = await new Promise<string>((resolve) =>
    execFile(process.execPath, [tsc, "--pretty", "false", "-p", config], { cwd: folder, maxBuffer: 1e8 }, (_, stdout) =>
      resolve(stdout)
    )
  )
  await Promise.all([rm(file), rm(config)])
  const faults = Array.from(
    said.matchAll(/^LibraryCompared\.ts\((\d+),\d+\): error (TS\d+): (.*)$/gm),
    ([, line, code, text]) => ({
      line: Number(line) - 1,
      code: code!,
      text: text!
    })
  )
  if (said.trim() !== "" && faults.length === 0)
    throw new Error(`The library cannot be compared:\n${said.slice(0, 2000)}`)
  return faults
}

/** The files that a module consists of, by their paths in a folder, with their contents; packages are left out. */
const closureOf = async (
  folder: string,
  file: string,
  seen: Map<string, string> = new Map()
): Promise<ReadonlyMap<string, string>> => {
  const name = Path.relative(folder, file)
  if (seen.has(name)) return seen
  const text = await readFile(file, "utf8")
  seen.set(name, text)
  for (const [, from] of text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+\.ts)"/g)) {
    await closureOf(folder, Path.resolve(Path.dirname(file), from!), seen)
  }
  return seen
}

/** Most releases change little of the library: only modules that were touched are compiled. */
const isTouched = async (before: string, root: string, { now, old }: Entry): Promise<boolean> => {
  const [was, is] = [await closureOf(before, old), await closureOf(root, now)]
  return was.size !== is.size || Array.from(was).some(([name, text]) => is.get(name) !== text)
}

interface Entry {
  /** The specifier that imports it, such as `doorstep/sources`. */
  readonly name: string
  readonly old: string
  readonly now: string
}

/** A name that both releases export, with what the compiler has shown about it. */
interface Shared {
  readonly entry: Entry
  readonly name: string
  /** How many type arguments it takes. */
  arity: number
  isType: boolean
  isValue: boolean
}

/** A statement that compiles as long as users of a name notice no change, and what is wrong if it does not. */
interface Comparison {
  readonly each: Shared
  readonly line: string
  readonly what: string
}

/** The entries that both releases have and that were touched, and the changes in the list of entries. */
const entriesOf = async (root: string, before: string) => {
  const exported = async (folder: string): Promise<Readonly<Record<string, string>>> =>
    JSON.parse(await readFile(Path.join(folder, "package.json"), "utf8")).exports ?? {}
  const [was, is] = [await exported(before), await exported(root)]
  const changes: Array<Change> = []
  const entries: Array<Entry> = []
  for (const [key, file] of Object.entries(was)) {
    const name = key.replace(/^\./, "doorstep")
    const present = is[key]
    if (present === undefined) changes.push({ kind: "breaking", about: "library", message: `${name} is gone.` })
    else if (file.endsWith(".ts")) {
      const entry = { name, old: Path.join(before, file), now: Path.join(root, present) }
      if (await isTouched(before, root, entry)) entries.push(entry)
    }
  }
  for (const key of Object.keys(is)) {
    const name = key.replace(/^\./, "doorstep")
    if (!(key in was)) changes.push({ kind: "addition", about: "library", message: `${name} is new.` })
  }
  return { changes, entries }
}

/** The names that both releases export, and the changes in the lists of names. */
const namesOf = async (entries: ReadonlyArray<Entry>) => {
  const changes: Array<Change> = []
  const shared: Array<Shared> = []
  for (const entry of entries) {
    const [names, namesNow] = [await exportsOf(entry.old), await exportsOf(entry.now)]
    for (const name of names) {
      if (namesNow.includes(name)) shared.push({ entry, name, arity: 0, isType: true, isValue: true })
      else changes.push({ kind: "breaking", about: "library", message: `${entry.name}: ${name} is gone.` })
    }
    for (const name of namesNow) {
      if (names.includes(name)) continue
      changes.push({ kind: "addition", about: "library", message: `${entry.name}: ${name} is new.` })
    }
  }
  return { changes, shared }
}

const importOf = (root: string, file: string): string =>
  `import(${JSON.stringify(`./${Path.relative(root, file).split(Path.sep).join("/")}`)})`

const typeOf = (root: string, { arity, name }: Shared, file: string): string =>
  `${importOf(root, file)}.${name}${arity === 0 ? "" : `<${Array.from({ length: arity }, () => "any").join(", ")}>`}`

const valueOf = (root: string, { name }: Shared, file: string): string => `typeof ${importOf(root, file)}.${name}`

/** Compiles the names to see which are not types, which are not values, and how many arguments a type takes. */
const learnKinds = async (root: string, tsc: string, shared: ReadonlyArray<Shared>): Promise<void> => {
  for (let tries = 0; tries < 6; tries++) {
    const lines = shared.flatMap((each, i) => {
      const { now, old } = each.entry
      return [
        each.isType ? `type T${i} = [${typeOf(root, each, old)}, ${typeOf(root, each, now)}]` : "",
        each.isValue ? `type V${i} = [${valueOf(root, each, old)}, ${valueOf(root, each, now)}]` : ""
      ]
    })
    const faults = await faultsOf(root, tsc, lines)
    if (faults.length === 0) break
    for (const { code, line, text } of faults) {
      const each = shared[Math.floor(line / 2)]!
      const wanted = /requires (?:between )?(\d+)/.exec(text)?.[1]
      if (code === "TS2314" || code === "TS2707") each.arity = Number(wanted ?? 1)
      else if (line % 2 === 0) each.isType = false
      else each.isValue = false
    }
  }
}

const comparisonsOf = (root: string, each: Shared): ReadonlyArray<Comparison> => {
  const { now, old } = each.entry
  const takes = (from: string, to: string) => `;((x: ${from}): ${to} => x);`
  if (each.isType) {
    const [was, is] = [typeOf(root, each, old), typeOf(root, each, now)]
    return [
      { each, line: takes(was, is), what: "no longer accepts what it accepted" },
      { each, line: takes(is, was), what: "is no longer what it was" }
    ]
  }
  if (!each.isValue) return []
  const line = takes(valueOf(root, each, now), valueOf(root, each, old))
  return [{ each, line, what: "is no longer what it was" }]
}

/**
 * The changes in what other people's modules import. The compiler decides. A value must be assignable to its previous
 * type. A type must be assignable in both directions, since users provide some types and receive others.
 *
 * @param root the checkout, whose compiler is used
 * @param before a folder within it, with the sources of the previous release
 */
export const libraryChanges = async (root: string, before: string, tsc: string): Promise<ReadonlyArray<Change>> => {
  const { changes: ofEntries, entries } = await entriesOf(root, before)
  const { changes: ofNames, shared } = await namesOf(entries)
  const found = [...ofEntries, ...ofNames]
  if (!existsSync(tsc) || shared.length === 0) return found

  await learnKinds(root, tsc, shared)
  const compared = shared.flatMap((each) => comparisonsOf(root, each))
  const faults = await faultsOf(
    root,
    tsc,
    compared.map(({ line }) => line)
  )
  const told = new Set<string>()
  for (const { line, text } of faults) {
    const { each, what } = compared[line]!
    const key = `${each.entry.name}: ${each.name}`
    if (told.has(key)) continue
    told.add(key)
    found.push({ kind: "breaking", about: "library", message: `${key} ${what}: ${text}` })
  }
  return found
}
