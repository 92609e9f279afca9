import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, PlatformError, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { backup } from "../../../src/database/backup/Backup.ts"
import { database, emptied, postgres, type Storage } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../support.ts"

layer(database)("A full disk", (it) => {
  it.effect(
    "MUST be reported as such by a run, with what to do",
    () =>
      Effect.gen(function* () {
        yield* emptied
        const sql = yield* SqlClient.SqlClient
        yield* sql`
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`
        yield* sql`CREATE TRIGGER full_disk BEFORE INSERT ON street EXECUTE FUNCTION full_disk()`
        const clean = Effect.orDie(sql`DROP FUNCTION full_disk() CASCADE`)
        const { synchronizer } = yield* opened(postgres as Storage<never>, [
          sourceOf("alpha", () => Stream.fromIterable(homes(3)))
        ])
        const [report] = yield* Effect.ensuring(synchronizer.run({}), clean)
        assert.strictEqual(report!.outcome, "failed")
        assert.include(report!.message, "The database's disk is full. Free some space there")
      }) as Effect.Effect<void>
  )

  it.effect(
    "MUST be reported as such by a backup, which leaves nothing behind",
    () =>
      Effect.gen(function* () {
        const system = yield* FileSystem.FileSystem
        const folder = yield* system.makeTempDirectoryScoped()
        const file = `${folder}/doorstep.backup`
        const full = PlatformError.systemError({
          _tag: "Unknown",
          module: "FileSystem",
          method: "write",
          cause: Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
        })
        const open: FileSystem.FileSystem["open"] = (path, options) =>
          Effect.map(system.open(path, options), (opened) => ({ ...opened, writeAll: () => Effect.fail(full) }))
        const error = yield* Effect.flip(
          Effect.provideService(backup(file), FileSystem.FileSystem, { ...system, open })
        )
        assert.include(error.message, "The disk was full before ")
        assert.include(error.message, file)
        assert.deepStrictEqual(yield* system.readDirectory(folder), [])
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)) as Effect.Effect<void>
  )
})
