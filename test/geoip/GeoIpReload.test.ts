import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, Logger, Option, PlatformError, References } from "effect"
import { GeoIpResolver } from "../../src/geoip/GeoIpResolver.ts"
import { GeoIpUnavailable } from "../../src/geoip/GeoIpErrors.ts"
import { eventually } from "../support/Eventually.ts"
import { nested, Raw, write } from "./support/MmdbWriter.ts"

const database = (city: string) => write([["1.0.0.0/8", nested("GB", ["ENG", "England"], city)]])

const city = GeoIpResolver.use((resolver) => resolver.resolve("1.2.3.4")).pipe(
  Effect.map((found) => Option.getOrUndefined(found)?.city?.name)
)
const codes = GeoIpResolver.use((resolver) => resolver.configurationErrors).pipe(
  Effect.map((errors) => errors.map(({ code }) => code))
)

const becomes = <A, E, R>(ask: Effect.Effect<A, E, R>, wanted: A) =>
  eventually(JSON.stringify(wanted), ask, (found) => JSON.stringify(found) === JSON.stringify(wanted))

/** A file system that counts reads, and can refuse them. */
class Disk {
  refusing = false
  /** How many files were read as a whole. */
  loads = 0
  /** These run when a file is checked, and when it has been read. */
  onLook: Effect.Effect<void> = Effect.void
  onLoaded: Effect.Effect<void> = Effect.void

  readonly layer = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (fs) => ({
      ...fs,
      stat: (path: string) =>
        Effect.andThen(
          Effect.suspend(() => this.onLook),
          fs.stat(path)
        ),
      readFile: (path: string) =>
        Effect.suspend(() => {
          if (this.refusing) return Effect.fail(refused)
          this.loads++
          return Effect.tap(fs.readFile(path), () => Effect.suspend(() => this.onLoaded))
        })
    }))
  )
}

const refused = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "readFile" })

/**
 * A resolver that checks its file every few milliseconds, and ways to replace the file: overwriting it, or renaming
 * another one over it.
 */
const withDatabase = <A, E>(
  first: Buffer | undefined,
  body: (file: {
    readonly path: string
    readonly folder: string
    readonly overwrite: (content: Buffer) => Effect.Effect<void>
    readonly rename: (content: Buffer) => Effect.Effect<void>
    readonly disk: Disk
    /** Messages of the level Warn and above. */
    readonly logged: ReadonlyArray<string>
  }) => Effect.Effect<A, E, GeoIpResolver | FileSystem.FileSystem>
) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-geoip-" })
    const path = `${folder}/City.mmdb`
    const overwrite = (content: Buffer) => Effect.orDie(fs.writeFile(path, content))
    const rename = (content: Buffer) =>
      Effect.orDie(Effect.andThen(fs.writeFile(`${path}.new`, content), fs.rename(`${path}.new`, path)))
    if (first !== undefined) yield* overwrite(first)
    const settings = ConfigProvider.fromUnknown({ GEOIP_DATABASE: path, DATA_DIR: folder })
    const disk = new Disk()
    const logged: Array<string> = []
    const collect = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))
    const resolver = GeoIpResolver.layerNoDeps("10 millis").pipe(
      Layer.provide(disk.layer),
      Layer.provide(ConfigProvider.layer(settings))
    )
    return yield* Effect.provide(body({ path, folder, overwrite, rename, disk, logged }), resolver).pipe(
      Effect.provide([Logger.layer([collect]), Layer.succeed(References.MinimumLogLevel, "Warn")])
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

describe("GeoIpResolver, when its file changes", () => {
  it.live("MUST answer from a file that was renamed over the old one", () =>
    withDatabase(database("London"), ({ rename }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        yield* rename(database("Leeds"))
        yield* becomes(city, "Leeds")
        yield* rename(database("York"))
        yield* becomes(city, "York")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST answer from a file that was overwritten in place", () =>
    withDatabase(database("London"), ({ overwrite }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        yield* overwrite(database("Birmingham"))
        yield* becomes(city, "Birmingham")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live(
    "MUST follow a symbolic link that is switched to another file, older or newer, as long as it leads to one",
    () =>
      withDatabase(undefined, ({ folder, path }) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          for (const name of ["Leeds", "York"]) {
            yield* fs.writeFile(`${folder}/${name}`, database(name))
            // Files that were unpacked together have the same time, and here the same size.
            yield* fs.utimes(`${folder}/${name}`, 1_700_000_000, 1_700_000_000)
          }
          const lead = (name: string) =>
            Effect.andThen(fs.symlink(`${folder}/${name}`, `${path}.new`), fs.rename(`${path}.new`, path))
          const reached = Effect.orElseSucceed(city, () => "unavailable")
          yield* lead("Leeds")
          yield* becomes(reached, "Leeds")
          yield* lead("York")
          yield* becomes(city, "York")
          yield* lead("nowhere")
          yield* becomes(codes, ["GEOIP_DATABASE_MISSING"])
          assert.strictEqual(yield* city, "York")
          yield* lead("Leeds")
          yield* becomes(city, "Leeds")
          assert.isEmpty(yield* codes)
        })
      )
  )

  it.live("MUST keep the old database, and say so, while the new one is incomplete", () =>
    withDatabase(database("London"), ({ overwrite }) =>
      Effect.gen(function* () {
        const next = database("Leeds")
        assert.strictEqual(yield* city, "London")
        for (const part of [0, 1, next.length >> 1, next.length - 1]) {
          yield* overwrite(next.subarray(0, part))
          yield* becomes(codes, ["GEOIP_DATABASE_CORRUPT"])
          assert.strictEqual(yield* city, "London")
        }
        const [error] = yield* GeoIpResolver.use((resolver) => resolver.configurationErrors)
        assert.include(error!.message, "City.mmdb")
        assert.include(error!.message, "the previous one stays in use")
        yield* overwrite(next)
        yield* becomes(city, "Leeds")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST keep the old database if a broken one replaces it", () =>
    withDatabase(database("London"), ({ rename }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        const broken = database("Leeds")
        broken.fill(0xff, 0, 64)
        yield* rename(broken)
        yield* becomes(codes, ["GEOIP_DATABASE_CORRUPT"])
        assert.strictEqual(yield* city, "London")
        yield* rename(write([["1.0.0.0/8", { autonomous_system_number: 64_500 }]], { databaseType: "GeoLite2-ASN" }))
        yield* becomes(codes, ["GEOIP_DATABASE_UNSUPPORTED"])
        assert.strictEqual(yield* city, "London")
        yield* rename(database("York"))
        yield* becomes(city, "York")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST keep the old database if its file disappears, and read it again when it is back", () =>
    withDatabase(database("London"), ({ path, rename }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        assert.strictEqual(yield* city, "London")
        yield* fs.remove(path)
        yield* becomes(codes, ["GEOIP_DATABASE_MISSING"])
        assert.strictEqual(yield* city, "London")
        yield* rename(database("Leeds"))
        yield* becomes(city, "Leeds")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST begin to answer when a missing file appears", () =>
    withDatabase(undefined, ({ rename }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* codes, ["GEOIP_DATABASE_MISSING"])
        yield* rename(database("London"))
        yield* becomes(
          Effect.orElseSucceed(city, () => "unavailable"),
          "London"
        )
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST answer every look-up while files change, never from half a file", () =>
    withDatabase(database("City 0"), ({ rename }) =>
      Effect.gen(function* () {
        const last = 20
        const seen = new Set<string | undefined>()
        const look = Effect.map(city, (name) => seen.add(name))
        const change = Effect.gen(function* () {
          for (let i = 1; i <= last; i++) {
            yield* rename(database(`City ${i}`))
            yield* look
          }
          yield* becomes(city, `City ${last}`)
        })
        yield* Effect.raceFirst(change, Effect.forever(Effect.all([look, look, look], { concurrency: 3 })))
        for (const name of seen) assert.match(name!, /^City \d+$/)
      })
    )
  )

  it.live("MUST NOT open a file while it is changing", () =>
    withDatabase(database("London"), ({ disk, overwrite }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        const next = database("Leeds")
        let looks = 0
        disk.onLook = Effect.suspend(() => overwrite(next.subarray(0, next.length - 1000 + looks++)))
        yield* becomes(
          Effect.sync(() => looks >= 20),
          true
        )
        disk.onLook = Effect.void
        assert.strictEqual(disk.loads, 1)
        assert.isEmpty(yield* codes)
        yield* overwrite(next)
        yield* becomes(city, "Leeds")
      })
    )
  )

  it.live("MUST NOT use a file that was written to while it was read", () =>
    withDatabase(database("London"), ({ disk, overwrite }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        let once = Effect.suspend(() => {
          once = Effect.void
          return overwrite(database("York"))
        })
        disk.onLoaded = Effect.suspend(() => once)
        yield* overwrite(database("Leeds"))
        const seen = new Set<string | undefined>()
        yield* becomes(
          Effect.tap(city, (name) => Effect.sync(() => seen.add(name))),
          "York"
        )
        assert.deepStrictEqual(Array.from(seen), ["London", "York"])
      })
    )
  )

  it.live("MUST recover when the disk can be read again", () =>
    withDatabase(database("London"), ({ disk }) =>
      Effect.gen(function* () {
        disk.refusing = true
        assert.instanceOf(yield* Effect.flip(city), GeoIpUnavailable)
        assert.deepStrictEqual(yield* codes, ["GEOIP_DATABASE_UNREADABLE"])
        disk.refusing = false
        yield* becomes(codes, [])
        assert.strictEqual(yield* city, "London")
      })
    )
  )

  it.live("MUST report once, not at every check, that it cannot be read", () =>
    withDatabase(database("London"), ({ disk, logged }) =>
      Effect.gen(function* () {
        disk.refusing = true
        assert.instanceOf(yield* Effect.flip(city), GeoIpUnavailable)
        let looks = 0
        disk.onLook = Effect.sync(() => looks++)
        yield* becomes(
          Effect.sync(() => looks >= 10),
          true
        )
        assert.lengthOf(logged, 1)
      })
    )
  )

  it.live("MUST use what it has read of a file over which another one was renamed meanwhile", () =>
    withDatabase(database("London"), ({ disk, rename }) =>
      Effect.gen(function* () {
        let once = Effect.suspend(() => {
          once = Effect.void
          return rename(database("York"))
        })
        disk.onLoaded = Effect.suspend(() => once)
        // The first look-up waits for this reading, and no other.
        assert.strictEqual(yield* city, "London")
        yield* becomes(city, "York")
      })
    )
  )

  it.live("MUST not call an address unknown whose record is damaged", () => {
    // More networks than are looked at when the file is read, the last of them with a text that does not end.
    const networks = Array.from(
      { length: 256 },
      (_, i) => [`1.${i}.0.0/16`, nested("GB", undefined, "London")] as const
    )
    const damaged = write([...networks, ["2.0.0.0/8", new Raw([0x5d, 200, 0x61])]])
    return withDatabase(damaged, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        const resolve = GeoIpResolver.use((resolver) => resolver.resolve("2.3.4.5"))
        assert.instanceOf(yield* Effect.flip(resolve), GeoIpUnavailable)
        assert.deepStrictEqual(yield* codes, ["GEOIP_DATABASE_CORRUPT"])
      })
    )
  })

  it.live("MUST answer from memory, whatever becomes of the disk", () =>
    withDatabase(database("London"), ({ disk, rename }) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* city, "London")
        disk.refusing = true
        yield* rename(database("Leeds"))
        yield* becomes(codes, ["GEOIP_DATABASE_UNREADABLE"])
        assert.strictEqual(yield* city, "London")
        disk.refusing = false
        yield* becomes(city, "Leeds")
        assert.isEmpty(yield* codes)
      })
    )
  )

  it.live("MUST read a file completely only when a look-up needs it, and only once", () =>
    withDatabase(database("London"), ({ disk, rename }) =>
      Effect.gen(function* () {
        assert.isEmpty(yield* codes)
        yield* GeoIpResolver.use((resolver) => resolver.attributions)
        yield* rename(database("Leeds"))
        let looks = 0
        disk.onLook = Effect.sync(() => looks++)
        yield* becomes(
          Effect.sync(() => looks >= 5),
          true
        )
        // A private address needs no database.
        yield* GeoIpResolver.use((resolver) => resolver.resolve("10.0.0.1"))
        assert.strictEqual(disk.loads, 0)
        const found = yield* Effect.forEach(Array.from({ length: 10 }), () => city, { concurrency: 10 })
        assert.deepStrictEqual(new Set(found), new Set(["Leeds"]))
        assert.strictEqual(disk.loads, 1)
      })
    )
  )

  it.live("MUST report without a look-up that a file is damaged, and that it is repaired", () =>
    withDatabase(database("London").subarray(0, 300), ({ disk, logged, path, rename }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        assert.deepStrictEqual(yield* codes, ["GEOIP_DATABASE_CORRUPT"])
        // Once, at startup, where an operator looks first.
        assert.lengthOf(logged, 1)
        assert.match(
          logged[0]!,
          /^Warn GEOIP_DATABASE: The GeoIP database City\.mmdb is damaged: .+\. Download it again\./
        )
        yield* rename(Buffer.from("no database at all"))
        yield* becomes(codes, ["GEOIP_DATABASE_CORRUPT"])
        yield* fs.remove(path)
        yield* becomes(codes, ["GEOIP_DATABASE_MISSING"])
        yield* rename(database("London"))
        yield* becomes(codes, [])
        assert.strictEqual(disk.loads, 0)
        assert.strictEqual(yield* city, "London")
      })
    )
  )
})
