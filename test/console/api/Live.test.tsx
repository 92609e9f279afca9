import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { useLiveRuns } from "../../../src/console/api/live.ts"
import type { LiveRuns } from "../../../schemas/admin/Runs.ts"
import { draw } from "../support/Draw.tsx"
import { run } from "../support/Samples.ts"
import { service } from "../support/Service.ts"

const LIVE = "GET /admin/api/runs/live"

/** The stream of events, which a test continues step by step. */
const stream = () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  return {
    response: () => new Response(readable, { headers: { "content-type": "text/event-stream" } }),
    tell: (event: Partial<LiveRuns>) =>
      writer.write(
        encoder.encode(
          `data: ${JSON.stringify({ at: "2026-11-21T10:00:00.000Z", running: [], ended: [], ...event })}\n\n`
        )
      ),
    end: () => writer.close()
  }
}

const Running = () => (
  <output>
    {useLiveRuns()
      ?.running.map(({ source }) => source)
      .join(" ") ?? "unknown"}
  </output>
)

const ended = [run({ outcome: "published", verdict: "good" })]
const asksForPools = (queries: ReturnType<typeof draw>["queries"]) =>
  vi.spyOn(queries, "invalidateQueries").mockResolvedValue(undefined).mock.calls

/** Waits while events are on their way, which no clock drives. */
const untilCalled = async (calls: ReadonlyArray<unknown>) => {
  for (let turns = 0; calls.length === 0 && turns < 1000; turns++) await vi.advanceTimersByTimeAsync(0)
}

describe("runs in progress", () => {
  it("MUST be those of the last event", async () => {
    const { response, tell } = stream()
    service.on(LIVE, response)
    draw(<Running />)
    assert.ok(screen.getByText("unknown"))
    await tell({ running: [run(), run({ id: "8", source: "linz" })] })
    await screen.findByText("wien linz")
    await tell({ running: [] })
    await waitFor(() => assert.strictEqual(screen.getByRole("status").textContent, ""))
  })

  it("MUST refresh what a run has changed once it ends, but not for runs that the page knows as ended", async () => {
    const { response, tell } = stream()
    service.on(LIVE, response)
    const { queries } = draw(<Running />)
    const calls = asksForPools(queries)
    await tell({ ended, running: [run({ source: "first" })] })
    await screen.findByText("first")
    assert.strictEqual(calls.length, 0)
    await tell({ ended, running: [run({ source: "second" })] })
    await screen.findByText("second")
    assert.includeDeepMembers(
      calls.map(([filters]) => filters?.queryKey),
      [["overview"], ["pools"], ["sources"], ["runs"], ["directory"], ["downloads"]]
    )
  })

  it("MUST be followed again two seconds after the stream ends, to find out whether the session is still open", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const { end, response } = stream()
    service.on(LIVE, response)
    const { queries } = draw(<Running />)
    const calls = asksForPools(queries)
    await end()
    await untilCalled(calls)
    assert.deepStrictEqual(calls[0], [{ queryKey: ["session"] }])
    await vi.advanceTimersByTimeAsync(1990)
    assert.deepStrictEqual(service.heard(), [LIVE])
    service.on(LIVE, stream().response)
    await vi.advanceTimersByTimeAsync(20)
    assert.deepStrictEqual(service.heard(), [LIVE, LIVE])
  })

  it("MUST be followed anew if the stream falls silent: the network may have lost it without a word", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
    const { response, tell } = stream()
    service.on(LIVE, response)
    const { queries } = draw(<Running />)
    const calls = asksForPools(queries)
    // The service says something every 15 seconds.
    for (let events = 0; events < 5; events++) {
      await tell({})
      await vi.advanceTimersByTimeAsync(15_000)
    }
    assert.deepStrictEqual(service.heard(), [LIVE])
    assert.strictEqual(calls.length, 0)
    await vi.advanceTimersByTimeAsync(45_000)
    await untilCalled(calls)
    assert.deepStrictEqual(calls[0], [{ queryKey: ["session"] }])
  })

  it("MUST not be requested once the page is gone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const { unmount } = draw(<Running />)
    await vi.advanceTimersByTimeAsync(5)
    unmount()
    await vi.advanceTimersByTimeAsync(60_000)
    assert.deepStrictEqual(service.heard(), [LIVE])
  })
})
