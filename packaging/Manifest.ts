import { readFile } from "node:fs/promises"
import * as Path from "node:path"
import { Record, Schema } from "effect"
import { root } from "./Rooms.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

const Checkout = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    version: Schema.String,
    description: Schema.String,
    license: Schema.String,
    type: Schema.String,
    keywords: Schema.Array(Schema.String),
    exports: Texts,
    dependencies: Texts,
    optionalDependencies: Texts,
    peerDependencies: Texts
  })
)

/** The checkout's package.json. */
export const checkout = async (): Promise<typeof Checkout.Type> =>
  Schema.decodeSync(Checkout)(await readFile(Path.join(root, "package.json"), "utf8"))

/** What starts Doorstep, by its path in the package. */
export const bin = "bin/doorstep.mjs"

const exported = (file: string) => ({
  types: file.replace(/\.ts$/, ".d.ts"),
  default: file.replace(/\.ts$/, ".js")
})

/** The oldest Node that the package runs on; its bin says the same to who has an older one. */
export const oldestNode = "22.19"

/**
 * The package.json of the package, from the checkout's: what runs, and nothing that builds or tests. What the checkout
 * can do without is not installed unless it is asked for: as optional peers its packages are found wherever they lie.
 */
export const manifestOf = ({
  exports,
  name,
  optionalDependencies,
  peerDependencies,
  ...said
}: typeof Checkout.Type) => ({
  name,
  ...said,
  engines: { node: `>=${oldestNode}` },
  peerDependencies: { ...peerDependencies, ...Record.map(optionalDependencies, () => "*") },
  peerDependenciesMeta: Record.map({ ...peerDependencies, ...optionalDependencies }, () => ({ optional: true })),
  bin: { [name]: bin },
  exports: {
    ...Object.fromEntries(Object.entries(exports).map(([entry, file]) => [entry, exported(file)])),
    "./package.json": "./package.json"
  }
})
