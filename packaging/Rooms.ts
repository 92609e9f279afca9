import { existsSync } from "node:fs"
import * as Path from "node:path"

/** The checkout. */
export const root = Path.resolve(import.meta.dirname, "..")

/** The folders whose code and data a package has. */
export const rooms = ["schemas", "sources", "src", "properties", "client", "testing"].filter((room) =>
  existsSync(Path.join(root, room))
)

/** The console's code is built by Vite, and the rest of its folder is for the README of the checkout. */
export const consoleFolder = "src/console"

/** Tests lie beside the code in some rooms, and the checkout is started in another way than the package. */
const left = new Set(["src/start.mjs"])

/** Whether a file of a room, by its path in the checkout, has a place in the package. */
export const isShipped = (file: string): boolean =>
  !left.has(file) &&
  !/(^|\/)(node_modules|fixtures)\//.test(file) &&
  !/\.test\.\w+$|(^|\/)\./.test(file) &&
  (!file.startsWith(`${consoleFolder}/`) || file.startsWith(`${consoleFolder}/dist/`))
