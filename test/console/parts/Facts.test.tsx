import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { CountryState } from "../../../schemas/admin/Directory.ts"
import { EvidenceKind } from "../../../schemas/Address.ts"
import { CountryStateBadge } from "../../../src/console/parts/CountryStateBadge.tsx"
import { EvidenceBadge } from "../../../src/console/parts/Evidence.tsx"
import { evidenceKinds } from "../../../src/console/parts/evidenceColors.ts"
import { Facts } from "../../../src/console/parts/Facts.tsx"
import { SourceLink } from "../../../src/console/parts/SourceLink.tsx"
import { Stat } from "../../../src/console/parts/Stat.tsx"
import { draw } from "../support/Draw.tsx"

describe("facts", () => {
  it("MUST omit facts without a value, but show zero", () => {
    draw(
      <Facts
        items={[
          ["Homes", 0],
          ["Unit", ""],
          ["Region", undefined],
          ["Read", null],
          ["City", "Vaduz"]
        ]}
      />
    )
    assert.deepStrictEqual(
      screen.getAllByRole("term").map(({ textContent }) => textContent),
      ["Homes", "City"]
    )
    assert.deepStrictEqual(
      screen.getAllByRole("definition").map(({ textContent }) => textContent),
      ["0", "Vaduz"]
    )
  })
})

describe("a figure", () => {
  it("MUST be shown with its label, and with a hint if it has one", () => {
    const { container, rerender } = draw(<Stat label="Homes" value="4,053" hint="in 1 country" />)
    assert.include(container.textContent, "Homes4,053in 1 country")
    rerender(<Stat label="Homes" value="0" />)
    assert.include(container.textContent, "Homes0")
    assert.notInclude(container.textContent, "country")
  })
})

describe("a link from a source", () => {
  it("MUST open a web address in a separate page that learns nothing about this one", () => {
    draw(<SourceLink url="https://example.com/a?b=c">the register</SourceLink>)
    const link = screen.getByRole("link", { name: "the register" })
    assert.strictEqual(link.getAttribute("href"), "https://example.com/a?b=c")
    assert.strictEqual(link.getAttribute("target"), "_blank")
    assert.include(link.getAttribute("rel"), "noopener")
    assert.include(link.getAttribute("rel"), "noreferrer")
  })

  it("MUST be plain text if it is not a web address", () => {
    for (const url of [
      "javascript:alert(1)",
      "JAVASCRIPT:alert(1)",
      " data:text/html,x",
      "file:///etc/passwd",
      "",
      "?"
    ]) {
      const { container, unmount } = draw(<SourceLink url={url}>the register</SourceLink>)
      assert.isNull(container.querySelector("a"), url)
      assert.include(container.textContent, "the register")
      unmount()
    }
  })
})

describe("a badge", () => {
  it("MUST name every kind of evidence, and explain it by keyboard too", async () => {
    assert.deepStrictEqual([...evidenceKinds].sort(), [...EvidenceKind.literals].sort())
    const { container, user } = draw(evidenceKinds.map((kind) => <EvidenceBadge key={kind} kind={kind} />))
    assert.strictEqual(container.querySelectorAll("[tabindex='0']").length, evidenceKinds.length)
    await user.tab()
    assert.strictEqual(document.activeElement?.textContent, "Register")
    const tip = await screen.findByRole("tooltip")
    assert.strictEqual(tip.textContent, "An official register lists the address as residential.")
  })

  it("MUST describe the state of a country, each in its own words", () => {
    const { container } = draw(CountryState.literals.map((state) => <CountryStateBadge key={state} state={state} />))
    const words = Array.from(container.querySelectorAll(".mantine-Badge-label"), ({ textContent }) => textContent)
    assert.deepStrictEqual([...words].sort(), ["Adding", "Needs attention", "Not added", "Ready"])
  })
})
