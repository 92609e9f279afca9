import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Option, Path } from "effect"
import type { Scope } from "effect"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { run } from "../../src/database/HostProcess.ts"
import { locate, reachableFiles } from "../../src/database/ServerFiles.ts"
import { canEnter, forNewCluster } from "../../src/database/ServerUser.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { noDurability } from "../support/TestServer.ts"

const isRoot = process.geteuid?.() === 0

const test = <E>(title: string, body: Effect.Effect<void, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
  it.live.skipIf(!isRoot)(title, () => Effect.provide(body, NodeServices.layer))

/** A folder that only root can enter, like /root, and a place that everyone can enter. */
const folders = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const open = yield* temporaryDataDir
  const closed = `${open}/closed`
  yield* fs.makeDirectory(closed)
  yield* fs.chmod(closed, 0o700)
  return { closed, place: `${open}/place` }
})

const reason = isRoot ? "" : " (skipped: only root has to run PostgreSQL as another user)"

describe(`as root, in a folder that no other user can enter${reason}`, () => {
  test(
    "MUST store the data where the server's user can reach it, private to that user, behind a link in DATA_DIR",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { closed, place } = yield* folders
      const dataDir = `${closed}/checkout/.data`
      const make = EmbeddedPostgres.make({ dataDir, settings: noDurability, places: [place] })
      const select = (statement: string) =>
        Effect.gen(function* () {
          const server = yield* make
          const connection = yield* PgConnection.make({ url: server.url })
          return yield* connection.queryValues(statement)
        }).pipe(Effect.scoped)

      yield* select("CREATE TABLE kept AS SELECT 42 AS answer")
      const data = yield* fs.readLink(`${dataDir}/postgres`)
      assert.isTrue(data.startsWith(`${place}/data-`))
      const info = yield* fs.stat(data)
      assert.strictEqual(info.mode & 0o777, 0o700)
      assert.notStrictEqual(Option.getOrThrow(info.uid), 0)
      // A restart finds the data through the link alone.
      assert.deepStrictEqual(yield* select("SELECT answer FROM kept"), [[42]])
      assert.strictEqual(yield* fs.readLink(`${dataDir}/postgres`), data)
      assert.deepStrictEqual(yield* fs.readDirectory(place), [data.slice(place.length + 1)])
    })
  )

  test(
    "MUST start over if it was killed before the data behind the link was complete",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { closed, place } = yield* folders
      yield* fs.makeDirectory(place)
      yield* fs.symlink(`${place}/data-begun`, `${closed}/postgres`)
      yield* fs.makeDirectory(`${place}/data-begun.init-killed/data`, { recursive: true })
      yield* Effect.scoped(EmbeddedPostgres.make({ dataDir: closed, settings: noDurability, places: [place] }))
      assert.deepStrictEqual(yield* fs.readDirectory(place), ["data-begun"])
    })
  )

  test(
    "MUST not create new data if a link made by the user is dangling",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { closed, place } = yield* folders
      yield* fs.symlink(`${closed}/unmounted/postgres`, `${closed}/postgres`)
      const error = yield* Effect.flip(
        Effect.scoped(EmbeddedPostgres.make({ dataDir: closed, settings: noDurability, places: [place] }))
      )
      assert.strictEqual(error.reason, "FileSystem")
      assert.isFalse(yield* fs.exists(`${closed}/unmounted`))
    })
  )

  test(
    "MUST not use a place that another user could have prepared",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { closed, place } = yield* folders
      yield* fs.makeDirectory(place)
      yield* fs.chmod(place, 0o777)
      const error = yield* Effect.flip(
        Effect.scoped(EmbeddedPostgres.make({ dataDir: closed, settings: noDurability, places: [place] }))
      )
      assert.strictEqual(error.reason, "Unreachable")
    })
  )

  test(
    "MUST copy the server once to where its user can run it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const { closed, place } = yield* folders
      const found = yield* locate(fs, path)
      const native = `${closed}/native`
      // Unlike fs.copy, cp preserves the links.
      yield* run("/bin/cp", ["-a", found.native, native], { user: undefined, directory: "/" })
      const user = yield* forNewCluster(fs, yield* fs.stat(closed))
      assert.isFalse(yield* canEnter(fs, path, native, user))
      const copies = yield* Effect.all(
        Array.from({ length: 2 }, () => reachableFiles(fs, path, { ...found, native }, user, [place])),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(copies.map(({ postgres }) => postgres)).size, 1)
      assert.strictEqual((yield* fs.readDirectory(place)).length, 1)
      for (const program of [copies[0]?.postgres ?? "", copies[0]?.initdb ?? ""]) {
        assert.isTrue(program.startsWith(place))
        const { code, output } = yield* run(program, ["--version"], { user, directory: "/" })
        assert.strictEqual(code, 0, output)
      }
      // A second call copies nothing.
      const before = (yield* fs.stat(copies[0]?.postgres ?? "")).ino
      yield* reachableFiles(fs, path, { ...found, native }, user, [place])
      assert.deepStrictEqual((yield* fs.stat(copies[0]?.postgres ?? "")).ino, before)
    })
  )
})
