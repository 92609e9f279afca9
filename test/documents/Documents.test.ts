import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import * as Path from "node:path"
import { type as openstreetmap } from "../../sources/openstreetmap/OpenStreetMap.ts"
import * as Limits from "../../sources/reading/Limits.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const read = (path: string): string => readFileSync(Path.join(root, path), "utf8")

const documentsBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(Path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => Path.join(folder, name))

const documents = ["README.md", "CHANGELOG.md", ...["properties", "sources", "src"].flatMap(documentsBelow)]

/** A document's own text, without blocks and spans of code, in which nothing leads anywhere. */
const proseOf = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "")

/** The fragment that leads to a heading, as code hosts make it. */
const fragmentOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-")

const headingsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.replace(/^ *```[^]*?^ *```/gm, "").matchAll(/^#{1,6} +(.+?) *$/gm), ([, heading = ""]) => heading)

/** What a document's links to this repository lead to, and what is not there. */
const deadLinks = (path: string, text: string): ReadonlyArray<string> =>
  Array.from(proseOf(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link).filter((link) => {
    if (/^(?:[a-z]+:|\/\/)/.test(link)) return false
    const [file = "", fragment] = link.split("#")
    const target = file === "" ? path : Path.join(Path.dirname(path), decodeURIComponent(file))
    if (!existsSync(Path.join(root, target))) return true
    if (fragment === undefined || statSync(Path.join(root, target)).isDirectory()) return false
    const there = file === "" ? text : read(target)
    return !headingsOf(there).map(fragmentOf).includes(fragment)
  })

describe("the documents", () => {
  it("MUST lead to files and headings that are there", () => {
    assert.isAbove(documents.length, 5)
    for (const path of documents) assert.deepStrictEqual(deadLinks(path, read(path)), [], path)
    const wrong = "[a](#nowhere) [b](nothing.md) [c](README.md#no-such) [d](#so-it-is)\n\n## So: it is\n\n`[e](#code)`"
    assert.deepStrictEqual(deadLinks("README.md", wrong), ["#nowhere", "nothing.md", "README.md#no-such"])
  })

  it("MUST tell the limits of reading that there are", () => {
    const rows = new Map(
      Array.from(read("README.md").matchAll(/^\| ([^|]+?) \| ([^|]+?) \|$/gm), ([, what = "", most = ""]) => [
        what,
        most
      ])
    )
    const { defaultLimits: usual } = Limits
    const mega = 1024 ** 2
    const count = (value: number) => value.toLocaleString("en")
    const expected: Readonly<Record<string, string>> = {
      "one file, downloaded or unpacked": `\`SOURCE_MAX_GB\`: ${usual.fileBytes / 1024 ** 3} GB`,
      "unpacked beside packed, archives in archives included": `\`SOURCE_MAX_RATIO\`: ${usual.ratio} times, from ${usual.ratioFrom / mega} MB on`,
      "one record: a line, an element of JSON or XML": `${Limits.longestRecord / mega} million characters, ${count(Limits.mostColumns)} columns, ${Limits.deepest} levels`,
      "text or bytes without one record": `${Limits.longestSilence / 1024 ** 3} GB`,
      "files in a folder, archive or bucket": `${count(usual.files)}; archives ${usual.depth} deep`,
      "a page, a footer, a row group of Parquet": `${Limits.largestPage / mega} MB unpacked; ${Limits.longestFooter / mega} MB; ${Limits.largestGroup / 1024 ** 3} GB packed and ${Limits.mostRows / mega} million rows`,
      "a record of a shapefile": `${Limits.longestShape / mega} MB`
    }
    for (const [what, most] of Object.entries(expected)) assert.strictEqual(rows.get(what), most, what)
  })

  it("MUST say what OpenStreetMap's licence asks for wherever somebody chooses its data", () => {
    const places = {
      README: read("README.md"),
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
