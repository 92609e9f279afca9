import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { TargetsForm } from "../../../src/console/pages/pools/TargetsForm.tsx"
import { draw } from "../support/Draw.tsx"
import { pool } from "../support/Samples.ts"
import { service } from "../support/Service.ts"

describe("the targets of a pool", () => {
  it("MUST refuse a negative number, rather than drop its sign", async () => {
    const { user } = draw(<TargetsForm pool={pool("AT")} onDone={() => undefined} />)
    const minimum = screen.getByRole<HTMLInputElement>("textbox", { name: "Homes per region" })
    await user.clear(minimum)
    await user.type(minimum, "-5")
    await user.click(screen.getByRole("button", { name: "Save" }))
    assert.strictEqual(minimum.value, "-5")
    await screen.findByText(/must be a whole number from 0/i)
    assert.isEmpty(service.heard())
  })
})
