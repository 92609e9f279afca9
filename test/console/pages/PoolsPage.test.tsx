import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { PoolsPage } from "../../../src/console/pages/pools/PoolsPage.tsx"
import { draw } from "../support/Draw.tsx"
import { pool } from "../support/Samples.ts"
import { json, service } from "../support/Service.ts"

describe("the table of pools", () => {
  it("MUST say why a country has no targets: it is disabled, or has no homes yet", async () => {
    service.on("GET /admin/api/pools", () => json({ data: { pools: [pool("AT"), pool("CH", { enabled: false })] } }))
    draw(<PoolsPage />)
    const [, empty, disabled] = await screen.findAllByRole("row")
    assert.include(empty!.textContent, "Austria")
    assert.include(empty!.textContent, "measured once it has homes")
    assert.include(disabled!.textContent, "While the country is disabled")
  })
})
