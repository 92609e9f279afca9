import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, it } from "vitest"
import { extracts } from "../../sources/openstreetmap/OsmFiles.ts"
import { seriousFaults } from "../support/Axe.ts"
import { addSource, choice, journey, publishedRuns, runNow, settled } from "../support/ConsoleHouse.ts"

const hasExtracts = existsSync(extracts)
const extractsReason = hasExtracts ? "" : " (skipped: the extracts are not there)"

journey("files of one's own", (house) => {
  beforeAll(() => house.operator.signIn())

  it("MUST upload a table from this computer, propose its columns, and draw its homes", async () => {
    const { open, page, watch } = house.operator
    const rows = Array.from(
      { length: 30 },
      (_, i) => `${i};Bahnhofstrasse ${i + 1};9490 Vaduz;47,14${100 + i};9,52${100 + i}`
    )
    const table = ["id;Anschrift;PLZ Ort;Breite;Länge", ...rows].join("\r\n")
    await open("/add-source")
    await choice(page, "Type").click()
    await page.getByRole("option", { name: "file" }).click()
    const chooser = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Upload a file" }).click()
    await (await chooser).setFiles({ name: "Vaduz homes.csv", mimeType: "text/csv", buffer: Buffer.from(table) })
    await page.getByText("Vaduz homes.csv is uploaded.").waitFor()
    const card = page.getByRole("region", { name: "What the columns mean" })
    await card.getByText("1 Bahnhofstrasse, Vaduz, 9490 (47.14100, 9.52100)").waitFor()
    assert.strictEqual(await page.getByRole("textbox", { name: "Name" }).inputValue(), "vaduz-homes")

    // Corrections are visible in the addresses at once.
    await choice(card, "What PLZ Ort contains").click()
    await page.getByRole("option", { name: "District", exact: true }).click()
    await card.getByText("1 Bahnhofstrasse, 9490 Vaduz (47.14100, 9.52100)").waitFor()
    await card.getByRole("button", { name: "Guess again" }).click()
    await card.getByText("1 Bahnhofstrasse, Vaduz, 9490 (47.14100, 9.52100)").waitFor()
    await card.getByLabel("Licence").fill("CC0")
    await settled(page)
    assert.deepStrictEqual(await seriousFaults(page, "table"), [])

    await page.getByRole("button", { name: "Test", exact: true }).click()
    await page.getByText("Nothing was published").waitFor()
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "vaduz-homes", exact: true }).waitFor()
    await runNow(page)
    await publishedRuns(page).waitFor()
    const drawn = await fetch(`${house.url}/api/v1/generate?country=LI`, {
      headers: { authorization: `Bearer ${house.token}` }
    })
    const home = await drawn.text()
    assert.strictEqual(drawn.status, 200, home)
    assert.include(home, "Bahnhofstrasse")
    watch.assertClean()
  })

  it.skipIf(!hasExtracts)(`MUST publish a real extract, and show and draw its homes${extractsReason}`, async () => {
    const { open, page, watch } = house.operator
    const location = fileURLToPath(new URL("monaco-latest.osm.pbf", extracts))
    await addSource(page, { name: "monaco", type: "openstreetmap", options: { location, countries: ["MC"] } })
    await open("/sources/monaco")
    await runNow(page)
    await publishedRuns(page).waitFor()
    await open("/pools/MC")
    const homes = page.locator("dt", { hasText: /^Homes$/ }).locator("xpath=following-sibling::dd[1]")
    const count = await homes.innerText()
    assert.isAbove(Number(count), 0)
    await page.locator(`[data-testid="map"][data-drawn="true"][data-points="${count}"]`).waitFor()
    await page.getByRole("link", { name: "Try it", exact: true }).last().click()
    await page.getByRole("button", { name: "Generate a home" }).click()
    await page.getByTestId("eligible").filter({ hasText: count }).waitFor()
    assert.include(await page.locator(".envelope").first().innerText(), "Monaco")
    watch.assertClean()
  })
})
