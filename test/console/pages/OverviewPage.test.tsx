import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import type { ActivityPoint, Overview } from "../../../schemas/admin/Overview.ts"
import { OverviewPage } from "../../../src/console/pages/overview/OverviewPage.tsx"
import { draw } from "../support/Draw.tsx"
import { json, service } from "../support/Service.ts"

const overview: Overview = {
  version: "1.0.0",
  startedAt: "2026-11-21T10:00:00.000Z",
  healthy: true,
  notReady: [],
  problems: [],
  pools: { countries: 1, ready: 1, total: 2, residential: 1 },
  coverage: { complete: 0, incomplete: ["AT"] },
  readServers: [],
  drawsPerMinute: 0,
  errorsPerMinute: 0,
  running: [],
  recent: []
}

const minute = (changes: Partial<ActivityPoint>): ActivityPoint => ({
  at: "2026-11-21T10:00:00.000Z",
  requests: 0,
  draws: 0,
  clientErrors: 0,
  serverErrors: 0,
  ...changes
})

const drawWith = (points: ReadonlyArray<ActivityPoint>) => {
  service.on("GET /admin/api/overview", () => json({ data: overview }))
  service.on("GET /admin/api/activity", () => json({ data: { points } }))
  return draw(<OverviewPage />)
}

describe("the last hour", () => {
  it("MUST show requests, whether or not they draw homes", async () => {
    const { unmount } = drawWith([minute({ requests: 3 }), minute({ requests: 2, draws: 5_000, clientErrors: 1 })])
    await screen.findByText("5 requests, 5,000 homes drawn")
    await screen.findByRole("img", {
      name: "Requests of the last hour, minute by minute: 5 requests, 5,000 homes drawn"
    })
    unmount()
  })

  it("MUST count one request and one home as one", async () => {
    const { unmount } = drawWith([minute({ requests: 1, draws: 1 })])
    await screen.findByText("1 request, 1 home drawn")
    unmount()
  })

  it("MUST say so if there were none", async () => {
    drawWith([minute({})])
    assert.isNotNull(await screen.findByText("No requests in the last hour"))
  })
})
