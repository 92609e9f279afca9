import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { fileServer } from "../sources/reading/FileServer.ts"
import { serveService } from "../sources/reading/ServiceServer.ts"
import { runCommand } from "../support/RunCommand.ts"

const table = [
  "id;Straße;Hausnr;PLZ;Ort;Breite;Länge",
  "a;Plöck;12;69117;Heidelberg;49,4092;8,6950",
  "b;Plöck;14a;69117;Heidelberg;49,4093;8,6951"
].join("\n")

const guess = runCommand(source)

describe("doorstep source guess", () => {
  it.effect("MUST show columns and addresses, and write a mapping that a source accepts", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.writeFileString(`${folder}/it's.csv`, table)
      const written = ["--write", `${folder}/m.json`]
      const { code, said } = yield* guess("guess", `${folder}/it's.csv`, "--license", "CC0", ...written)
      assert.strictEqual(code, 0, said)
      assert.match(said, /country {2}DE/)
      assert.match(said, /Hausnr +houseNumber/)
      assert.include(said, "12 Plöck | Heidelberg | 69117")
      // A server may name a service whose address ends the word that a shell is to read.
      assert.include(said, `source add NAME --type file --location '${folder}/it'\\''s.csv' --options`)
      const mapping = JSON.parse(yield* files.readFileString(`${folder}/m.json`))
      assert.deepInclude(mapping, { country: "DE", license: "CC0", format: { type: "csv", delimiter: ";" } })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("MUST show which tables complete the addresses, and write a mapping that joins them", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const addresses = ["id;str_id;hausnr;plz;breite;laenge", "7;12;1;69117;49.41;8.69", "9;11;2;69117;49.42;8.70"]
      yield* files.writeFileString(`${folder}/adressen.csv`, addresses.join("\n"))
      yield* files.writeFileString(`${folder}/strassen.csv`, "str_id;strassenname\n11;Plöck\n12;Märzgasse\n")
      const { code, said } = yield* guess("guess", folder, "--country", "DE", "--write", `${folder}/m.json`)
      assert.strictEqual(code, 0, said)
      assert.include(said, "Completed by other tables:")
      assert.match(said, /strassen {2}strassen\.csv: str_id = its str_id; 2 of 2 rows have a match/)
      assert.include(said, "1 Märzgasse | 69117")
      const { joins } = JSON.parse(yield* files.readFileString(`${folder}/m.json`))
      assert.deepEqual(joins, [
        { as: "strassen", files: "(?:^|/)strassen\\.csv$", key: "{str_id}", on: "{str_id}", fields: ["strassenname"] }
      ])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("MUST report a file that is not a table of addresses, and an unknown country, with exit code 1", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.writeFileString(`${folder}/t.csv`, "PLZ;Ort\n69117;Heidelberg\n69115;Heidelberg\n")
      const { code, said } = yield* guess("guess", `${folder}/t.csv`)
      assert.strictEqual(code, 1)
      assert.include(said, "This is not a table of addresses")
      const other = yield* guess("guess", `${folder}/t.csv`, "--country", "XX")
      assert.strictEqual(other.code, 1)
      assert.include(other.said, "is not a country code")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("MUST read http addresses, and print only JSON for programs", () =>
    Effect.gen(function* () {
      const { url } = yield* fileServer(Buffer.from(table))
      const { code, said } = yield* guess("guess", url.endsWith(".csv") ? url : `${url}/t.csv`, "--json")
      assert.strictEqual(code, 0, said)
      assert.deepInclude(JSON.parse(said), { country: "DE", rows: 2, isAddressTable: true })
    }).pipe(Effect.scoped)
  )

  it.live("MUST take the URL of a service for its records, and say which of its layers it needs to know", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const file = `${yield* files.makeTempDirectoryScoped()}/m.json`
      const { behaviour, url } = yield* serveService()
      const { code, said } = yield* guess("guess", `${url}/A/FeatureServer`, "--write", file)
      assert.strictEqual(code, 0, said)
      assert.include(said, "service  the layer addresses of an ArcGIS service")
      assert.include(
        said,
        `--location '${url}/A/FeatureServer/0/query?where=1%3D1&outFields=*&outSR=4326&orderByFields=OBJECTID&f=geojson'`
      )
      assert.deepEqual(JSON.parse(yield* files.readFileString(file)).pages, {
        by: "offset",
        parameter: "resultOffset",
        size: { parameter: "resultRecordCount", records: 10 },
        count: { query: { returnCountOnly: "true", f: "json" }, at: "count" }
      })
      behaviour.names = ["Parcels", "Roads"]
      const several = yield* guess("guess", `${url}/A/FeatureServer`)
      assert.strictEqual(several.code, 1)
      assert.include(several.said, "it has 2 layers, none of them called addresses")
      assert.include(several.said, `Parcels: ${url}/A/FeatureServer/0; Roads: ${url}/A/FeatureServer/1`)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
