import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import type { CountryNotReady, Problem } from "../../../schemas/admin/Overview.ts"
import { Problems } from "../../../src/console/pages/overview/Problems.tsx"
import { draw } from "../support/Draw.tsx"

const problem = (country: string): Problem => ({
  code: "COUNTRY_WITHOUT_SOURCE",
  message: "No source.",
  path: `countries.${country}`,
  remedy: "Add one.",
  place: { kind: "country", name: country }
})

const notReady = (country: string): CountryNotReady => ({ country, ...problem(country) })

describe("the problems of the overview", () => {
  it("MUST name a country that is not ready because of a source, and lead to that source", () => {
    const place = { kind: "source", name: "boutiques" } as const
    draw(<Problems problems={[{ ...notReady("FR"), place }]} />)
    assert.match(screen.getByRole("listitem").textContent ?? "", /^France: /)
    assert.strictEqual(screen.getByRole("link").getAttribute("href"), "/console/sources/boutiques")
  })

  it("MUST be in the order of their countries' names, which stand before them, ready or not", () => {
    draw(<Problems problems={[notReady("AE"), notReady("AF"), problem("DE")]} />)
    assert.deepStrictEqual(
      screen.getAllByRole("listitem").map(({ textContent }) => textContent?.split(":")[0]),
      ["Afghanistan", "Germany", "United Arab Emirates"]
    )
  })
})
