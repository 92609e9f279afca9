/** Files in which a rule does not apply, and the reason. */
export interface Fence {
  readonly rule:
    | "no-promise"
    | "no-module-state"
    | "sql-in-its-rooms"
    | "errors-as-data"
    | "no-ambient"
    | "rows-are-decoded"
    | "settings-in-their-table"
    | "short-functions"
    | "times-in-their-table"
    | "late-formats"
  readonly because: string
  readonly files: ReadonlyArray<string>
}

/** Rooms whose subject is the database. Elsewhere, SQL is fenced file by file. */
export const roomsOfSql: ReadonlyArray<string> = [
  "admin",
  "catalog",
  "cluster",
  "database",
  "draw",
  "export",
  "pool",
  "snapshot",
  "sync",
  "tokens"
]

/**
 * Every exception to a house rule. A test checks that each file still needs its exception: once it no longer does, it
 * leaves the list.
 */
export const fences: ReadonlyArray<Fence> = [
  {
    rule: "rows-are-decoded",
    because:
      "Draws wait for these rows, and decoding keys takes 0.7 µs of CPU for one row and 27 for 256. `test/database/BareRows.test.ts` checks their shape.",
    files: [
      "src/draw/keys/KeyStatements.ts",
      "src/draw/store/AddressesPostgres.ts",
      "src/draw/store/PoolScopesPostgres.ts",
      "src/draw/text/TextStatements.ts",
      "src/pool/stored/OriginsPostgres.ts"
    ]
  },
  {
    rule: "rows-are-decoded",
    because:
      "Thousands of whole addresses, with the columns that draws read. `test/database/BareRows.test.ts` checks their shape.",
    files: ["src/admin/PoolJudge.ts", "src/export/SamplePostgres.ts", "src/sync/suppression/FindAddresses.ts"]
  },
  {
    rule: "rows-are-decoded",
    because: "All rows of a table are written to a file as text, as they are, whatever the columns.",
    files: ["src/database/backup/RowChunks.ts"]
  },
  {
    rule: "rows-are-decoded",
    because:
      "Millions of rows of the former tables, read once. `test/database/StorageUpgrade.test.ts` checks what they become.",
    files: ["src/sync/upgrade/former/MovePage.ts"]
  },
  {
    rule: "rows-are-decoded",
    because: "A released migration never changes, and it runs on the tables of its own version.",
    files: [
      "src/database/migrations/0003_catalog.ts",
      "src/database/migrations/0009_record_positions.ts",
      "src/database/migrations/0012_evidence.ts",
      "src/database/migrations/0015_run_changes.ts",
      "src/database/migrations/0016_compact_addresses.ts"
    ]
  },
  {
    rule: "settings-in-their-table",
    because: "A source's own configuration names the setting with its key, so no table can list it.",
    files: ["sources/reading/Secret.ts"]
  },
  {
    rule: "no-module-state",
    because:
      "A cache by the identity of its key, where microseconds count: it only returns what would otherwise be computed again.",
    files: ["src/pool/stored/Decompose.ts"]
  },
  {
    rule: "no-module-state",
    because: "A process has only one of these: an exit code, a turn of the event loop, the locks that it holds.",
    files: [
      "src/cli/ExitCode.ts",
      "src/cli/watch/TrialProcess.ts",
      "src/directory/downloads/Holders.ts",
      "src/http/server/JointResponse.ts"
    ]
  },
  {
    rule: "no-ambient",
    because: "It waits for a turn of Node's event loop, which no test clock controls.",
    files: [
      "src/http/edge/FairShare.ts",
      "src/http/server/CoalescedRequest.ts",
      "src/http/server/JointResponse.ts",
      "src/http/server/Stopping.ts",
      "src/shared/Batcher.ts"
    ]
  },
  {
    rule: "no-ambient",
    because: "It ends a socket or a process that no fiber is watching any more.",
    files: ["src/cli/serve/BoundedStop.ts", "src/database/WatchedSocket.ts", "src/http/server/RawAnswer.ts"]
  },
  {
    rule: "no-ambient",
    because:
      "Signals are settled before a fiber runs, and whether npm's shell is gone only the operating system knows.",
    files: ["src/cli/Signals.ts"]
  },
  {
    rule: "no-ambient",
    because: "It measures how long synchronous parsing has blocked the thread, to yield in time.",
    files: ["sources/reading/Parser.ts"]
  },
  {
    rule: "sql-in-its-rooms",
    because: "The doctor makes queries that nothing else makes, of a database that may be out of order.",
    files: ["src/cli/doctor/DatabaseChecks.ts", "src/cli/doctor/ReplicaChecks.ts", "src/cli/doctor/SpaceChecks.ts"]
  },
  {
    rule: "sql-in-its-rooms",
    because: "The translator's only table, which only this file reads and writes.",
    files: ["src/translation/online/TranslationCache.ts"]
  },
  {
    rule: "errors-as-data",
    because: "The error has to pass through a library that calls this code; on the other side it is caught and typed.",
    files: [
      "src/database/ServerProcess.ts",
      "src/database/WatchedSocket.ts",
      "src/geoip/MmdbGuard.ts",
      "src/geoip/MmdbReader.ts",
      "src/plugins/FindPackage.ts",
      "src/sync/read/LinesTask.ts",
      "src/sync/read/RawColumns.ts"
    ]
  },
  {
    rule: "errors-as-data",
    because: "Other people's tests read snapshots without Effect; `Verify.ts` turns what is thrown into failures.",
    files: [
      "src/snapshot/OfflinePools.ts",
      "src/snapshot/SnapshotFile.ts",
      "src/snapshot/SnapshotHomes.ts",
      "src/snapshot/SnapshotKey.ts",
      "src/snapshot/Verify.ts"
    ]
  },
  {
    rule: "errors-as-data",
    because: "It separates expected faults, which become failures, from defects, which stay defects.",
    files: ["src/geoip/MmdbDatabase.ts", "src/sync/upgrade/StorageUpgrade.ts"]
  },
  {
    rule: "errors-as-data",
    because:
      "A failure that an earlier line rules out; if it happens nevertheless, it is a defect, and is reported as one.",
    files: [
      "src/admin/PasswordHash.ts",
      "src/http/admin/Directory.ts",
      "src/http/admin/Pools.ts",
      "src/http/admin/Sessions.ts",
      "src/http/admin/Sources.ts",
      "src/http/edge/Compression.ts",
      "src/http/middleware/Validation.ts",
      "src/plugins/SourceModules.ts",
      "src/shared/Batcher.ts"
    ]
  },
  {
    rule: "errors-as-data",
    because: "The exporter of traces takes the kind of a failure from the name of a native error.",
    files: ["src/observability/Telemetry.ts"]
  },
  {
    rule: "no-promise",
    because: "A process starts here, and runs the Effect that the rest of it consists of.",
    files: ["src/cli/watch/TrialMain.ts", "src/cli/watch/TrialProcess.ts", "src/main.ts"]
  },
  {
    rule: "no-promise",
    because: "A bridge from Node: each callback starts an Effect, in the context of the fiber that made the bridge.",
    files: ["src/replicas/ReadServers.ts", "src/http/server/Reporting.ts", "src/http/server/TimeLimit.ts"]
  },
  {
    rule: "no-promise",
    because:
      "Work that several requests wait for needs its own fiber, so that it continues if the request that started it is interrupted.",
    files: ["src/shared/Batcher.ts", "src/draw/keys/KeyReader.ts", "src/shared/SharedReads.ts"]
  },
  {
    rule: "no-promise",
    because:
      "A single call, within Effect.promise or Effect.tryPromise, to an API of Node or a library that is based on promises.",
    files: ["src/database/ServerFiles.ts", "src/http/handlers/Docs.ts", "src/sync/read/LinesTask.ts"]
  },
  {
    rule: "no-promise",
    because: "Draws without a service, which are synchronous like Faker's calls; their Effects never wait.",
    files: ["src/snapshot/OfflinePools.ts"]
  },
  {
    rule: "short-functions",
    because: "A single list of statements. A released migration never changes again.",
    files: [
      "src/database/migrations/0001_pool.ts",
      "src/database/migrations/0003_catalog.ts",
      "src/database/migrations/0016_compact_addresses.ts"
    ]
  }
]
