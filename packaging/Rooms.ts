import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import * as Path from "node:path"

/** The checkout. */
export const root = Path.resolve(import.meta.dirname, "..")

/** The folders whose code and data go into the package. */
export const rooms = ["schemas", "sources", "src", "properties", "client", "testing"].filter((room) =>
  existsSync(Path.join(root, room))
)

/** Vite builds the console's code, and its screenshots are only for readers of the guide in a checkout. */
const consoleFolder = "src/console"

/** For developers of Doorstep only. */
const decisions = "src/decisions/"

const isShipped = (file: string): boolean =>
  !/\.test\.\w+$|(^|\/)\.|(^|\/)node_modules\//.test(file) &&
  !file.startsWith(decisions) &&
  (!file.startsWith(`${consoleFolder}/`) ||
    file.startsWith(`${consoleFolder}/dist/`) ||
    file === `${consoleFolder}/README.md`)

/** The files of a room that may go into the package, by their paths in the checkout. */
export const filesOf = async (room: string): Promise<ReadonlyArray<string>> =>
  (await readdir(Path.join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => Path.relative(root, Path.join(entry.parentPath, entry.name)).split(Path.sep).join("/"))
    .filter(isShipped)
