/** Tests that wait by a clock, and why nothing else can tell. */
interface Wait {
  readonly because: string
  readonly files: ReadonlyArray<string>
}

/** Every file of `test/` and `properties/` that waits. A test rejects a missing file, and one that no longer waits. */
export const waits: ReadonlyArray<Wait> = [
  {
    because:
      "It polls for a state of another process, of PostgreSQL or of the disk, which send no events. All tests that wait for such a state use it.",
    files: ["test/support/Eventually.ts"]
  },
  {
    because: "Of several processes, one makes what all of them need; the others poll until it is there.",
    files: ["test/support/FilledDataDir.ts", "test/support/PackedDoorstep.ts"]
  },
  {
    because: "A client repeats its request while something breaks, with pauses that leave others their turn.",
    files: ["test/faults/support/Clients.ts", "test/faults/upgrade/Steady.ts"]
  },
  {
    because: "A source in a process of its own, which waits for a file.",
    files: ["test/cluster/fixtures/Gated.ts"]
  },
  {
    because: "It interrupts at systematically varied moments, to meet every state of what it interrupts.",
    files: ["test/database/EmbeddedPostgres.test.ts", "test/database/ServiceLock.test.ts"]
  },
  {
    because: "The test is about a client or a server that is slow, drips bytes or does not let go.",
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
    because: "The deployment's response says how long to wait, or the law is about real time.",
    files: [
      "properties/OpenResources.ts",
      "properties/Patience.ts",
      "properties/Publications.ts",
      "properties/TimeLaws.ts",
      "test/contract/Deployment.ts"
    ]
  },
  {
    because: "The test is about blocking or waking a thread, which no test clock controls.",
    files: [
      "test/http/fixtures/Askers.ts",
      "test/http/server/Stopping.test.ts",
      "test/sources/registers/Patterns.test.ts",
      "test/sources/threads/Threads.test.ts"
    ]
  },
  {
    because: "The test clock controls it, or it only spreads work over turns of the event loop.",
    files: [
      "properties/SourceSurvey.ts",
      "test/http/server/TimeLimit.test.ts",
      "test/properties/SourceLawsAlone.test.ts",
      "test/shared/Aloud.test.ts",
      "test/sync/configured/SourceTest.test.ts",
      "test/tokens/SharedRateLimit.test.ts",
      "test/tokens/TokenStoreSuite.ts"
    ]
  },
  {
    because: "A program of its own, which looks again and again whether its parent process is there.",
    files: ["test/cli/Signals.test.ts"]
  },
  {
    because: "Screenshots, made by hand, wait for a library's animations to end. No test waits for them.",
    files: ["test/e2e/screenshots/run.ts"]
  },
  {
    because:
      "A time limit for what hangs: a program that it started, a connection, or work that another process never finished.",
    files: ["test/http/HostileConnections.test.ts", "test/mutation/run.ts", "test/support/BundledDoorstep.ts"]
  }
]
