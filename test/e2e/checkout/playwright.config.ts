import { defineConfig } from "@playwright/test"
import type { DoorstepWorkerFixtures } from "doorstep/testing/playwright"

/** The configuration of a project that tests with Doorstep, using the machine's own Chromium. */
export default defineConfig<object, Pick<DoorstepWorkerFixtures, "doorstepOptions">>({
  testDir: "tests",
  testMatch: "*.spec.ts",
  outputDir: process.env["RESULTS"] ?? "results",
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  reporter: [["json"]],
  use: {
    baseURL: process.env["SHOP"] ?? "http://127.0.0.1",
    doorstepOptions: { cache: process.env["TEMPLATES"] ?? false },
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "", args: ["--no-sandbox", "--disable-gpu"] }
  }
})
