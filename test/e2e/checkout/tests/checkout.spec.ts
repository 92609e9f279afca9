import { expect, fill, test } from "doorstep/testing/playwright"

// Two workers share one service: each test reports its process and its service.
for (const name of ["one", "two", "three"]) {
  test(`orders a parcel ${name}`, async ({ address, doorstep, page, profile }, { annotations }) => {
    annotations.push({ type: "service", description: `${process.pid} ${doorstep.url} ${address.id}` })
    await page.goto("/")
    const { filled } = await fill(page, address, { profile })
    expect(filled.map(({ autocomplete }) => autocomplete)).toContain("shipping address-level2")
    await page.getByRole("button", { name: "Pay" }).click()
    await expect(page.locator("#told")).toContainText(address.components.city ?? "nowhere")
    await expect(page.locator("#told")).toContainText(profile.name.last)
  })
}

test.describe("in Georgia", () => {
  test.use({ homeQuery: { country: "US", region: "GA" } })

  test("orders a parcel where it is told to", async ({ address }) => {
    expect(address.components.regionCode).toBe("US-GA")
  })
})
