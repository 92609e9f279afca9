import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import * as Path from "node:path"

/** Generates NOTICE from the installed packages. `run.ts` writes it, and a test compares it. */

const root = Path.resolve(import.meta.dirname, "../..")
const read = (file: string): string => readFileSync(Path.join(root, file), "utf8").replaceAll("\r\n", "\n")

interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const locked = (JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Locked>> })
  .packages

/** Where a package's dependency is installed: in its own folder, or in one above. */
const placeOf = (from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (place in locked) return place
    if (folder === "") return undefined
  }
}

const closure = (places: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set(places)
  for (const place of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked[place]!
    // Required peer dependencies ship with a package; optional ones do not.
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const inner = placeOf(place, name)
      if (inner !== undefined) found.add(inner)
    }
  }
  return found
}

/** Packages with code or data in the console's pages. Types and build tools are left out. */
const imported = (): ReadonlyArray<string> => {
  const files = readdirSync(Path.join(root, "src/console"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !file.startsWith("dist") && file !== "vite.config.ts"
  )
  const names = new Set<string>()
  for (const file of files) {
    for (const [, isType, name] of read(`src/console/${file}`).matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^"';]*?["']((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["']/g
    )) {
      if (isType === undefined && !name!.startsWith("node:")) names.add(name!)
    }
  }
  return Array.from(names)
}

/** The packages in an installation and in the console's bundle, by folder. */
export const shipped = (): ReadonlyArray<string> => {
  const installed = Object.entries(locked)
    .filter(([place, { dev }]) => place !== "" && dev !== true)
    .map(([place]) => place)
  const console = imported().flatMap((name) => placeOf("", name) ?? [])
  return Array.from(new Set([...installed, ...closure(console)])).sort()
}

export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)

/** Packages for other systems are not installed here. They have the same licence as the one that is. */
const siblingOf = (place: string): string => {
  if (existsSync(Path.join(root, place))) return place
  const scope = Path.dirname(place)
  const sibling = existsSync(Path.join(root, scope)) ? readdirSync(Path.join(root, scope)).sort()[0] : undefined
  return sibling === undefined || !scope.includes("@") ? place : `${scope}/${sibling}`
}

/** The package's own licence files. */
const textsOf = (place: string): ReadonlyArray<string> => {
  const folder = siblingOf(place)
  if (!existsSync(Path.join(root, folder))) return []
  const names = readdirSync(Path.join(root, folder)).sort()
  const files = names.filter((name) => /^(licen[cs]es?|copying|notice)\b/i.test(name) && !/\.(js|ts)$/.test(name))
  return files.flatMap((name) => {
    const file = `${folder}/${name}`
    return statSync(Path.join(root, file)).isDirectory()
      ? readdirSync(Path.join(root, file))
          .sort()
          .map((inner) => read(`${file}/${inner}`).trim())
      : [read(file).trim()]
  })
}

const isCopyright = (line: string): boolean =>
  /^\W*(copyright\b|\(c\)|©)/i.test(line) && !/copyright (notice|holder|owner|statement)/i.test(line)

const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase()

const authorOf = (place: string): string => {
  const file = `${siblingOf(place)}/package.json`
  if (!existsSync(Path.join(root, file))) return ""
  const { author } = JSON.parse(read(file)) as { readonly author?: string | { readonly name?: string } }
  const name = typeof author === "string" ? author : author?.name
  return name === undefined || name === "" ? "" : `by ${name.replace(/\s*[<(].*/, "")}`
}

interface Group {
  readonly text: string
  readonly packages: Array<string>
}

/** Packages grouped by the text of their licence, so that each text is printed once. */
const groups = (): ReadonlyArray<Group> => {
  const byText = new Map<string, Group>()
  for (const place of shipped()) {
    // An optional package, which another part of the file names. Leaving it out here gives the same file with and
    // without it.
    if (nameOf(place).startsWith("@ip-location-db/")) continue
    const { license, version } = locked[place]!
    const texts = textsOf(place)
    const lines = texts.flatMap((text) => text.split("\n"))
    const holders = Array.from(
      new Set(lines.filter(isCopyright).map((line) => line.replace(/^\W*(?=[\w(©])/, "").trim()))
    )
    const text = texts
      .map((one) =>
        one
          .split("\n")
          .filter((line) => !isCopyright(line))
          .join("\n")
          .trim()
      )
      .join("\n\n")
      .replace(/\n{3,}/g, "\n\n")
    const title = `${nameOf(place)} ${version} (${license ?? "see below"})`
    const owners = holders.length > 0 ? holders : [authorOf(place)].filter((author) => author !== "")
    const entry = [title, ...owners.map((owner) => `    ${owner}`)].join("\n")
    const key = text === "" ? `none ${license}` : squeezed(text)
    const group = byText.get(key) ?? {
      text: text === "" ? `The package has no text of its licence, ${license}.` : text,
      packages: []
    }
    if (!group.packages.includes(entry)) group.packages.push(entry)
    byText.set(key, group)
  }
  return Array.from(byText.values()).sort(
    (a, b) => b.packages.length - a.packages.length || (a.packages[0]! < b.packages[0]! ? -1 : 1)
  )
}

const rule = "-".repeat(80)

/** The origins of the starter's addresses, as its package states them. */
const starter = (): string => {
  const { attribution } = JSON.parse(read("node_modules/rrad/addresses-us-all.json")) as {
    readonly attribution: ReadonlyArray<string>
  }
  return attribution.map((source) => `    ${source}`).join("\n")
}

/** The complete file. */
export const notice = (): string =>
  [
    read("test/licences/data.txt").trim().replace("{starter}", starter()),
    rule,
    "PACKAGES\n\nWhat an installation brings, and what the console's pages are built of. Packages with the same licence stand together.",
    ...groups().flatMap(({ packages, text }) => [rule, packages.join("\n"), text]),
    ""
  ]
    .join("\n\n")
    .replace(/[ \t]+$/gm, "")
    .trimEnd() + "\n"
