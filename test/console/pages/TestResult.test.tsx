import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { TestResult } from "../../../src/console/pages/sources/TestResult.tsx"
import { draw } from "../support/Draw.tsx"

const counted = {
  country: "FI",
  read: 1_000,
  kept: { against: 360, none: 91, landuse: 16 },
  rejected: { duplicate: 467, "missing-house-number": 66 },
  examples: []
}

describe("the result of a source's test", () => {
  it("MUST name evidence and reasons in words", () => {
    draw(
      <TestResult
        test={{
          running: false,
          error: undefined,
          event: { type: "result", fingerprint: "1", countries: [counted] },
          start: () => undefined,
          stop: () => undefined
        }}
      />
    )
    const said = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    assert.strictEqual(said("Kept"), "Known not to be homes: 360, No evidence: 91, Land use: 16")
    assert.strictEqual(said("Rejected"), "Duplicate: 467, Missing house number: 66")
  })
})
