import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Option, Path, PlatformError } from "effect"
import { tmpdir } from "node:os"
import type { Cluster } from "../../src/database/Cluster.ts"
import { embeddedError } from "../../src/database/DatabaseErrors.ts"
import { isDiskFull, isSharedMemoryFull } from "../../src/database/FullDisk.ts"
import { locate } from "../../src/database/ServerFiles.ts"
import { launch, sharedMegabytes } from "../../src/database/ServerProcess.ts"
import { sharedMemorySettings } from "../../src/database/SharedMemory.ts"
import { canEnter, canUse } from "../../src/database/ServerUser.ts"

/** The error for a platform whose `/lib` has these files. */
const saidOf = (platform: string, libraries: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const fs = FileSystem.makeNoop({ readDirectory: () => Effect.succeed([...libraries]) })
    const error = yield* Effect.flip(locate(fs, yield* Path.Path, platform))
    return "reason" in error ? [error.reason, error.message] : []
  }).pipe(Effect.provide(NodePath.layer))

it("A server that cannot be made or started because the disk is full MUST say what to do", () => {
  const line = 'FATAL:  could not write to file "base/4/1249": No space left on device'
  const { message } = embeddedError("Initdb", "The data directory could not be created:", { log: ["initdb", line] })
  assert.deepStrictEqual(message.split("\n"), [
    "The data directory could not be created:",
    "  initdb",
    `  ${line}`,
    "The disk is full. Free some space on it, or name a folder on another disk in DATA_DIR."
  ])
  assert.notInclude(embeddedError("Start", "It did not start:", { log: ["terminated"] }).message, "disk")
})

it("A server with data whose disk is full MUST not be said to be damaged, nor be sent to an empty folder", () => {
  const hint =
    "HINT:  This probably means that some data is corrupted and you will have to use the last backup for recovery."
  const line = 'FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device'
  const mend = "The disk is full. Free some space on it. Nothing that was stored is lost."
  assert.deepStrictEqual(embeddedError("Start", "It did not start:", { log: [hint, line] }).message.split("\n"), [
    "It did not start:",
    `  ${line}`,
    mend
  ])
  assert.deepStrictEqual(embeddedError("Start", "It did not start:", { log: [hint] }).message.split("\n"), [
    "It did not start:",
    `  ${hint}`
  ])
  // A log on a full disk has no lines.
  assert.deepStrictEqual(embeddedError("Start", "It did not start.", { freeBytes: 40_960 }).message.split("\n"), [
    "It did not start.",
    mend
  ])
  assert.strictEqual(embeddedError("Start", "It did not start.", { freeBytes: 5e8 }).message, "It did not start.")
  // Of a server that starts, only the refusal says it.
  const refusal = "It does not accept connections: could not write init file: No space left on device. Its last lines:"
  assert.deepStrictEqual(embeddedError("Start", refusal).message.split("\n"), [refusal, mend])
})

it.each([
  [
    "initdb: could not look up effective user ID 1234: user does not exist",
    "PostgreSQL asks for a user with a name. Start Doorstep as one that /etc/passwd lists (in a container, without --user), or set DATABASE_URL."
  ],
  [
    "FATAL:  insufficient file descriptors available to start server process",
    "PostgreSQL may open too few files. Raise the limit, for instance with: ulimit -n 1024"
  ],
  ...[
    "PostgreSQL gets no port of 127.0.0.1: listen EADDRNOTAVAIL: address not available 127.0.0.1.",
    "It does not accept connections: connect ENETUNREACH 127.0.0.1:44259 - Local (0.0.0.0:0). Its last log lines:"
  ].map((line) => [
    line,
    "PostgreSQL needs the address 127.0.0.1 of this machine. Set up the loopback interface with it (ip link set lo up), or set DATABASE_URL."
  ]),
  [
    "FATAL:  database files are incompatible with server",
    "Another version of PostgreSQL made these data. With the Doorstep that used them, run npm run doorstep -- backup FILE; restore that file with this one and another DATA_DIR."
  ]
])("A server that cannot be made or started MUST say what to do: %s", (line, mend) => {
  const { message } = embeddedError("Initdb", "The data directory could not be created:", { log: [line] })
  assert.strictEqual(message.split("\n").at(-1), mend)
})

it.effect("A server on a file system that has become read-only MUST say what it cannot write, and what to do", () =>
  Effect.gen(function* () {
    const cause = Object.assign(new Error("read-only"), { code: "EROFS" })
    const fs = FileSystem.makeNoop({
      stat: () => Effect.succeed({ size: 0n } as FileSystem.File.Info),
      writeFile: () =>
        Effect.fail(PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "writeFile", cause }))
    })
    const { message } = yield* Effect.flip(launch(fs, {} as Cluster, "/data/postgres.log", 1, {}))
    assert.strictEqual(
      message,
      "PostgreSQL cannot be started, because its log /data/postgres.log cannot be written: the file system is read-only. " +
        "Let this user write to its folder, or name another in DATA_DIR."
    )
  })
)

describe("a system that the embedded server does not run on", () => {
  it.effect("MUST be refused, with what to do: Windows", () =>
    Effect.map(saidOf("win32-x64", []), (said) =>
      assert.deepStrictEqual(said, [
        "UnsupportedPlatform",
        "Doorstep's own PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL server, or start Doorstep in WSL."
      ])
    )
  )

  it.effect("MUST be refused, with what to do: Linux with musl", () =>
    Effect.gen(function* () {
      const [reason, message] = yield* saidOf("linux-x64", ["ld-musl-x86_64.so.1"])
      assert.strictEqual(reason, "UnsupportedPlatform")
      assert.include(message, "needs glibc")
      // With compatibility packages, musl systems have the other loader as well.
      const [, other] = yield* saidOf("linux-none", ["ld-musl-x86_64.so.1", "ld-linux-x86-64.so.2"])
      assert.include(other, "There is no embedded PostgreSQL for linux-none")
    })
  )
})

describe("the memory that the embedded server shares", () => {
  it("MUST be a sixteenth of the machine's, from 256 MB to 2 GB, but leave room in a small container", () => {
    const gigabyte = 1024 ** 3
    assert.deepStrictEqual(
      [0.5, 1, 2, 4, 8, 16, 24, 64, Infinity].map((machine) => sharedMegabytes(machine * gigabyte)),
      [128, 256, 256, 256, 512, 1024, 1536, 2048, 2048]
    )
  })
})

describe("the memory that a query's processes share", () => {
  it("MUST be in files of the data directory if the system has none, or none that can be written", () => {
    const inFiles = { dynamic_shared_memory_type: "mmap" }
    assert.deepStrictEqual(sharedMemorySettings("linux", "/no/such/folder"), inFiles)
    // A file system without any room.
    assert.deepStrictEqual(sharedMemorySettings("linux", "/proc/self"), inFiles)
    assert.deepStrictEqual(sharedMemorySettings("linux", tmpdir()), {})
    assert.deepStrictEqual(sharedMemorySettings("darwin", "/no/such/folder"), {})
  })

  it("MUST be told apart from the disk when it is full, although the server has one code for both", () => {
    const said = (message: string) => Object.assign(new Error(message), { code: "53100" })
    const memory = said('could not resize shared memory segment "/PostgreSQL.1": No space left on device')
    const disk = said('could not extend file "base/5/16980": No space left on device')
    assert.deepStrictEqual([isDiskFull(memory), isSharedMemoryFull(memory)], [false, true])
    assert.deepStrictEqual([isDiskFull(disk), isSharedMemoryFull(disk)], [true, false])
    assert.notInclude(embeddedError("Start", "PostgreSQL did not start:", { log: [memory.message] }).message, "disk")
  })
})

describe("what the embedded server's user may use", () => {
  const modes: Readonly<Record<string, number>> = { "/": 0o755, "/srv": 0o710, "/srv/data": 0o700, "/srv/file": 0o640 }
  const fs = FileSystem.makeNoop({
    stat: (path) =>
      Effect.succeed({ mode: modes[path]!, uid: Option.some(1), gid: Option.some(10) } as FileSystem.File.Info)
  })
  const [owner, ofGroup, other] = [
    { uid: 1, gid: 11 },
    { uid: 2, gid: 10 },
    { uid: 3, gid: 12 }
  ]
  const mayEnter = (directory: string, user: typeof owner) =>
    Effect.flatMap(Path.Path, (path) => canEnter(fs, path, directory, user))

  it.effect("MUST be what the mode gives to the owner, else to the group, else to all, on each folder above", () =>
    Effect.gen(function* () {
      for (const [user, srv, data] of [
        [owner, true, true],
        [ofGroup, true, false],
        [other, false, false]
      ] as const) {
        assert.strictEqual(yield* mayEnter("/srv", user), srv)
        assert.strictEqual(yield* mayEnter("/srv/data", user), data)
        assert.strictEqual(yield* canUse(fs, "/srv/file", user, "read"), srv)
        assert.isFalse(yield* canUse(fs, "/srv/file", user, "readAndExecute"))
      }
    }).pipe(Effect.provide(NodePath.layer))
  )
})
