import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import { Effect, Schema } from "effect"

const execute = promisify(execFile)

const Json = Schema.Record(Schema.String, Schema.Json)

const Named = Schema.StructWithRest(Schema.Struct({ "bom-ref": Schema.String }), [Json])

/** The members of npm's document that are rewritten; the others stay. */
const Document = Schema.fromJsonString(
  Schema.StructWithRest(
    Schema.Struct({
      components: Schema.Array(Named),
      dependencies: Schema.Array(Schema.Struct({ ref: Schema.String, dependsOn: Schema.Array(Schema.String) })),
      metadata: Schema.StructWithRest(Schema.Struct({ component: Named }), [Json])
    }),
    [Json]
  )
)

/** The bill of materials could not be made. */
export class SbomError extends Schema.TaggedError<SbomError>()("SbomError", { message: Schema.String }) {}

export interface SbomOptions {
  /** The folder with package.json and package-lock.json. */
  readonly folder: string
  /** The packages in the folder's node_modules, or those that its lock file would install. */
  readonly of: "installed" | "locked"
  /** Seconds since 1970: when the described software was made. */
  readonly made: number
  /** Components that are not npm packages, by name and version. */
  readonly beside?: Readonly<Record<string, string>>
}

const Installed = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Record(Schema.String, Schema.Struct({ version: Schema.optionalKey(Schema.String) }))
  })
)

/**
 * Whether a package is in node_modules, by name@version. npm records what it installed; some packages may have been
 * removed since.
 */
const installed = Effect.fnUntraced(function* (folder: string) {
  const list = Path.join(folder, "node_modules/.package-lock.json")
  const { packages } = yield* Effect.try({
    try: () => readFileSync(list, "utf8"),
    catch: (cause) => new SbomError({ message: `${list} cannot be read: ${String(cause)}` })
  }).pipe(
    Effect.flatMap(Schema.decodeEffect(Installed)),
    Effect.mapError(({ message }) => new SbomError({ message }))
  )
  const there = new Set(
    Object.entries(packages)
      .filter(([place]) => existsSync(Path.join(folder, place, "package.json")))
      .map(([place, { version }]) => `${place.split("node_modules/").at(-1)}@${version}`)
  )
  return (reference: string) => there.has(reference)
})

/** A UUID that depends only on the content, of version 8 (RFC 9562). */
const uuidOf = (content: string): string => {
  const hex = createHash("sha256").update(content).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The bill of materials of what Doorstep runs with: CycloneDX 1.5, as `npm sbom` makes it, with hashes and licenses.
 * The same packages give the same bytes: serial number and time are derived from the described software.
 */
export const sbom = Effect.fn("sbom")(function* ({ beside = {}, folder, made, of }: SbomOptions) {
  const { stdout } = yield* Effect.tryPromise({
    try: () =>
      execute("npm", ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only", "--loglevel=error"], {
        cwd: folder,
        maxBuffer: 1e8,
        shell: process.platform === "win32"
      }),
    catch: (cause) => new SbomError({ message: `npm sbom failed in ${folder}: ${String(cause)}` })
  })
  const found = yield* Schema.decodeEffect(Document)(stdout).pipe(
    Effect.mapError((cause) => new SbomError({ message: `npm sbom wrote what it does not describe: ${cause.message}` }))
  )
  // npm refuses to describe a folder with omitted packages, so this looks up what is installed.
  const isThere = of === "locked" ? () => true : yield* installed(folder)
  const components = [
    ...found.components.filter(({ "bom-ref": reference }) => isThere(reference)),
    ...Object.entries(beside).map(([name, version]) => ({
      "bom-ref": `${name}@${version}`,
      type: "application",
      name,
      version,
      scope: "required",
      purl: `pkg:generic/${name}@${version}`
    }))
  ]
  const dependencies = found.dependencies
    .filter(({ ref }) => ref === found.metadata.component["bom-ref"] || isThere(ref))
    .map(({ dependsOn, ref }) => ({ ref, dependsOn: dependsOn.filter(isThere) }))
  const { components: _, dependencies: __, metadata, ...others } = found
  const { component } = metadata
  const document = {
    ...others,
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([component["purl"], components]))}`,
    metadata: {
      ...metadata,
      timestamp: new Date(made * 1000).toISOString(),
      component: { ...component, type: "application", name: "doorstep" }
    },
    components,
    dependencies
  }
  return `${JSON.stringify(document, null, 2)}\n`
})
