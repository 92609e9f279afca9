import { randomBytes } from "node:crypto"
import { constants, createZstdCompress, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib"
import { join } from "node:path"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isDamaged, decodeText, decodeXml } from "../../../sources/reading/Text.ts"
import { fileServer } from "./FileServer.ts"
import { contentOf, locate, readAll, readerWith, testPlatform, testReader } from "./TestReader.ts"
import { zip } from "./ZipWriter.ts"

const text = (content: string) => Buffer.from(content, "utf8")

/** A folder with files that is removed with the scope. */
const folder = Effect.fnUntraced(function* (files: Readonly<Record<string, Uint8Array>>) {
  const system = yield* FileSystem.FileSystem
  const root = yield* system.makeTempDirectoryScoped()
  for (const [path, content] of Object.entries(files)) {
    yield* system.makeDirectory(join(root, path, ".."), { recursive: true })
    yield* system.writeFile(join(root, path), content)
  }
  return root
})

/** What Python's bz2 made of a word, of four streams, and of a stream with two blocks (level 1). */
const bzip2 = {
  word: Buffer.from("QlpoOTFBWSZTWUhjLEQAAACJgBAAECBAECAAMM0AwaaAcXckU4UJBIYyxEA=", "base64"),
  members: Buffer.from(
    "QlpoOTFBWSZTWZFvBt8AAACRgAAEASAcACAAIYAMAycu4u5IpwoSEi3g2+BCWmg5MUFZJlNZFH+inQAAAxGAAAQOAYgAIAAx" +
      "DAENManOAHi7kinChICj/RToQlpoORdyRThQkAAAAABCWmg5MUFZJlNZ8LITEQAAAgGABGAUACAAMM0AwaYwcXckU4UJDwsh" +
      "MRA=",
    "base64"
  ),
  blocks: Buffer.from(
    "QlpoMTFBWSZTWb162H8ANBLRgAAQQAAjJYRAIACQIBppoClSMjI5ECXaQJZiBLUQJYzECW0gS1ECXIgS4kCW0gS4kCWIgS+i" +
      "BLEQJbiBL8xQVkmU1neoL/jABON2YDAEEAhP+AjJYRAAAgwALqQiqDIaNGIaCg0aNBkBoFKpAaDQDaTbPcsVAl6UCXtQJZ/K" +
      "gEYRlOxv1zTTGkYFbaigAj6KACNVQSxUCWFAlqoEsKBLKoEtqgSyqBLWoBHv8XckU4UJCkVQ8cA=",
    "base64"
  )
}

const read = (path: string, select?: (path: string) => boolean) =>
  Effect.flatMap(locate(path), (location) => readAll(location, select))

describe("a file or folder", () => {
  it.effect("MUST be unpacked by its contents, whatever it is called", () =>
    Effect.gen(function* () {
      const root = yield* folder({
        "plain.csv": text("plain"),
        "packed.csv.gz": gzipSync(text("gzip")),
        "tight.csv.zst": zstdCompressSync(text("zstd")),
        // The size of what follows, in a frame to skip, as pzstd writes it.
        "parallel.csv.zst": Buffer.concat([
          Buffer.from("502a4d180400000000000000", "hex"),
          zstdCompressSync(text("pzstd"))
        ]),
        "old.csv.bz2": bzip2.word,
        "letters.csv": text("BZh9, ten letters"),
        download: gzipSync(text("without an ending")),
        "lies.csv.gz": text("not packed at all"),
        "empty.csv": text("")
      })
      const found = yield* read(root)
      expect(Object.fromEntries(Array.from(found, ([path, content]) => [path, content.toString()]))).toEqual({
        "plain.csv": "plain",
        "packed.csv": "gzip",
        download: "without an ending",
        "lies.csv.gz": "not packed at all",
        "empty.csv": "",
        "old.csv": "bzip2",
        "letters.csv": "BZh9, ten letters",
        "tight.csv": "zstd",
        "parallel.csv": "pzstd"
      })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST give every member of multi-member compressed files", () =>
    Effect.gen(function* () {
      const members = ["first,", "second,", "third"].map(text)
      const root = yield* folder({
        "a.gz": Buffer.concat(members.map((member) => gzipSync(member))),
        // Tapes and some servers fill the last block with zeros.
        "b.zst": Buffer.concat([...members.map((member) => zstdCompressSync(member)), Buffer.alloc(512)]),
        // With one that is empty, and zeros behind the last.
        "c.bz2": Buffer.concat([bzip2.members, Buffer.alloc(512)]),
        "d.bz2": bzip2.blocks
      })
      const found = yield* read(root)
      expect(found.get("c")!.toString()).toBe("first,second,third")
      expect(found.get("d")!.toString()).toBe(`${"a line of text\n".repeat(10_000)}${Math.PI}${"\0".repeat(300)}`)
      expect(found.get("a")!.toString()).toBe("first,second,third")
      expect(found.get("b")!.toString()).toBe("first,second,third")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be read in path order, without hidden ones", () =>
    Effect.gen(function* () {
      const root = yield* folder({
        "b/2.csv": text("2"),
        "a/1.csv": text("1"),
        ".hidden/x.csv": text("x"),
        "b/.DS_Store": text("x")
      })
      expect(Array.from((yield* read(root)).keys())).toEqual(["a/1.csv", "b/2.csv"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST open archives in archives, and only selected ones", () =>
    Effect.gen(function* () {
      const inner = (content: string) => zip({ [`${content}.xml`]: text(content) })
      const outer = zip({
        "NUM.zip": inner("numbers"),
        "VBO.zip": zip({ "deeper.zip": inner("homes") }),
        "__MACOSX/._NUM.zip": text("junk"),
        "folder/readme.txt": text("read me")
      })
      const root = yield* folder({ "bag.zip": outer })
      const paths = (found: ReadonlyMap<string, Buffer>) => Array.from(found.keys())
      expect(paths(yield* read(join(root, "bag.zip")))).toEqual([
        "NUM.zip/numbers.xml",
        "VBO.zip/deeper.zip/homes.xml",
        "folder/readme.txt"
      ])
      const some = yield* read(join(root, "bag.zip"), (path) => path.startsWith("VBO"))
      expect(paths(some)).toEqual(["VBO.zip/deeper.zip/homes.xml"])
      expect(some.get("VBO.zip/deeper.zip/homes.xml")!.toString()).toBe("homes")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be opened if its files are named from a root, a drive or a folder, which lead nowhere here", () =>
    Effect.gen(function* () {
      const names = [
        "./",
        "./a.csv",
        "./in/./b.csv",
        "/c.csv",
        "C:\\data\\d.csv",
        "../../e.csv",
        "in/../../f.csv",
        "./.g.csv"
      ]
      const root = yield* folder({ "a.zip": zip(Object.fromEntries(names.map((name) => [name, text(name)]))) })
      expect(Array.from(yield* read(join(root, "a.zip")), ([path, content]) => [path, content.toString()])).toEqual([
        ["a.csv", "./a.csv"],
        ["in/b.csv", "./in/./b.csv"],
        ["c.csv", "/c.csv"],
        ["data/d.csv", "C:\\data\\d.csv"],
        ["e.csv", "../../e.csv"],
        ["in/f.csv", "in/../../f.csv"]
      ])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST have names in UTF-8 if they are, whether or not the archive says so, else those of DOS", () =>
    Effect.gen(function* () {
      const named = (name: string, encoding: BufferEncoding) => {
        const archive = zip({ "?????.csv": text("a") })
        for (let at = archive.indexOf("?????"); at >= 0; at = archive.indexOf("?????", at)) {
          archive.set(Buffer.from(name, encoding), at)
        }
        const central = archive.indexOf("PK\u0001\u0002")
        archive.writeUInt16LE(0, 6)
        archive.writeUInt16LE(0, central + 8)
        return archive
      }
      const root = yield* folder({
        "a.zip": named("Ärzt", "utf8"),
        "b.zip": named("\u008erzte", "latin1")
      })
      expect(Array.from((yield* read(join(root, "a.zip"))).keys())).toEqual(["Ärzt.csv"])
      expect(Array.from((yield* read(join(root, "b.zip"))).keys())).toEqual(["Ärzte.csv"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be opened if it was to be split into parts, and needed one", () =>
    Effect.gen(function* () {
      const mark = Buffer.from("PK\u0007\u0008")
      const archive = zip({ "a.csv": text("a") })
      const central = archive.indexOf("PK\u0001\u0002")
      archive.writeUInt32LE(mark.length, central + 42)
      archive.writeUInt32LE(central + mark.length, archive.length - 6)
      const root = yield* folder({ "a.zip": Buffer.concat([mark, archive]) })
      expect(Array.from((yield* read(join(root, "a.zip"))).keys())).toEqual(["a.csv"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST leave no temporary file behind", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const root = yield* folder({ "bag.zip": zip({ "in.zip": zip({ "a.csv": text("a") }) }) })
      const location = yield* locate(join(root, "bag.zip"))
      const used: Array<string> = []
      const use = location.entries().pipe(
        Stream.mapEffect((entry) =>
          Effect.scoped(
            Effect.gen(function* () {
              const access = yield* entry.randomAccess()
              used.push(access.file!)
              expect(Buffer.from(yield* access.readRange(0, 1)).toString()).toBe("a")
              expect(yield* system.exists(access.file!)).toBe(true)
            })
          )
        )
      )
      yield* Stream.runDrain(use)
      expect(used.length).toBe(1)
      expect(yield* system.exists(used[0]!)).toBe(false)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST find neighbouring files, ignoring case", () =>
    Effect.gen(function* () {
      const root = yield* folder({ "a/roads.SHP": text("shp"), "a/Roads.dbf": text("dbf"), "b/roads.cpg": text("no") })
      const siblings = Effect.fnUntraced(function* (path: string) {
        const location = yield* locate(path)
        return yield* location.entries({ select: (name) => /\.shp$/i.test(name) }).pipe(
          Stream.mapEffect((entry) =>
            Effect.gen(function* () {
              const table = entry.sibling(".dbf")
              expect(entry.sibling(".cpg")).toBe(undefined)
              return table === undefined ? "" : (yield* contentOf(table)).toString()
            })
          ),
          Stream.runCollect
        )
      })
      expect(yield* siblings(root)).toEqual(["dbf"])
      expect(yield* siblings(join(root, "a/roads.SHP"))).toEqual(["dbf"])
      const archive = yield* folder({ "x.zip": zip({ "a/roads.SHP": text("shp"), "a/Roads.dbf": text("dbf") }) })
      expect(yield* siblings(join(archive, "x.zip"))).toEqual(["dbf"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST keep its fingerprint when it is copied, and change it when a byte changes", () =>
    Effect.gen(function* () {
      const files = { "a.csv": text("one"), "b/c.csv": text("two") }
      const fingerprint = Effect.fnUntraced(function* (content: Readonly<Record<string, Uint8Array>>) {
        return yield* (yield* locate(yield* folder(content))).fingerprint
      })
      const before = yield* fingerprint(files)
      expect(yield* fingerprint(files)).toBe(before)
      expect(yield* fingerprint({ ...files, "b/c.csv": text("twO") })).not.toBe(before)
      expect(yield* fingerprint({ "a.csv": text("one"), "b/d.csv": text("two") })).not.toBe(before)
      expect(yield* fingerprint({ ...files, "z.csv": text("") })).not.toBe(before)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST identify a very large file by its ends, its size and its time, without reading it", () =>
    Effect.gen(function* () {
      const system = yield* FileSystem.FileSystem
      const path = join(yield* folder({ "large.csv": text("begin") }), "large.csv")
      const fingerprint = Effect.flatMap(locate(path), (location) => location.fingerprint)
      const size = 2 ** 40
      yield* system.truncate(path, size)
      yield* system.utimes(path, 1000, 1000)
      const before = yield* fingerprint
      expect(yield* fingerprint).toBe(before)
      yield* system.utimes(path, 1000, 2000)
      expect(yield* fingerprint).not.toBe(before)
      yield* system.truncate(path, size - 1)
      yield* system.utimes(path, 1000, 1000)
      expect(yield* fingerprint).not.toBe(before)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST say what to do if it does not exist, or is not a location at all", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(read("/nowhere/at/all.csv"))
      expect(missing).toMatchObject({ _tag: "SourceError", reason: "misconfigured" })
      expect(missing.message).toContain("/nowhere/at/all.csv: there is no such file or folder. Check the path.")
      for (const wrong of ["ftp://example.org/a.csv", "s3://bucket/key", "  ", "http://", "https://exa mple/"]) {
        expect(yield* Effect.flip(locate(wrong))).toMatchObject({ reason: "misconfigured" })
      }
    }).pipe(Effect.provide(testReader))
  )
})

describe("damaged and hostile files", () => {
  const failure = (path: string) => Effect.flip(read(path))

  it.effect("MUST be unreadable if truncated, and never end silently", () =>
    Effect.gen(function* () {
      const content = text("a line of text\n".repeat(10_000) + Math.PI)
      const cut = (packed: Buffer) => packed.subarray(0, packed.length - 12)
      const root = yield* folder({
        "a.gz": cut(gzipSync(content)),
        "b.zst": cut(zstdCompressSync(content)),
        "c.zip": cut(zip({ "c.csv": content })),
        "d.zst": Buffer.concat([zstdCompressSync(content), cut(zstdCompressSync(content))]),
        "e.bz2": cut(bzip2.blocks),
        "h.bz2": bzip2.blocks.subarray(0, 60),
        "f.bz2": bzip2.blocks.map((byte, at) => (at === 80 ? byte ^ 4 : byte)),
        "g.bz2": bzip2.blocks.map((byte, at) => (at === 12 ? byte ^ 1 : byte))
      })
      for (const name of ["a.gz", "b.zst", "c.zip", "d.zst", "e.bz2", "f.bz2", "g.bz2"]) {
        const error = yield* failure(join(root, name))
        expect(error, name).toMatchObject({ reason: "unreadable" })
        expect(error.message).toContain(join(root, name))
        expect(error.message).toContain("damaged or cut off")
      }
      expect(yield* failure(join(root, "h.bz2"))).toMatchObject({
        message: expect.stringContaining("it ends within a block")
      })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be unreadable if their contents differ from what they declare", () =>
    Effect.gen(function* () {
      const packed = zip({ "a.csv": text("some content that is long enough") })
      const damaged = Buffer.from(packed)
      damaged[35] = damaged[35]! ^ 0xff
      // One bit of a letter, and nothing of the packing.
      const changed = zip({ "a.csv": randomBytes(2000) })
      changed[1000] = changed[1000]! ^ 1
      // Its end says that it holds one file.
      const fewer = zip({ "a.csv": text("a"), "b.csv": text("b") })
      fewer.writeUInt16LE(1, fewer.length - 14)
      fewer.writeUInt16LE(1, fewer.length - 12)
      const root = yield* folder({ "a.zip": damaged, "b.zip": changed, "c.zip": fewer })
      expect(yield* failure(join(root, "a.zip"))).toMatchObject({ reason: "unreadable" })
      expect(yield* failure(join(root, "b.zip"))).toMatchObject({
        reason: "unreadable",
        message: expect.stringContaining("b.zip/a.csv: the zip archive is damaged")
      })
      expect(yield* failure(join(root, "c.zip"))).toMatchObject({
        reason: "unreadable",
        message: expect.stringContaining("it holds more files than it declares (1)")
      })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be unreadable, and not end the process, if an archive says that something lies beyond its end", () =>
    Effect.gen(function* () {
      const far = [2n ** 32n, 2n ** 53n, 2n ** 64n - 1n]
      /** An archive with the records of large ones, at whose end these offsets stand. */
      const large = (directory: bigint, locator?: bigint) => {
        const plain = zip({ "a.csv": text("a") })
        const [end, central] = [plain.length - 22, plain.indexOf("PK\u0001\u0002")]
        const record = Buffer.alloc(76)
        record.write("PK\u0006\u0006", 0, "latin1")
        record.writeBigUInt64LE(44n, 4)
        record.writeBigUInt64LE(1n, 24)
        record.writeBigUInt64LE(1n, 32)
        record.writeBigUInt64LE(BigInt(central) + directory, 48)
        record.write("PK\u0006\u0007", 56, "latin1")
        record.writeBigUInt64LE(locator ?? BigInt(end), 64)
        return Buffer.concat([plain.subarray(0, end), record, plain.subarray(end)])
      }
      const root = yield* folder({
        "well.zip": large(0n),
        ...Object.fromEntries(
          far.flatMap((offset, index) => [
            [`directory-${index}.zip`, large(offset - 1000n)],
            [`locator-${index}.zip`, large(0n, offset)]
          ])
        )
      })
      expect((yield* read(join(root, "well.zip"))).get("a.csv")!.toString()).toBe("a")
      for (const [index] of far.entries()) {
        for (const name of [`directory-${index}.zip`, `locator-${index}.zip`]) {
          const error = yield* failure(join(root, name))
          expect(error, name).toMatchObject({ reason: "unreadable" })
          expect(error.message, name).toContain("it says that something lies beyond its end")
        }
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be given up if they unpack to far more than their size", () =>
    Effect.gen(function* () {
      const zeros = Buffer.alloc(3_000_000)
      const tripled = Buffer.concat([randomBytes(1_000_000), Buffer.alloc(2_000_000)])
      const fifty = Array.from({ length: 50 }, (_, i) => `${i}.csv`)
      const root = yield* folder({
        "a.gz": gzipSync(zeros),
        "b.zst": zstdCompressSync(zeros),
        "c.zip": zip({ "zeros.csv": zeros }),
        // Many files that share one compressed body, none of them suspicious by itself.
        "d.zip": zip({}, { body: deflateRawSync(tripled), size: tripled.length, names: fifty })
      })
      for (const name of ["a.gz", "b.zst", "c.zip", "d.zip"]) {
        const error = yield* failure(join(root, name))
        expect(error, name).toMatchObject({ reason: "unreadable" })
        expect(error.message, name).toContain("times its size")
      }
      const allowed = yield* read(join(root, "a.gz")).pipe(Effect.provide(testPlatform))
      expect(allowed.get("a")!.length).toBe(3_000_000)
    }).pipe(Effect.provide([testPlatform, readerWith({ limits: { ratioFrom: 1_000_000, ratio: 100 } })]))
  )

  it.effect("MUST be given up if archives nest without end, or fill the disk", () =>
    Effect.gen(function* () {
      let nested: Uint8Array = zip({ "a.csv": text("a") })
      for (let i = 0; i < 5; i++) nested = zip({ "in.zip": nested })
      const root = yield* folder({
        "deep.zip": nested,
        "wide.zip": zip({ "in.zip": zip({ "a.csv": Buffer.alloc(5000, "x") }) })
      })
      expect((yield* failure(join(root, "deep.zip"))).message).toContain("deep")
      const full = yield* Effect.flip(
        read(join(root, "wide.zip")).pipe(Effect.provide(readerWith({ limits: { fileBytes: 50 } })))
      )
      expect(full.message).toContain("more than 50 bytes")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST report that an encrypted or unknown compression must be undone first", () =>
    Effect.gen(function* () {
      const encrypted = zip({ "a.csv": text("a") })
      const at = encrypted.indexOf("PK\u0001\u0002")
      encrypted.writeUInt16LE(1, at + 8)
      const unknown = zip({ "a.csv": text("a") })
      unknown.writeUInt16LE(9, unknown.indexOf("PK\u0001\u0002") + 10)
      const long = [text("some content"), text(" of unknown length")]
      const params = { [constants.ZSTD_c_windowLog]: 30, [constants.ZSTD_c_enableLongDistanceMatching]: 1 }
      const wide = Stream.fromIterable(long).pipe(
        NodeStream.pipeThroughDuplex({
          evaluate: () => createZstdCompress({ params }),
          onError: (cause) => new Error("not packed", { cause })
        })
      )
      const root = yield* folder({
        "a.zip": encrypted,
        "b.zip": unknown,
        "c.zst": Buffer.concat(yield* Stream.runCollect(wide))
      })
      expect((yield* failure(join(root, "a.zip"))).message).toContain("Decrypt it first")
      expect((yield* failure(join(root, "b.zip"))).message).toContain("method 9")
      expect((yield* failure(join(root, "c.zst"))).message).toContain("Unpack it with zstd -d --long=31")
    }).pipe(Effect.provide(testPlatform))
  )

  it.live("MUST be recognized if they come from a URL: an archive there is read like one on disk", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(zip({ "a.csv": text("a"), "in.zip": zip({ "b.csv": text("b") }) }), {
        etag: '"1"',
        breakAfter: [100]
      })
      const found = yield* read(`${server.url}/download/42`)
      expect(Array.from(found.keys())).toEqual(["a.csv", "in.zip/b.csv"])
      expect(found.get("in.zip/b.csv")!.toString()).toBe("b")
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST be downloaded once while they are held", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(zip({ "a.csv": text("a"), "b.csv": text("b") }), { etag: '"1"' })
      const location = yield* locate(`${server.url}/a.zip`)
      const held = yield* location.held
      for (const name of ["a.csv", "b.csv", "a.csv"])
        expect((yield* readAll(held, (path) => path === name)).size).toBe(1)
      expect(server.requests.filter((request) => request === "GET").length).toBe(1)
    }).pipe(Effect.provide(testReader))
  )
})

describe("text", () => {
  const decode = (bytes: Uint8Array, encoding: string | undefined, size: number, by = decodeText) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size)
    )
    return Stream.fromIterable(pieces).pipe(
      by({ source: "test", place: "a.csv" }, encoding),
      Stream.runCollect,
      Effect.map((parts) => parts.join(""))
    )
  }
  const word = "Straße, Łódź, 東京"

  for (const size of [1, 2, 3, 1000]) {
    it.effect(`MUST be decoded however its bytes are split (${size})`, () =>
      Effect.gen(function* () {
        expect(yield* decode(text(word), undefined, size)).toBe(word)
        expect(yield* decode(text(`\uFEFF${word}`), undefined, size)).toBe(word)
        expect(yield* decode(Buffer.from(`\uFEFF${word}`, "utf16le"), undefined, size)).toBe(word)
        expect(yield* decode(Buffer.from(`\uFEFF${word}`, "utf16le").swap16(), undefined, size)).toBe(word)
        expect(yield* decode(Buffer.from(word, "utf16le"), "utf-16le", size)).toBe(word)
        expect(yield* decode(Buffer.from("Stra\u00dfe", "latin1"), "iso-8859-1", size)).toBe("Straße")
        expect(yield* decode(Uint8Array.from([0x80, 0x20, 0x8c]), "windows-1252", size)).toBe("€ Œ")
        expect(yield* decode(Uint8Array.from([0xa3, 0xf3, 0x64, 0xbc]), "iso-8859-2", size)).toBe("Łódź")
        expect(yield* decode(Uint8Array.from([0x93, 0x8c, 0x8b, 0x9e]), "shift_jis", size)).toBe("東京")
        // Code pages of DOS, by any of their names.
        expect(yield* decode(Uint8Array.from([0x4b, 0x94, 0x6e, 0x69, 0x67, 0xe1]), "cp850", size)).toBe("Königß")
        expect(yield* decode(Uint8Array.from([0x8e, 0x84, 0x80, 0x9b]), "CP437", size)).toBe("ÄäÇ¢")
        expect(yield* decode(Uint8Array.from([0x9d, 0xa2, 0x64, 0xab]), "ibm852", size)).toBe("Łódź")
        expect(yield* decode(Uint8Array.from([0x80, 0xa7, 0x41]), "OEM 857", size)).toBe("ÇğA")
        // Lines end with line feeds, if the first does not end with one and a carriage return.
        expect(yield* decode(text("a\r\rb\r"), undefined, size)).toBe("a\n\nb\n")
        expect(yield* decode(text("a\r\nb\rc\r\n"), undefined, size)).toBe("a\r\nb\rc\r\n")
        expect(yield* decode(text("a\r\r\nb\r\r\n"), undefined, size)).toBe("a\r\r\nb\r\r\n")
        expect(yield* decode(text("a\r"), undefined, size)).toBe("a\r")
        expect(yield* decode(text("a"), undefined, size)).toBe("a")
        expect(yield* decode(text(""), undefined, size)).toBe("")
      })
    )
  }

  for (const size of [1, 7, 1000]) {
    it.effect(`MUST be decoded as XML declares it, unless it cannot be so (${size})`, () =>
      Effect.gen(function* () {
        const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}" ?>\n<a>Peñaranda</a>`
        const read = (bytes: Uint8Array, encoding?: string) => decode(bytes, encoding, size, decodeXml)
        const latin = (encoding: string) => Buffer.from(declared(encoding), "latin1")
        expect(yield* read(latin("ISO-8859-1"))).toBe(declared("ISO-8859-1"))
        expect(yield* read(latin("windows-1252"), "utf-8")).toContain("Pe\uFFFDaranda")
        expect(yield* read(latin("utf-8"), "iso-8859-1")).toBe(declared("utf-8"))
        expect(yield* read(Buffer.from(`\uFEFF${declared("ISO-8859-1")}`))).toBe(declared("ISO-8859-1"))
        for (const encoding of ["utf-8", "UTF-16", "none"]) {
          expect(yield* read(Buffer.from(declared(encoding)))).toBe(declared(encoding))
        }
        expect(yield* read(Buffer.from(declared("UTF-16"), "utf16le"))).toBe(declared("UTF-16"))
        expect(yield* read(Buffer.from(declared("UTF-16"), "utf16le").swap16())).toBe(declared("UTF-16"))
        expect(yield* read(text("<a>ñ</a>"))).toBe("<a>ñ</a>")
        expect(yield* read(text(""))).toBe("")
      })
    )
  }

  it.effect("MUST show where bytes do not fit its encoding", () =>
    Effect.gen(function* () {
      const found = yield* decode(Buffer.from("Stra\u00dfe;12", "latin1"), "utf-8", 3)
      expect(isDamaged(found)).toBe(true)
      expect(isDamaged(word)).toBe(false)
    })
  )
})
