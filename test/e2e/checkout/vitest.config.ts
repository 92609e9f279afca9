import { defineConfig } from "vitest/config"

/** The configuration of a project that tests with Doorstep. */
export default defineConfig({
  root: import.meta.dirname,
  test: { globalSetup: ["setup.ts"], include: ["tests/*.vitest.ts"], pool: "forks", maxWorkers: 2, reporters: ["dot"] }
})
