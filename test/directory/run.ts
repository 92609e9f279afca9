import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import * as Path from "node:path"
import { formatListings } from "../../src/directory/Listing.ts"
import { isHere, listings } from "./Making.ts"
import { countriesTable, placed, upstreamsTable } from "./Page.ts"

/** Writes the directory that ships with Doorstep, and the tables that show it. */

const root = Path.resolve(import.meta.dirname, "../..")
const at = (file: string) => Path.join(root, file)
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(at(file), change(readFileSync(at(file), "utf8")))

if (!isHere()) throw new Error("Upstream's indexes are read from ../shared/data, which is not on this machine.")
const made = await Effect.runPromise(listings)
const entries = made.flatMap((listing) => listing.entries)
writeFileSync(at("src/directory/data/directory.json"), formatListings(made))
rewrite("src/directory/README.md", (text) => placed(text, "directory-upstreams", upstreamsTable(entries)))
rewrite("src/directory/data/README.md", (text) => placed(text, "directory-countries", countriesTable(entries)))
