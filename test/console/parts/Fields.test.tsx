import { act, renderHook } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { InvalidRequest } from "../../../schemas/Errors.ts"
import { useFields } from "../../../src/console/parts/fields.ts"

const names = ["name", "total", "countries"] as const
const faults = [
  { path: "name", message: "is missing" },
  { path: "targets.total", message: "must be at least 0" },
  { path: "targets.total", message: "must be an integer" }
]

const form = (given: Partial<Parameters<typeof useFields>[0]> = {}) =>
  renderHook((changes: Partial<Parameters<typeof useFields>[0]>) =>
    useFields({ names, faults: [], refusal: null, ...given, ...changes })
  )

describe("the fields of a form", () => {
  it("MUST say nothing about a field that nobody has visited", () => {
    const { result } = form({ faults })
    for (const name of names) assert.isUndefined(result.current.errorOf(name))
  })

  it("MUST say what is wrong with a field once the user leaves it, in one sentence", () => {
    const { result } = form({ faults })
    act(() => result.current.leave("total"))
    assert.strictEqual(result.current.errorOf("total"), "Must be at least 0.")
    assert.isUndefined(result.current.errorOf("name"))
  })

  it("MUST do so for every field on submission, and prevent it", () => {
    const { result } = form({ faults })
    let maySend = true
    act(() => {
      maySend = result.current.check()
    })
    assert.isFalse(maySend)
    assert.strictEqual(result.current.errorOf("name"), "Is missing.")
    assert.strictEqual(result.current.errorOf("total"), "Must be at least 0.")
    assert.isUndefined(result.current.errorOf("countries"))
    const right = form()
    act(() => {
      maySend = right.result.current.check()
    })
    assert.isTrue(maySend)
  })

  it("MUST show the service's objections at their fields at once, and others beneath the form", () => {
    const refusal = new InvalidRequest({
      message: "options.countries.0 is no code.",
      details: [{ path: "options.countries.0", message: "is no code of a country" }]
    })
    const { rerender, result } = form({ refusal })
    assert.strictEqual(result.current.errorOf("countries"), "Is no code of a country.")
    assert.isUndefined(result.current.rest)
    const whole = new InvalidRequest({ message: "Not now.", details: [{ path: "elsewhere", message: "is wrong" }] })
    rerender({ refusal: whole })
    assert.strictEqual(result.current.rest, whole)
    rerender({ refusal: undefined })
    assert.isUndefined(result.current.rest)
  })
})
