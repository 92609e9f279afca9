import { readFile } from "node:fs/promises"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { createVitest, type TestModule } from "vitest/node"
import type { Planted, Seen } from "./Fault.ts"

// A process of run.ts: it keeps what tests are run with, and plants one fault after another as files are read. No file is
// written, so that whatever ends it leaves nothing behind.

const root = fileURLToPath(new URL("../../", import.meta.url))

let planted: Planted | undefined

const planting = {
  name: "planted-fault",
  enforce: "pre" as const,
  transform: (code: string, id: string) => {
    if (planted === undefined || id.split("?")[0] !== Path.join(root, planted.file)) return undefined
    const { replacement, text } = planted
    return { code: code.replace(text, () => replacement), map: null }
  }
}

const quiet = { onInit: () => undefined }

const vitest = await createVitest(
  {
    config: false,
    root,
    watch: false,
    // A cache on disk would know files without their faults, and keep the faults.
    fsModuleCache: false,
    globalSetup: ["test/support/globalSetup.ts"],
    include: ["test/**/*.test.ts"],
    env: { NODE_COMPILE_CACHE: Path.join(root, "node_modules/.cache/compiled-for-tests") },
    reporters: [quiet],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000
  },
  { plugins: [planting], logLevel: "silent" }
)

/** The first test that failed, or what failed of a file besides tests. */
const failureOf = (module: TestModule): string | undefined => {
  for (const test of module.children.allTests("failed")) return `${test.fullName} (${module.relativeModuleId})`
  const [error] = module.errors()
  if (error !== undefined) return `${module.relativeModuleId}: ${error.message.split("\n")[0]}`
  for (const suite of module.children.allSuites()) {
    const [fault] = suite.errors()
    if (fault !== undefined) return `${suite.fullName} (${module.relativeModuleId}): ${fault.message.split("\n")[0]}`
  }
  return undefined
}

const failureIn = async (test: string): Promise<string | undefined> => {
  const path = Path.join(root, test)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    vitest.getRootProject().createSpecification(path)
  ])
  // What earlier runs have left is there as well.
  const module = testModules.find(({ moduleId }) => moduleId === path)
  if (module === undefined) return `${test} was not run`
  return failureOf(module) ?? (unhandledErrors.length > 0 ? `${test}: an error that nothing handles` : undefined)
}

/** Tests that pass while no fault is planted. */
const green = new Set<string>()

/** A test that fails anyway sees nothing. */
const failsAnyway = async (test: string): Promise<string | undefined> => {
  if (green.has(test)) return undefined
  const failure = await failureIn(test)
  if (failure === undefined) green.add(test)
  return failure
}

const isCode = async ({ file, replacement, text }: Planted): Promise<string | undefined> => {
  const { stripTypeScriptTypes } = await import("node:module")
  const code = await readFile(Path.join(root, file), "utf8")
  try {
    stripTypeScriptTypes(code.replace(text, () => replacement))
    return undefined
  } catch (error) {
    return String(error)
  }
}

const seen = async (fault: Planted): Promise<Seen> => {
  const why = await isCode(fault)
  if (why !== undefined) return { outcome: "no code", why }
  const file = Path.join(root, fault.file)
  for (const test of fault.tests) {
    const failure = await failsAnyway(test)
    if (failure !== undefined) return { outcome: "no code", why: `Without the fault, too: ${failure}` }
    planted = fault
    vitest.invalidateFile(file)
    const by = await failureIn(test)
    planted = undefined
    vitest.invalidateFile(file)
    if (by !== undefined) return { outcome: "caught", by }
  }
  return { outcome: "survived" }
}

process.on("message", (fault: Planted) => {
  void seen(fault).then((answer) => process.send!(answer))
})
process.on("disconnect", () => void vitest.close().then(() => process.exit()))
process.send!("ready")
