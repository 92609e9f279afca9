import { screen, within } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { PlacesCard } from "../../../src/console/pages/pools/PlacesCard.tsx"
import { draw } from "../support/Draw.tsx"
import { json, service } from "../support/Service.ts"

const places = [
  { id: "r1", value: "Bayern", residential: 0 },
  { id: "r2", value: "Berlin", residential: 7 },
  { id: "r3", value: "Hessen", residential: 90 }
]

/** The names in the order in which they are listed. */
const listed = async (nextCursor: string | null) => {
  service.on("GET /admin/api/pools/DE/places?childType=region&limit=200", () =>
    json({ data: { places, total: 3, nextCursor } })
  )
  service.on("GET /admin/api/pools/DE/map", () => json({ data: { points: [], residential: 0, sampled: 0 } }))
  const { unmount } = draw(<PlacesCard country="DE" />, "/pools/DE")
  const [, ...rows] = within(await screen.findByRole("region", { name: "Places" })).getAllByRole("row")
  const names = rows.map((row) => row.firstElementChild?.textContent)
  unmount()
  return names
}

describe("the places of a pool", () => {
  it("MUST begin with those that have most homes where all are listed, and stay in order by name where more follow", async () => {
    assert.deepStrictEqual(await listed(null), ["Hessen", "Berlin", "Bayern"])
    assert.deepStrictEqual(await listed("next"), ["Bayern", "Berlin", "Hessen"])
  })
})
