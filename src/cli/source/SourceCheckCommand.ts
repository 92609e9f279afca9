import { Console, Effect, FileSystem, Schema } from "effect"
import { Command } from "effect/cli"
import type { DataSource } from "../../../sources/DataSource.ts"
import { Offline } from "../../../sources/SourceFiles.ts"
import * as ModuleServices from "../../plugins/ModuleServices.ts"
import { registerModule } from "../../plugins/SourceModules.ts"
import { refuse, reportFailure } from "../Failure.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

const Entry = Schema.Union([Schema.String, Schema.Struct({ default: Schema.String })])

const PackageJson = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.optionalKey(Schema.String),
    version: Schema.optionalKey(Schema.String),
    private: Schema.optionalKey(Schema.Boolean),
    license: Schema.optionalKey(Schema.String),
    type: Schema.optionalKey(Schema.String),
    exports: Schema.optionalKey(Schema.Union([Schema.String, Schema.Record(Schema.String, Entry)])),
    files: Schema.optionalKey(Schema.Array(Schema.String)),
    dependencies: Schema.optionalKey(Texts),
    peerDependencies: Schema.optionalKey(Texts)
  })
)

type PackageJson = typeof PackageJson.Type

/** The file that is loaded by the package's name. */
const entryOf = ({ exports }: PackageJson): string | undefined => {
  const entry = typeof exports === "string" ? exports : exports?.["."]
  return typeof entry === "string" ? entry : entry?.default
}

const companions = ["doorstep", "effect"] as const

/** What is wrong with the package.json of a source. */
const manifestFaults = (given: PackageJson): ReadonlyArray<string> => {
  const { dependencies = {}, files = [], license, name, peerDependencies = {}, type, version } = given
  const entry = entryOf(given)
  return [
    ...(name === undefined || version === undefined ? ["Give the package a name and a version."] : []),
    ...(given.private === true ? ['Take "private" away: npm publishes no private package.'] : []),
    ...(license === undefined || license === "UNLICENSED"
      ? ['Choose a licence for the code: "license", such as "MIT", and its text in LICENSE.']
      : []),
    ...(type === "module" ? [] : ['Say that its files are modules: "type": "module".']),
    ...(entry === undefined
      ? ['Say which file is its source: "exports": {".": "./dist/MyRegister.js"}.']
      : /\.[cm]?ts$/.test(entry)
        ? [
            `"exports" names ${entry}, but Node does not load TypeScript from node_modules. Name the compiled JavaScript.`
          ]
        : []),
    ...(entry !== undefined &&
    !files.some((file) => `${entry.replace(/^\.\//, "")}/`.startsWith(`${file.replace(/^\.\/|\/$/g, "")}/`))
      ? [`"files" leaves out ${entry}.`]
      : []),
    ...companions.flatMap((companion) => [
      ...(peerDependencies[companion] === undefined
        ? [`Name ${companion} in "peerDependencies": a source shares Doorstep's copy.`]
        : []),
      ...(dependencies[companion] === undefined
        ? []
        : [`Remove ${companion} from "dependencies": there would be two copies.`])
    ])
  ]
}

/** Manifest texts that are still placeholders. */
const placeholder = /\(example\)|^example data\b|\bexample\.(com|org|net)\b|^\W*(todo|tbd|fixme|xxx)\b/i

const sourceFaults = ({ manifest }: DataSource): ReadonlyArray<string> =>
  (["license", "attribution", "homepage"] as const).flatMap((field) =>
    placeholder.test(manifest[field])
      ? [
          `The manifest of ${manifest.name} still says "${manifest[field]}" as its ${field}. Write what the data's publisher requires.`
        ]
      : []
  )

/** The module's sources as published. Nothing is requested, so no key is needed. */
const built = (entry: string) =>
  registerModule(entry).pipe(
    Effect.scoped,
    Effect.provide(ModuleServices.layer),
    Effect.provideService(Offline, true),
    Effect.match({
      onSuccess: (sources) => sources.flatMap(sourceFaults),
      onFailure: ({ message }) => [message]
    })
  )

/** `doorstep source check`: whether a source's package can be published as it is. */
export const check = Command.make(
  "check",
  {},
  Effect.fn(function* () {
    const fs = yield* FileSystem.FileSystem
    const text = yield* Effect.catch(fs.readFileString("package.json"), () =>
      refuse("This folder has no package.json. Run this in the folder of a source's package.")
    )
    const given = yield* Effect.catch(Schema.decodeUnknownEffect(PackageJson)(text), ({ message }) =>
      refuse(`package.json is invalid. ${message}`)
    )
    const entry = entryOf(given)
    const faults = [...manifestFaults(given), ...(entry === undefined ? [] : yield* built(entry))]
    if (faults.length === 0) return yield* Console.log(`${given.name} ${given.version} can be published.`)
    return yield* refuse(
      [`${given.name ?? "The package"} cannot be published as it is:`, ...faults.map((fault) => `  ✗ ${fault}`)].join(
        "\n"
      )
    )
  }, reportFailure)
).pipe(
  Command.withDescription("Check whether the package in this folder can be published; npm runs this before packing it")
)
