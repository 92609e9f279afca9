import { act, screen } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { admin, ask } from "../../../src/console/api/admin.ts"
import { Time } from "../../../src/console/parts/Time.tsx"
import { draw } from "../support/Draw.tsx"
import { json, service } from "../support/Service.ts"

const at = "2026-11-21T10:00:00.000Z"

/** Draws a moment as it is seen so many seconds later. */
const seenAfter = (seconds: number, moment = at) => {
  vi.useFakeTimers({ now: Date.parse(at) + seconds * 1000, toFake: ["Date", "setInterval", "clearInterval"] })
  return draw(<Time at={moment} />)
}

const shown = (): string | null => document.querySelector("time")?.textContent ?? null

describe("a moment", () => {
  it("MUST show how long ago or how far ahead it is, with the exact time for machines", () => {
    for (const [seconds, text] of [
      [0, "now"],
      [59, "59 seconds ago"],
      [61, "1 minute ago"],
      [7200, "2 hours ago"],
      [86_400, "1 day ago"],
      [40 * 86_400, "1 month ago"],
      [-90, "in 2 minutes"],
      [-86_400, "in 1 day"]
    ] as const) {
      const { unmount } = seenAfter(seconds)
      assert.strictEqual(shown(), text, String(seconds))
      assert.strictEqual(document.querySelector("time")?.dateTime, at)
      unmount()
    }
  })

  it("MUST age while the page is open, and cost nothing once it is closed", () => {
    const { unmount } = seenAfter(50)
    assert.strictEqual(shown(), "50 seconds ago")
    act(() => vi.advanceTimersByTime(20_000))
    assert.strictEqual(shown(), "1 minute ago")
    unmount()
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("MUST not be ahead if it has just passed, on a page that was updated before", () => {
    const { rerender } = seenAfter(0)
    vi.setSystemTime(Date.parse(at) + 15_000)
    rerender(<Time at="2026-11-21T10:00:12.000Z" />)
    assert.strictEqual(shown(), "3 seconds ago")
  })

  it("MUST be as long ago as by the service's clock if the browser's is wrong", async () => {
    for (const [seconds, date, text] of [
      [-400 * 86_400, "Sat, 21 Nov 2026 12:00:00 GMT", "2 hours ago"],
      [26 * 3600, "Sat, 21 Nov 2026 12:00:00 GMT", "2 hours ago"],
      // A response takes its time.
      [30, "Sat, 21 Nov 2026 10:00:03 GMT", "30 seconds ago"],
      [30, "no date", "30 seconds ago"]
    ] as const) {
      service.on("GET /admin/api/tokens", () => json({ data: { tokens: [] } }, 200, { date }))
      vi.useFakeTimers({ now: Date.parse(at) + seconds * 1000, toFake: ["Date"] })
      await ask(admin.tokens.list())
      const { unmount } = draw(<Time at={at} />)
      assert.strictEqual(shown(), text, date)
      unmount()
    }
  })

  it("MUST be shown exactly on hover", async () => {
    const { user } = draw(<Time at={at} />)
    await user.hover(document.querySelector("time")!)
    const tip = await screen.findByRole("tooltip")
    assert.match(tip.textContent ?? "", /^Nov 21, 2026, 10:00:00\sAM UTC$/)
  })
})
