import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { TestResult } from "../../../src/console/pages/sources/TestResult.tsx"
import { draw } from "../support/Draw.tsx"

const counted = {
  country: "FI",
  read: 1_000,
  kept: { against: 360, none: 91, landuse: 16 },
  rejected: { "missing-house-number": 66, duplicate: 467 },
  samples: { duplicate: [{ recordId: "way/7", detail: "Mannerheimintie 12" }] },
  examples: []
}

const drawResult = () =>
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

describe("the result of a source's test", () => {
  it("MUST name evidence and reasons in words", () => {
    drawResult()
    const said = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    assert.strictEqual(said("Kept"), "Known not to be homes: 360, No evidence: 91, Land use: 16")
    assert.strictEqual(said("Rejected"), "533")
    assert.deepStrictEqual(
      screen.getAllByRole("button").map(({ textContent }) => textContent),
      ["Duplicate467", "Missing house number66"]
    )
  })

  it("MUST show rejected records, which tell an author what to mend", () => {
    drawResult()
    assert.include(screen.getByText("way/7").parentElement?.textContent, "Mannerheimintie 12")
  })
})
