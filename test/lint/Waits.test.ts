import { globSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { waits } from "./house/Waits.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** Calls that wait by a clock. Calls that control Vitest's fake clock are not among them. */
const calls =
  /\b(setTimeout|setInterval|Effect\.sleep|Effect\.delay|Schedule\.(spaced|fixed)|Atomics\.wait(Async)?|waitForTimeout)\(/

const isWaiting = (text: string): boolean => calls.test(text)

/** The benchmark measures time, and the tests of rules contain code that breaks them. */
const isOther = (file: string): boolean =>
  file.includes("node_modules") || file.startsWith("test/bench/") || file.startsWith("test/lint/")

const waiting = globSync(["test/**/*.{ts,tsx}", "properties/**/*.ts"], {
  cwd: root,
  exclude: (file) => file.endsWith("node_modules")
})
  .map((file) => file.split(Path.sep).join("/"))
  .filter((file) => !isOther(file) && isWaiting(readFileSync(Path.join(root, file), "utf8")))

describe("tests that wait by a clock", () => {
  it("MUST be listed with a reason, each once", () => {
    assert.deepStrictEqual(waits.flatMap(({ files }) => files).toSorted(), waiting.toSorted())
  })

  it("MUST be recognized by what they call", () => {
    for (const line of [
      "yield* Effect.sleep(10)",
      "setTimeout(done, 5)",
      'Schedule.spaced("5 millis")',
      "Atomics.wait(a, 0, 0)"
    ])
      assert.isTrue(isWaiting(line), line)
    for (const line of ["yield* TestClock.adjust(10)", "clearTimeout(timer)", "await screen.findByText('x')"])
      assert.isFalse(isWaiting(line), line)
  })
})
