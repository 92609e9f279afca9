import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate } from "../../reading/TestReader.ts"
import { zip } from "../../reading/ZipWriter.ts"
import { guess, run } from "./Guessing.ts"

/** A table sorted by use, whose first rows have one alone. */
const sorted = (...uses: ReadonlyArray<string>) => [
  "NUM,STREET,CITY,USE,LON,LAT",
  ...[...Array.from({ length: 210 }, () => "Single Family"), ...uses].map(
    (use, at) => `${at + 1},Oak Ave,Austin,${use},-97.7${100 + at},30.2${100 + at}`
  )
]

describe("uses of rows beyond the first", () => {
  it.effect("MUST be known to the mapping: their homes would never be drawn", () =>
    run(
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const location = join(yield* files.makeTempDirectoryScoped(), "homes.zip")
        const table = sorted("Condominium", "Office", "Mobile Home", "Thingummy").join("\n")
        yield* files.writeFile(location, zip({ "data/homes.csv": Buffer.from(table) }))
        const found = yield* guessTable(yield* locate(location))
        expect(found.doubts.join(" ")).toContain("these values of USE mean homes: Thingummy.")
        const source = yield* fileType.configure("guessed", { location, mapping: found.mapping })
        const all = yield* Stream.runCollect(source.records("US"))
        const kinds = all.slice(209).map((record) => (isRejected(record) ? "rejected" : record.evidence?.kind))
        expect(kinds).toEqual(["register", "register", "register-against", "register", undefined])
      })
    )
  )

  it.effect("MUST not be hundreds, as names are", () =>
    run(
      Effect.gen(function* () {
        const { mapping } = yield* guess(sorted(...Array.from({ length: 320 }, (_, at) => `Apartment ${at}`)))
        expect(mapping).toMatchObject({
          evidence: [{ kind: "register", when: [{ is: ["Single Family"] }] }, { kind: "assumed" }]
        })
      })
    )
  )
})
