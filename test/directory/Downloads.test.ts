import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, FileSystem, PlatformError, type Scope, Stream } from "effect"
import { type Transfer, TransferProgress } from "../../sources/reading/Progress.ts"
import { guessTable } from "../../sources/registers/guess/Guess.ts"
import { bytesText, doneOf } from "../../src/shared/Amounts.ts"
import { movable } from "../support/SetClock.ts"
import { hostOf, unlike } from "../support/upstream/Host.ts"
import { platform } from "../sources/reading/TestReader.ts"
import { failure, started, until } from "./support.ts"

/** Larger than a single read. */
const content = unlike(5_000_000)
const other = unlike(5_000_000, 7)
const path = "/extracts/land-latest.csv"

/** At most this many bytes are spent on requests for the first bytes, however many there are. */
const question = 600 * 6

const test = (promise: string, body: Effect.Effect<void, unknown, Scope.Scope | FileSystem.FileSystem>) =>
  it.live(promise, () => Effect.scoped(Effect.provide(body, platform)))

const folder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-" })}/downloads`
})

const minute = 60_000

/** Sets the clock of the day back by a year, and lets the other one go on by milliseconds. */
const setBack = Effect.map(movable, ({ clock, moved }) => ({
  by: (steady: number) => Object.assign(moved, { wall: -365 * 24 * 60 * minute, steady }),
  during: Effect.provideService(Clock.Clock, clock)
}))

describe("a download", () => {
  for (const share of [0, 0.5, 1]) {
    test(
      `MUST resume after a restart where it was interrupted: at ${share * 100} percent`,
      Effect.gen(function* () {
        const host = yield* hostOf({ [path]: { content } })
        const at = yield* folder
        const url = `${host.url}${path}`
        // Even the last of these is cut one byte short.
        const cutAfter = Math.min(Math.round(content.length * share), content.length - 1)
        host.wrong.set(path, [{ cutAfter }])
        const first = yield* started(at)
        const { message, reason } = yield* failure(first.read(url))
        assert.strictEqual(reason, "transient")
        assert.include(message, "the connection")
        const second = yield* started(at)
        assert.isTrue((yield* second.read(url)).equals(content))
        assert.isAtMost(host.sent.get(path)!, content.length + question)
        if (cutAfter > 0) assert.include(host.requests.join("\n"), `GET ${path} bytes=${cutAfter}-`)
        const [kept] = yield* second.downloads.list
        assert.deepInclude(kept, { complete: true, bytes: content.length, totalBytes: content.length, source: "alpha" })
      })
    )
  }

  test(
    "MUST not be downloaded again if the server's file is unchanged, which takes one request without a body",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      yield* (yield* started(at)).read(url)
      const before = host.sent.get(path)!
      const again = yield* started(at)
      const fingerprint = yield* Effect.flatMap(again.at(url), (location) => location.fingerprint)
      assert.strictEqual(host.requests.at(-1), `HEAD ${path}`)
      const asked = host.requests.length
      assert.strictEqual(yield* Effect.flatMap(again.at(url), (location) => location.fingerprint), fingerprint)
      assert.strictEqual(host.requests.length, asked + 1)
      assert.isTrue((yield* again.read(url)).equals(content))
      assert.isAtMost(host.sent.get(path)! - before, question)
      host.files.set(path, { ...host.files.get(path)!, content: other, etag: '"v2"' })
      assert.notStrictEqual(yield* Effect.flatMap(again.at(url), (location) => location.fingerprint), fingerprint)
      assert.isTrue((yield* again.read(url)).equals(other))
    })
  )

  test(
    "MUST start over if the file changed between two attempts or within one, and never mix versions",
    Effect.gen(function* () {
      for (const tries of [1, 4]) {
        const host = yield* hostOf({ [path]: { content } })
        const at = yield* folder
        const url = `${host.url}${path}`
        host.wrong.set(path, [{ cutAfter: 3_000_000 }])
        host.onRequest = (request) => {
          const isRest = /^bytes=[1-9]/.test(String(request.headers.range))
          if (tries > 1 && isRest) host.files.set(path, { ...host.files.get(path)!, content: other, etag: '"v2"' })
        }
        if (tries === 1) {
          yield* failure((yield* started(at)).read(url))
          host.files.set(path, { ...host.files.get(path)!, content: other, etag: '"v2"' })
        }
        assert.isTrue((yield* (yield* started(at, { patience: { tries } })).read(url)).equals(other))
      }
    })
  )

  test(
    "MUST be complete from servers that support no ranges, or send nothing to tell versions by",
    Effect.gen(function* () {
      for (const lack of [{ ranges: false }, { etag: undefined }]) {
        const host = yield* hostOf({ [path]: { content, ...lack } })
        const at = yield* folder
        const url = `${host.url}${path}`
        host.wrong.set(path, [{ cutAfter: 3_000_000 }])
        yield* failure((yield* started(at)).read(url))
        // Another content: a leftover of the first try would show.
        host.files.set(path, {
          ...host.files.get(path)!,
          content: other,
          ...(lack.ranges === false && { etag: '"v2"' })
        })
        assert.isTrue((yield* (yield* started(at)).read(url)).equals(other), JSON.stringify(lack))
      }
    })
  )

  test(
    "MUST be given up if it starts over whenever it breaks off, and gets no further",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content, ranges: false } })
      const wrong = Array.from({ length: 9 }, () => ({ cutAfter: 100_000 }))
      host.wrong.set(path, wrong)
      const { read } = yield* started(yield* folder, { patience: { tries: 3 } })
      assert.strictEqual((yield* failure(read(`${host.url}${path}`))).reason, "transient")
      assert.strictEqual(wrong.length, 6)
    })
  )

  test(
    "MUST not begin with a part that was not requested",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      host.wrong.set(path, [{ status: 206, headers: { "content-range": `bytes 5-6/${content.length}` } }])
      const { message } = yield* failure((yield* started(yield* folder)).read(`${host.url}${path}`))
      assert.include(message, "the server sent a different part of the file than requested. Download it yourself")
    })
  )

  test(
    "MUST match the publisher's checksum; otherwise it is neither read nor kept, and downloaded again",
    Effect.gen(function* () {
      const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex")
      const pbf = "/europe/land-latest.osm.pbf"
      const stated = { content: Buffer.from(`${md5(other)}  land-latest.osm.pbf\n`) }
      const host = yield* hostOf({ [pbf]: { content }, [`${pbf}.md5`]: stated })
      const at = yield* folder
      const url = `${host.url}${pbf}`
      const { downloads, read } = yield* started(at)
      const { message, reason } = yield* failure(read(url))
      assert.include(message, "is not what its publisher states: the md5 checksum differs")
      // Not transient: four more tries would fail alike.
      assert.strictEqual(reason, "unreadable")
      assert.deepStrictEqual(yield* downloads.list, [])
      host.files.set(`${pbf}.md5`, { ...host.files.get(`${pbf}.md5`)!, content: Buffer.from(md5(content)) })
      assert.isTrue((yield* read(url)).equals(content))
      const digest = createHash("sha256").update(other).digest("base64")
      host.files.set(path, { ...host.files.get(pbf)!, headers: { "repr-digest": `sha-256=:${digest}:` } })
      assert.include((yield* failure(read(`${host.url}${path}`))).message, "the sha256 checksum differs")
    })
  )

  test(
    "MUST match the length that the server announces",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      host.wrong.set(path, [{ announced: content.length + 1000 }])
      const first = yield* started(at)
      // The message says so, or the connection ends; either way, the file is never taken for complete.
      assert.strictEqual((yield* failure(first.read(url))).reason, "transient")
      assert.isFalse((yield* first.downloads.list).some(({ complete }) => complete))
      // A response without a length that ends too early, as a proxy of HTTP/1.0 passes on what broke off.
      host.wrong.set(path, [{ status: 200, headers: { etag: '"v1"' } }])
      assert.include((yield* failure(first.read(url))).message, "it has 2 bytes, but 5000000 are expected")
      assert.isTrue((yield* first.read(url)).equals(content))
    })
  )

  test(
    "MUST explain a refusal, without a retry",
    Effect.gen(function* () {
      const said = { 403: "the server refuses access (403)", 404: "the server has no such file (404)" }
      for (const [status, words] of Object.entries(said)) {
        const host = yield* hostOf({ [path]: { content } })
        host.wrong.set(path, [{ status: Number(status) }, { status: Number(status) }])
        const { read } = yield* started(yield* folder, { patience: { tries: 4 } })
        const { message, reason } = yield* failure(read(`${host.url}${path}`))
        assert.include(message, words)
        assert.strictEqual(reason, "misconfigured")
        assert.strictEqual(host.requests.filter((request) => request === `GET ${path}`).length, 1)
      }
    })
  )

  test(
    "MUST wait as long as a server asks, and give up if it asks for too long",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      const times: Array<number> = []
      host.onRequest = ({ headers, method }) => {
        if (method === "GET" && headers.range === undefined) times.push(performance.now())
      }
      host.wrong.set(path, [
        { status: 429, headers: { "retry-after": "1" } },
        { status: 503, headers: { "retry-after": new Date(Date.now() - 5000).toUTCString() } }
      ])
      assert.isTrue((yield* (yield* started(at, { patience: { tries: 4 } })).read(url)).equals(content))
      assert.strictEqual(times.length, 3)
      assert.isAtLeast(times[1]! - times[0]!, 990)
      const other = "/other.csv"
      host.files.set(other, host.files.get(path)!)
      host.wrong.set(other, [{ status: 429, headers: { "retry-after": "7200" } }])
      const { read } = yield* started(at, { patience: { tries: 4 } })
      const { message } = yield* failure(read(`${host.url}${other}`))
      assert.match(message, /the server asks for no requests before 20\d\d-.*Z\. Try again after that\./)
      const asked = host.requests.length
      assert.strictEqual((yield* failure(read(`${host.url}${path}`))).message.split(": ")[1], message.split(": ")[1])
      assert.strictEqual(host.requests.length, asked)
      const clock = yield* setBack
      clock.by(119 * minute)
      assert.include((yield* failure(clock.during(read(`${host.url}${path}`)))).message, "no requests before")
      clock.by(120 * minute)
      assert.isTrue((yield* clock.during(read(`${host.url}${path}`))).equals(content))
    })
  )

  test(
    "MUST be believed for ten minutes if the server states no version, whatever happens to the clock meanwhile",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content, etag: undefined } })
      const clock = yield* setBack
      const { read } = yield* started(yield* folder)
      const now = () => clock.during(read(`${host.url}${path}`))
      yield* now()
      host.files.set(path, { ...host.files.get(path)!, content: other })
      clock.by(9 * minute)
      assert.isTrue((yield* now()).equals(content))
      clock.by(10 * minute)
      assert.isTrue((yield* now()).equals(other))
    })
  )

  test(
    "MUST not be kept if the server sends a page in its place",
    Effect.gen(function* () {
      const page = Buffer.from(`<!DOCTYPE html><title>Please sign in</title>${"<p>Name</p>".repeat(500)}`)
      const host = yield* hostOf({ [path]: { content: page } })
      const { at, downloads } = yield* started(yield* folder)
      const held = Effect.scoped(Effect.flatMap(at(`${host.url}${path}`), (location) => location.held))
      const { message, reason } = yield* failure(held)
      assert.include(message, 'it is a web page ("Please sign in"), not data.')
      assert.strictEqual(reason, "unreadable")
      assert.deepStrictEqual(yield* downloads.list, [])
      host.files.set(path, { ...host.files.get(path)!, content })
      yield* held
      assert.strictEqual((yield* downloads.list)[0]?.bytes, content.length)
    })
  )

  test(
    "MUST follow redirects, and say if they never end",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const { read } = yield* started(yield* folder)
      // Every response is a redirect, those to requests for the first bytes too.
      const moved = yield* redirecting((from) => (from === "/a" ? `${host.url}${path}` : "/loop"))
      assert.isTrue((yield* read(`${moved}/a`)).equals(content))
      const { message } = yield* failure(read(`${moved}/loop`))
      assert.include(message, "/loop: the server redirects without end, or to nowhere (302)")
    })
  )

  test(
    "MUST not be led to a server on this machine if a source was configured over HTTP, whatever is cached",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      yield* (yield* started(at)).read(url)
      const asked = host.requests.length
      const confined = { dataDir: at, folders: [], hosts: [] }
      const { message } = yield* failure((yield* started(at, { confined })).read(url))
      assert.include(message, "SOURCE_HOSTS")
      assert.strictEqual(host.requests.length, asked)
      const moved = yield* redirecting(() => url)
      const named = { ...confined, hosts: [{ host: "127.0.0.1", port: Number(new URL(moved).port) }] }
      assert.include((yield* failure((yield* started(at, { confined: named })).read(moved))).message, "SOURCE_HOSTS")
      assert.strictEqual(host.requests.length, asked)
    })
  )
})

/** A server that redirects every request. */
const redirecting = (to: (from: string) => string) =>
  Effect.map(hostOf({}), (host) => {
    host.onRequest = ({ url = "/" }) => host.redirects.set(url, to(url))
    return host.url
  })

describe("room for downloads", () => {
  test(
    "MUST be checked before anything is downloaded, and reported with the required and the free space",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const { read } = yield* started(yield* folder, { free: Effect.succeed(64e6 + 1_000_000) })
      const { message, reason } = yield* failure(read(`${host.url}${path}`))
      assert.include(message, "but there is room for only 1 MB where DATA_DIR is, as 64 MB stay free.")
      assert.include(message, "npm run doorstep -- downloads")
      assert.strictEqual(reason, "misconfigured")
      assert.isAtMost(host.sent.get(path)!, question)
    })
  )

  for (const [what, file, kept] of [
    ["kept if a later download can go on from there", {}, 1],
    ["deleted if none can", { etag: undefined, lastModified: undefined }, 0]
  ] as const) {
    test(
      `MUST cut off a download of unstated length before it is used up; what came is ${what}`,
      Effect.gen(function* () {
        const unstated = { length: false, ranges: false, headers: { "transfer-encoding": "chunked" } }
        const host = yield* hostOf({ [path]: { content: unlike(20_000_000), ...unstated, ...file } })
        let room = 3_000_000
        let looks = 0
        const files = counting((bytes) => (room -= bytes))
        const free = Effect.sync(() => {
          looks++
          return 64e6 + room
        })
        const { downloads, read } = yield* started(yield* folder, { files, free })
        const { message, reason } = yield* failure(read(`${host.url}${path}`))
        const arrived = bytesText(3_000_000 - room)
        assert.include(message, `no space is left for it where DATA_DIR is, after ${arrived}; its server does not say`)
        assert.include(message, "npm run doorstep -- downloads")
        assert.strictEqual(reason, "misconfigured")
        // What did not fit is less than a megabyte, however the bytes arrived.
        assert.isTrue(room >= 0 && room < 1e6, `${room} bytes were left`)
        assert.isAtMost(looks, 3)
        assert.lengthOf(yield* downloads.list, kept)
      })
    )
  }

  test(
    "MUST be looked at again while a download of stated length goes on, because others write there, too",
    Effect.gen(function* () {
      const long = unlike(20_000_000)
      const host = yield* hostOf({ [path]: { content: long } })
      let written = 0
      const files = counting((bytes) => (written += bytes))
      const free = Effect.sync(() => 64e6 + (written < 10_000_000 ? 20_000_000 : 1_000))
      const { message } = yield* failure((yield* started(yield* folder, { files, free })).read(`${host.url}${path}`))
      assert.match(message, /no space is left for it where DATA_DIR is, after 1[56] of 20 MB\. Free some space/)
    })
  )

  test(
    "MUST keep what arrived before it ran out, say how much that is, and continue there",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      const { read } = yield* started(at, { files: fullAfter(2_000_000) })
      const { message, reason } = yield* failure(read(url))
      assert.strictEqual(reason, "misconfigured")
      const before = host.requests.length
      assert.isTrue((yield* (yield* started(at)).read(url)).equals(content))
      const rest = host.requests.slice(before).find((request) => /bytes=[1-9]\d*-$/.test(request))
      const kept = Number(/bytes=(\d+)-$/.exec(rest ?? "")?.[1])
      // What did not fit is less than a megabyte, however the bytes arrived.
      assert.isTrue(kept > 1e6 && kept <= 2e6, `${kept} bytes were kept`)
      const told = doneOf(kept, content.length)
      assert.include(message, `the disk with DATA_DIR is full. ${told} have been downloaded and are kept.`)
    })
  )
})

const noSpace = PlatformError.systemError({
  _tag: "Unknown",
  module: "FileSystem",
  method: "write",
  cause: Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
})

/** A file system that tells what is appended to files. */
const appending =
  (append: (bytes: Uint8Array, opened: FileSystem.File) => Effect.Effect<void, PlatformError.PlatformError>) =>
  (system: FileSystem.FileSystem) =>
    FileSystem.FileSystem.of({
      ...system,
      open: (file, options) =>
        Effect.map(system.open(file, options), (opened) => ({
          ...opened,
          truncate: (length) => opened.truncate(length),
          stat: opened.stat,
          sync: opened.sync,
          writeAll: (bytes: Uint8Array) => append(bytes, opened)
        }))
    })

const counting = (written: (bytes: number) => void) =>
  appending((bytes, opened) => {
    written(bytes.length)
    return opened.writeAll(bytes)
  })

/** A file system whose disk is full after this many bytes. */
const fullAfter = (most: number) => {
  let written = 0
  return appending((bytes, opened) => {
    written += bytes.length
    return written > most ? Effect.fail(noSpace) : opened.writeAll(bytes)
  })
}

describe("several callers of one download", () => {
  test(
    "MUST download it once, each see the progress, and use one connection to the host for whole files",
    Effect.gen(function* () {
      const second = "/extracts/second.csv"
      const host = yield* hostOf({ [path]: { content }, [second]: { content: other } })
      const at = yield* folder
      const heard = new Map<number, Array<Transfer>>()
      const processes = yield* Effect.all([started(at), started(at)])
      const reads = processes.map(({ read }, number) =>
        read(`${host.url}${path}`).pipe(
          Effect.provideService(TransferProgress, (transfer) =>
            Effect.sync(() => heard.set(number, [...(heard.get(number) ?? []), transfer]))
          )
        )
      )
      const [first, again] = yield* Effect.all(reads, { concurrency: "unbounded" })
      assert.isTrue(first!.equals(content) && again!.equals(content))
      assert.isAtMost(host.sent.get(path)!, content.length + question)
      for (const transfers of heard.values()) {
        assert.deepInclude(transfers.at(-1), { url: `${host.url}${path}`, total: content.length })
      }
      assert.isAbove(heard.size, 0)
    })
  )

  test(
    "MUST not lose what they read to a deletion or to a newer version; what nobody reads is deleted",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      const { at: locate, downloads, read } = yield* started(at)
      const location = yield* locate(url)
      yield* Effect.gen(function* () {
        const [entry] = yield* Stream.runCollect(location.entries())
        const access = yield* entry!.randomAccess()
        const [kept] = yield* downloads.list
        assert.isTrue(kept!.inUse)
        assert.deepStrictEqual(yield* downloads.clear(), { bytes: 0, inUse: 1 })
        host.files.set(path, { ...host.files.get(path)!, content: other, etag: '"v2"' })
        assert.isTrue((yield* read(url)).equals(other))
        // The older version stays until the newer one is published, or longer if it is still being read.
        assert.strictEqual((yield* downloads.list).length, 2)
        yield* downloads.published("beta")
        yield* downloads.published("alpha")
        assert.strictEqual((yield* downloads.list).length, 2)
        const part = yield* access.readRange(4_000_000, 4_000_100)
        assert.isTrue(Buffer.from(part).equals(content.subarray(4_000_000, 4_000_100)))
      }).pipe(Effect.scoped)
      yield* downloads.published("alpha")
      assert.deepStrictEqual(
        (yield* downloads.list).map(({ bytes, inUse }) => ({ bytes, inUse })),
        [{ bytes: other.length, inUse: false }]
      )
      assert.deepStrictEqual(yield* downloads.clear(), { bytes: other.length, inUse: 0 })
      assert.deepStrictEqual(yield* downloads.list, [])
    })
  )
})

describe("a download that its caller interrupts", () => {
  test(
    "MUST end immediately within a file, while awaiting a response, or during a wait; and resume later",
    Effect.gen(function* () {
      for (const wrong of [
        { stallAfter: 2_000_000 },
        { silent: true } as const,
        { status: 503, headers: { "retry-after": "240" } }
      ]) {
        const host = yield* hostOf({ [path]: { content } })
        const at = yield* folder
        const url = `${host.url}${path}`
        host.wrong.set(path, [wrong])
        let done = 0
        const { downloads, read } = yield* started(at, { patience: { tries: 4 } })
        const reading = yield* Effect.forkChild(
          read(url).pipe(
            Effect.provideService(TransferProgress, (transfer) =>
              Effect.sync(() => {
                done = transfer.done
              })
            )
          )
        )
        yield* until(() => host.requests.includes(`GET ${path}`) && (!("stallAfter" in wrong) || done > 1_500_000))
        // An interruption that did not take effect at once would time the test out.
        yield* Fiber.interrupt(reading)
        assert.isFalse((yield* downloads.list).some(({ inUse }) => inUse))
        const before = host.sent.get(path)!
        assert.isTrue((yield* (yield* started(at)).read(url)).equals(content))
        assert.isAtMost(host.sent.get(path)! - before, content.length - done + question)
      }
    })
  )
})

describe("the file that says who makes a download", () => {
  test(
    "MUST be writable: otherwise it is said, and nothing waited for",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const denied = PlatformError.systemError({ _tag: "PermissionDenied", module: "FileSystem", method: "open" })
      const { read } = yield* started(yield* folder, {
        files: (system) => ({
          ...system,
          writeFileString: (file, text, options) =>
            options?.flag === "wx" ? Effect.fail(denied) : system.writeFileString(file, text, options)
        })
      })
      const { message, reason } = yield* failure(read(`${host.url}${path}`))
      assert.strictEqual(reason, "misconfigured")
      assert.include(message, "it cannot be put into the folder downloads of DATA_DIR")
    })
  )
})

describe("parts of a file that is not needed as a whole", () => {
  test(
    "MUST be downloaded once, however often an attempt breaks off, until the source is published",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      const parts = Effect.fnUntraced(function* (ranges: ReadonlyArray<readonly [number, number]>) {
        const { at: locate, downloads } = yield* started(at)
        yield* Effect.gen(function* () {
          const [entry] = yield* Stream.runCollect((yield* locate(url)).entries())
          const access = yield* entry!.randomAccess("ranges")
          for (const [start, end] of ranges) {
            assert.isTrue(Buffer.from(yield* access.readRange(start, end)).equals(content.subarray(start, end)))
          }
        }).pipe(Effect.scoped)
        return downloads
      })
      yield* parts([[4_900_000, 5_000_000]])
      const before = host.sent.get(path)!
      const downloads = yield* parts([
        [4_900_000, 5_000_000],
        [0, 4_500_000]
      ])
      assert.isAtMost(host.sent.get(path)! - before, 4_500_000 + question)
      const [kept] = yield* downloads.list
      assert.deepInclude(kept, { complete: false, bytes: 4_600_000, totalBytes: content.length })
      yield* downloads.published("alpha")
      assert.deepStrictEqual(yield* downloads.list, [])
    })
  )

  test(
    "MUST leave the same room free",
    Effect.gen(function* () {
      const host = yield* hostOf({ [path]: { content } })
      const free = Effect.succeed(64e6 + 1_000_000)
      const { at, downloads } = yield* started(yield* folder, { free })
      const [entry] = yield* Stream.runCollect((yield* at(`${host.url}${path}`)).entries())
      const access = yield* entry!.randomAccess("ranges")
      const { message } = yield* failure(access.readRange(0, 1_000_001))
      assert.include(message, "no space is left for it where DATA_DIR is, after 0 bytes of 5 MB. Free some space there")
      assert.isTrue(Buffer.from(yield* access.readRange(0, 1_000_000)).equals(content.subarray(0, 1_000_000)))
      assert.deepInclude((yield* downloads.list)[0], { bytes: 1_000_000 })
    }).pipe(Effect.scoped)
  )

  test(
    "MUST NOT be kept, nor read to its end, for a guess of its columns",
    Effect.gen(function* () {
      const row = "Hauptstrasse,12,9490,Vaduz\n"
      const table = Buffer.from(`street,number,postcode,city\n${row.repeat(200_000)}`)
      const host = yield* hostOf({ [path]: { content: table } })
      host.wrong.set(
        path,
        Array.from({ length: 20 }, () => ({ stallAfter: 1_000_000 }))
      )
      const { at, downloads } = yield* started(yield* folder, { patience: { stall: "1 second" } })
      const guess = yield* guessTable(yield* at(`${host.url}${path}`))
      assert.deepInclude(guess, { rows: 200, isAddressTable: true })
      assert.deepStrictEqual(yield* downloads.list, [])
    })
  )
})
