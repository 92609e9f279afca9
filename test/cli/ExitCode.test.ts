import { assert, describe, it } from "@effect/vitest"
import { Exit } from "effect"
import { teardown } from "../../src/cli/ExitCode.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An unreachable object, and whether it still exists. */
const litter = () => {
  const reference = new WeakRef({ of: "no use" })
  return () => reference.deref() !== undefined
}

describe("the end of a command", () => {
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
