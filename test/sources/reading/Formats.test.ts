import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { csvRecords } from "../../../sources/reading/Csv.ts"
import { geoJsonFeatures } from "../../../sources/reading/GeoJson.ts"
import { jsonArray, jsonLines, parseJson } from "../../../sources/reading/Json.ts"
import { parse, type Parser } from "../../../sources/reading/Parser.ts"
import { xmlRecords } from "../../../sources/reading/Xml.ts"
import { zstdFrames } from "../../../sources/reading/ZstdFrames.ts"
import { cut } from "./Cut.ts"

const origin = { source: "test", place: "data/a.csv" }

/** Everything that a parser yields for the pieces. */
const run = <A, B>(parser: Parser<A, B>, pieces: ReadonlyArray<A>): ReadonlyArray<B> => [
  ...pieces.flatMap(parser.push),
  ...parser.end()
]

const form = { delimiter: ",", quote: '"', skipLines: 0 }

/** No parser may depend on where chunks end: a document reads the same however it is cut. */
const anyCut = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe("CSV", () => {
  const values = (text: string, pieces = [text]) =>
    run(csvRecords(form)(), pieces).map((record) =>
      "fault" in record ? `${record.line}: ${record.fault}` : record.values
    )

  it("MUST give quoted and unquoted records, across lines and with quotes in them", () => {
    expect(values('a,b\n1,"x, y"\r\n2,"say ""hi"""\n3,"two\nlines"\n4,plain\n\n5,\n')).toEqual(
      expect.arrayContaining([
        ["a", "b"],
        ["1", "x, y"],
        ["2", 'say "hi"'],
        ["3", "two\nlines"],
        ["4", "plain"],
        ["5", ""]
      ])
    )
  })

  it("MUST give the names of the columns first", () => {
    expect(values('"a","b"\n1,2')[0]).toEqual(["a", "b"])
    expect(values('a,b\n"1",2')[0]).toEqual(["a", "b"])
  })

  it("MUST lose only one line to an unclosed quote", () => {
    const found = values('a,b\n1,good\n2,"broken\n3,good\n4,"good"\n5,good\n')
    expect(found.filter((record) => typeof record === "string")).toEqual(["3: has unclosed quotes"])
    expect(
      found
        .filter((record) => typeof record !== "string")
        .map(([first]) => first)
        .sort()
    ).toEqual(["1", "3", "4", "5", "a"].sort())
  })

  it("MUST keep a quote in the middle of a field as a character", () => {
    expect(values('a,b\n1,5" pipe\n2,x\n')).toContainEqual(["1", '5" pipe'])
  })

  it("MUST report a record with another number of columns, and its line", () => {
    expect(values("a,b\n1,2\n1,2,3\n1\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
      "3: has 3 columns instead of 2",
      "4: has 1 columns instead of 2"
    ])
  })

  it("MUST leave out empty columns behind those that have names, as lines that end with a delimiter have them", () => {
    expect(values('a,b\n1,2,\n"3",4, ,\n"5\n6",7,\n8,9,,x\n')).toEqual(
      expect.arrayContaining([["a", "b"], ["1", "2"], ["3", "4"], ["5\n6", "7"], "6: has 4 columns instead of 2"])
    )
  })

  it("MUST skip lines before the names, and use names from the declaration", () => {
    const skipped = run(csvRecords({ ...form, delimiter: ";", skipLines: 2 })(), [
      "Title;;\nMade on:;today;\nA;B\n1;2\n"
    ])
    expect(skipped).toEqual([
      { line: 3, values: ["A", "B"] },
      { line: 4, values: ["1", "2"] }
    ])
    const named = run(csvRecords({ ...form, columns: ["x", "y"] })(), ["1,2\n3,4\n"])
    expect(named).toEqual([
      { line: 0, values: ["x", "y"] },
      { line: 1, values: ["1", "2"] },
      { line: 2, values: ["3", "4"] }
    ])
  })

  it("MUST leave quotes alone if a register never quotes", () => {
    expect(run(csvRecords({ ...form, delimiter: "|", quote: "" })(), ['a|b\n1|12" pipe\n'])).toContainEqual({
      line: 2,
      values: ["1", '12" pipe']
    })
  })

  it("MUST give the same records however the text is split", () => {
    const field = fc.stringMatching(/^[a-z ,"\n]{0,6}$/)
    const table = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 8 })
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const key = (found: ReadonlyArray<unknown>) => found.map((record) => JSON.stringify(record)).sort()
    fc.assert(
      fc.property(table, anyCut, fc.constantFrom("\n", "\r\n"), (rows, sizes, end) => {
        const lines = rows.map(([a, b]) => `r,${quoted(a)},${quoted(b)}${end}`)
        const text = `n,a,b${end}${lines.join("")}`
        const found = run(csvRecords(form)(), cut(text, sizes))
        const expected = [["n", "a", "b"], ...rows.map(([a, b]) => ["r", a, b])]
        expect(key(found.map((record) => ("fault" in record ? record : record.values)))).toEqual(key(expected))
      }),
      { numRuns: 300 }
    )
  })
})

describe("JSON", () => {
  it("MUST read what programs write for missing numbers as nothing, and texts as they are", () => {
    const parsed = (text: string) => parseJson({ number: 1, text })
    expect(parsed('{"lat":NaN,"lon":-Infinity,"a":[Infinity],"b":"NaN \\"NaN"}')).toEqual({
      value: { lat: null, lon: null, a: [null], b: 'NaN "NaN' }
    })
    for (const broken of ['{"a":NaNa}', '{"a":NaN', "{'a':NaN}"])
      expect(parsed(broken)).toEqual({ fault: "is not JSON" })
  })

  const texts = (path: ReadonlyArray<string>, text: string, sizes = [text.length || 1]) =>
    run(jsonArray(path)(), cut(text, sizes)).map((value) => value.text)

  it("MUST give the elements of the array that the path names, and of no other", () => {
    const text =
      '{"meta":{"features":[9,9]},"data":{"name":"a [b] {c} \\"features\\":","features":[{"a":[1,{"b":"]"}]}, 2 ,"x,y"]},"tail":[7]}'
    expect(texts(["data", "features"], text)).toEqual(['{"a":[1,{"b":"]"}]}', "2", '"x,y"'])
    expect(texts([], '[1, [2], {"a": 3}]')).toEqual(["1", "[2]", '{"a": 3}'])
    expect(texts([], " [ ] ")).toEqual([])
  })

  it("MUST skip commas without an element", () => {
    expect(texts(["features"], '{"features":[\n{"a":1},\n{"a":2},\n\n]\n}')).toEqual(['{"a":1}', '{"a":2}'])
  })

  it("MUST fail if there is no such array, and if it does not end", () => {
    expect(() => texts(["features"], '{"items":[1]}')).toThrow('not JSON with an array under "features"')
    expect(() => texts([], "<html></html>")).toThrow("not JSON with an array at its top")
    expect(() => texts([], '[{"a":1},{"a"')).toThrow("cut off")
  })

  it("MUST give the same elements however the text is split", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), anyCut, (values, sizes) => {
        const text = JSON.stringify({ first: { list: [1] }, list: values }, null, sizes.length)
        expect(texts(["list"], text, sizes).map((element) => JSON.parse(element) as unknown)).toEqual(
          JSON.parse(JSON.stringify(values))
        )
      }),
      { numRuns: 300 }
    )
  })

  it("MUST give values on lines, with record separators or without", () => {
    expect(run(jsonLines(), ['{"a":1}\r\n\n{"a"', ":2}\n\u001e3"])).toEqual([
      { number: 1, text: '{"a":1}' },
      { number: 3, text: '{"a":2}' },
      { number: 4, text: "3" }
    ])
  })
})

describe("GeoJSON", () => {
  const feature = (name: string) =>
    `{"type":"Feature","properties":{"name":"${name}"},"geometry":{"type":"Point","coordinates":[1,2]}}`
  const names = (text: string, sizes = [7]) =>
    run(geoJsonFeatures(), cut(text, sizes)).map((found) => ("fault" in found ? found.fault : found.properties["name"]))

  it("MUST be read on lines and as a collection, with line breaks anywhere", () => {
    expect(names(`${feature("a")}\n${feature("b")}\n`)).toEqual(["a", "b"])
    expect(names(feature("a"))).toEqual(["a"])
    expect(names(`{"type":"FeatureCollection","features":[${feature("a")},${feature("b")}]}`)).toEqual(["a", "b"])
    expect(names(`{\n"type":"FeatureCollection",\n"features":[\n${feature("a")},\n${feature("b")},\n]}\n`)).toEqual([
      "a",
      "b"
    ])
  })

  it("MUST report what is not a Feature, and continue", () => {
    expect(names(`${feature("a")}\n{"type":"Feature"\n42\n{"type":"Point"}\n${feature("b")}\n`)).toEqual([
      "a",
      "is not JSON",
      "is not a GeoJSON Feature",
      "is not a GeoJSON Feature",
      "b"
    ])
  })

  it("MUST give coordinates of points, and positions in areas no larger than an estate", () => {
    const point = (geometry: string) => {
      const [found] = run(geoJsonFeatures(), [`{"type":"Feature","properties":null,"geometry":${geometry}}`])
      return found !== undefined && "point" in found ? found.point : "none"
    }
    expect(point('{"type":"Point","coordinates":[1.5,2,99]}')).toEqual([1.5, 2, 99])
    expect(point('{"type":"MultiPoint","coordinates":[[3,4],[5,6]]}')).toEqual([3, 4])
    const square = (x: number, y: number, size: number) =>
      `[[[${x},${y}],[${x + size},${y}],[${x + size},${y + size}],[${x},${y + size}],[${x},${y}]],[[0,0],[0,0],[0,0]]]`
    expect(point(`{"type":"Polygon","coordinates":${square(8, 49, 0.001)}}`)).toEqual([8.0005, 49.0005])
    const two = `[${square(8, 49, 0.001)},${square(8.002, 49, 0.001)}]`
    expect(point(`{"type":"MultiPolygon","coordinates":${two}}`)).toEqual([8.0005, 49.0005])
    for (const other of [
      "null",
      '{"type":"Polygon","coordinates":[[["a",2]]]}',
      '{"type":"Polygon","coordinates":[]}',
      '{"type":"MultiPolygon","coordinates":[[8,49]]}',
      `{"type":"Polygon","coordinates":${square(8, 49, 1)}}`,
      `{"type":"Polygon","coordinates":${square(456_000, 5_428_000, 20_000)}}`,
      '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
      '{"type":"Point","coordinates":["a",2]}'
    ]) {
      expect(point(other)).toBe(undefined)
    }
  })
})

describe("XML", () => {
  const text = `<?xml version="1.0"?><!DOCTYPE x><s:all xmlns:s="urn:s"><s:home id="1>2"><s:ref>a</s:ref>
    <!-- <s:home><s:ref>hidden</s:ref></s:home> --><s:name>Stra&#223;e &amp; &lt;x&gt;</s:name><s:ref>b</s:ref><s:empty/>
    <s:note><![CDATA[<raw> & ]]></s:note><s:deep><s:inner>in</s:inner></s:deep></s:home><s:shop><s:ref>no</s:ref></s:shop><home><ref>c</ref></home></s:all>`

  it("MUST give the leaves of the records by local name, several of one name together", () => {
    const found = run(xmlRecords(new Set(["home"]))(), [text])
    expect(found.map(({ leaves, number }) => [number, Object.fromEntries(leaves)])).toEqual([
      [1, { ref: "a|b", name: "Straße & <x>", empty: "", note: "<raw> &", inner: "in" }],
      [2, { ref: "c" }]
    ])
  })

  const linked = `<all><home xml:id="h1" kind='a &amp; "b"'><at><code>1</code></at><in><code>2</code></in>
    <to x:href="#t"/><to x:href="#u">v</to></home><code>3</code></all>`
  const wanted = new Set(["@id", "@kind", "to@href", "in.code", "home.code"])

  it("MUST give attributes, and leaves by their parent element, only if requested", () => {
    const leaves = (options?: Parameters<typeof xmlRecords>[1]) =>
      run(xmlRecords(new Set(["home"]), options)(), [linked]).map((record) => Object.fromEntries(record.leaves))
    expect(leaves()).toEqual([{ code: "1|2", to: "|v" }])
    expect(leaves({ wanted })).toEqual([
      { "@id": "h1", "@kind": 'a & "b"', code: "1|2", "in.code": "2", "to@href": "#t|#u", to: "|v" }
    ])
  })

  const nested = `<all><home xmlns:x="urn:x" kind="a"><street id="s"><code>1</code><word><text>Main</text></word></street>
    <town><word><text>Alma</text></word></town><zip><code>9</code></zip><only>o</only>
    <data name="A &amp; B"><shown>A</shown><value>1</value></data><data name="C"><value>2</value></data>
    <field key="D">3</field><field key="E"/></home><home kind="b"><only/></home></all>`

  it("MUST give leaves anywhere within an element, and texts by an attribute of their element, if requested", () => {
    const wanted = new Set(["street//text", "town//code", "data@name=A & B", "data@name=C", "field@key=D"])
    const [home] = run(xmlRecords(new Set(["home"]), { wanted })(), [nested])
    expect(Array.from(wanted, (field) => home?.leaves.get(field))).toEqual(["Main", undefined, "1", "2", "3"])
  })

  it("MUST name all that there is, each text by the shortest name that tells it from others", () => {
    const found = run(xmlRecords(new Set(["home"]), { wanted: "all" })(), [nested])
    expect(found.map(({ leaves, names }) => names().map((name) => [name, leaves.get(name)]))).toEqual([
      [
        ["@kind", "a"],
        ["street.code", "1"],
        ["street//text", "Main"],
        ["town//text", "Alma"],
        ["zip.code", "9"],
        ["only", "o"],
        ["data@name=A & B", "1"],
        ["data@name=C", "2"],
        ["field@key=D", "3"],
        ["field@key=E", ""]
      ],
      [
        ["@kind", "b"],
        ["only", ""]
      ]
    ])
  })

  it("MUST report what XML does not define in an attribute", () => {
    const [record] = run(xmlRecords(new Set(["home"]), { wanted })(), [linked.replace("&amp;", "&uuml;")])
    expect(record?.fault).toContain('has &uuml; in "@kind"')
  })

  it("MUST list the existing elements if none has the requested names, if that is a fault", () => {
    const parser = (orFault: boolean) => run(xmlRecords(new Set(["house", "flat"]), { orFault })(), [linked])
    expect(parser(false)).toEqual([])
    expect(() => parser(true)).toThrow("it has no element house, flat. It has: all, home, at, code, in, to.")
  })

  it("MUST give the same records however the text is split", () => {
    const names = new Set(["home", "shop"])
    const read = (options: Parameters<typeof xmlRecords>[1], pieces: ReadonlyArray<string>) =>
      run(xmlRecords(names, options)(), pieces).map((record) => ({ ...record, names: record.names() }))
    const whole = read({}, [text])
    const links = read({ wanted }, [linked])
    const all = read({ wanted: "all" }, [nested])
    fc.assert(
      fc.property(anyCut, (sizes) => {
        expect(read({}, cut(text, sizes))).toEqual(whole)
        expect(read({ wanted }, cut(linked, sizes))).toEqual(links)
        expect(read({ wanted: "all" }, cut(nested, sizes))).toEqual(all)
      }),
      { numRuns: 200 }
    )
  })

  it("MUST fail if it is truncated, and if it is not XML", () => {
    expect(() => run(xmlRecords(new Set(["home"]))(), [text.slice(0, -20)])).toThrow("cut off")
    const unbalanced = "<r><home><street>Oak Ave</street></of><number>1</number></home></r>"
    expect(() => run(xmlRecords(new Set(["home"]), { wanted: "all" })(), [unbalanced])).toThrow("not well-formed XML")
    expect(() => run(xmlRecords(new Set(["home"]))(), ["a;b\n1;2\n"])).toThrow("not XML")
  })
})

describe("parsers", () => {
  it.effect("MUST fail as unreadable, with the place and the parser's words", () =>
    Effect.gen(function* () {
      const failure = yield* Stream.make("{}").pipe(parse(origin, jsonArray([])), Stream.runDrain, Effect.flip)
      expect(failure).toMatchObject({ _tag: "SourceError", source: "test", reason: "unreadable" })
      expect(failure.message).toBe("data/a.csv: it is not JSON with an array at its top.")
    })
  )

  it.effect("MUST start over each time a stream is run", () =>
    Effect.gen(function* () {
      const stream = Stream.make("[1,", "2]").pipe(parse(origin, jsonArray([])))
      const first = yield* Stream.runCollect(stream)
      expect(yield* Stream.runCollect(stream)).toEqual(first)
      expect(first.map(({ number }) => number)).toEqual([1, 2])
    })
  )

  it("MUST pass on every byte of a zstd file, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), anyCut, (bytes, sizes) => {
        const pieces: Array<Uint8Array> = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length]!
          pieces.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(Buffer.concat(run(zstdFrames(), pieces)).equals(Buffer.from(bytes))).toBe(true)
      })
    )
  })
})
