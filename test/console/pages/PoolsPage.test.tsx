import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import type { Pool } from "../../../schemas/admin/Pools.ts"
import { PoolsPage } from "../../../src/console/pages/pools/PoolsPage.tsx"
import { draw } from "../support/Draw.tsx"
import { json, service } from "../support/Service.ts"

const pool = (country: string, enabled: boolean): Pool => ({
  country,
  enabled,
  ready: false,
  total: 0,
  residential: 0,
  poolVersion: 0,
  publishedAt: null,
  readAt: null,
  stale: false,
  sources: [],
  evidence: null,
  coverage: null,
  targets: { total: 10_000, coverage: 0.9, regionalMinimum: 10 },
  verdict: "good",
  explanations: [],
  weakestEvidence: "assumed"
})

describe("the table of pools", () => {
  it("MUST say why a country has no targets: it is disabled, or has no homes yet", async () => {
    service.on("GET /admin/api/pools", () => json({ data: { pools: [pool("AT", true), pool("CH", false)] } }))
    draw(<PoolsPage />)
    const [, empty, disabled] = await screen.findAllByRole("row")
    assert.include(empty!.textContent, "Austria")
    assert.include(empty!.textContent, "measured once it has homes")
    assert.include(disabled!.textContent, "While the country is disabled")
  })
})
