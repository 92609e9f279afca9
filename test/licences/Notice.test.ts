import { readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { nameOf, notice, shipped } from "./Notice.ts"

const root = Path.resolve(import.meta.dirname, "../..")

describe("NOTICE", () => {
  const text = readFileSync(Path.join(root, "NOTICE"), "utf8")

  it("MUST match the packages of an installation; run npm run notice after changing them", () =>
    assert.strictEqual(text, notice()))

  it("MUST name every shipped dependency, including those built into the console, and none only for building or testing", () => {
    const manifest = JSON.parse(readFileSync(Path.join(root, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>
    }
    const names = shipped().map(nameOf)
    assert.includeMembers(names, Object.keys(manifest.dependencies))
    assert.includeMembers(names, [
      "react",
      "react-dom",
      "scheduler",
      "@mantine/core",
      "@tanstack/query-core",
      "maplibre-gl",
      "recharts",
      "world-atlas"
    ])
    assert.notIncludeMembers(names, ["vitest"])
    for (const name of ["vitest", "vite", "typescript", "oxlint", "knip", "playwright-core", "autocannon"])
      assert.notInclude(names, name)
    for (const name of names) assert.include(text, name)
    assert.isAbove(names.length, 120)
  })

  it("MUST name the data in the source code, with its licence", () => {
    assert.match(
      text,
      /schemas\/PostcodePatterns\.ts[^]+?libaddressinput[^]+?Apache License 2\.0 \(licences\/Apache-2\.0\.txt\)/
    )
    assert.include(
      readFileSync(Path.join(root, "licences/Apache-2.0.txt"), "utf8"),
      "TERMS AND CONDITIONS FOR USE, REPRODUCTION"
    )
    for (const word of [
      "Unicode License V3",
      "Open Database License 1.0",
      "PostgreSQL",
      "Natural Earth",
      "DB-IP",
      "City of Savannah (GA)"
    ]) {
      assert.include(text, word)
    }
  })

  it("MUST name every file of data, but for Doorstep's own", () => {
    /** Written by hand for Doorstep. */
    const own =
      /^(?:sources\/registers\/declarations\/|src\/gazetteer\/names\/well-known-cities\.json$|src\/console\/tsconfig\.json$)/
    const files = ["schemas", "sources", "src"]
      .flatMap((room) =>
        readdirSync(Path.join(root, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`)
      )
      .filter((file) => /\.(?:json|bin|csv|tsv|txt)$/.test(file) && !file.startsWith("src/console/dist/"))
    const unnamed = files.filter(
      (file) => !own.test(file) && !text.includes(file) && !text.includes(`${Path.dirname(file)}:`)
    )
    assert.deepStrictEqual(unnamed, [])
    assert.isAbove(files.length, 30)
  })

  it("MUST leave no package without a licence", () => assert.notMatch(text, /\(see below\)|undefined/))
})
