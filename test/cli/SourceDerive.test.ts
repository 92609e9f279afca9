import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { relative } from "node:path"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { onDatabase, runCommand } from "../support/RunCommand.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const feature = JSON.stringify({
  type: "Feature",
  properties: { hash: "h", number: "1", street: "Bay Street" },
  geometry: { type: "Point", coordinates: [-81.09, 32.05] }
})

/** The output of `doorstep source add` and the options that it stores. */
const add = (name: string, ...more: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* fs.makeTempDirectoryScoped()}/savannah.geojson`
    yield* fs.writeFileString(file, feature)
    const location = relative(process.cwd(), file)
    const where = more.includes("--location") ? [] : ["--country", "US", "--location", location]
    const args = ["add", name, "--type", "openaddresses", ...where, ...more]
    const { code, text } = yield* runCommand(source, onDatabase())(...args)
    const [row] = yield* sql<{
      readonly options: { readonly derive?: ReadonlyArray<string>; readonly location: string }
    }>`
      SELECT options FROM source_setting WHERE name = ${name}`
    return { code, text, kept: row !== undefined, derive: row?.options.derive, location: row?.options.location, file }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

layer(TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))))(
  "doorstep source add",
  (it) => {
    it.effect("MUST store the whole path of a file: later commands and services may run in another folder", () =>
      Effect.gen(function* () {
        const added = yield* add("here")
        assert.strictEqual(added.location, added.file)
        const url = "https://example.com/a.geojson"
        assert.strictEqual((yield* add("there", "--country", "US", "--location", url)).location, url)
      })
    )

    it.effect("MUST name the flag that is missing, and the one that its type does not take", () =>
      Effect.gen(function* () {
        assert.include((yield* add("nowhere", "--location", "a.geojson")).text, "country is missing (--country")
        const guessed = ["add", "fj", "--type", "file", "--country", "FJ", "--location", "fj.csv"]
        assert.deepInclude(yield* runCommand(source, onDatabase())(...guessed), {
          code: 1,
          said: "Sources of the type file take no --country: their mapping or register names it. Leave it out.\n"
        })
      })
    )

    it.effect("MUST set the named methods, none for `none`, and print nothing if none are requested", () =>
      Effect.gen(function* () {
        const some = yield* add("some", "--derive", "boundary, postcode-table")
        assert.deepInclude(some, { code: 0, derive: ["boundary", "postcode-table"] })
        assert.deepInclude(yield* add("none", "--derive", "none"), { code: 0, derive: [] })
        assert.deepInclude(yield* add("every"), { code: 0, kept: true, derive: undefined })
      })
    )

    it.effect("MUST name an unknown method or kind of evidence, list the existing ones, and add nothing", () =>
      Effect.gen(function* () {
        const wrong = yield* add("wrong", "--derive", "boundary,guess")
        assert.deepInclude(wrong, { code: 1, kept: false })
        assert.include(
          wrong.text,
          "derive, entry 2: must be boundary, agreement, postcode-table, polygon or settlement"
        )
        const evidence = yield* add("wrong", "--options", '{"weakestEvidence": "none"}')
        assert.deepInclude(evidence, { code: 1, kept: false })
        assert.include(
          evidence.text,
          "weakestEvidence: must be register, building, landuse, declared, probable or assumed"
        )
      })
    )
  }
)
