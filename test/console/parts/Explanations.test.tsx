import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { Explanations, Quoted } from "../../../src/console/parts/Explanations.tsx"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { draw } from "../support/Draw.tsx"

const info: Explanation = {
  severity: "info",
  code: "few",
  sentence: "1 record is new.",
  share: null,
  cure: null
}
const attention: Explanation = {
  severity: "attention",
  code: "missing-city",
  sentence: "99 percent of the records have no city.",
  share: 0.99,
  cure: "Set `city` to a column, or `boundaries` to a file."
}

describe("the explanations of a result", () => {
  it("MUST be absent if there is nothing to say", () => {
    draw(<Explanations explanations={[]} />)
    assert.isNull(screen.queryByTestId("explanations"))
  })

  it("MUST interrupt screen readers only if something is wrong", () => {
    const { rerender } = draw(<Explanations explanations={[info]} />)
    assert.ok(screen.getByRole("note", { name: "What this result shows" }))
    assert.isNull(screen.queryByRole("alert"))
    rerender(<Explanations explanations={[info, attention]} />)
    assert.ok(screen.getByRole("alert", { name: "What this result shows" }))
  })

  it("MUST show each with its remedy, in the service's order, with options as code", () => {
    draw(<Explanations explanations={[attention, info]} />)
    assert.deepStrictEqual(
      screen.getAllByRole("listitem").map(({ textContent }) => textContent),
      [
        "99 percent of the records have no city.What to do: Set city to a column, or boundaries to a file.",
        "1 record is new."
      ]
    )
    assert.deepStrictEqual(
      Array.from(document.querySelectorAll("code"), ({ textContent }) => textContent),
      ["city", "boundaries"]
    )
  })

  it("MUST link to their source, if the page covers several", () => {
    draw(<Explanations explanations={[info]} title="From wien" href="/sources/wien" />)
    assert.strictEqual(screen.getByRole("link", { name: "From wien" }).getAttribute("href"), "/console/sources/wien")
  })
})

describe("a sentence of the service", () => {
  it("MUST be shown in full and as text, even with an unpaired backtick", () => {
    for (const sentence of ["", "none", "`a`", "a `b", "<b>`<i>`</b>", "``"]) {
      const { container, unmount } = draw(
        <p id="said">
          <Quoted>{sentence}</Quoted>
        </p>
      )
      assert.strictEqual(container.querySelector("#said")?.textContent, sentence.replaceAll("`", ""), sentence)
      assert.isNull(container.querySelector("#said b, #said i"))
      unmount()
    }
  })
})
