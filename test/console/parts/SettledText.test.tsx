import { act, renderHook } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { useSettledText } from "../../../src/console/parts/settledText.ts"

const field = (value: string) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const settle = vi.fn<(text: string) => void>()
  const { rerender, result } = renderHook((value: string) => useSettledText(value, settle), { initialProps: value })
  return {
    rerender,
    settle,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
  }
}

describe("the text of a field", () => {
  it("MUST be shown immediately, and take effect once typing stops", () => {
    const { pass, settle, text, type } = field("")
    for (const typed of ["n", "ne", "neu"]) {
      type(typed)
      assert.strictEqual(text(), typed)
      pass(150)
    }
    assert.strictEqual(settle.mock.calls.length, 0)
    pass(100)
    assert.deepStrictEqual(settle.mock.calls, [["neu"]])
  })

  it("MUST not be overwritten by its own echo", () => {
    const { pass, rerender, text, type } = field("")
    type("neu")
    pass(250)
    type("neur")
    rerender("neu")
    assert.strictEqual(text(), "neur")
  })

  it("MUST yield to changes from elsewhere", () => {
    const { rerender, text } = field("neu")
    rerender("alt")
    assert.strictEqual(text(), "alt")
  })
})
