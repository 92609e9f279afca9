import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { barsOf, EvidenceBar, RuleBar } from "../../../src/console/parts/Bars.tsx"
import { integer } from "../../../src/console/format.ts"
import { draw } from "../support/Draw.tsx"

const widthsOf = (bar: Element, parts: string) =>
  Array.from(bar.querySelectorAll<HTMLElement>(parts), ({ style }) => Math.round(parseFloat(style.width)))

const mix = (shares: Readonly<Record<string, number>>, derived: Readonly<Record<string, number>> = {}) => ({
  shares,
  derived,
  sampled: 12_345,
  exact: false,
  poolVersion: 1
})

const rule = { label: "Total", format: integer }

describe("the bar of a rule", () => {
  it("MUST give value, target and whether it is met to people who cannot see the bar", () => {
    draw(<RuleBar {...rule} value={1234} target={10_000} met={false} />)
    const bar = screen.getByRole("img", { name: "Total: 1,234 of 10,000, not met" })
    assert.deepStrictEqual(widthsOf(bar, ".bar-fill"), [12])
    assert.include(bar.textContent, "1,234 of 10,000")
  })

  it("MUST show how far a value is beyond its target", () => {
    draw(<RuleBar {...rule} value={200} target={100} met />)
    const bar = screen.getByRole("img", { name: "Total: 200 of 100, met" })
    const target = parseFloat(bar.querySelector<HTMLElement>(".bar-target")!.style.left)
    assert.isBelow(target, widthsOf(bar, ".bar-fill")[0]!)
    assert.isAbove(target, 0)
  })

  it("MUST stay within its frame without a target, without a value and for negative values", () => {
    for (const [value, target] of [
      [0, 0],
      [5, 0],
      [0, 5],
      [-5, 5]
    ] as const) {
      const { container, unmount } = draw(<RuleBar {...rule} value={value} target={target} met />)
      for (const width of widthsOf(container, ".bar-fill")) {
        assert.isAtLeast(width, 0, `${value} of ${target}`)
        assert.isAtMost(width, 100, `${value} of ${target}`)
      }
      unmount()
    }
  })

  it("MUST repeat nothing within a table cell", () => {
    draw(<RuleBar {...rule} value={1} target={2} met={false} compact />)
    assert.strictEqual(screen.getByRole("img", { name: "Total: 1 of 2, not met" }).textContent, "")
  })
})

describe("the bars of a pool", () => {
  it("MUST be one per rule of coverage, with numbers for the total and percentages for the others", () => {
    const bars = barsOf({
      total: { current: 1500, target: 1000, met: true },
      administrativeCoverage: { actual: 0.125, target: 0.95, met: false },
      regionalMinimums: { actual: 1, target: 1, met: true }
    })
    draw(bars.map((bar) => <RuleBar key={bar.label} {...bar} />))
    assert.deepStrictEqual(
      screen.getAllByRole("img").map((bar) => bar.getAttribute("aria-label")),
      [
        "Total: 1,500 of 1,000, met",
        "Regions with homes: 12.5% of 95%, not met",
        "Regions with enough homes: 100% of 100%, met"
      ]
    )
  })
})

describe("the bar of evidence", () => {
  it("MUST name the existing kinds, strongest first, in whatever order they come", () => {
    draw(<EvidenceBar mix={mix({ assumed: 0.25, building: 0, register: 0.75 })} />)
    const bar = screen.getByRole("img", { name: "Register 75%, Assumed 25%" })
    assert.deepStrictEqual(widthsOf(bar, "span"), [75, 25])
  })

  it("MUST leave out a kind that this console does not know", () => {
    draw(<EvidenceBar mix={mix({ register: 0.5, rumour: 0.5 })} />)
    assert.strictEqual(screen.getByRole("img").getAttribute("aria-label"), "Register 50%")
  })

  it("MUST say in its legend how parts were derived, and how many homes were sampled", () => {
    const derived = { boundary: 0.4, polygon: 0 }
    const { rerender } = draw(<EvidenceBar legend mix={mix({ register: 1 }, derived)} />)
    assert.ok(screen.getByText("Derived components: boundary in the source's map 40%"))
    assert.ok(screen.getByText("Based on 12,345 homes drawn at random."))
    rerender(<EvidenceBar legend mix={{ ...mix({ register: 1 }), exact: true }} />)
    assert.ok(screen.getByText("Based on all homes."))
    assert.isNull(screen.queryByText(/Derived/))
  })
})
