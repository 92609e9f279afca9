import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmdirSync } from "node:fs"
import * as Path from "node:path"
import { inject } from "vitest"
import { root } from "../../packaging/Rooms.ts"
import { bundledSources } from "./BundledSources.ts"

/** What starts Doorstep, and where what was compiled of it is kept for the next start. */
export interface Program {
  readonly file: string
  readonly compiled: string
}

/** The checkout's own, as its users start it. A source of one's own that is loaded shares its modules. */
export const checkoutProgram: Program = {
  file: Path.join(root, "src/start.mjs"),
  compiled: Path.join(root, "node_modules/.cache/compiled-for-tests")
}

/** Makes one module of a checkout's code, and what starts it, in a folder. */
export const bundle = (folder: string, checkout = root): void => {
  execFileSync(process.execPath, [Path.join(import.meta.dirname, "bundleDoorstep.ts"), folder, checkout], {
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
      // Who failed to make it leaves it to the next.
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
 * The same code in one module, which takes less than half of the processor's time to start: tests start it hundreds of
 * times. Whoever needs it first makes it, once for the whole run. Where files may change while tests are run again, and
 * where no tests are run, it is the checkout's own.
 */
export const bundledProgram = (): Program => {
  if (process.env["VITEST_MODE"] !== "RUN") return checkoutProgram
  const folder = bundled()
  make(folder)
  return { file: Path.join(folder, "start.mjs"), compiled: Path.join(folder, "compiled") }
}

/** Where the module of a source lies that `bundledProgram` can load. */
export const bundledSource = (name: keyof typeof bundledSources): string =>
  process.env["VITEST_MODE"] === "RUN" ? Path.join(bundled(), "sources", `${name}.mjs`) : bundledSources[name]
