import { screen, waitFor, within } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { OutcomeBadge, rejectedBy, RunProgress } from "../../../src/console/parts/runs.tsx"
import { RunNow } from "../../../src/console/pages/runs/RunNow.tsx"
import { draw } from "../support/Draw.tsx"
import { phase, run, source } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const START = "POST /admin/api/sources/wien/runs"
const CANCEL = "POST /admin/api/runs/7/cancel"

describe("a run in progress", () => {
  it("MUST show what it does, its progress, its speed and the remaining time", () => {
    draw(<RunProgress run={run({ read: 12_345, kept: 12_000, rejected: { noStreet: 300, noCity: 45 } })} />)
    assert.strictEqual(screen.getByRole("link", { name: "wien · Austria" }).getAttribute("href"), "/console/runs/7")
    const bar = screen.getByRole("progressbar", { name: "wien · Austria" })
    assert.strictEqual(bar.getAttribute("aria-valuenow"), "50")
    assert.strictEqual(screen.getByTestId("phase-amount").textContent, "500 kB of 1 MB · 50%")
    assert.ok(screen.getByText("2 MB per second"))
    assert.strictEqual(screen.getByTestId("phase-left").textContent, "about 1m 30s left")
    assert.ok(screen.getByText("12,345 records read"))
    assert.ok(screen.getByText("12,000 kept, 345 rejected"))
  })

  it("MUST not claim a share, a speed or an end that is unknown", () => {
    draw(<RunProgress run={run({ phases: [phase({ total: null, rate: null, secondsLeft: null })] })} />)
    assert.isNull(screen.getByRole("progressbar").getAttribute("aria-valuenow"))
    assert.strictEqual(screen.getByTestId("phase-amount").textContent, "500 kB")
    assert.isNull(screen.queryByText(/per second/))
    assert.isNull(screen.queryByTestId("phase-left"))
    assert.isNull(screen.queryByText(/records read/))
  })

  it("MUST never exceed its end, nor reach it too early", () => {
    const { rerender } = draw(<RunProgress run={run({ phases: [phase({ done: 1_200_000 })] })} />)
    assert.strictEqual(screen.getByTestId("phase-amount").textContent, "1 MB of 1 MB · 100%")
    rerender(<RunProgress run={run({ phases: [phase({ done: 999_999 })] })} />)
    assert.match(screen.getByTestId("phase-amount").textContent ?? "", /· 99\.9%$/)
    rerender(<RunProgress run={run({ phases: [phase({ done: 0, total: 0 })] })} />)
    assert.isNull(screen.getByRole("progressbar").getAttribute("aria-valuenow"))
  })

  it("MUST be shown before its first phase has begun", () => {
    draw(<RunProgress run={run({ phases: [] })} />)
    assert.ok(screen.getByRole("progressbar", { name: "wien · Austria" }))
    assert.isNull(screen.queryByTestId("phase-amount"))
  })

  it("MUST show past, current and future phases, but none that were skipped", () => {
    const phases = [phase({ phase: "reading", endedAt: "2026-11-21T10:01:00.000Z" }), phase({ phase: "checking" })]
    draw(<RunProgress run={run({ phase: "checking", phases })} />)
    assert.deepStrictEqual(
      screen
        .getAllByRole("listitem")
        .map((item) => [item.textContent, item.dataset["state"], item.getAttribute("aria-current")]),
      [
        ["Reading done", "done", null],
        ["Checking", "now", "step"],
        ["Publishing", "next", null]
      ]
    )
  })

  it("MUST count the records of a reading only once", () => {
    const reading = phase({ phase: "reading", unit: "records", done: 1200, total: null, rate: 50 })
    draw(<RunProgress run={run({ phase: "reading", phases: [reading], read: 1200, kept: 1200 })} />)
    assert.isNull(screen.queryByTestId("phase-amount"))
    assert.ok(screen.getByText("1,200 records read"))
    assert.ok(screen.getByText("50 records per second"))
  })
})

describe("starting a run", () => {
  it("MUST not be requested twice by a double click, and show no failure of an earlier attempt", async () => {
    service.on(START, () => refusal(409, "CONFLICT", "It is already running."))
    const { user } = draw(<RunNow source={source} isRunning={false} />)
    const start = async () => {
      await user.click(screen.getByRole("button", { name: "Run now" }))
      return screen.findByRole<HTMLButtonElement>("button", { name: "Start" })
    }
    await user.click(await start())
    await screen.findByText("It is already running.")
    await user.keyboard("{Escape}")
    const button = await start()
    assert.isNull(screen.queryByText("It is already running."))
    service.on(START, () => json({ data: { source: "wien", countries: ["AT"] } }, 202))
    await user.click(button)
    // While it closes, the dialog is still there.
    await waitFor(() => assert.isTrue(button.disabled || !button.isConnected))
    await user.click(button)
    assert.deepStrictEqual(service.heard(), [START, START])
  })
})

describe("cancelling a run", () => {
  it("MUST be requested once, by keyboard too, with a name that says which run", async () => {
    const goOn = service.holds(CANCEL, () => json({ data: {} }, 202))
    const { user } = draw(<RunProgress run={run()} />)
    await user.tab()
    await user.tab()
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel wien · Austria" })
    assert.strictEqual(document.activeElement, button)
    await user.keyboard("{Enter}")
    assert.isTrue(button.disabled)
    await user.keyboard("{Enter}")
    goOn()
    assert.deepStrictEqual(service.heard(), [CANCEL])
    assert.strictEqual(service.asked()[0]?.headers.get("x-doorstep-console"), "1")
  })

  it("MUST say why it failed", async () => {
    service.on(CANCEL, () => refusal(409, "CONFLICT", "The run is over."))
    const { user } = draw(<RunProgress run={run()} />)
    await user.click(screen.getByRole("button", { name: "Cancel wien · Austria" }))
    assert.include((await screen.findByRole("alert")).textContent, "The run is over.")
  })

  it("MUST be shown while it is in progress, and not be requested again", () => {
    draw(<RunProgress run={run({ cancelRequested: true })} />)
    assert.ok(screen.getByText("Cancelling"))
    assert.isTrue(screen.getByRole<HTMLButtonElement>("button").disabled)
  })
})

describe("how a run ended", () => {
  const dot = (badge: HTMLElement) => badge.querySelector<HTMLElement>(".dot")?.style.background

  it("MUST have words for every outcome", () => {
    const { container } = draw(
      RunOutcome.literals.map((outcome) => <OutcomeBadge key={outcome} run={{ outcome, verdict: "good" }} />)
    )
    const words = Array.from(container.querySelectorAll(".mantine-Badge-label"), ({ textContent }) => textContent)
    assert.strictEqual(new Set(words).size, RunOutcome.literals.length)
    assert.notInclude(words, "")
  })

  it("MUST be green only for good results", () => {
    const { container, rerender } = draw(<OutcomeBadge run={{ outcome: "published", verdict: "good" }} />)
    assert.strictEqual(dot(container), "var(--mantine-color-door-6)")
    rerender(<OutcomeBadge run={{ outcome: "published", verdict: "attention" }} />)
    assert.ok(within(container).getByText("Published, check it"))
    assert.strictEqual(dot(container), "var(--mantine-color-orange-6)")
    for (const outcome of RunOutcome.literals.filter((outcome) => outcome !== "published")) {
      rerender(<OutcomeBadge run={{ outcome, verdict: "good" }} />)
      assert.notStrictEqual(dot(container), "var(--mantine-color-door-6)", outcome)
    }
  })

  it("MUST count rejected records for every reason", () => {
    assert.strictEqual(rejectedBy({ rejected: {} }), 0)
    assert.strictEqual(rejectedBy({ rejected: { noStreet: 2, noCity: 3 } }), 5)
  })
})
