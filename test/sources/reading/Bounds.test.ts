import { randomBytes } from "node:crypto"
import { open } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { gzipSync, zstdCompressSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer, PlatformError, Stream } from "effect"
import { vi } from "vitest"
import { csvRecords } from "../../../sources/reading/Csv.ts"
import { geoJsonFeatures } from "../../../sources/reading/GeoJson.ts"
import { jsonArray, jsonLines, parseJson } from "../../../sources/reading/Json.ts"
import {
  deepest,
  defaultLimits,
  longestDocument,
  longestRecord,
  mostColumns,
  mostMembers
} from "../../../sources/reading/Limits.ts"
import type { Parser } from "../../../sources/reading/Parser.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { xmlRecords } from "../../../sources/reading/Xml.ts"
import { rowOfObject } from "../../../sources/registers/Row.ts"
import { readRows } from "../../../sources/registers/Rows.ts"
import { eventually } from "../../support/Eventually.ts"
import { locate, patience, platform, readAll, readerWith, testPlatform, testReader } from "./TestReader.ts"
import { zip } from "./ZipWriter.ts"

const text = (content: string) => Buffer.from(content)

/** Feeds a parser the same piece until it fails, and returns the fault and the amount of text taken by then. */
const feed = (parser: Parser<string, unknown>, piece: string, before = "") => {
  let taken = before.length
  try {
    parser.push(before)
    while (taken < 10 * longestRecord) {
      taken += piece.length
      parser.push(piece)
    }
    parser.end()
  } catch (cause) {
    return { taken, fault: cause instanceof Error ? cause.message : "" }
  }
  return { taken, fault: "none" }
}

const form = { delimiter: ",", quote: '"', skipLines: 0 }

describe("a record without end", () => {
  const piece = "x".repeat(64 * 1024)
  const endless: ReadonlyArray<readonly [what: string, parser: () => Parser<string, unknown>, before: string]> = [
    ["a line of CSV", csvRecords(form), "a,b\n1,"],
    ["a line of JSON", jsonLines, '{"a":"'],
    ["an element of JSON", jsonArray([]), '[{"a":"'],
    ["a name in JSON", jsonArray(["a"]), '{"'],
    ["a feature", geoJsonFeatures, '{"type":"FeatureCollection","features":[{"x":"'],
    ["a text in XML", xmlRecords(new Set(["home"])), "<r><home><name>"],
    ["character data in XML", xmlRecords(new Set(["home"])), "<r><home><name><![CDATA["],
    ["a tag in XML", xmlRecords(new Set(["home"])), '<r><home a="'],
    ["a comment in XML", xmlRecords(new Set(["home"])), "<r><!--"]
  ]
  it.each(endless)("MUST be given up, in time linear in its length: %s", (_, parser, before) => {
    const { fault, taken } = feed(parser(), piece, before)
    expect(fault).toMatch(/more than \d+ characters|is not closed/)
    expect(taken).toBeLessThanOrEqual(longestRecord + 2 * piece.length)
  })

  it("MUST be given up if it consists of many short elements", () => {
    const { fault } = feed(
      xmlRecords(new Set(["home"]))(),
      `<name>${piece.slice(0, 1000)}</name>`.repeat(60),
      "<r><home>"
    )
    expect(fault).toContain("a home of more than")
  })

  it.each([
    ["attributes", `<to href="${piece.slice(0, 1000)}"/>`.repeat(60)],
    ["leaves within others", `<in><code>${piece.slice(0, 1000)}</code></in>`.repeat(60)],
    ["elements in one another", "<a>".repeat(20_000)]
  ])("MUST be given up if it consists of many %s", (_, repeated) => {
    for (const wanted of [new Set(["to@href", "in.code", "in//code"]), "all"] as const) {
      const { fault, taken } = feed(xmlRecords(new Set(["home"]), { wanted })(), repeated, "<r><home>")
      expect(fault).toMatch(/a home (?:of more than|that is nested more than)/)
      expect(taken).toBeLessThanOrEqual(4 * longestRecord)
    }
  })

  it("MUST be given up if quotes in CSV are not closed, and cost only their own line", () => {
    const line = `2,"${"x".repeat(200_000)}\n`
    const records = [...csvRecords(form)().push(`a,b\n${line}${`3,${"y".repeat(200_000)}\n`.repeat(60)}`)]
    expect(records.filter((record) => "fault" in record)).toEqual([{ line: 2, fault: "has unclosed quotes" }])
    expect(records.length).toBe(62)
  })

  it("MUST NOT depend on columns or depth", () => {
    const wide = ",".repeat(mostColumns + 1)
    for (const line of [wide, `"x"${wide}`]) {
      expect(csvRecords(form)().push(`${line}\n`)).toEqual([{ line: 1, fault: `has more than ${mostColumns} columns` }])
    }
    expect(() => jsonArray(["a"])().push("[".repeat(deepest + 1))).toThrow("levels deep")
    expect(jsonArray([])().push(`[${"[".repeat(5000)}${"]".repeat(5000)},1]`)).toHaveLength(2)
  })

  it("MUST reject a long value that is nested too deep instead of parsing it, and nothing that only looks so", () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    const feature = (long: string) => `{"type":"Feature","properties":{"a":${long}}}`
    const fault = `is nested more than ${deepest} levels deep`
    const faults = (text: string) =>
      [...jsonArray([])().push(`[${text}]`), ...jsonLines().push(`${text}\n`)].map((json) => {
        const parsed = parseJson(json)
        return "fault" in parsed ? parsed.fault : ""
      })
    for (const fine of [`"\\"${"[".repeat(70_000)}"`, `[${"[],".repeat(70_000)}[]]`, deep(30_000)]) {
      expect(faults(fine)).toEqual(["", ""])
    }
    expect(faults(deep(40_000))).toEqual([fault, fault])
    const text = `${feature("1")}\n${feature(deep(40_000))}\n${feature("2")}\n`
    expect(geoJsonFeatures().push(text)).toMatchObject([{ number: 1 }, { number: 2, fault }, { number: 3 }])
  })

  it("MUST reject a value with more members than any record has instead of parsing it", () => {
    const members = (count: number, value: string) =>
      `{${Array.from({ length: count }, (_, i) => `"a${i}":${value}`).join(",")}}`
    const faults = (text: string) => jsonLines().push(`${text}\n`).map(parseJson)
    expect(faults(members(mostMembers + 1, "1"))).toEqual([{ fault: `has more than ${mostMembers} members` }])
    expect(
      faults(
        `[${Array(9)
          .fill(members(mostMembers / 8, "{}"))
          .join(",")}]`
      )
    ).toHaveProperty("0.fault")
    // Colons within texts are none.
    expect(faults(members(mostMembers, '":,\\":"'))).toHaveProperty("0.value")
  })

  it("MUST NOT end the run if one value is a time beyond all calendars, as columns of Parquet may have", () => {
    const row = rowOfObject({ a: new Date(Number.NaN), b: new Date(0) }, () => "row")
    expect("get" in row ? [row.get("a"), row.get("b")] : row).toEqual(["", "1970-01-01T00:00:00.000Z"])
  })

  it.effect("MUST NOT end the run if one value is nested without end", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* system.makeTempDirectoryScoped(), "a.json")
      const deep = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`
      yield* system.writeFileString(path, `[{"a":${deep}},{"a":"fine"}]`)
      const location = yield* locate(path)
      const rows = yield* Stream.runCollect(
        Stream.flatMap(location.entries(), (entry) => readRows(entry, { type: "json" }, []))
      )
      expect(rows.map((row) => ("get" in row ? row.get("a") : row.detail))).toEqual(["", "fine"])
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("entities of XML", () => {
  const record = (leaf: string, before = "", pieces = 1) => {
    const parser = xmlRecords(new Set(["home"]))()
    const whole = `${before}<r><home><name>${leaf}</name></home></r>`
    const size = Math.ceil(whole.length / pieces)
    const out = Array.from({ length: pieces }, (_, at) => parser.push(whole.slice(at * size, (at + 1) * size))).flat()
    return [...out, ...parser.end()][0]!
  }

  it("MUST be the five that XML defines, and numeric characters, however the text is split", () => {
    for (const pieces of [1, 2, 7, 200]) {
      const { fault, leaves } = record("&lt;&amp;&gt;&quot;&apos; &#228;&#xE4;&#x1F600; AT&T, a & b", "", pieces)
      expect(fault).toBe(undefined)
      expect(leaves.get("name")).toBe("<&>\"' ää😀 AT&T, a & b")
    }
  })

  const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
  it.each([
    ["&uuml;", ""],
    ["&b;", laughs],
    ["&x;", laughs],
    ["&AMP;", ""],
    ["&__proto__;", ""],
    ["&#0;", ""],
    ["&#xD800;", ""],
    ["&#x110000;", ""],
    ["&#99999999999999999999;", ""]
  ])("MUST make a record unreadable that has another one: %s", (reference, before) => {
    for (const pieces of [1, 3, 50]) {
      const { fault } = record(`Stra${reference}e`, before, pieces)
      expect(fault).toBe(`has ${reference} in "name", which XML does not define; document types are not read`)
    }
  })

  it.effect("MUST be rejected with its place, while the others are read", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* system.makeTempDirectoryScoped(), "a.xml")
      yield* system.writeFileString(path, "<r><home><s>M&uuml;ll</s></home><home><s>Fine</s></home></r>")
      const location = yield* locate(path)
      const rows = yield* Stream.runCollect(
        Stream.flatMap(location.entries(), (entry) => readRows(entry, { type: "xml", records: ["home"] }, []))
      )
      expect(rows.map((row) => ("get" in row ? row.get("s") : `${row.reason}: ${row.detail}`))).toEqual([
        `malformed-record: ${path} record 1 has &uuml; in "s", which XML does not define; document types are not read.`,
        "Fine"
      ])
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("what unpacks to a huge size", () => {
  it.effect("MUST be counted across archives in archives, and compressed files in them", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const root = yield* system.makeTempDirectoryScoped()
      // Each stays within the ratio by itself; together they exceed it.
      const inner = zip({ "zeros.csv": Buffer.alloc(60_000) })
      const member = gzipSync(Buffer.concat([randomBytes(20_000), Buffer.alloc(1_500_000)]))
      const files = {
        "nested.zip": zip(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.zip`, inner]))),
        "packed.zip": zip({ "zeros.csv.gz": Buffer.concat(Array.from({ length: 30 }, () => member)) }),
        "twice.zip": zip({ "zeros.csv.zst": zstdCompressSync(Buffer.alloc(3_000_000)) })
      }
      for (const [name, content] of Object.entries(files)) {
        yield* system.writeFile(join(root, name), content)
        const error = yield* Effect.flip(Effect.flatMap(locate(join(root, name)), (location) => readAll(location)))
        expect(error.message, name).toContain("times its size")
        expect(error.message, name).toContain("SOURCE_MAX_RATIO")
      }
    }).pipe(Effect.provide([testPlatform, readerWith({ limits: { ratioFrom: 100_000, ratio: 300 } })]))
  )
})

/** A zip archive's directory alone, with the given lengths of each file's name, extra fields and comment. */
const directoryOf = (count: number, [name, extra, comment]: readonly [number, number, number]): Buffer => {
  const entry = Buffer.alloc(46 + name + extra + comment, "a")
  entry.fill(0, 0, 46)
  entry.write("PK\u0001\u0002")
  entry.writeUInt16LE(name, 28)
  entry.writeUInt16LE(extra, 30)
  entry.writeUInt16LE(comment, 32)
  // One extra field that takes all of them.
  if (extra > 0) entry.writeUInt16LE(extra - 4, 46 + name + 2)
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006")
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entry.length * count, 12)
  end.writeUInt32LE(30, 16)
  return Buffer.concat([...Array.from({ length: count }, () => entry), end])
}

it("MUST read as many quoted lines of CSV as one piece of text may have", () => {
  const count = 300_000
  const parser = csvRecords(form)()
  const records = [...parser.push(`"a"\n${'"1"\n'.repeat(count)}`), ...parser.end()]
  expect(records.length).toBe(count + 1)
  expect(records.at(-1)).toEqual({ line: count + 1, values: ["1"] })
})

describe("a zip archive's directory", () => {
  const many = Math.ceil(longestDocument / 65_535) + 1
  it.effect.each([
    ["a name of 65 kB", "a file whose name has more than 4096 characters", 1, [65_535, 0, 0]],
    ["comments of 65 kB each", "names and comments of its files have more than 67108864 bytes", many, [1, 0, 65_535]],
    ["extra fields of 65 kB each", "names and comments of its files have more than", many, [1, 65_535, 0]]
  ] as const)("MUST be refused with %s", ([_what, why, count, lengths]) =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* system.makeTempDirectoryScoped(), "a.zip")
      yield* system.writeFile(path, Buffer.concat([text("PK\u0003\u0004"), Buffer.alloc(26)]))
      yield* system.writeFile(path, directoryOf(count, lengths), { flag: "a" })
      const error = yield* Effect.flip(Effect.flatMap(locate(path), (location) => readAll(location)))
      expect(error.message).toContain(why)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be read in large pieces, however many files it has", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* system.makeTempDirectoryScoped(), "a.zip")
      const names = Array.from({ length: 2_000 }, (_, at) => `${at}.csv`)
      yield* system.writeFile(path, zip(Object.fromEntries(names.map((name) => [name, text(name)]))))
      const handle = yield* Effect.promise(() => open(path))
      const reads = vi.spyOn(Object.getPrototypeOf(handle), "read")
      yield* Effect.promise(() => handle.close())
      const entries = yield* Stream.runCollect((yield* locate(path)).entries({ select: (name) => name === "1999.csv" }))
      const count = reads.mock.calls.length
      reads.mockRestore()
      expect(entries.map(({ path }) => path)).toEqual(["1999.csv"])
      expect(count).toBeLessThan(20)
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("a folder", () => {
  it.effect("MUST be walked once through links to itself, and to others", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const root = yield* system.makeTempDirectoryScoped()
      for (const name of ["a", "b"]) {
        yield* system.makeDirectory(join(root, name))
        yield* system.writeFile(join(root, name, `${name}.csv`), text(name))
      }
      for (const name of ["one", "two"]) yield* system.symlink(root, join(root, name))
      for (const [from, to] of [
        ["a", "b"],
        ["b", "a"]
      ] as const) {
        for (const n of [1, 2, 3]) yield* system.symlink(join(root, to), join(root, from, `to-${to}-${n}`))
      }
      const location = yield* locate(root)
      const found = yield* readAll(location)
      expect(Array.from(found.values(), String).sort()).toEqual(["a", "b"])
      expect(yield* location.fingerprint).toBe(yield* location.fingerprint)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be read if a link in it is dangling, which is reported for the link only", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const root = yield* system.makeTempDirectoryScoped()
      yield* system.writeFile(join(root, "a.csv"), text("a"))
      yield* system.symlink(join(root, "nothing"), join(root, "gone.csv"))
      yield* system.symlink(join(root, "circle.csv"), join(root, "circle.csv"))
      const location = yield* locate(root)
      expect(Array.from((yield* readAll(location, (path) => path === "a.csv")).keys())).toEqual(["a.csv"])
      yield* location.fingerprint
      const gone = yield* Effect.flip(readAll(location, (path) => path === "gone.csv"))
      expect(gone.message).toBe(`${root}/gone.csv: it is a broken link. Fix or remove it.`)
      const circle = yield* Effect.flip(readAll(location, (path) => path === "circle.csv"))
      expect(circle.message).toContain("links form a loop")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be given up during the walk if it contains too many files", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const root = yield* system.makeTempDirectoryScoped()
      for (const name of ["a", "b", "c"]) yield* system.writeFile(join(root, name), text(name))
      const error = yield* Effect.flip(Effect.flatMap(locate(root), (location) => readAll(location)))
      expect(error.message).toContain("more than 2 files")
    }).pipe(Effect.provide([testPlatform, readerWith({ limits: { files: 2 } })]))
  )
})

/** A server whose response goes on through `write` until the client disconnects. */
const endless = (write: (response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly open: () => number; readonly close: () => void }>((resume) => {
      let open = 0
      const server = createServer((_, response) => {
        open += 1
        response.on("close", () => {
          open -= 1
        })
        response.on("error", () => undefined)
        write(response)
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.csv`,
            open: () => open,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

const flood = (response: ServerResponse) => {
  const chunk = Buffer.alloc(64 * 1024, "a,b\n")
  const go = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", go)
  }
  go()
}

describe("an endless response", () => {
  it.live("MUST be given up at the maximum size of a file", () =>
    Effect.gen(function* () {
      const { url } = yield* endless(flood)
      const error = yield* Effect.flip(
        Effect.flatMap(locate(url), ({ entries }) => Stream.runDrain(Stream.flatMap(entries(), ({ bytes }) => bytes)))
      )
      expect(error).toMatchObject({ reason: "unreadable" })
      expect(error.message).toContain("more than 5000000 bytes")
      expect(error.message).toContain("SOURCE_MAX_GB")
    }).pipe(Effect.provide(readerWith({ limits: { fileBytes: 5_000_000 } })))
  )

  it.live("MUST be given up if it only trickles", () =>
    Effect.gen(function* () {
      const { url } = yield* endless((response) => {
        const timer = setInterval(() => response.write("a"), 5)
        response.on("close", () => clearInterval(timer))
      })
      const error = yield* Effect.flip(
        Effect.flatMap(locate(url), ({ entries }) => Stream.runDrain(Stream.flatMap(entries(), ({ bytes }) => bytes)))
      )
      expect(error).toMatchObject({ reason: "transient" })
      expect(error.message).toContain("the server sends less than 65536 bytes in 50ms")
    }).pipe(Effect.provide(readerWith({ patience: { period: "50 millis" } })))
  )

  it.live("MUST end, with its connection, when no reader waits for it any more", () =>
    Effect.gen(function* () {
      const server = yield* endless(flood)
      const location = yield* locate(server.url)
      const progress = { read: 0 }
      const reading = yield* location.entries().pipe(
        Stream.flatMap((entry) => readRows(entry, { type: "csv" }, [])),
        Stream.runForEach(() => Effect.sync(() => (progress.read += 1))),
        Effect.forkChild
      )
      yield* eventually(
        "A thousand rows",
        Effect.sync(() => progress.read),
        (read) => read >= 1000
      )
      expect(server.open()).toBeGreaterThan(0)
      yield* Fiber.interrupt(reading)
      yield* eventually("The end of the connection", Effect.sync(server.open), (open) => open === 0)
      const before = progress.read
      yield* Effect.sleep("1 millis")
      expect(progress.read).toBe(before)
    }).pipe(Effect.provide(testReader))
  )
})

describe("a full disk", () => {
  const full = (code: string) =>
    Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (system) => ({
        ...system,
        open: (path: string, options?: Parameters<typeof system.open>[1]) =>
          Effect.map(system.open(path, options), (file) =>
            options?.flag !== "w"
              ? file
              : {
                  ...file,
                  writeAll: () =>
                    Effect.fail(
                      PlatformError.systemError({
                        _tag: "Unknown",
                        module: "FileSystem",
                        method: "writeAll",
                        cause: Object.assign(new Error(`${code}: write`), { code })
                      })
                    )
                }
          )
      }))
    ).pipe(Layer.provide(platform))

  it.effect.each([
    ["ENOSPC", "misconfigured", "the disk with the folder for temporary files is full. Free some space there"],
    ["EDQUOT", "misconfigured", "the disk with the folder for temporary files is full. Free some space there"],
    ["EROFS", "misconfigured", "Set TMPDIR to another folder."],
    ["EMFILE", "transient", "Set TMPDIR to another folder."]
  ] as const)("MUST be reported as one, and only what may pass is read again (%s)", ([code, reason, words]) =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* system.makeTempDirectoryScoped(), "a.zip")
      yield* system.writeFile(path, zip({ "in.zip": zip({ "a.csv": text("a") }) }))
      const reader = yield* Effect.provide(Reader, Reader.layerWith({ limits: defaultLimits, patience })).pipe(
        Effect.provide(full(code))
      )
      const error = yield* Effect.flip(Effect.flatMap(reader.at("test", path), (location) => readAll(location)))
      expect(error).toMatchObject({ reason })
      expect(error.message).toContain(words)
    }).pipe(Effect.provide(platform))
  )
})
