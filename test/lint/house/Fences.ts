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
      "A draw waits for it: to decode keys takes 0.7 µs of CPU for one row and 27 for 256. `test/database/BareRows.test.ts` holds their shape.",
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
      "Whole addresses by the thousand, of the columns that draws read: `test/database/BareRows.test.ts` holds them.",
    files: ["src/admin/PoolJudge.ts", "src/export/SamplePostgres.ts", "src/sync/suppression/FindAddresses.ts"]
  },
  {
    rule: "rows-are-decoded",
    because: "Every row of a table, which goes into a file as text as it comes, whatever the columns are.",
    files: ["src/database/backup/Backup.ts", "src/snapshot/PoolRows.ts"]
  },
  {
    rule: "rows-are-decoded",
    because:
      "Rows of the former tables, by the million and once: `test/database/StorageUpgrade.test.ts` holds what they become.",
    files: ["src/sync/upgrade/former/MovePage.ts"]
  },
  {
    rule: "rows-are-decoded",
    because: "A migration that has shipped never changes, and it ran on the tables of its own version.",
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
    because: "The name of a source's key stands in the source's own configuration: no table can have it.",
    files: ["sources/reading/Secret.ts"]
  },
  {
    rule: "no-module-state",
    because: "A memory of what follows from the module's own constants: whoever asks first, the answer is the same.",
    files: [
      "src/directory/AddCountryNames.ts",
      "src/directory/Borders.ts",
      "src/formatting/AddressFormat.ts",
      "src/formatting/Rules.ts",
      "src/gazetteer/RegionNames.ts",
      "src/observability/Endpoints.ts",
      "src/gazetteer/OfficialRegions.ts",
      "src/pool/stored/CountryNames.ts",
      "src/gazetteer/Borders.ts",
      "src/sync/diagnosis/Clues.ts",
      "src/sync/normalize/Normalize.ts",
      "src/gazetteer/Regions.ts",
      "src/gazetteer/PlaceNames.ts"
    ]
  },
  {
    rule: "no-module-state",
    because: "A library that takes megabytes, loaded when it is first needed, in code that is not an Effect.",
    files: ["src/gazetteer/CountryCoder.ts", "src/translation/romanization/Tables.ts"]
  },
  {
    rule: "no-module-state",
    because:
      "A memory by identity of its key, on a path of microseconds: it can only ever give what would be made anew.",
    files: ["src/catalog/CatalogCursor.ts", "src/pool/stored/Decompose.ts"]
  },
  {
    rule: "no-module-state",
    because:
      "There is one of it in a process by its nature: an exit code, a turn of the event loop, the locks it holds.",
    files: [
      "src/cli/ExitCode.ts",
      "src/cli/watch/TrialProcess.ts",
      "src/directory/downloads/Holders.ts",
      "src/http/server/JointResponse.ts"
    ]
  },
  {
    rule: "no-ambient",
    because: "It waits for a turn of the event loop, which is Node's and which no clock of a test moves.",
    files: [
      "src/http/edge/FairShare.ts",
      "src/http/server/JointResponse.ts",
      "src/http/server/Stopping.ts",
      "src/shared/Batcher.ts"
    ]
  },
  {
    rule: "no-ambient",
    because: "It ends a socket or a process that no fiber watches any more.",
    files: ["src/cli/serve/BoundedStop.ts", "src/database/WatchedSocket.ts", "src/http/server/RawAnswer.ts"]
  },
  {
    rule: "no-ambient",
    because: "It measures how long a synchronous stretch of parsing has kept the thread, to give it back in time.",
    files: ["sources/reading/Parser.ts"]
  },
  {
    rule: "sql-in-its-rooms",
    because: "The doctor asks a database that may be ill what nobody else asks it.",
    files: ["src/cli/doctor/DatabaseChecks.ts", "src/cli/doctor/ReplicaChecks.ts", "src/cli/doctor/SpaceChecks.ts"]
  },
  {
    rule: "sql-in-its-rooms",
    because: "One statement of its own; it belongs into a read model of admin and is still to move there.",
    files: ["src/http/admin/PoolList.ts"]
  },
  {
    rule: "sql-in-its-rooms",
    because: "The only table of the translator, read and written in one file.",
    files: ["src/translation/online/TranslationCache.ts"]
  },
  {
    rule: "errors-as-data",
    because: "What it tells is thrown through a library that calls it back, and caught and typed on the other side.",
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
    because: "A snapshot is read without Effect in tests of others; `Verify.ts` makes failures of what it throws.",
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
    because: "It tells a fault that is expected, which becomes a failure, from a defect, which stays one.",
    files: ["src/geoip/MmdbDatabase.ts", "src/sync/upgrade/StorageUpgrade.ts"]
  },
  {
    rule: "errors-as-data",
    because:
      "A failure that a line before has ruled out; if it comes all the same, it is a defect, and is reported as one.",
    files: [
      "src/admin/PasswordHash.ts",
      "src/http/admin/Directory.ts",
      "src/http/admin/Pools.ts",
      "src/http/admin/Sessions.ts",
      "src/http/admin/Sources.ts",
      "src/http/admin/Uploads.ts",
      "src/http/edge/Compression.ts",
      "src/http/middleware/Validation.ts",
      "src/plugins/SourceModules.ts",
      "src/shared/Batcher.ts"
    ]
  },
  {
    rule: "errors-as-data",
    because: "A native error that only ever becomes a line of text; a tagged one is still to take its place.",
    files: [
      "src/cli/doctor/DatabaseChecks.ts",
      "src/database/HostProcess.ts",
      "src/directory/Listing.ts",
      "src/observability/Telemetry.ts"
    ]
  },
  {
    rule: "no-promise",
    because: "A process of its own begins here: what runs the Effect that the rest of it is.",
    files: ["src/cli/watch/TrialMain.ts", "src/cli/watch/TrialProcess.ts", "src/main.ts"]
  },
  {
    rule: "no-promise",
    because:
      "A bridge: Node calls back, and an Effect is begun for it, in the context of the fiber that made the bridge.",
    files: [
      "src/replicas/ReadServers.ts",
      "src/cli/watch/WatchServer.ts",
      "src/http/server/Reporting.ts",
      "src/http/server/TimeLimit.ts"
    ]
  },
  {
    rule: "no-promise",
    because: "Work that many requests wait for goes on when the one that began it is interrupted: a fiber of its own.",
    files: ["src/shared/Batcher.ts", "src/draw/keys/KeyReader.ts", "src/draw/keys/SharedReads.ts"]
  },
  {
    rule: "no-promise",
    because:
      "One call of Node or of a library that takes or gives promises, within Effect.promise or Effect.tryPromise.",
    files: ["src/database/ServerFiles.ts", "src/http/handlers/Docs.ts", "src/sync/read/LinesTask.ts"]
  },
  {
    rule: "no-promise",
    because: "Draws without a service, synchronous as Faker's calls are, over Effects that never wait.",
    files: ["src/snapshot/OfflinePools.ts"]
  },
  {
    rule: "short-functions",
    because: "One list of statements, which is history: a migration that has been released never changes again.",
    files: [
      "src/database/migrations/0001_pool.ts",
      "src/database/migrations/0003_catalog.ts",
      "src/database/migrations/0016_compact_addresses.ts"
    ]
  }
]
