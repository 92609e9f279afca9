import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { RunHistory } from "../../../src/console/pages/runs/RunHistory.tsx"
import { draw } from "../support/Draw.tsx"
import { run } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const FIRST = "GET /admin/api/runs?limit=20"
const SECOND = "GET /admin/api/runs?cursor=more&limit=20"

const down = () => refusal(503, "SERVICE_UNAVAILABLE", "The database cannot be reached.", { "retry-after": "2" })

describe("the history of runs", () => {
  it("MUST say that it is loading, then that there are none", async () => {
    const goOn = service.holds(FIRST, () => json({ data: { runs: [], nextCursor: null } }))
    draw(<RunHistory />)
    screen.getByRole("status", { name: "Loading" })
    assert.isNull(screen.queryByRole("table"))
    goOn()
    await screen.findByText("No runs yet")
  })

  it("MUST keep the runs that it shows if more of them cannot be loaded", async () => {
    service.on(FIRST, () =>
      json({ data: { runs: [run({ endedAt: "2026-11-21T10:00:09.000Z" })], nextCursor: "more" } })
    )
    service.on(SECOND, down)
    const { user } = draw(<RunHistory />)
    await screen.findByRole("link", { name: "wien · Austria" })
    await user.click(screen.getByRole("button", { name: "Show more" }))
    assert.include((await screen.findByRole("alert")).textContent, "The database cannot be reached.")
    screen.getByRole("link", { name: "wien · Austria" })
  })
})
