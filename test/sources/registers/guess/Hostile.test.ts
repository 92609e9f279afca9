import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import {
  contentsOf,
  lookedAt,
  pairPoint,
  postcodeShare,
  streetShare
} from "../../../../sources/registers/guess/Contents.ts"
import { brief } from "../../../../sources/registers/guess/TextGeometry.ts"
import { usesOf } from "../../../../sources/registers/guess/UseWords.ts"
import { drawnOfText } from "../../../../sources/reading/GeometryText.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { layoutsOf, mostGuessed } from "../../../../sources/registers/guess/Layout.ts"
import { allowance, samplesOf } from "../../../../sources/registers/guess/Sample.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"

const pieces = [
  " ",
  "-",
  "- ",
  "1",
  "1 ",
  "1-",
  "1,",
  ",",
  " ,",
  ".",
  "a",
  "A ",
  "(",
  "[1",
  "é",
  "一",
  "\t",
  "1.0",
  "ß "
]
const starts = ["", "Main St 1", "1", "a", "POINT", "POINT(", "č.p. 1+1111", "c/", "("]

/** Texts that patterns with several ways to match a character never finish. */
const hostile = (length: number): ReadonlyArray<string> =>
  starts.flatMap((start) => pieces.map((piece) => `${start}${piece.repeat(length / piece.length)}!`))

const write = Effect.fnUntraced(function* (name: string, text: string) {
  const files = yield* FileSystem.FileSystem
  const path = join(yield* files.makeTempDirectoryScoped(), name)
  yield* files.writeFileString(path, text)
  return path
})

const guessed = (name: string, text: string) =>
  Effect.gen(function* () {
    return yield* guessTable(yield* locate(yield* write(name, text)))
  }).pipe(Effect.scoped, Effect.provide(testPlatform))

describe("values made to keep patterns busy", () => {
  it.each([60, 8_000, 64_000])("MUST be examined to the end: %d characters", (length) => {
    const contents = contentsOf(hostile(length))
    expect(streetShare(contents)).toBeLessThan(1)
    expect(postcodeShare(contents, "DE")).toBe(0)
    expect(usesOf(contents).homes).toEqual([])
    for (const text of hostile(length)) {
      expect(brief(text) === text || text.startsWith("POINT(1")).toBe(true)
      expect(pairPoint.test(text)).toBe(false)
    }
  })

  it("MUST be examined no further than their beginnings", () => {
    const [value] = contentsOf([`Main Street 1${" ".repeat(1_000_000)}x`]).values
    expect(value).toBe("Main Street 1")
    expect(contentsOf(["x".repeat(1_000_000)]).meanLength).toBe(lookedAt)
  })

  it("MUST still be told from house numbers, streets with them, and points", () => {
    const numbers = ["12", "12 a", "12-14", "12 - 14", "12a-12c", "12/3 B", "1+1111", "č.p. 12", "12bis", "12.0"]
    expect(contentsOf(numbers).houseNumber).toBe(1)
    expect(contentsOf(["12 Main", "a12b3", "- 12"]).houseNumber).toBe(0)
    const lines = ["Hauptstr. 12a", "Main St, 12", "Am Ring 1 - 3", "Rue du Lac 4 bis", "Weg 12 -14 b", "A, 1"]
    expect(contentsOf(lines).trailing).toBe(1)
    expect(streetShare(contentsOf(["Schlossallee   12", "Parkweg, 3"]))).toBe(1)
    const pairs = ["48.1, 11.5", "48.1 11.5", "(48.1,11.5)", "[48.1; 11.5; 300]", "-48  ,  11"]
    expect(pairs.filter((text) => !pairPoint.test(text))).toEqual([])
    const points = [
      "POINT (11.5 48.1)",
      "SRID=4326;POINT ZM(1 2 3 4)",
      "point z ( 1 2 3 )",
      "MULTIPOINT((1 2))",
      "POINTM(1 2 3)"
    ]
    expect(points.filter((text) => drawnOfText(text)?.point === undefined)).toEqual([])
    expect(points.map(brief)).toEqual(points)
  })
})

const size = 256 * 1024
const filled = (start: string, piece: string, end = "") => `${start}${piece.repeat(size / piece.length)}${end}`

describe("the beginning of a file", () => {
  const heads: ReadonlyArray<readonly [what: string, text: string]> = [
    ["brackets", filled('{"a":', "[")],
    ["objects in one another", filled("{", '"a":{')],
    ["arrays of arrays", filled('{"a":', "[[1],", "]")],
    ["quotes that are not closed", filled("{", '\\"', "\\")],
    ["elements in one another", filled("", "<a>")],
    ["elements below others", filled("<a>".repeat(40_000), "<b/>")],
    ["comments", filled("<a>", "<!--")],
    ["tags that do not end", filled("<r>", "<a '")],
    ["quotes that begin in one another", filled("<r>", '><"\t"')],
    ["a name without end", filled("<r>", "<a\"'")],
    ["record separators", filled("", "\u001e", "{")],
    ["names of columns", filled("", "ab cd;", "\n").repeat(4)],
    ["quotes", filled("a,b\n", '"')]
  ]
  it.each(heads)("MUST be looked through, whatever it has very many of: %s", (_, text) => {
    for (const { words } of layoutsOf("file", Buffer.from(text))) expect(words.length).toBeLessThan(200)
  })

  it.each([
    ['{"rows":[1],"data":{"rows":[{"a":1}]}}', "data.rows"],
    ['{"note":"[ {","list" : [ {"a":1}]}', "list"],
    ['{"a":{"b":{"c":[[]]}},"d.":[1,{}],"e":[\n{', "e"],
    ['{"say \\"[{\\"":[{"a":1}]}', 'say \\"[{\\"'],
    ['{"a":[]}', ""]
  ])("MUST lead to the first array of objects: %s", (text, path) => {
    const [layout] = layoutsOf("file.json", Buffer.from(`\ufeff\n${text.replace("{", "{\n")}`))
    expect(layout?.format).toEqual({ type: "json", ...(path === "" ? {} : { path }) })
  })

  it.effect("MUST be looked through for a reference system, however many members have its name", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        guessed("a.geojson", `{"type":"FeatureCollection","a":{${'"crs":{'.repeat(2300)}`)
      )
      expect(error.message).toContain("levels")
      const crs = `"crs" : {"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::2056"}}`
      const feature = `{"type":"Feature","properties":{"no":"1"},"geometry":{"type":"Point","coordinates":[2600968,1197426]}}`
      const { mapping } = yield* guessed(
        "b.geojson",
        `{"type":"FeatureCollection",${crs},"features":[${feature.replace('"1"', '"1","street":"Weg","city":"Bern"')}]}`
      )
      expect(JSON.stringify(mapping)).toContain("+proj=somerc")
    })
  )
})

describe("a guess", () => {
  it.effect("MUST end on columns with hostile names and values", () =>
    Effect.gen(function* () {
      const names = ["street", `city ${"a ".repeat(100_000)}`, "x".repeat(201), "y".repeat(200)]
      const row = [`Main St 1${"- ".repeat(40)}!`, `1${" ".repeat(50_000)}1${" ".repeat(50_000)}x`, "3", "4"]
      const { columns } = yield* guessed("a.csv", `${names.join(";")}\n${row.join(";")}\n`)
      expect(columns.map(({ name }) => name)).toEqual(["street", "y".repeat(200)])
    })
  )

  it.effect("MUST take the name of a column for nothing else, such as what every object has", () =>
    Effect.gen(function* () {
      const names = ["constructor", "__proto__", "hasOwnProperty", "toString"]
      const row = '"no":"1","street":"Hauptstr.","town":"Berlin"'
      const rows = [`{${row},${names.map((name) => `${JSON.stringify(name)}:"x"`).join()}}`, `{${row}}`]
      const { addresses, columns } = yield* guessed("a.jsonl", rows.join("\n"))
      expect(addresses.length).toBe(0)
      expect(columns.map(({ name, part, samples }) => [name, part, ...samples])).toEqual([
        ["no", "houseNumber", "1"],
        ["street", "street", "Hauptstr."],
        ["town", "city", "Berlin"],
        ...names.map((name) => [name, null, "x"])
      ])
    })
  )

  it.effect("MUST show no position that is none", () =>
    Effect.gen(function* () {
      const feature = (x: string, y: string) =>
        `{"type":"Feature","properties":{"no":"1","street":"Hauptstr.","town":"Berlin","zip":"10115"},"geometry":{"type":"Point","coordinates":[${x},${y}]}}`
      const features = ["1e308", "1e400", "13.4"].map((x) => feature(x, x === "13.4" ? "52.5" : x))
      const { addresses } = yield* guessed("a.geojson", `{"type":"FeatureCollection","features":[${features.join()}]}`)
      expect(addresses.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
        [undefined, undefined],
        [52.5, 13.4]
      ])
    })
  )

  it.effect("MUST look at no more columns than any table of addresses has", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 2000 }, (_, at) => `x${at} lat${at}`)
      const { columns } = yield* guessed("a.csv", `${names.join(";")}\n${names.map((_, at) => at).join(";")}\n`)
      expect(columns.length).toBe(mostGuessed)
    })
  )

  const rowOf = (at: number) => JSON.stringify({ at, street: "Weg", text: "x".repeat(200_000) })
  // 20 MB: a guess reads 8 of the first table at most.
  const large = Array.from({ length: 100 }, (_, at) => rowOf(at)).join("\n")
  const hollow = Array.from({ length: 100 }, () => `{"street":"Weg","x":[${"[],".repeat(60_000)}1]}`).join("\n")

  const tables: ReadonlyArray<readonly [what: string, text: string]> = [
    ["texts", large],
    ["empty arrays", hollow]
  ]
  it.effect.each(tables)(
    "MUST read a bounded amount of rows with long %s, and keep only the beginnings of their texts",
    ([, text]) =>
      Effect.gen(function* () {
        const location = yield* locate(yield* write("a.jsonl", text))
        const allowed = allowance()
        const before = allowed.left
        const counts: Array<number> = []
        for (let time = 0; time < 6; time++) {
          const samples = yield* Stream.runCollect(
            Stream.mapEffect(location.entries({}), (entry) => samplesOf(entry, allowed, []))
          )
          const [sample] = samples.flat()
          counts.push(sample!.rows.length)
          expect(sample!.rows.every((row) => row.get("text").length <= 1000)).toBe(true)
          expect(sample!.rows[0]!.get("street")).toBe("Weg")
        }
        // Each table leaves as much to the next as it takes.
        expect(counts[0]).toBeLessThan(60)
        expect(counts[0]).toBeGreaterThan(20)
        expect(counts[5]).toBeLessThan(5)
        expect(counts[5]).toBeGreaterThan(0)
        expect(allowed.left).toBeLessThan(before / 20)
      }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )
})
