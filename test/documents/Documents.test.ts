import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, statSync } from "node:fs"
import * as Path from "node:path"
import { type as openstreetmap } from "../../sources/openstreetmap/OpenStreetMap.ts"
import * as Limits from "../../sources/reading/Limits.ts"
import { errorStatus } from "../../schemas/Errors.ts"
import packageJson from "../../package.json" with { type: "json" }
import { fragmentOf, headingsOf, linksOf, pages, proseOf, read } from "./Pages.ts"
import { stepsOf } from "./Recipe.ts"
import { root } from "./Rooms.ts"
import { faultOf, isMixedWithBanner, scriptsOf, typedLines, wordsOf } from "./TypedCommands.ts"

/** Links of a page to files or headings of this repository that do not exist. */
const deadLinks = (path: string, text: string): ReadonlyArray<string> =>
  linksOf(path, proseOf(text))
    .filter(({ fragment, target }) => {
      if (target === undefined) return false
      if (!existsSync(Path.join(root, target))) return true
      if (fragment === undefined || statSync(Path.join(root, target)).isDirectory()) return false
      const there = target === path ? text : read(target)
      return !headingsOf(there).map(fragmentOf).includes(fragment)
    })
    .map(({ link }) => link)

describe("the documents", () => {
  it("MUST link to existing files and headings", () => {
    assert.isAbove(pages.length, 30)
    for (const path of pages) assert.deepStrictEqual(deadLinks(path, read(path)), [], path)
    const wrong = "[a](#nowhere) [b](nothing.md) [c](README.md#no-such) [d](#so-it-is)\n\n## So: it is\n\n`[e](#code)`"
    assert.deepStrictEqual(deadLinks("README.md", wrong), ["#nowhere", "nothing.md", "README.md#no-such"])
  })

  it("MUST all be reachable from the README", () => {
    const reached = new Set(["README.md"])
    for (const path of reached) {
      for (const { target } of linksOf(path, read(path))) if (target?.endsWith(".md")) reached.add(target)
    }
    assert.deepStrictEqual(
      pages.filter((path) => !reached.has(path)),
      []
    )
  })

  it("MUST fit on one screen, in the case of the README", () => {
    assert.isBelow(read("README.md").split("\n").length, 100)
  })

  it.effect("MUST show existing commands with existing options", () =>
    Effect.gen(function* () {
      const made = new Set(stepsOf(read("CONTRIBUTING.md")).map(({ file }) => file))
      const faults: Array<string> = []
      let commands = 0
      for (const path of pages) {
        for (const line of typedLines(read(path))) {
          const unknown = scriptsOf(line).filter((script) => !(script in packageJson.scripts))
          if (unknown.length > 0) faults.push(`${path}: npm has no ${unknown.join(", ")}`)
          for (const [file] of line.matchAll(/\btest\/\S+\.ts\b/g)) {
            if (!made.has(file) && !existsSync(Path.join(root, file))) faults.push(`${path}: there is no ${file}`)
          }
          const words = wordsOf(line)
          if (words === undefined) continue
          commands += 1
          const fault = yield* faultOf(words)
          if (fault !== undefined) faults.push(`${path}: ${fault}`)
        }
      }
      assert.deepStrictEqual(faults, [])
      assert.isAbove(commands, 50)
      const wrong = ["npm run doorstep -- ad CH", "npx doorstep add CH --yess", "npm start -- --worker 4"]
      assert.deepStrictEqual(yield* Effect.forEach(wrong, (line) => faultOf(wordsOf(line) ?? [])), [
        "doorstep has no ad",
        "doorstep add has no --yess",
        "doorstep serve has no --worker"
      ])
    })
  )

  it("MUST silence npm wherever a file or a program takes the output", () => {
    const mixed = pages.flatMap((path) =>
      typedLines(read(path))
        .filter(isMixedWithBanner)
        .map((line) => `${path}: ${line}`)
    )
    assert.deepStrictEqual(mixed, [])
    const taken = [
      "npm run doorstep -- export > a.csv",
      "npm run pack | tail",
      "TOKEN=$(npm run doorstep -- token list)"
    ]
    assert.deepStrictEqual(taken.filter(isMixedWithBanner), taken)
    assert.isFalse(isMixedWithBanner("npm run --silent doorstep -- export | sqlite3 a.db"))
    assert.isFalse(isMixedWithBanner("npm run doorstep -- properties deployment > /dev/null"))
  })

  it("MUST say what each dependency is for, and list no others", () => {
    const architecture = read("ARCHITECTURE.md")
    const table = architecture.slice(architecture.indexOf("## What it is built on"))
    const rows = Array.from(table.matchAll(/^\| (.*?`.*?) \| .+ \|$/gm), ([, names = ""]) => names)
    const named = rows.flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = ""]) => name))
    const { dependencies, devDependencies, optionalDependencies } = packageJson
    const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    const isMeant = (one: string, name: string) =>
      one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name
    assert.deepStrictEqual(
      all.filter((name) => !named.some((one) => isMeant(one, name))),
      []
    )
    const packages = named.filter((one) => /^@?[a-z]/.test(one) && !/^(?:src|npm) ?/.test(one))
    assert.deepStrictEqual(
      packages.filter((one) => !all.some((name) => isMeant(one, name))),
      []
    )
  })

  it("MUST state every error's code and status", () => {
    const rows = Array.from(read("src/http/README.md").matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm))
    assert.deepStrictEqual(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)])), errorStatus)
  })

  it("MUST state the actual limits of reading", () => {
    const rows = new Map(
      Array.from(
        read("sources/reading/README.md").matchAll(/^\| ([^|]+?) \| ([^|]+?) \|$/gm),
        ([, what = "", most = ""]) => [what, most]
      )
    )
    const { defaultLimits: usual } = Limits
    const mega = 1024 ** 2
    const count = (value: number) => value.toLocaleString("en")
    const expected: Readonly<Record<string, string>> = {
      "one file, downloaded or unpacked": `\`SOURCE_MAX_GB\`: ${usual.fileBytes / 1024 ** 3} GB`,
      "unpacked size relative to packed size, nested archives included": `\`SOURCE_MAX_RATIO\`: ${usual.ratio} times, from ${usual.ratioFrom / mega} MB on`,
      "one record: a line, an element of JSON or XML": `${Limits.longestRecord / mega} million characters, ${count(Limits.mostColumns)} columns, ${count(Limits.mostMembers)} members of JSON, ${Limits.deepest} levels`,
      "text or bytes without a complete record": `${Limits.longestSilence / 1024 ** 3} GB`,
      "files in a folder, archive or bucket": `${count(usual.files)}; archives ${usual.depth} deep`,
      "names of an archive's files": `${count(Limits.longestPath)} characters; ${Limits.longestDocument / mega} MB in all, with comments`,
      "a page, a footer, a row group of Parquet": `${Limits.largestPage / mega} MB unpacked; ${Limits.longestFooter / mega} MB; ${Limits.largestGroup / 1024 ** 3} GB packed and ${Limits.mostRows / mega} million rows`,
      "columns of Parquet, times row groups": count(Limits.mostChunks),
      "a record of a shapefile, GeoPackage or FlatGeobuf": `${Limits.longestShape / mega} MB`,
      "a text of a workbook; all its shared texts, with 16 bytes more for each": `32,767 characters; ${Limits.longestTexts / mega} MB`,
      "texts that describe a GeoPackage's layers, or make its tables; a workbook's styles and list of sheets": `${Limits.longestCatalog / mega} million characters`
    }
    for (const [what, most] of Object.entries(expected)) assert.strictEqual(rows.get(what), most, what)
  })

  it("MUST state OpenStreetMap's licence terms wherever users choose its data", () => {
    const places = {
      sources: read("sources/reading/README.md"),
      guide: read("sources/openstreetmap/README.md"),
      "command line and console": openstreetmap.summary
    }
    for (const [place, text] of Object.entries(places)) {
      const words = text.replace(/\s+/g, " ")
      assert.match(words, /contributors/, place)
      assert.match(words, /database [^.]{0,140}\bunder the ODbL as well/, place)
    }
  })
})
