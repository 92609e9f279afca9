import { assert, beforeAll, expect, it } from "vitest"
import { seriousFaults } from "./support/Axe.ts"
import { journey } from "./support/ConsoleHouse.ts"

interface Home {
  readonly id: string
  readonly formattedAddress: string
  readonly components: { readonly houseNumber: string; readonly street: string; readonly city: string }
}

/** The whole way of a request to be left alone. */
journey("the right to be left alone", (house) => {
  let home: Home
  const reason = "Request 2026-117"

  beforeAll(async () => {
    home = await drawn("seed=alone")
  })

  const asked = (path: string) =>
    fetch(`${house.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${house.token}` } })

  const drawn = async (query: string): Promise<Home> => {
    const answer = await asked(`generate?country=US&${query}`)
    const { data } = (await answer.json()) as { readonly data: { readonly result: { readonly address: Home } } }
    return data.result.address
  }

  /** The IDs of all homes in the same street. */
  const inItsStreet = async (): Promise<ReadonlyArray<string>> => {
    const answer = await fetch(`${house.url}/api/v1/generate/batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${house.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        count: 50,
        filters: { country: "US", city: home.components.city, q: home.components.street }
      })
    })
    const { data, error } = (await answer.json()) as {
      readonly data?: { readonly results: ReadonlyArray<{ readonly address: Home }> }
      readonly error?: { readonly code: string }
    }
    if (error !== undefined) assert.strictEqual(error.code, "NO_POOL_COVERAGE")
    return data?.results.map(({ address }) => address.id) ?? []
  }

  it("MUST find a home by its words, preview the effect, and withhold it with a reason", async () => {
    const { open, page, signIn, watch } = house.operator
    assert.include(await inItsStreet(), home.id)
    await open("/suppressions")
    await signIn()
    await open("/suppressions")
    await page.getByText("Nothing is suppressed").waitFor()
    await page.getByRole("button", { name: "Suppress", exact: true }).click()
    const form = page.getByRole("dialog")
    await form.getByText("Address", { exact: true }).first().click()
    await form.getByRole("combobox", { name: "Country" }).fill("united s")
    await page.getByRole("option", { name: "United States (US)" }).click()
    const { city, houseNumber, street } = home.components
    await form.getByRole("textbox", { name: "Address" }).fill(`${houseNumber} ${street} ${city}`)
    await page.keyboard.press("Enter")
    await form.getByRole("radio", { name: home.formattedAddress, exact: true }).check()
    // Nothing can be withheld without a reason.
    assert.isTrue(await form.getByRole("button", { name: "Preview" }).isDisabled())
    await form.getByRole("textbox", { name: "Reason" }).fill(reason)
    await form.getByRole("button", { name: "Preview" }).click()
    await form.getByRole("alert").filter({ hasText: "1 published address will be withheld." }).waitFor()
    assert.deepStrictEqual(await seriousFaults(page, "suppress"), [])
    assert.strictEqual((await asked(`addresses/${home.id}`)).status, 200, "the preview withheld it")
    await form.getByRole("button", { name: "Suppress", exact: true }).click()
    await form.waitFor({ state: "detached" })
    const row = page.getByRole("row").filter({ hasText: reason })
    await row.filter({ hasText: "Active" }).filter({ hasText: "US" }).waitFor()
    watch.assertClean()
  })

  it("MUST never be returned again, by seed, by text or by its ID", async () => {
    assert.strictEqual((await asked(`addresses/${home.id}`)).status, 404)
    assert.notStrictEqual((await drawn("seed=alone")).id, home.id)
    assert.notInclude(await inItsStreet(), home.id)
    assert.notInclude(await (await asked(`generate?country=US&seed=alone`)).text(), home.id)
  })

  it("MUST be in the audit with its reason, and without the home", async () => {
    const { open, page, watch } = house.operator
    await open("/audit")
    const row = page.getByRole("row").filter({ hasText: "Suppress a home" }).filter({ hasText: reason })
    await row.filter({ hasText: "Done" }).waitFor()
    const shown = await page.locator("main").innerText()
    assert.notInclude(shown, home.id)
    assert.notInclude(shown, home.components.street)
    watch.assertClean()
  })

  it("MUST come back once it is lifted and a source that has it is synchronized", async () => {
    const { open, page, watch } = house.operator
    await open("/suppressions")
    await page.getByRole("button", { name: `Lift ${reason}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Lift", exact: true }).click()
    await page.getByRole("row").filter({ hasText: reason }).filter({ hasText: "Lifted" }).waitFor()
    assert.strictEqual((await asked(`addresses/${home.id}`)).status, 404)
    await open("/sources/starter")
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await expect
      .poll(async () => (await asked(`addresses/${home.id}`)).status, { timeout: 60_000, interval: 500 })
      .toBe(200)
    assert.strictEqual((await drawn("seed=alone")).id, home.id)
    watch.assertClean()
  })
})
