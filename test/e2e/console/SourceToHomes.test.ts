import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { extracts } from "../../sources/openstreetmap/OsmFiles.ts"
import { seriousFaults } from "../support/Axe.ts"
import { addSource, choice, journey, publishedRuns, runNow, settled } from "../support/ConsoleHouse.ts"
import { slowFile, writeTown } from "../support/Files.ts"

const hasExtracts = existsSync(extracts)
const extractsReason = hasExtracts ? "" : " (skipped: the extracts are not there)"

/** The color of the map's first pixel. */
const corner = `((canvas) => {
  canvas.drawImage(drawnMap, 0, 0)
  return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).join()
})(new OffscreenCanvas(1, 1).getContext("2d"))`

journey("from a source to its homes", (house) => {
  const town = writeTown()
  let slow: Awaited<ReturnType<typeof slowFile>>

  beforeAll(async () => {
    slow = await slowFile(6000)
    await house.operator.signIn()
  })

  afterAll(async () => {
    await slow?.close()
    town.remove()
  })

  it("MUST add an OpenStreetMap source, try it out, run it, and publish its homes", async () => {
    const { open, page, watch } = house.operator
    await open("/sources")
    await page.getByRole("link", { name: "Add a source" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("karlsruhe")
    await page.getByRole("textbox", { name: "Location" }).fill(town.path)
    await choice(page, "Countries").fill("DE")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Test" }).click()
    await page.getByText("Nothing was published").waitFor()
    assert.include(await page.locator(".examples").innerText(), "Karlsruhe")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "karlsruhe", exact: true }).waitFor()
    await runNow(page)
    await publishedRuns(page).waitFor()
    await publishedRuns(page).getByRole("link").click()
    await page.getByText("Homes now").waitFor()
    await page.getByText(String(town.homes), { exact: true }).first().waitFor()
    watch.assertClean()
  })

  it("MUST show the homes on a map and under their places, in the dark without drawing the map anew", async () => {
    const { open, page, watch } = house.operator
    await open("/pools")
    await page.getByRole("link", { name: "Germany" }).click()
    const map = `[data-testid="map"][data-drawn="true"][data-points="${town.homes}"]`
    await page.locator(map).waitFor()
    await page.evaluate(`drawnMap = document.querySelector('${map} canvas')`)
    for (const [colorScheme, land] of [
      ["dark", "44,53,59"],
      ["light", "250,250,247"]
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => page.evaluate(corner)).toBe(land)
    }
    await page.getByText("Cities", { exact: true }).click()
    await page.getByRole("button", { name: "Neureut" }).click()
    await page.locator(`[data-testid="map"][data-drawn="true"][data-points="${town.homes / 2}"]`).waitFor()
    watch.assertClean()
  })

  it("MUST measure coverage against a target as soon as it is set", async () => {
    const { open, page, watch } = house.operator
    await open("/pools/DE")
    await page.getByRole("img", { name: `Total: ${town.homes} of 10,000, not met` }).waitFor()
    await page.getByRole("button", { name: "Edit targets" }).click()
    await page.getByRole("textbox", { name: "Total homes" }).fill("100")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("img", { name: `Total: ${town.homes} of 100, met` }).waitFor()
    watch.assertClean()
  })

  it("MUST show a run's progress, and cancel it on request", async () => {
    const { open, page, watch } = house.operator
    await addSource(page, { name: "wien", type: "openaddresses", options: { location: slow.url, country: "AT" } })
    await open("/sources")
    await page.getByRole("button", { name: "Run now: wien" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    const progress = page.getByTestId("run-progress")
    await progress.filter({ hasText: "wien · Austria" }).waitFor()
    // The records received so far are counted while the rest is still to come.
    await progress.getByTestId("phase-amount").filter({ hasText: /[1-9]/ }).waitFor()
    await page.getByRole("button", { name: "Cancel wien · Austria" }).click()
    await progress.waitFor({ state: "detached" })
    await page.getByRole("row").filter({ hasText: "wien · Austria" }).filter({ hasText: "Cancelled" }).waitFor()
    watch.assertClean()
  })

  it("MUST hold back a run that lost too much, and publish it only after confirmation", async () => {
    const { open, page, watch } = house.operator
    const left = town.shrink()
    await open("/sources/karlsruhe")
    await runNow(page)
    await page.getByRole("row").filter({ hasText: "Held back" }).getByRole("link").click()
    await page.getByText("the published pool is unchanged").waitFor()
    await page.getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).last().click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("heading", { level: 1, name: "karlsruhe", exact: true }).waitFor()
    await expect.poll(() => publishedRuns(page).count()).toBe(2)
    await open("/pools/DE")
    await page.getByRole("img", { name: `Total: ${left} of 100` }).waitFor()
    watch.assertClean()
  })

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
