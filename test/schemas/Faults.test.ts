import { assert, describe, it } from "vitest"
import { invalidRequest } from "../../schemas/Faults.ts"

const fault = (path: string) => ({ path, message: "is wrong" })

describe("a request with faults", () => {
  it("MUST have each once, 20 of them listed, three in the message, and all of them counted", () => {
    const faults = Array.from({ length: 25 }, (_, i) => fault(`f${i}`))
    const { details, message } = invalidRequest([...faults, ...faults])
    assert.deepStrictEqual(details, faults.slice(0, 20))
    assert.strictEqual(message, "f0 is wrong; f1 is wrong; f2 is wrong; and 22 more.")
  })

  it("MUST have places that can be read, whatever their names", () => {
    const { details, message } = invalidRequest([fault("a b"), fault(`${"x".repeat(79)}😀`), fault("")], "The body")
    const cut = `${"x".repeat(79)}\ufffd…`
    assert.deepStrictEqual(details, [fault("a b"), fault(cut)])
    assert.strictEqual(message, `"a b" is wrong; ${JSON.stringify(cut)} is wrong; The body is wrong.`)
  })
})
