import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer, PlatformError, Schema } from "effect"
import { readFileSync } from "node:fs"
import { countryCodes, isCountryCode } from "../../schemas/CountryCodes.ts"
import { DirectoryEntry } from "../../schemas/Directory.ts"
import * as OpenAddresses from "../../sources/openaddresses/OpenAddresses.ts"
import * as OpenStreetMap from "../../sources/openstreetmap/OpenStreetMap.ts"
import * as Overture from "../../sources/overture/Overture.ts"
import * as RegisterType from "../../sources/registers/RegisterType.ts"
import { Directory } from "../../src/directory/Directory.ts"
import { formatListings, parseListings } from "../../src/directory/Listing.ts"
import { testReader } from "../sources/reading/TestReader.ts"
import { isHere, listings } from "./Making.ts"
import { countriesTable, placed, upstreamsTable } from "./Page.ts"

const types = new Map(
  [OpenAddresses.type, OpenStreetMap.type, Overture.type, RegisterType.type].map((type) => [type.type, type])
)

const shipped = readFileSync("src/directory/data/directory.json", "utf8")

/** A release, a date or the number of a run: anything that would be out of date tomorrow. */
const dated = /\b20\d{2}[-_.]?[01]\d\b|\/job\/\d+/

const directory = Directory.layerNoDeps.pipe(Layer.provideMerge(testReader), Layer.provideMerge(NodeServices.layer))

/** The files of this machine, of which one more than permitted is open at first. */
const crowded = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(FileSystem.FileSystem, (system) => {
    let isFirst = true
    return {
      ...system,
      readFileString: (path: string, encoding?: string) =>
        Effect.suspend(() => {
          if (!isFirst) return system.readFileString(path, encoding)
          isFirst = false
          const cause = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" })
          const what = { _tag: "Unknown", module: "FileSystem", method: "readFileString", cause } as const
          return Effect.fail(PlatformError.systemError(what))
        })
    }
  })
)

describe("the directory included in Doorstep", () => {
  layer(directory)((it) => {
    it.effect("MUST be read again if it could not be read for a moment", () =>
      Effect.gen(function* () {
        const { indexes } = yield* Directory
        assert.strictEqual((yield* Effect.flip(indexes))._tag, "DirectoryFault")
        assert.isNotEmpty(yield* indexes)
      }).pipe(Effect.provide(Layer.fresh(Directory.layerNoDeps)), Effect.provide(crowded))
    )

    it.effect("MUST have a source for 190 or more countries and territories, all of them in ISO 3166-1", () =>
      Effect.gen(function* () {
        const entries = yield* (yield* Directory).entries
        const covered = new Set(entries.map(({ country }) => country))
        assert.isAtLeast(covered.size, 240)
        assert.deepStrictEqual(
          countryCodes.filter((code) => !covered.has(code)),
          ["AQ", "BV", "GS", "HM", "IO", "TF", "UM"],
          "nobody lives there"
        )
        assert.isTrue(Array.from(covered).every(isCountryCode))
        assert.isTrue(entries.every(({ covers }) => covers.every(isCountryCode)))
        assert.include(readFileSync("README.md", "utf8"), `[${covered.size} countries and territories](`)
        const open = entries.filter(({ access, part }) => access.kind === "open" && part === null)
        assert.strictEqual(new Set(open.map(({ country }) => country)).size, covered.size, "without a hand")
      })
    )

    it.effect("MUST have the 39 countries of Overture, with its own counts", () =>
      Effect.gen(function* () {
        const entries = (yield* (yield* Directory).entries).filter(({ upstream }) => upstream === "overture")
        assert.lengthOf(entries, 39)
        assert.isTrue(entries.every(({ addresses }) => addresses !== null && addresses > 10_000))
        assert.strictEqual(entries.find(({ country }) => country === "CH")?.addresses, 3_296_538)
        assert.isTrue(entries.every(({ options }) => options["location"] === "latest"))
      })
    )

    it.effect("MUST have entries that decode, each with a unique ID", () =>
      Effect.gen(function* () {
        const entries = yield* (yield* Directory).entries
        for (const entry of entries) yield* Schema.decodeUnknownEffect(DirectoryEntry)(entry)
        assert.strictEqual(new Set(entries.map(({ id }) => id)).size, entries.length)
        for (const { country, covers, id } of entries) assert.include(covers, country, id)
      })
    )

    it.effect("MUST contain options that the source type accepts", () =>
      Effect.gen(function* () {
        for (const { country, id, options, type } of yield* (yield* Directory).entries) {
          const source = yield* types.get(type)!.configure("entry", options)
          assert.include(source.manifest.countries, country, id)
        }
      })
    )

    it.effect("MUST cite the page that states each licence, and the required attribution", () =>
      Effect.gen(function* () {
        for (const { homepage, id, license } of yield* (yield* Directory).entries) {
          for (const url of [license.citation, homepage])
            assert.match(url, /^https?:\/\/[\w.-]+\.[a-z]+(?:\/\S*)?$/, id)
          assert.isAbove(license.attribution.trim().length, 3, id)
          assert.isAbove(license.name.trim().length, 2, id)
        }
      })
    )

    it.effect("MUST write no release and no date into options", () =>
      Effect.gen(function* () {
        assert.match("https://example.org/release/2026-02-18.0/", dated)
        for (const { id, options } of yield* (yield* Directory).entries) {
          assert.notMatch(JSON.stringify(options), dated, id)
        }
      })
    )

    it.effect("MUST say what a person has to do if the data is not open to everyone", () =>
      Effect.gen(function* () {
        for (const { access, id, upstream } of yield* (yield* Directory).entries) {
          if (upstream === "openaddresses") assert.strictEqual(access.kind, "byHand", id)
          if (access.kind === "byHand") assert.match(access.what, /^(?:Download|Make|Sign) .+ location\.$/, id)
        }
      })
    )

    it.effect("MUST list a country's entries with those for the whole country first", () =>
      Effect.gen(function* () {
        const directory = yield* Directory
        const german = yield* directory.ofCountry("DE")
        const whole = german.map(({ part }) => part === null)
        assert.deepStrictEqual(
          whole,
          [...whole].sort((a, b) => Number(b) - Number(a))
        )
        assert.isTrue(german.some(({ part }) => part?.code === "DE-BY"))
        assert.isTrue(german.every(({ country }) => country === "DE"))
        assert.deepStrictEqual(yield* directory.ofCountry("XX"), [])
      })
    )

    it.effect("MUST be stored in the form in which it is written", () =>
      Effect.gen(function* () {
        assert.strictEqual(formatListings(yield* parseListings(shipped)), shipped)
        const broken = shipped.replace('"license":"1"', '"license":"none"')
        assert.isTrue((yield* Effect.exit(parseListings(broken)))._tag === "Failure")
      })
    )

    it.effect("MUST match the tables in its guides", () =>
      Effect.gen(function* () {
        const entries = (yield* parseListings(shipped)).flatMap((listing) => listing.entries)
        const pages = [
          ["src/directory/README.md", "directory-upstreams", upstreamsTable(entries)],
          ["src/directory/data/README.md", "directory-countries", countriesTable(entries)]
        ] as const
        for (const [file, name, table] of pages) {
          const text = readFileSync(file, "utf8")
          assert.strictEqual(placed(text, name, table), text, `${file}: run npm run directory`)
        }
      })
    )

    it.effect("MUST equal what is made from the upstream indexes", () =>
      Effect.gen(function* () {
        if (!isHere()) {
          process.stdout.write("Skipped: ../shared/data/directory is not on this machine.\n")
          return
        }
        assert.isTrue(formatListings(yield* listings) === shipped, "run npm run directory")
      })
    )
  })
})
