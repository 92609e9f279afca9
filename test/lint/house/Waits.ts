/** Tests that wait by a clock, and why nothing else can tell. */
interface Wait {
  readonly because: string
  readonly files: ReadonlyArray<string>
}

/** Every file of `test/` and `properties/` that waits. A test rejects a missing file, and one that no longer waits. */
export const waits: ReadonlyArray<Wait> = [
  {
    because:
      "It looks until something is so in another process, in PostgreSQL or on the disk, which sends no event. Whoever waits for such a thing does so with it.",
    files: ["test/support/Eventually.ts"]
  },
  {
    because: "Several processes agree on which of them makes what all of them need, and look until it is there.",
    files: ["test/support/FilledDataDir.ts", "test/support/PackedDoorstep.ts"]
  },
  {
    because: "A client asks again and again while something breaks, with a pause in which others get their turn.",
    files: ["test/faults/support/Clients.ts"]
  },
  {
    because: "A source in a process of its own, which a file lets go on.",
    files: ["test/cluster/fixtures/Gated.ts"]
  },
  {
    because: "It breaks in at moments that it sweeps over on purpose, to meet every state of what it breaks.",
    files: ["test/database/EmbeddedPostgres.test.ts", "test/database/ServiceLock.test.ts"]
  },
  {
    because: "A client or a server that is slow, drips or holds on, which is what the test is about.",
    files: [
      "properties/StandInHost.ts",
      "test/e2e/Testing.test.ts",
      "test/faults/fixtures/Editions.ts",
      "test/faults/support/Telling.ts",
      "test/http/Smuggling.test.ts",
      "test/http/admin/Sources.test.ts",
      "test/http/support/HostileConnection.ts",
      "test/sources/reading/Bounds.test.ts",
      "test/sources/SourceSuite.test.ts",
      "test/sources/real/run.ts",
      "test/sources/threads/fixtures/OddTask.ts",
      "test/sync/run/Helped.test.ts"
    ]
  },
  {
    because: "The deployment says in its answer how long to wait, or the law is about time that really passes.",
    files: [
      "properties/FuzzLaws.ts",
      "properties/HttpConnection.ts",
      "properties/OpenResources.ts",
      "properties/TimeLaws.ts",
      "test/contract/Deployment.ts"
    ]
  },
  {
    because: "It blocks a thread, or is woken by one, which is what the test is about: no clock moves that.",
    files: [
      "test/http/fixtures/Askers.ts",
      "test/http/server/Stopping.test.ts",
      "test/sources/registers/Patterns.test.ts",
      "test/sources/threads/Threads.test.ts"
    ]
  },
  {
    because: "The clock of the test moves it, or it only spreads work over turns.",
    files: [
      "test/http/server/TimeLimit.test.ts",
      "test/tokens/SharedRateLimit.test.ts",
      "test/tokens/TokenStoreSuite.ts"
    ]
  },
  {
    because: "Pictures are taken once animations of a library are over, by hand; no test waits for it.",
    files: ["test/e2e/screenshots/run.ts"]
  },
  {
    because: "It ends what hangs: a program that it started, or that another process has begun and never finished.",
    files: ["test/mutation/run.ts", "test/support/BundledDoorstep.ts"]
  }
]
