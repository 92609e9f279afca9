import { assert, it } from "vitest"
import { asInvoked } from "../../src/shared/Invocation.ts"

it("MUST show a command as the reader runs it, also after settings", () => {
  assert.strictEqual(asInvoked("doorstep serve --workers 4"), "npm run doorstep -- serve --workers 4")
  assert.strictEqual(asInvoked("SYNC=off doorstep serve"), "SYNC=off npm run doorstep -- serve")
  assert.strictEqual(asInvoked("doorstep"), "npm run doorstep --")
  assert.strictEqual(asInvoked("NAME=doorstep work"), "NAME=doorstep work")
})
