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

/**
 * Packages that a bundle leaves as they are installed, so that they can be updated without Doorstep. Effect is part of
 * it: Doorstep works with one exact version, whose thousand modules take more memory than everything else that is
 * loaded.
 */
export const separate = (manifest: typeof Checkout.Type): ReadonlyArray<string> =>
  Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies
  }).filter((name) => !/^(effect$|@effect\/)/.test(name))

/** The script that starts Doorstep, by its path in the package. */
export const bin = "bin/doorstep.mjs"

const exported = (file: string) => ({
  types: file.replace(/\.ts$/, ".d.ts"),
  default: file.replace(/\.ts$/, ".js")
})

/** The oldest Node that the package supports; its bin tells users of older ones. */
export const oldestNode = "22.19"

/**
 * The package's package.json, made from the checkout's: what runs, and nothing that builds or tests. Optional
 * dependencies become optional peers: they are not installed unless the user asks for them, and are found wherever they
 * are.
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
