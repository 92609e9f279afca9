import { statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem, type Path, PlatformError, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { fileName } from "../../src/admin/UploadNames.ts"
import type { UploadSettings } from "../../src/admin/UploadFolder.ts"
import { Uploads } from "../../src/admin/Uploads.ts"

const piece = new Uint8Array(64 * 1024).fill(7)

const inFolder = <A, E>(
  body: (uploads: Uploads["Service"], folder: string) => Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>,
  changes: Partial<UploadSettings> = {},
  disk: (files: FileSystem.FileSystem) => FileSystem.FileSystem = (files) => files
) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = `${yield* files.makeTempDirectoryScoped()}/uploads`
    const settings = { folder, fileBytes: 1024 ** 3, reserve: 0, ...changes }
    return yield* Effect.gen(function* () {
      return yield* body(yield* Uploads, folder)
    }).pipe(Effect.provide(Uploads.layerWith(settings)), Effect.provideService(FileSystem.FileSystem, disk(files)))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure.message : "no failure"))

const diskFull = (method: string) =>
  PlatformError.systemError({
    _tag: "Unknown",
    module: "FileSystem",
    method,
    cause: Object.assign(new Error("full"), { code: "ENOSPC" })
  })

describe("uploaded files", () => {
  it.effect("MUST be written piece by piece, without any piece waiting in memory for the next", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const count = 64
        const { id } = yield* uploads.begin({ name: "big.csv", bytes: count * piece.length })
        const behind: Array<number> = []
        const body = Stream.range(1, count).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((number) =>
            Effect.map(files.stat(`${folder}/.${id}.part`), ({ size }) => {
              behind.push(number - 1 - Number(size) / piece.length)
              return piece
            })
          )
        )
        const done = yield* uploads.send(id, 0, body)
        assert.isTrue(done.complete)
        assert.strictEqual(Math.max(...behind), 0)
      })
    )
  )

  it.effect("MUST keep the bytes of an interrupted part, and continue only from there", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        const bytes = piece.length * 3
        const { id } = yield* uploads.begin({ name: "a.csv", bytes })
        const broken = Stream.concat(Stream.make(piece), Stream.fail({ message: "gone" }))
        assert.strictEqual(yield* messageOf(uploads.send(id, 0, broken)), "gone")
        assert.strictEqual((yield* uploads.get(id)).offset, piece.length)
        assert.include(yield* messageOf(uploads.send(id, 0, Stream.make(piece))), `Continue from ${piece.length}`)
        // Starting the same file again continues the upload in progress.
        assert.strictEqual((yield* uploads.begin({ name: "a.csv", bytes })).id, id)
        const done = yield* uploads.send(id, piece.length, Stream.make(piece, piece))
        assert.deepInclude(done, { complete: true, name: "a.csv", offset: bytes })
        assert.deepStrictEqual(
          (yield* uploads.list).uploads.map(({ complete, name }) => [name, complete]),
          [["a.csv", true]]
        )
      })
    )
  )

  it.effect("MUST not grow beyond the announced size, nor overwrite another file", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        const first = yield* uploads.begin({ name: "a.csv", bytes: 2 })
        assert.include(yield* messageOf(uploads.send(first.id, 0, Stream.make(piece))), "announced with 2 bytes")
        assert.strictEqual((yield* uploads.get(first.id)).offset, 0)
        assert.strictEqual((yield* uploads.send(first.id, 0, Stream.make(Buffer.from("ab")))).name, "a.csv")
        const second = yield* uploads.begin({ name: "a.csv", bytes: 2 })
        assert.strictEqual((yield* uploads.send(second.id, 0, Stream.make(Buffer.from("cd")))).name, "a-2.csv")
        assert.strictEqual(yield* uploads.remove("a-2.csv"), 2)
        assert.lengthOf((yield* uploads.list).uploads, 1)
      })
    )
  )

  it.effect("MUST have a name that is no other's where file systems ignore case, nor a folder's", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const send = Effect.fnUntraced(function* (name: string) {
          const { id } = yield* uploads.begin({ name, bytes: 2 })
          return (yield* uploads.send(id, 0, Stream.make(Buffer.from("ab")))).name
        })
        assert.strictEqual(yield* send("Straße.csv"), "Straße.csv")
        assert.strictEqual(yield* send("STRAßE.CSV"), "STRAßE-2.CSV")
        yield* files.makeDirectory(`${folder}/homes`)
        assert.strictEqual(yield* send("homes"), "homes-2")
      })
    )
  )

  it.effect("MUST be what was sent if the same part still arrives at another process", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const other = yield* Uploads.pipe(
          Effect.provide(Uploads.layerWith({ folder, fileBytes: 1024, reserve: 0 }), { local: true })
        )
        const { id } = yield* uploads.begin({ name: "a.csv", bytes: 4 })
        const [arrived, isComplete] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const late = Stream.concat(
          Stream.make(Buffer.from("ab")),
          Stream.unwrap(
            Effect.gen(function* () {
              yield* Deferred.succeed(arrived, undefined)
              yield* Deferred.await(isComplete)
              return Stream.make(Buffer.from("cd"))
            })
          )
        )
        const first = yield* Effect.forkChild(Effect.exit(uploads.send(id, 0, late)))
        yield* Deferred.await(arrived)
        assert.isTrue((yield* other.send(id, 2, Stream.make(Buffer.from("cd")))).complete)
        yield* Deferred.succeed(isComplete, undefined)
        yield* Fiber.join(first)
        assert.strictEqual(yield* files.readFileString(`${folder}/a.csv`), "abcd")
      })
    )
  )

  it.effect("MUST say which folder cannot be used, and why", () =>
    inFolder(
      (uploads, folder) =>
        Effect.gen(function* () {
          const message = yield* messageOf(uploads.list)
          assert.include(message, `${folder}, cannot be used: the file system is read-only.`)
          assert.include(message, "SOURCE_FOLDERS")
        }),
      {},
      (files) => ({
        ...files,
        makeDirectory: () =>
          Effect.fail(
            PlatformError.systemError({
              _tag: "Unknown",
              module: "FileSystem",
              method: "makeDirectory",
              cause: Object.assign(new Error("read-only"), { code: "EROFS" })
            })
          )
      })
    )
  )

  it.effect("MUST refuse files beyond the limit or the free disk space before anything is sent", () =>
    Effect.gen(function* () {
      const large = inFolder((uploads) => messageOf(uploads.begin({ name: "a", bytes: 2048 })), { fileBytes: 1024 })
      assert.include(yield* large, "SOURCE_MAX_GB")
      const full = inFolder((uploads) => messageOf(uploads.begin({ name: "a", bytes: 2_900_000 })), { reserve: 9e15 })
      assert.strictEqual(
        yield* full,
        "The disk has room for 0 bytes more, as 9000 TB stay free, and the file has 2.9 MB. Free some space first."
      )
      const nowhere = inFolder((uploads) => messageOf(uploads.begin({ name: "a", bytes: 1 })), { folder: undefined })
      assert.include(yield* nowhere, "SOURCE_FOLDERS")
      const none = inFolder(
        (uploads) => Effect.all([uploads.list, messageOf(uploads.get("a.csv")), messageOf(uploads.remove("a.csv"))]),
        { folder: undefined }
      )
      const unknown = 'No uploaded file has the ID "a.csv".'
      assert.deepStrictEqual(yield* none, [{ uploads: [], free: 0, folder: null }, unknown, unknown])
    })
  )

  it.effect("MUST leave room for what is still to come of others, of which there are sixteen at most", () =>
    Effect.gen(function* () {
      const gigabyte = 1024 ** 3
      const { bavail, bsize } = yield* Effect.promise(() => statfs(tmpdir()))
      yield* inFolder(
        (uploads, folder) =>
          Effect.gen(function* () {
            const files = yield* FileSystem.FileSystem
            const begin = (name: string, gigabytes: number) =>
              Effect.result(uploads.begin({ name, bytes: gigabytes * gigabyte }))
            const { id } = Result.getOrThrow(yield* begin("a", 80))
            assert.isTrue(Result.isFailure(yield* begin("b", 60)))
            // Of the first one, 10 GB are still to come.
            yield* files.truncate(`${folder}/.${id}.part`, 70 * gigabyte)
            assert.isTrue(Result.isSuccess(yield* begin("b", 60)))
            assert.isTrue(Result.isFailure(yield* begin("c", 60)))
            for (let i = 3; i <= 16; i++) assert.isTrue(Result.isSuccess(yield* begin(`${i}`, 0)), `${i}`)
            assert.include(yield* messageOf(uploads.begin({ name: "17", bytes: 0 })), "16 uploads are incomplete")
          }),
        { fileBytes: 100 * gigabyte, reserve: bavail * bsize - 100 * gigabyte }
      )
    })
  )

  it.effect("MUST report a disk that fills up during an upload, and keep the bytes received", () =>
    inFolder(
      (uploads) =>
        Effect.gen(function* () {
          const { id } = yield* uploads.begin({ name: "a.csv", bytes: piece.length * 2 })
          assert.include(yield* messageOf(uploads.send(id, 0, Stream.make(piece, piece))), "The disk is full")
          assert.strictEqual((yield* uploads.get(id)).offset, piece.length)
        }),
      {},
      (files) => ({
        ...files,
        open: (path, options) =>
          Effect.map(files.open(path, options), (file) => {
            let writes = 0
            return new Proxy(file, {
              get: (target, key) =>
                key === "writeAll" && ++writes > 1 ? () => Effect.fail(diskFull("write")) : Reflect.get(target, key)
            })
          })
      })
    )
  )

  it.effect("MUST not seem to be gone where the disk has no room for their folder", () =>
    inFolder(
      (uploads) =>
        Effect.gen(function* () {
          assert.include(yield* messageOf(uploads.list), "The folder for uploaded files")
          assert.include(yield* messageOf(uploads.begin({ name: "a.csv", bytes: 1 })), "The disk is full")
        }),
      {},
      (files) => ({ ...files, makeDirectory: () => Effect.fail(diskFull("makeDirectory")) })
    )
  )

  it.effect("MUST be deleted after three days without progress", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        yield* uploads.begin({ name: "a.csv", bytes: 2 })
        yield* TestClock.adjust("71 hours")
        assert.lengthOf((yield* uploads.list).uploads, 1)
        yield* TestClock.adjust("2 hours")
        assert.lengthOf((yield* uploads.list).uploads, 0)
      })
    )
  )

  it.effect("MUST NOT be deleted while they are continued, however old they are", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        const { id } = yield* uploads.begin({ name: "a.csv", bytes: 2 })
        yield* TestClock.adjust("73 hours")
        const late = Stream.fromEffect(Effect.as(uploads.list, Buffer.from("ab")))
        assert.isTrue((yield* uploads.send(id, 0, late)).complete)
      })
    )
  )

  it.effect("MUST be found again under a name of their own, however long and wherever it had to be cut off", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        const names = [`${"x".repeat(119)} ${"y".repeat(50)}`, "z".repeat(200), `${"ü".repeat(200)}.csv.gz`]
        const sent = [...names, ...names, ...names]
        for (const name of sent) {
          const { id } = yield* uploads.begin({ name, bytes: piece.length })
          const done = yield* uploads.send(id, 0, Stream.make(piece))
          assert.strictEqual((yield* uploads.get(done.id)).offset, piece.length)
        }
        const found = (yield* uploads.list).uploads.map(({ name }) => name)
        assert.strictEqual(new Set(found).size, sent.length)
        assert.lengthOf(
          found.filter((name) => /-3(?:\.gz)?$/.test(name)),
          names.length
        )
      })
    )
  )

  it.effect("MUST be continued only as the same file, and never be a folder", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const { id } = yield* uploads.begin({ name: "a.csv", bytes: 10 })
        const other = yield* uploads.begin({ name: "a.csv", bytes: 11 })
        assert.notStrictEqual(other.id, id)
        assert.strictEqual(other.name, "a-2.csv")
        yield* files.makeDirectory(`${folder}/b.csv`)
        assert.sameMembers(
          (yield* uploads.list).uploads.map(({ name }) => name),
          ["a.csv", "a-2.csv"]
        )
        assert.include(yield* messageOf(uploads.get("b.csv")), "No uploaded file")
      })
    )
  )

  it.effect("MUST not be mixed with an earlier state of the file that has the same size", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const asked = { name: "a.csv", bytes: 4, modifiedAt: 1_000 }
        const before = yield* uploads.begin(asked)
        yield* Effect.exit(uploads.send(before.id, 0, Stream.make(Buffer.from("ab"))))
        assert.deepInclude(yield* uploads.begin(asked), { id: before.id, offset: 2 })
        const after = yield* uploads.begin({ ...asked, modifiedAt: 2_000 })
        assert.strictEqual(after.offset, 0)
        const { location } = yield* uploads.send(after.id, 0, Stream.make(Buffer.from("ABCD")))
        assert.strictEqual(yield* files.readFileString(location), "ABCD")
        assert.deepStrictEqual(yield* files.readDirectory(folder), [
          `.${before.id}.json`,
          `.${before.id}.part`,
          "a-2.csv"
        ])
      })
    )
  )

  it.effect("MUST be begun once, however often it is announced at the same moment", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        const begin = uploads.begin({ name: "a.csv", bytes: 4 })
        const begun = yield* Effect.replicateEffect(begin, 4, { concurrency: 4 })
        assert.strictEqual(new Set(begun.map(({ id }) => id)).size, 1)
        assert.lengthOf((yield* uploads.list).uploads, 1)
      })
    )
  )

  it.effect("MUST be continued also if another file has its name", () =>
    inFolder((uploads) =>
      Effect.gen(function* () {
        const asked = { name: "a.csv", bytes: 4 }
        const { id } = yield* uploads.begin(asked)
        yield* uploads.send(id, 0, Stream.make(Buffer.from("abcd")))
        const second = yield* uploads.begin(asked)
        yield* uploads.send(second.id, 0, Stream.make(Buffer.from("AB")))
        assert.deepInclude(yield* uploads.begin(asked), { id: second.id, name: "a-2.csv", offset: 2 })
      })
    )
  )

  it.effect("MUST leave nothing behind of what a process that died has half begun or half removed", () =>
    inFolder((uploads, folder) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        yield* TestClock.setTime(Date.now())
        const ids = yield* Effect.forEach(["a.csv", "b.csv", "c.csv"], (name) =>
          Effect.map(uploads.begin({ name, bytes: 2 }), ({ id }) => id)
        )
        yield* files.remove(`${folder}/.${ids[0]}.json`)
        yield* files.remove(`${folder}/.${ids[1]}.part`)
        yield* files.writeFileString(`${folder}/.${ids[2]}.json`, "")
        yield* files.writeFileString(`${folder}/.hidden`, "")
        yield* TestClock.adjust("71 hours")
        assert.deepStrictEqual((yield* uploads.list).uploads, [])
        assert.lengthOf(yield* files.readDirectory(folder), 5)
        yield* TestClock.adjust("2 hours")
        yield* uploads.list
        assert.deepStrictEqual(yield* files.readDirectory(folder), [".hidden"])
      })
    )
  )

  it("MUST have names that lead nowhere else, whatever name is requested", () => {
    assert.strictEqual(fileName("../../etc/passwd"), "passwd")
    assert.strictEqual(fileName("..\\..\\a b.csv"), "a b.csv")
    assert.strictEqual(fileName(".env"), "env")
    assert.strictEqual(fileName("Straßen_2024.csv.gz"), "Straßen_2024.csv.gz")
    // Devices of Windows, whatever their ending.
    assert.strictEqual(fileName("CON"), "file-CON")
    assert.strictEqual(fileName("lpt1.csv.gz"), "file-lpt1.csv.gz")
    assert.strictEqual(fileName("console.csv"), "console.csv")
    // Windows drops dots and spaces at the end.
    assert.strictEqual(fileName("homes.csv. ."), "homes.csv")
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc
            .array(fc.constantFrom("..", "/", "\\", ".", "a", "ß", "\0", " "), { maxLength: 200 })
            .map((all) => all.join("")),
          // Longer than a name may be, and cut off anywhere.
          fc
            .tuple(fc.constantFrom("", "con."), fc.array(fc.constantFrom("aaa", "ßß", " ", "."), { minLength: 90 }))
            .map(([start, all]) => start + all.join(""))
        ),
        (asked) => {
          const name = fileName(asked)
          assert.match(name, /^[^./\\\0](?:[^/\\\0]*[^/\\\0. ])?$/)
          assert.isAtMost(Buffer.byteLength(name), 120)
          assert.strictEqual(fileName(name), name)
        }
      )
    )
  })
})
