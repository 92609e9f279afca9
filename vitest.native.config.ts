import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

/** Files of one kind, by folder. */
const folders = (names: string) => names.split(" ").map((name) => `test/${name}/**/*.test.ts`)

/**
 * Files that look at their whole process: what it holds open, what it warns of, what its environment is. They have one of
 * their own, as have those that start services, which take so long that nothing is won.
 */
const alone = [
  ...folders("e2e faults observability"),
  "test/cli/{AddAtTerminal,AddCountry,ExitCode,Service,Snapshot,SourceNew,Start,Workers}.test.ts",
  "test/database/{Database,EmbeddedPostgres,ServiceLock,Unreachable}.test.ts",
  "test/properties/Conformance.test.ts",
  "test/sources/SourceSuite.test.ts"
]

const shared = {
  // Limits are there for what hangs, not for what is slow: a machine may have much else to do.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What one process of tests has compiled of libraries, the next need not, nor the threads that they start.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled-for-tests", import.meta.url)) }
}

export default defineConfig({
  test: {
    globalSetup: ["test/support/globalSetup.ts"],
    experimental: { viteModuleRunner: false }, // x for two shared cores. A third of it is waiting: for processes, for browsers, for what has to time out.
    maxWorkers: 3,
    projects: [
      { test: { name: "alone", include: alone, ...shared } },
      {
        test: {
          name: "together",
          include: ["test/**/*.test.ts", "properties/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone],
          // One process runs many files: what they import is read once, which takes longer than most of them.
          isolate: false,
          ...shared
        }
      }
    ]
  }
})
