import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmdirSync } from "node:fs"
import * as Path from "node:path"
import { inject } from "vitest"
import { root } from "../../packaging/Rooms.ts"
import { bundledModules } from "./BundledModules.ts"

/** The file that starts Doorstep, and the folder that keeps its compiled code for later starts. */
export interface Program {
  readonly file: string
  readonly compiled: string
}

/** The checkout itself, as its users start it. A source module that it loads shares its modules. */
export const checkoutProgram: Program = {
  file: Path.join(root, "src/start.mjs"),
  compiled: Path.join(root, "node_modules/.cache/compiled-for-tests")
}

/** Bundles the code into one module and writes it, with a file that starts it, into a folder. */
const bundle = (folder: string): void => {
  execFileSync(process.execPath, [Path.join(import.meta.dirname, "bundleDoorstep.ts"), folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"]
  })
}

const make = (folder: string): void => {
  const claim = `${folder}.claim`
  while (!existsSync(folder)) {
    try {
      mkdirSync(claim)
    } catch {
      // The bundle is being made, or the next attempt will be made here.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      continue
    }
    try {
      if (existsSync(folder)) return
      bundle(folder)
    } finally {
      rmdirSync(claim)
    }
  }
}

const bundled = () => Path.join(inject("preparedDataDir"), "bundled")

/**
 * The same code in one module, which halves the CPU time of a start: tests start it hundreds of times. It is made once
 * per test run, when first needed. In watch mode, where files may change between runs, and outside tests, the checkout
 * itself is used.
 */
export const bundledProgram = (): Program => {
  if (process.env["VITEST_MODE"] !== "RUN") return checkoutProgram
  const folder = bundled()
  make(folder)
  return { file: Path.join(folder, "start.mjs"), compiled: Path.join(folder, "compiled") }
}

/** A module of the tests that shares its modules with `bundledProgram`. */
export const bundledModule = (name: keyof typeof bundledModules): string =>
  process.env["VITEST_MODE"] === "RUN" ? Path.join(bundled(), "modules", `${name}.mjs`) : bundledModules[name]
