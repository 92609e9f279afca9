import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.ts"

/** Files that look at their whole process: what it holds open, what it warns of, what its environment is. They have one of their own. */
const alone = [
  "test/observability/**/*.test.ts",
  "test/cli/ExitCode.test.ts",
  "test/e2e/{Client,Testing}.test.ts",
  "test/database/{Database,EmbeddedPostgres,ServiceLock,Unreachable}.test.ts",
  "test/properties/Conformance.test.ts",
  "test/sources/SourceSuite.test.ts"
]

const shared = {
  // Limits are there for what hangs, not for what is slow: a machine may have much else to do.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
  env: {
    // What one process of tests has compiled of libraries, the next need not, nor the threads that they start.
    NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled-for-tests", import.meta.url)),
    // On a busy machine too, properties try all of their cases.
    FC_SECONDS: "120"
  }
}

/** Node runs the sources itself, as it runs the service: Vite would transform each module for each process anew. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

export default defineConfig({
  test: {
    globalSetup: ["test/support/globalSetup.ts"],
    // The suite is made for two shared cores. Half of it is waiting: for processes, for browsers, for what has to time out.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "alone", include: alone, ...native, ...shared } },
      {
        test: {
          name: "console",
          // Those that draw parts of the console, and so need what a browser has.
          include: ["test/console/**/*.test.tsx"],
          // JSX is Vite's business: Node reads none.
          environment: "happy-dom",
          setupFiles: ["test/console/support/setup.ts"],
          isolate: false,
          ...shared,
          // Moments are shown in the time of whoever looks.
          env: { ...shared.env, TZ: "UTC" }
        }
      },
      {
        test: {
          name: "together",
          include: ["test/**/*.test.ts", "properties/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone],
          // One process runs many files: what they import is read once, which takes longer than most of them.
          isolate: false,
          ...native,
          ...shared
        }
      }
    ]
  }
})
