import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { Chart } from "../../../src/console/charts/Chart.tsx"
import { draw } from "../support/Draw.tsx"

const series = [{ name: "Answered", color: "door.6" }]

describe("a chart", () => {
  it("MUST describe its contents to people who cannot see it, with data and without", async () => {
    for (const data of [[], [{ label: "10:00", Answered: 1200 }]]) {
      const { unmount } = draw(<Chart data={data} series={series} height={120} label="Requests of the last hour" />)
      assert.ok(await screen.findByRole("img", { name: "Requests of the last hour" }))
      unmount()
    }
  })
})
