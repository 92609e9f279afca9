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
  const file = Path.join(folder, "KitCompared.ts")
  const config = Path.join(folder, "tsconfig.kit.json")
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
    said.matchAll(/^KitCompared\.ts\((\d+),\d+\): error (TS\d+): (.*)$/gm),
    ([, line, code, text]) => ({
      line: Number(line) - 1,
      code: code!,
      text: text!
    })
  )
  if (said.trim() !== "" && faults.length === 0) throw new Error(`The kit cannot be compared:\n${said.slice(0, 2000)}`)
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

/**
 * The changes in what other people's modules import. The compiler decides. A value must be assignable to its previous
 * type. A type must be assignable in both directions, since users provide some types and receive others.
 *
 * @param root the checkout, whose compiler is used
 * @param before a folder within it, with the sources of the previous release
 */
export const kitChanges = async (root: string, before: string, tsc: string): Promise<ReadonlyArray<Change>> => {
  const found: Array<Change> = []
  const tell = (kind: Change["kind"], message: string) => void found.push({ kind, about: "kit", message })
  const exported = async (folder: string): Promise<Readonly<Record<string, string>>> =>
    JSON.parse(await readFile(Path.join(folder, "package.json"), "utf8")).exports ?? {}
  const [was, is] = [await exported(before), await exported(root)]
  const entries: Array<Entry> = []
  for (const [key, file] of Object.entries(was)) {
    const name = key.replace(/^\./, "doorstep")
    const present = is[key]
    if (present === undefined) tell("breaking", `${name} is gone.`)
    else if (file.endsWith(".ts")) {
      const entry = { name, old: Path.join(before, file), now: Path.join(root, present) }
      if (await isTouched(before, root, entry)) entries.push(entry)
    }
  }
  for (const key of Object.keys(is)) if (!(key in was)) tell("addition", `${key.replace(/^\./, "doorstep")} is new.`)

  const shared: Array<{
    readonly entry: Entry
    readonly name: string
    arity: number
    isType: boolean
    isValue: boolean
  }> = []
  for (const entry of entries) {
    const [names, namesNow] = [await exportsOf(entry.old), await exportsOf(entry.now)]
    for (const name of names) {
      if (!namesNow.includes(name)) tell("breaking", `${entry.name}: ${name} is gone.`)
      else shared.push({ entry, name, arity: 0, isType: true, isValue: true })
    }
    for (const name of namesNow) if (!names.includes(name)) tell("addition", `${entry.name}: ${name} is new.`)
  }
  if (!existsSync(tsc) || shared.length === 0) return found

  const at = (file: string) => JSON.stringify(`./${Path.relative(root, file).split(Path.sep).join("/")}`)
  const type = ({ arity, name }: { arity: number; name: string }, file: string) =>
    `import(${at(file)}).${name}${arity === 0 ? "" : `<${Array.from({ length: arity }, () => "any").join(", ")}>`}`
  // A first compilation shows which names are not types, which are not values, and how many arguments a type takes.
  for (let tries = 0; tries < 6; tries++) {
    const faults = await faultsOf(
      root,
      tsc,
      shared.flatMap((each) => [
        each.isType
          ? `type T${shared.indexOf(each)} = [${type(each, each.entry.old)}, ${type(each, each.entry.now)}]`
          : "",
        each.isValue
          ? `type V${shared.indexOf(each)} = [typeof import(${at(each.entry.old)}).${each.name}, typeof import(${at(each.entry.now)}).${each.name}]`
          : ""
      ])
    )
    if (faults.length === 0) break
    for (const { code, line, text } of faults) {
      const each = shared[Math.floor(line / 2)]!
      const wanted = /requires (?:between )?(\d+)/.exec(text)?.[1]
      if (code === "TS2314" || code === "TS2707") each.arity = Number(wanted ?? 1)
      else if (line % 2 === 0) each.isType = false
      else each.isValue = false
    }
  }
  const taken = shared.flatMap((each) => {
    const [old, now] = [type(each, each.entry.old), type(each, each.entry.now)]
    const value = (file: string) => `typeof import(${at(file)}).${each.name}`
    return [
      ...(each.isType
        ? [
            { each, line: `((x: ${old}): ${now} => x);`, what: "no longer takes what it took" },
            { each, line: `((x: ${now}): ${old} => x);`, what: "is no longer what it was" }
          ]
        : []),
      ...(each.isValue && !each.isType
        ? [
            {
              each,
              line: `((x: ${value(each.entry.now)}): ${value(each.entry.old)} => x);`,
              what: "is no longer what it was"
            }
          ]
        : [])
    ]
  })
  const faults = await faultsOf(
    root,
    tsc,
    taken.map(({ line }) => `;${line}`)
  )
  const told = new Set<string>()
  for (const { line, text } of faults) {
    const { each, what } = taken[line]!
    const key = `${each.entry.name}: ${each.name}`
    if (told.has(key)) continue
    told.add(key)
    tell("breaking", `${key} ${what}: ${text}`)
  }
  return found
}
