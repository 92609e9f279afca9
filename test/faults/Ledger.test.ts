import { assert, describe, it } from "vitest"
import { type Answer, Ledger, type Looked } from "./fleet/Ledger.ts"

const limit = 20

/** An answer to the limited token, `at` so many milliseconds, in 20 milliseconds. */
const answer = (at: number, status: number, remaining: number, resetSeconds: number): Answer => ({
  by: "first",
  path: "/",
  text: "",
  begunAt: at,
  endedAt: at + 20,
  status,
  remaining,
  resetSeconds
})

const looked = (at: number, used: number, leftMillis: number): Looked => ({
  from: at,
  to: at + 5,
  window: { used, leftMillis }
})

/** A window that began at 0 and was used up at 8 seconds. */
const usedUp = (): Ledger => {
  const ledger = new Ledger()
  for (let i = 0; i < limit; i++)
    ledger.counted(answer(400 * i, 200, limit - 1 - i, Math.ceil((60_000 - 400 * i - 10) / 1_000)))
  assert.deepStrictEqual(ledger.broken, [])
  return ledger
}

/** A refusal at 30 seconds of that window. */
const refusal = answer(30_000, 429, 0, 30)

describe("the ledger of a limit", () => {
  it("MUST accept a refusal of a window that is used up", () => {
    const ledger = usedUp()
    ledger.refused(refusal, looked(30_020, limit, 29_980), limit)
    assert.deepStrictEqual(ledger.broken, [])
    assert.strictEqual(ledger.counts["refusals compared"], 1)
  })

  it("MUST find a refusal when requests are left, when no window is open, and when another window is", () => {
    for (const [used, leftMillis] of [
      [limit - 1, 29_980],
      [0, 0],
      [limit, 55_000]
    ] as const) {
      const ledger = usedUp()
      ledger.refused(refusal, looked(30_020, used, leftMillis), limit)
      assert.lengthOf(ledger.broken, 1)
    }
  })

  it("MUST not compare a refusal with a window that may have been opened since", () => {
    const ledger = usedUp()
    ledger.refused(answer(58_500, 429, 0, 2), looked(60_100, 1, 59_900), limit)
    assert.deepStrictEqual(ledger.broken, [])
    assert.strictEqual(ledger.counts["refusals too late to compare"], 1)
  })

  it("MUST accept after a crash the refusal of a window that was used up before it, and no other", () => {
    const ledger = usedUp()
    ledger.crashed(20_000)
    ledger.refused(refusal, looked(30_020, 3, 55_000), limit)
    assert.deepStrictEqual(ledger.broken, [])
    assert.strictEqual(ledger.counts["refusals from before a crash"], 1)
    ledger.refused(answer(30_000, 429, 0, 50), looked(30_020, 3, 55_000), limit)
    assert.lengthOf(ledger.broken, 1)
  })

  it("MUST find a refusal after a crash of a window that was not used up before it", () => {
    const ledger = new Ledger()
    ledger.counted(answer(0, 200, limit - 1, 60))
    ledger.crashed(20_000)
    ledger.refused(refusal, looked(30_020, 3, 55_000), limit)
    assert.lengthOf(ledger.broken, 1)
  })

  it("MUST find two requests of one window with the same number left", () => {
    const ledger = usedUp()
    ledger.counted(answer(9_000, 503, 4, 51))
    assert.match(ledger.broken.join(), /^Two requests of one minute both left 4 more/)
  })

  it("MUST find a window that is opened before the one before it is over, unless the server has crashed", () => {
    const early = answer(40_000, 200, limit - 1, 60)
    const ledger = usedUp()
    ledger.counted(early)
    assert.match(ledger.broken.join(), /^A window was opened before/)
    const crashed = usedUp()
    crashed.crashed(39_000)
    crashed.counted(early)
    crashed.counted(answer(100_000, 200, limit - 1, 60))
    assert.deepStrictEqual(crashed.broken, [])
  })
})
