import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Exit } from "effect"
import { failEarlyEnds, teardown } from "../../src/cli/ExitCode.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An unreachable object, and whether it still exists. */
const litter = () => {
  const reference = new WeakRef({ of: "no use" })
  return () => reference.deref() !== undefined
}

describe("the end of a command", () => {
  it("MUST be a failure if it comes before the command is over, as by a source that ends the process", () => {
    const said: Array<string> = []
    const stderr = { write: (text: string) => said.push(text) } as never
    const process: Pick<NodeJS.Process, "exitCode" | "on" | "stderr"> & EventEmitter = Object.assign(
      new EventEmitter(),
      { exitCode: undefined, stderr }
    ) as never
    failEarlyEnds(process)
    process.emit("exit", 0)
    assert.deepStrictEqual([process.exitCode, said.length], [1, 1])
    process.exitCode = undefined
    process.emit("exit", 130)
    teardown(Exit.void, () => {})
    process.emit("exit", 0)
    assert.deepStrictEqual([process.exitCode, said.length], [undefined, 1])
  })

  it("MUST leave its threads free heap space if it is forced, so that none of them blocks it", async () => {
    const isThere = litter()
    // A WeakRef keeps its target alive until the end of the current turn.
    await turn()
    let code: number | undefined
    teardown(Exit.fail("no"), (given) => {
      code = given
      assert.isFalse(isThere())
    })
    assert.strictEqual(code, 1)
  })
})
