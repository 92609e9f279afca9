import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { type StandIn, standIn } from "../support/upstream/StandIn.ts"
import { seriousFaultsInBoth, tooWide } from "./support/Axe.ts"
import { buildConsole } from "./support/Build.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { budapest, makeTown } from "./support/Files.ts"
import { type Installation, install, type Visit, visit } from "./support/Installation.ts"
import { showAfterFailure } from "./support/Shown.ts"
import { Watch } from "./support/Watch.ts"

const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

const town = makeTown(260, budapest)
const path = "geofabrik/europe/hungary-latest.osm.pbf"

beforeAll(buildConsole, 180_000)

/** A new operator, a service that has just started, and local stand-ins for the upstream servers. */
describe.skipIf(executable === undefined)(`a country, added in the console${skipReason}`, () => {
  const scope = Scope.makeUnsafe()
  let browser: Browser
  let house: Installation
  let upstream: StandIn
  let operator: Visit
  let watch: Watch

  showAfterFailure(() => operator?.page)

  beforeAll(async () => {
    const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
    upstream = await run(standIn)
    upstream.geofabrik()
    upstream.extract("europe/hungary", town.bytes)
    const dataDir = await run(Effect.provide(filledDataDir, NodeServices.layer))
    ;[browser, house] = await Promise.all([launch(), install(dataDir, "0", upstream.settings)])
    operator = await visit(browser, house.url)
    watch = new Watch(operator.page, house.url)
    await operator.signIn()
  })

  afterAll(async () => {
    await browser?.close()
    await house?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const sent = (): number => upstream.bucket.sent.get(path) ?? 0

  it("MUST be found by its name in any language", async () => {
    const { open, page } = operator
    await open("/add")
    const field = page.getByRole("searchbox", { name: "Country, in any language" })
    for (const name of ["Hongrie", "ハンガリー", "węgry", "Magyar", "HUN"]) {
      await field.fill(name)
      await expect.poll(() => page.getByRole("listitem").getByRole("link").first().innerText()).toContain("Hungary")
    }
    await field.fill("Atlantis")
    await page.getByText("No matching country").waitFor()
    watch.assertClean()
  })

  it("MUST also be selectable on the map", async () => {
    const { open, page } = operator
    await open("/add")
    const map = page.locator('[data-testid="countries-map"][data-drawn="true"]')
    await map.waitFor()
    // Central Africa: at any size of the map, this point lies within a country.
    const { height, width } = (await map.boundingBox())!
    await map.click({ position: { x: width * 0.52, y: height * 0.58 } })
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/console\/add\/[A-Z]{2}$/)
    watch.assertClean()
  })

  it("MUST show its download at once, stop on request, and continue with the received bytes", async () => {
    const { open, page } = operator
    const half = Math.floor(town.bytes.length / 2)
    upstream.bucket.stallAfter.push(half)
    await open("/")
    // Three clicks and no typing.
    await page.getByRole("link", { name: "Add a country" }).first().click()
    await page.getByRole("link", { name: /^Hungary/ }).click()
    await page.getByRole("button", { name: "Add Hungary" }).click()
    const progress = page.getByTestId("run-progress")
    await progress.getByText("Downloading").waitFor()
    await expect
      .poll(() => progress.getByTestId("phase-amount").innerText())
      .toMatch(/^\d[\d.]* \w+ of 799 kB · \d+(\.\d)?%$/)
    await page.getByRole("button", { name: /^Cancel / }).click()
    await progress.waitFor({ state: "detached" })
    const first = sent()
    assert.isAtLeast(first, half)

    await open("/sources")
    await page.getByTestId("downloads").getByText("50% downloaded").or(page.getByText("49% downloaded")).waitFor()
    await open("/add/HU")
    await page.getByRole("button", { name: "Add Hungary" }).click()
    await page.getByTestId("ready").waitFor()
    // The part received before was not downloaded again.
    assert.isAtMost(sent(), town.bytes.length + first - half + 64)
    assert.isTrue(upstream.bucket.requests.some((request) => request.startsWith(`GET /${path} bytes=${half}-`)))
    watch.assertClean()
  })

  it("MUST appear with its homes, one of them on a map, and with a command that returns the same", async () => {
    const { open, page } = operator
    await open("/add/HU")
    const count = /: ([\d,]+) homes/.exec(await page.getByTestId("ready").innerText())![1]!
    assert.strictEqual(Number(count.replace(",", "")), town.homes)
    assert.isAtLeast(town.homes, 1000)
    await page.locator('[data-testid="map"][data-drawn="true"][data-points="1"]').waitFor()
    const shown = await page.getByTestId("home").innerText()
    const command = await page.locator("pre").first().innerText()
    const answer = await fetch(/"(http[^"]+)"/.exec(command)![1]!, {
      headers: { authorization: `Bearer ${house.token}` }
    })
    const { data } = (await answer.json()) as {
      readonly data: { readonly result: { readonly address: { readonly lines: ReadonlyArray<string> } } }
    }
    assert.strictEqual(data.result.address.lines.join("\n"), shown)
    await open("/add")
    await page
      .getByRole("link", { name: /^Hungary/ })
      .getByText("Ready")
      .waitFor()
    watch.assertClean()
  })

  it("MUST say what to do by hand for a source that cannot be downloaded automatically", async () => {
    const { open, page } = operator
    await open("/add/LI")
    await page
      .getByRole("radio", { name: /OpenAddresses/ })
      .first()
      .click()
    const asked = page.getByTestId("by-hand")
    assert.match(
      await asked.locator("pre").innerText(),
      /^npm run doorstep -- add LI --from openaddresses:\S+ --file PATH$/
    )
    assert.strictEqual(await page.getByRole("button", { name: "Add Liechtenstein" }).count(), 0)
    watch.assertClean()
  })

  it("MUST be added with the keyboard only, and report missing data", async () => {
    const { open, page } = operator
    await open("/add")
    await page.getByRole("searchbox", { name: "Country, in any language" }).focus()
    await page.keyboard.type("Monako")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Monaco" }).waitFor()
    await page.getByRole("button", { name: "Add Monaco" }).waitFor()
    const focused = () => page.evaluate("document.activeElement?.textContent")
    for (let presses = 0; presses < 12 && (await focused()) !== "Add Monaco"; presses++) {
      await page.keyboard.press("Tab")
    }
    assert.strictEqual(await focused(), "Add Monaco")
    await page.keyboard.press("Enter")
    // Upstream has nothing to offer.
    const attention = page.getByTestId("attention")
    await attention.waitFor()
    assert.include(await attention.innerText(), "404")
    await page.getByRole("button", { name: "Try Monaco again" }).waitFor()
    watch.assertClean()
  })

  it("MUST delete its downloads, after confirmation", async () => {
    const { open, page } = operator
    await open("/sources")
    const downloads = page.getByTestId("downloads")
    await downloads.getByRole("button", { name: "Clear hungary-latest.osm.pbf" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).last().click()
    await downloads.getByRole("rowheader", { name: /hungary/ }).waitFor()
    await downloads.getByRole("button", { name: "Clear all" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Clear all" }).click()
    await downloads.getByText("No downloads").waitFor()
    watch.assertClean()
  })

  const looked = async (page: Page, where: string, faults: Array<string>) => {
    faults.push(...(await seriousFaultsInBoth(page, where)))
    faults.push(...(await tooWide(page, where)))
  }

  it("MUST have no serious fault that axe finds, light and dark, and fit a phone: while it is added and afterwards", async () => {
    const { open, page } = operator
    const faults: Array<string> = []
    await open("/add/MC")
    await page.getByTestId("attention").waitFor()
    await looked(page, "a country that failed", faults)
    await open("/add/HU")
    await page.getByTestId("home").waitFor()
    await looked(page, "a country that is ready", faults)
    upstream.bucket.objects.set(path, makeTown(261, budapest).bytes)
    upstream.bucket.stallAfter.push(100_000)
    await page.getByRole("button", { name: "Renew Hungary" }).click()
    await page.getByTestId("phase-amount").waitFor()
    await looked(page, "a country that is added", faults)
    await open("/add")
    await page.getByTestId("run-progress").waitFor()
    await looked(page, "the queue", faults)
    await page.getByRole("button", { name: /^Cancel / }).click()
    assert.deepStrictEqual(faults, [])
    watch.assertClean()
  })
})
