import { readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"

export const root = Path.resolve(import.meta.dirname, "../..")

/** Folders whose files are rooms of the diagram, or that contain rooms. */
const houses = ["src", "sources", "schemas", "properties", "client", "testing"]

const isCode = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)(?:dist|node_modules)\//.test(file)

/** The files of the project, by their paths from its root. */
const codeFiles = (): ReadonlyArray<string> =>
  houses.flatMap((house) =>
    readdirSync(Path.join(root, house), { recursive: true, encoding: "utf8" })
      .map((file) => Path.posix.join(house, file.split(Path.sep).join("/")))
      .filter(isCode)
  )

const ownRooms: Readonly<Record<string, string>> = {
  "src/App.ts": "App",
  "src/Commands.ts": "Doorstep",
  "src/Doorstep.ts": "Doorstep",
  "src/Sources.ts": "App",
  "src/main.ts": "Doorstep"
}

/** The room that a file belongs to, by its name in the diagram. */
const roomOf = (file: string): string => {
  const [house = "", room = "", ...rest] = file.split("/")
  if (house !== "src") return house
  return rest.length > 0 ? room : (ownRooms[file] ?? file)
}

export interface Import {
  readonly from: string
  readonly to: string
}

/** Imports between files of the project, including those of types. */
const importsOf = (file: string, text: string): ReadonlyArray<Import> =>
  Array.from(text.matchAll(/(?:\bfrom|\bimport)[ (]*"(\.[^"]+\.tsx?)"/g), ([, target = ""]) => ({
    from: file,
    to: Path.posix.normalize(Path.posix.join(Path.posix.dirname(file), target))
  }))

export const allImports = (): ReadonlyArray<Import> =>
  codeFiles().flatMap((file) => importsOf(file, readFileSync(Path.join(root, file), "utf8")))

export type Arrow = readonly [from: string, to: string]

/** The arrows of a Mermaid diagram: `a --> b`. */
export const arrowsOf = (text: string): ReadonlyArray<Arrow> =>
  Array.from(text.matchAll(/^ +(\w+) --> (\w+)$/gm), ([, from = "", to = ""]) => [from, to])

/** The rooms that arrows lead to from each room, directly or through others. */
const reachOf = (arrows: ReadonlyArray<Arrow>): ReadonlyMap<string, ReadonlySet<string>> => {
  const reach = new Map<string, Set<string>>()
  const visit = (room: string, from: Set<string>) => {
    for (const [start, end] of arrows) {
      if (start !== room || from.has(end)) continue
      from.add(end)
      visit(end, from)
    }
  }
  for (const [room] of arrows) {
    const reached = new Set<string>()
    visit(room, reached)
    reach.set(room, reached)
  }
  return reach
}

/** Differences between the diagram and the imports, one sentence each. */
export const disagreements = (arrows: ReadonlyArray<Arrow>, imports: ReadonlyArray<Import>): ReadonlyArray<string> => {
  const reach = reachOf(arrows)
  const between = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to))
  const isDrawn = ({ from, to }: Import) => reach.get(roomOf(from))?.has(roomOf(to)) === true
  const used = new Set(between.map(({ from, to }) => `${roomOf(from)} --> ${roomOf(to)}`))
  return [
    ...Array.from(reach).flatMap(([room, reached]) => (reached.has(room) ? [`${room} is in a circle of arrows`] : [])),
    ...between.filter((one) => !isDrawn(one)).map(({ from, to }) => `no arrow allows ${from} → ${to}`),
    ...arrows
      .map(([from, to]) => `${from} --> ${to}`)
      .filter((arrow) => !used.has(arrow))
      .map((arrow) => `no import needs the arrow ${arrow}`)
  ]
}
