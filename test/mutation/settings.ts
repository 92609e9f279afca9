import * as Path from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** How tests are run here: each file in a process of its own, by Node itself, as the service is. */
export const settings = (environment: Readonly<Record<string, string>>) => ({
  config: false as const,
  root,
  watch: false,
  fsModuleCache: false,
  globalSetup: ["test/support/globalSetup.ts"],
  include: ["test/**/*.test.ts"],
  env: { NODE_COMPILE_CACHE: Path.join(root, "node_modules/.cache/compiled-for-tests"), ...environment },
  experimental: { viteModuleRunner: false as const, nodeLoader: false },
  reporters: [{ onInit: () => undefined }],
  maxWorkers: 1,
  bail: 1,
  testTimeout: 180_000,
  hookTimeout: 180_000
})
