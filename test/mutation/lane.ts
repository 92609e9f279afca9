import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { createVitest, type TestModule } from "vitest/node"
import type { Planted, Seen } from "./Fault.ts"
import { settings } from "./settings.ts"

// A process of run.ts: it keeps what tests are run with, and plants one fault after another as files are read: plant.mjs is
// part of each process and thread that tests start.

const root = fileURLToPath(new URL("../../", import.meta.url))
const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-fault-"))
const place = Path.join(folder, "planted.json")

const vitest = await createVitest(
  settings({
    PLANTED_FAULT: place,
    NODE_OPTIONS: `--import=${new URL("plant.mjs", import.meta.url).href}`
  })
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
  process.send!("at work")
  const path = Path.join(root, test)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    vitest.getRootProject().createSpecification(path)
  ])
  // What earlier runs have left is there as well.
  const module = testModules.find(({ moduleId }) => moduleId === path)
  if (module === undefined) return `${test} was not run`
  return failureOf(module) ?? (unhandledErrors.length > 0 ? `${test}: an error that nothing handles` : undefined)
}

/** Whether tests fail while no fault is planted: one that does sees nothing. */
const unplanted = new Map<string, string | undefined>()

const failsAnyway = async (test: string): Promise<string | undefined> => {
  if (!unplanted.has(test)) unplanted.set(test, await failureIn(test))
  return unplanted.get(test)
}

const whyNoCode = async ({ file, replacement, text }: Planted): Promise<string | undefined> => {
  const code = await readFile(Path.join(root, file), "utf8")
  try {
    stripTypeScriptTypes(code.replace(text, () => replacement))
    return code.split(text).length === 2 ? undefined : "The place is not there once."
  } catch (error) {
    return String(error)
  }
}

const seen = async (fault: Planted): Promise<Seen> => {
  const why = await whyNoCode(fault)
  if (why !== undefined) return { outcome: "no code", why }
  const { replacement, text } = fault
  for (const test of fault.tests) {
    writeFileSync(place, JSON.stringify({ url: pathToFileURL(Path.join(root, fault.file)).href, text, replacement }))
    const by = await failureIn(test)
    rmSync(place)
    if (by === undefined) continue
    const failure = await failsAnyway(test)
    return failure === undefined
      ? { outcome: "caught", by }
      : { outcome: "no code", why: `Without the fault, too: ${failure}` }
  }
  return { outcome: "survived" }
}

process.on("message", (fault: Planted) => {
  void seen(fault).then((answer) => process.send!(answer))
})
process.on("disconnect", () => {
  void vitest.close().then(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
})
process.send!("ready")
