import { renameSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import * as fc from "fast-check"
import { firstLine } from "../../../src/database/backup/BackupFormat.ts"
import { backupMark } from "../../../sources/reading/Folders.ts"
import { guardedLookup, RefusedServer } from "../../../sources/reading/GuardedHttp.ts"
import { isAllowed, parseHost } from "../../../sources/reading/Hosts.ts"
import { defaultLimits } from "../../../sources/reading/Limits.ts"
import { ConfinedReader, Reader } from "../../../sources/reading/Reader.ts"
import type { SourceAccess } from "../../../sources/reading/Settings.ts"
import { sourceAccess } from "../../../src/settings/Reading.ts"
import { LocationsMustExist } from "../../../sources/SourceType.ts"
import { fileServer } from "./FileServer.ts"
import { patience, platform, readAll } from "./TestReader.ts"
import { zip } from "./ZipWriter.ts"

const text = (content: string) => Buffer.from(content)

/** A machine with a data directory, folders, and a reader that is confined to some of the folders. */
const machine = Effect.fnUntraced(function* (
  files: Readonly<Record<string, Uint8Array>>,
  given: {
    readonly folders?: ReadonlyArray<string>
    readonly hosts?: ReadonlyArray<string>
    /** Called whenever the reader has resolved a path. */
    readonly onRealPath?: (path: string) => void
    /** A system that cannot tell which file an open descriptor refers to, such as macOS. */
    readonly isWithoutProc?: boolean
  } = {}
) {
  const system = yield* FileSystem.FileSystem
  const root = yield* system.realPath(yield* system.makeTempDirectoryScoped())
  for (const [path, content] of Object.entries({ "data/sources/in.csv": text("in"), ...files })) {
    yield* system.makeDirectory(join(root, path, ".."), { recursive: true })
    yield* system.writeFile(join(root, path), content)
  }
  const access: SourceAccess = {
    dataDir: join(root, "data"),
    folders: (given.folders ?? ["data/sources"]).map((folder) => join(root, folder)),
    hosts: (given.hosts ?? []).map((host) => parseHost(host)!)
  }
  const watched = FileSystem.FileSystem.of({
    ...system,
    realPath: (path) => Effect.tap(system.realPath(path), () => Effect.sync(() => given.onRealPath?.(path))),
    readLink: (path) =>
      given.isWithoutProc === true && path.startsWith("/proc/") ? system.readLink("/nowhere") : system.readLink(path)
  })
  const reader = yield* Layer.build(ConfinedReader.layerWith({ limits: defaultLimits, patience }, access)).pipe(
    Effect.provideService(FileSystem.FileSystem, watched),
    Effect.flatMap((context) => Effect.provide(ConfinedReader, context))
  )
  const at = (place: string) => reader.at("test", place)
  return {
    root,
    system,
    read: (path: string) =>
      Effect.flatMap(at(path.startsWith("http") ? path : join(root, path)), (location) => readAll(location)),
    at
  }
})

const texts = (found: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries(Array.from(found, ([path, content]) => [path, content.toString()]))

const run = Effect.provide(platform)

describe("files for sources that were configured over HTTP", () => {
  it.effect("MUST be in the permitted folders: others are refused, existing or not, naming the setting", () =>
    Effect.gen(function* () {
      const { at, read, root } = yield* machine({
        "other/secret.csv": text("secret"),
        "data/sources/a/b.csv": text("b")
      })
      expect(texts(yield* read("data/sources"))).toEqual({ "in.csv": "in", "a/b.csv": "b" })
      expect(texts(yield* Effect.flatMap(at("a/b.csv"), (location) => readAll(location)))).toEqual({ "b.csv": "b" })
      const refusals = new Set<string>()
      for (const path of [
        "other/secret.csv",
        "other/nothing.csv",
        "other",
        "data/sources/../../other/secret.csv",
        "data/sources-of-others/x.csv"
      ]) {
        const error = yield* Effect.flip(read(path))
        expect(error, path).toMatchObject({ reason: "misconfigured" })
        expect(error.message).toContain("SOURCE_FOLDERS")
        refusals.add(error.message.replace(/^\S+ /, ""))
      }
      // Refusals do not reveal whether a file exists.
      expect(refusals.size).toBe(1)
      for (const path of ["/etc/passwd", "/proc/self/environ", "../../../../../../../../etc/passwd"]) {
        expect((yield* Effect.flip(Effect.flatMap(at(path), (location) => readAll(location)))).message).toContain(
          "SOURCE"
        )
      }
      expect((yield* Effect.flip(read("data/sources/none.csv"))).message).toContain("no such file")
      expect(
        yield* Effect.flatMap(at(join(root, "other")), ({ fingerprint }) => Effect.flip(fingerprint))
      ).toBeDefined()
    }).pipe(run)
  )

  it.effect("MUST NOT reveal the full path of a folder, nor a system's own words, if they cannot be read", () =>
    Effect.gen(function* () {
      const { at, root } = yield* machine({})
      for (const [path, why] of [
        ["a\0b", "no file can have this name. Check the path."],
        ["in.csv/deeper", "it cannot be read: a part of its path is a file instead of a folder."],
        ["x".repeat(300), "it cannot be read: its name is too long."]
      ] as const) {
        const { message } = yield* Effect.flip(Effect.flatMap(at(path), (location) => readAll(location)))
        expect(message).toBe(`${path}: ${why}`)
        expect(message).not.toContain(root)
      }
    }).pipe(run)
  )

  it.effect("MUST NOT be reached through a link to a file or folder, nor next to a permitted file", () =>
    Effect.gen(function* () {
      const { read, root, system } = yield* machine({
        "other/secret.csv": text("secret"),
        "other/bundle.zip": zip({ "secret.csv": text("secret") }),
        "data/sources/links/own.csv": text("own")
      })
      const link = (to: string, from: string) => system.symlink(join(root, to), join(root, "data/sources", from))
      yield* link("other/secret.csv", "file.csv")
      yield* link("other", "folder")
      yield* link("other/bundle.zip", "bundle.zip")
      yield* link("data/sources/links/own.csv", "inside.csv")
      for (const path of ["file.csv", "folder/secret.csv", "folder", "bundle.zip"]) {
        expect((yield* Effect.flip(read(`data/sources/${path}`))).message, path).toContain("SOURCE_FOLDERS")
      }
      expect(texts(yield* read("data/sources/inside.csv"))).toEqual({ "inside.csv": "own" })
      // Within a folder, such links count as unreadable files.
      expect((yield* Effect.flip(read("data/sources"))).message).toContain("SOURCE_FOLDERS")
    }).pipe(run)
  )

  it.effect("MUST be checked when they are opened: a link that replaces a file is not followed", () =>
    Effect.gen(function* () {
      const swap = (root: string) => {
        rmSync(join(root, "data/sources/b.csv"))
        symlinkSync(join(root, "other/secret.csv"), join(root, "data/sources/b.csv"))
      }
      const files = { "other/secret.csv": text("secret"), "data/sources/b.csv": text("b") }
      // Swapped after the folder was listed.
      const one = yield* machine(files)
      const late = yield* Effect.flip(
        Effect.flatMap(one.at(join(one.root, "data/sources")), (location) =>
          readAll(location, (path) => {
            if (path === "b.csv") swap(one.root)
            return path === "b.csv"
          })
        )
      )
      expect(late.message).toContain("SOURCE_FOLDERS")
      // Swapped between resolving the path and opening the file.
      let looks = 0
      const two = yield* machine(files, {
        onRealPath: (path) => {
          if (!path.endsWith("b.csv")) return
          looks += 1
          if (looks === 2) swap(two.root)
        }
      })
      const later = yield* Effect.flip(two.read("data/sources/b.csv"))
      expect(looks).toBe(2)
      expect(later.message).toContain("SOURCE_FOLDERS")
    }).pipe(run)
  )

  it.effect("MUST be the file that was checked, on systems that do not tell which file is open", () =>
    Effect.gen(function* () {
      const files = { "data/sources/a.csv": text("a"), "data/sources/b.csv": text("b") }
      const calm = yield* machine(files, { isWithoutProc: true })
      expect(texts(yield* calm.read("data/sources/b.csv"))).toEqual({ "b.csv": "b" })
      // Swapped after the file was opened: for another permitted file, or for a link that leads out of the folder.
      for (const put of [
        (root: string) => renameSync(join(root, "data/sources/a.csv"), join(root, "data/sources/b.csv")),
        (root: string) => {
          rmSync(join(root, "data/sources/b.csv"))
          symlinkSync("/etc/hostname", join(root, "data/sources/b.csv"))
        }
      ]) {
        let looks = 0
        const one = yield* machine(files, {
          isWithoutProc: true,
          onRealPath: (path) => {
            if (path.endsWith("b.csv") && ++looks === 3) put(one.root)
          }
        })
        const refused = yield* Effect.flip(one.read("data/sources/b.csv"))
        expect(refused.message).toContain("SOURCE_FOLDERS")
        expect(looks).toBe(3)
      }
    }).pipe(run)
  )

  it.effect("MUST NOT be the service's own, nor a database's, nor a backup, whatever the folders", () =>
    Effect.gen(function* () {
      expect(firstLine.startsWith(backupMark)).toBe(true)
      const { read, root, system } = yield* machine(
        {
          "data/postgres/doorstep.password": text("secret"),
          "data/postgres/PG_VERSION": text("18"),
          "data/postgres/base/1/2": text("rows"),
          "data/geoip.mmdb": text("x"),
          "elsewhere/PG_VERSION": text("18"),
          "elsewhere/base/1/2": text("rows"),
          "saved.backup": text(`${firstLine}rows`),
          ".env": text("ADMIN_PASSWORD=secret"),
          ".ssh/id": text("secret"),
          "fine.csv": text("fine")
        },
        { folders: ["", "data", "data/postgres"] }
      )
      yield* system.symlink(join(root, "data/postgres"), join(root, "linked"))
      for (const path of [
        "data/postgres/doorstep.password",
        "data/postgres/base/1/2",
        "data/geoip.mmdb",
        "elsewhere/base/1/2",
        "saved.backup",
        ".env",
        ".ssh/id",
        "linked/doorstep.password"
      ]) {
        const error = yield* Effect.flip(read(path))
        expect(error.reason, path).toBe("misconfigured")
        expect(error.message, path).toMatch(/SOURCE_FOLDERS|belongs to the service/)
        expect(error.message).not.toContain("secret")
      }
      expect(texts(yield* read("fine.csv"))).toEqual({ "fine.csv": "fine" })
      expect(texts(yield* read("data/sources/in.csv"))).toEqual({ "in.csv": "in" })
    }).pipe(run)
  )

  it.effect("MUST be refused as soon as they are named", () =>
    Effect.gen(function* () {
      const { at, root } = yield* machine({ "other/x.csv": text("x") })
      const name = (place: string) => Effect.provideService(at(place), LocationsMustExist, true)
      expect((yield* Effect.flip(name(join(root, "other/x.csv")))).message).toContain("SOURCE_FOLDERS")
      expect(yield* Effect.flip(name("http://169.254.169.254/latest"))).toMatchObject({ reason: "misconfigured" })
      yield* name(join(root, "data/sources/in.csv"))
      yield* name("https://example.org/x.csv")
    }).pipe(run)
  )
})

describe("servers for sources that were configured over HTTP", () => {
  it.live("MUST be public ones: this machine is refused by name, by address, and by a redirect", () =>
    Effect.gen(function* () {
      const inner = yield* fileServer(text("secret"))
      const port = new URL(inner.url).port
      const { read } = yield* machine({})
      for (const host of [
        "127.0.0.1",
        "localhost",
        "127.1",
        "0x7f000001",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "0.0.0.0"
      ]) {
        const error = yield* Effect.flip(read(`http://${host}:${port}/x.csv`))
        expect(error, host).toMatchObject({ reason: "misconfigured" })
        expect(error.message, host).toContain("SOURCE_HOSTS")
      }
      expect(inner.requests).toEqual([])
    }).pipe(run)
  )

  it.live("MUST be permitted if SOURCE_HOSTS names them, and no further after a redirect", () =>
    Effect.gen(function* () {
      const inner = yield* fileServer(text("secret"))
      const outer = yield* redirecting(inner.url)
      const { read } = yield* machine({}, { hosts: [`127.0.0.1:${outer.port}`] })
      expect(texts(yield* read(`http://127.0.0.1:${outer.port}/own.csv`))).toEqual({ "own.csv": "own" })
      const error = yield* Effect.flip(read(`http://127.0.0.1:${outer.port}/away.csv`))
      expect(error.message).toContain("SOURCE_HOSTS")
      expect(inner.requests).toEqual([])
    }).pipe(run)
  )

  it.live("MUST be the same for listed buckets", () =>
    Effect.gen(function* () {
      const inner = yield* fileServer(text("secret"))
      const { root } = yield* machine({})
      const access: SourceAccess = { dataDir: root, folders: [], hosts: [] }
      const context = yield* Layer.build(ConfinedReader.layerWith({ limits: defaultLimits, patience }, access))
      const reader = yield* Effect.provide(ConfinedReader, context)
      const location = yield* reader.under("test", `${inner.url}/release/`)
      expect((yield* Effect.flip(location.fingerprint)).message).toContain("SOURCE_HOSTS")
      expect(inner.requests).toEqual([])
    }).pipe(run)
  )

  it.live("MUST be unrestricted on the command line", () =>
    Effect.gen(function* () {
      const inner = yield* fileServer(text("mine"))
      const reader = yield* Reader
      const found = yield* Effect.flatMap(reader.at("test", `${inner.url}/x.csv`), (location) => readAll(location))
      expect(texts(found)).toEqual({ "x.csv": "mine" })
    }).pipe(Effect.provide(Reader.layerWith({ limits: defaultLimits, patience })), run)
  )

  it.effect("MUST be checked for each connection: a name that later leads elsewhere is refused then", () =>
    Effect.gen(function* () {
      const answers = [["8.8.8.8", "10.0.0.1"], ["10.0.0.1"], ["127.0.0.1", "::1"]]
      const lookup = guardedLookup([], 443, (_name, _options, done) =>
        done(
          null,
          answers.shift()!.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
        )
      )
      const connect = (all: boolean) =>
        Effect.callback<unknown, Error>((resume) =>
          lookup("rebind.example.org", { all }, (error, address) =>
            resume(error === null ? Effect.succeed(address) : Effect.fail(error))
          )
        )
      expect(yield* connect(true)).toEqual([{ address: "8.8.8.8", family: 4 }])
      expect(yield* Effect.flip(connect(true))).toBeInstanceOf(RefusedServer)
      expect(yield* Effect.flip(connect(false))).toBeInstanceOf(RefusedServer)
    })
  )

  const refused = (
    "127.0.0.1 127.255.0.1 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 0.0.0.0 0.1.2.3 224.0.0.1 255.255.255.255 240.0.0.1 198.18.0.1 192.0.2.1 192.0.0.192 168.63.129.16 ::1 :: fe80::1 fd00::1 " +
    "fd00:ec2::254 fec0::1 ff02::1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 2002:7f00:1::1 2001:0:7f00:1:: 2001:db8::1 4000::1"
  ).split(" ")
  it.each(refused)("MUST NOT have the address %s", (address) => {
    expect(isAllowed([], "example.org", 80, address)).toBe(false)
    expect(isAllowed([parseHost(address)!], "example.org", 80, address)).toBe(true)
    expect(isAllowed([parseHost("example.org")!], "example.org", 80, address)).toBe(true)
    expect(isAllowed([parseHost("example.org:81")!], "example.org", 80, address)).toBe(false)
  })
  it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
    "MUST be read under the public address %s",
    (address) => expect(isAllowed([], "example.org", 80, address)).toBe(true)
  )

  it("MUST be refused in every private network, in each IPv6 form of an IPv4 address", () => {
    const networks = fc
      .constantFrom([10, 8], [127, 8], [0, 8])
      .chain(([first]) => fc.tuple(fc.constant(first!), fc.nat(255), fc.nat(255), fc.nat(255)))
    fc.assert(
      fc.property(networks, ([a, b, c, d]) => {
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
        for (const address of [
          `${a}.${b}.${c}.${d}`,
          `::ffff:${a}.${b}.${c}.${d}`,
          `::ffff:${hex(a, b)}:${hex(c, d)}`,
          `64:ff9b::${hex(a, b)}:${hex(c, d)}`,
          `2002:${hex(a, b)}:${hex(c, d)}::1`
        ]) {
          expect(isAllowed([], "x", 443, address), address).toBe(false)
        }
      })
    )
  })

  it("MUST be named by names, addresses and networks, and not by mistakes", () => {
    expect(isAllowed([parseHost("10.1.0.0/16")!], "x", 80, "10.1.2.3")).toBe(true)
    expect(isAllowed([parseHost("10.1.0.0/16")!], "x", 80, "10.2.2.3")).toBe(false)
    expect(isAllowed([parseHost("*.intern")!], "a.b.intern", 80, "10.2.2.3")).toBe(true)
    expect(isAllowed([parseHost("*.intern")!], "intern", 80, "10.2.2.3")).toBe(false)
    expect(isAllowed([parseHost("[fd00::1]:9000")!], "x", 9000, "fd00::1")).toBe(true)
    expect(isAllowed([parseHost("Files.Intern")!], "files.intern.", 80, "10.2.2.3")).toBe(true)
    for (const wrong of ["http://x", "10.1.0.0/99", "999.1.1.1", "a b", "x:99999", "x:y", "", "1.2"]) {
      expect(parseHost(wrong), wrong).toBe(undefined)
    }
  })

  it.effect("MUST be reported if SOURCE_HOSTS has an invalid one", () =>
    Effect.gen(function* () {
      const settings = (given: Record<string, string>) =>
        Effect.provideService(sourceAccess, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(given))
      expect(yield* settings({ DATA_DIR: "/d" })).toEqual({ dataDir: "/d", folders: ["/d/sources"], hosts: [] })
      const { folders, hosts } = yield* settings({ SOURCE_FOLDERS: "/a, /b", SOURCE_HOSTS: "x.intern:80" })
      expect([folders, hosts]).toEqual([["/a", "/b"], [{ host: "x.intern", port: 80 }]])
      const error = yield* Effect.flip(settings({ SOURCE_HOSTS: "http://x" }))
      expect(error.message).toContain('"http://x" is not one')
    })
  )
})

/** A server with one file of its own that redirects every other path. */
const redirecting = (to: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        if (request.url === "/own.csv") response.end("own")
        else response.writeHead(302, { location: `${to}/x.csv` }).end()
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
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
