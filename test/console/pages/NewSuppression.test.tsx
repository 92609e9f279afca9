import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { NewSuppression } from "../../../src/console/pages/suppressions/NewSuppression.tsx"
import { SuppressionsPage } from "../../../src/console/pages/suppressions/SuppressionsPage.tsx"
import { draw } from "../support/Draw.tsx"
import { pool } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const FIND = "POST /admin/api/suppressions/find"

const PREVIEW = "POST /admin/api/suppressions/preview"

describe("finding a home to withhold", () => {
  it("MUST take the country by its name, and search on Enter", async () => {
    service.on("GET /admin/api/pools", () => json({ data: { pools: [pool("DE"), pool("GE"), pool("US")] } }))
    service.on(FIND, () => json({ data: { addresses: [], suppressedBy: null } }))
    const { user } = draw(<NewSuppression opened onClose={() => undefined} />)
    await user.type(await screen.findByRole("combobox", { name: "Country" }), "germ")
    await user.click(await screen.findByRole("option", { name: "Germany (DE)" }))
    const address = screen.getByRole<HTMLInputElement>("textbox", { name: "Address" })
    // The browser must not keep it, nor send it to a spelling service.
    assert.deepStrictEqual([address.autocomplete, address.getAttribute("spellcheck")], ["off", "false"])
    await user.type(address, "12 Rosenweg{Enter}")
    await waitFor(() => assert.include(service.heard(), FIND))
    const sent = service.asked().find(({ what }) => what === FIND)
    assert.deepStrictEqual(JSON.parse(sent?.body ?? ""), { country: "DE", text: "12 Rosenweg" })
  })

  it("MUST withhold nothing at a second Enter on what only previews it", async () => {
    service.on("GET /admin/api/pools", () => json({ data: { pools: [] } }))
    service.on(PREVIEW, () => json({ data: { addresses: 12_000 } }))
    const { user } = draw(<NewSuppression opened onClose={() => undefined} />)
    await user.click(await screen.findByRole("radio", { name: "Area" }))
    await user.type(screen.getByRole("textbox", { name: "Latitude" }), "48")
    await user.type(screen.getByRole("textbox", { name: "Longitude" }), "9")
    await user.type(screen.getByRole("textbox", { name: /Reason/ }), "Request")
    screen.getByRole("button", { name: "Preview" }).focus()
    await user.keyboard("{Enter}")
    await screen.findByText("12,000 published addresses will be withheld.")
    assert.strictEqual(document.activeElement, screen.getByRole("alert"))
    await user.keyboard("{Enter}")
    assert.strictEqual(service.heard().at(-1), PREVIEW)
  })
})

describe("lifting", () => {
  it("MUST show that somebody else was first", async () => {
    const at = "2026-11-21T10:00:00.000Z"
    const list = (liftedAt: string | null) => () =>
      json({
        data: {
          suppressions: [
            {
              id: "sup_4cce378426704318",
              kind: "area",
              country: null,
              reason: "Request",
              near: null,
              withheld: 1,
              createdAt: at,
              liftedAt
            }
          ]
        }
      })
    service.on("GET /admin/api/suppressions", list(null))
    service.on("DELETE /admin/api/suppressions/sup_4cce378426704318", () => refusal(404, "NOT_FOUND", "It was lifted."))
    const { user } = draw(<SuppressionsPage />)
    await user.click(await screen.findByRole("button", { name: "Lift Request" }))
    service.on("GET /admin/api/suppressions", list(at))
    await user.click(await screen.findByRole("button", { name: "Lift" }))
    await screen.findByText("It was lifted.")
    await screen.findByText("Lifted")
  })
})
