import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { buildConsole } from "./support/Build.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { slowFile } from "./support/Files.ts"
import { type Installation, install, type Visit, visit } from "./support/Installation.ts"
import { showAfterFailure } from "./support/Shown.ts"
import { Watch } from "./support/Watch.ts"

const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

beforeAll(buildConsole, 180_000)

/** Waits for the page to show something, however busy the machine is. */
const poll = <A>(look: () => A) => expect.poll(look)

/** How the console behaves when input, a URL or the service is wrong, and when the user goes back. */
describe.skipIf(executable === undefined)(`the console, when something is wrong${skipReason}`, () => {
  let browser: Browser
  let house: Installation
  let dataDir: string
  let operator: Visit & { readonly watch: Watch }
  const scope = Scope.makeUnsafe()
  let slow: Awaited<ReturnType<typeof slowFile>>

  showAfterFailure(() => operator?.page)

  beforeAll(async () => {
    slow = await slowFile(6000)
    dataDir = await Effect.runPromise(filledDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))
    ;[browser, house] = await Promise.all([launch(), install(dataDir)])
    const visitor = await visit(browser, house.url)
    operator = { ...visitor, watch: new Watch(visitor.page, house.url) }
    await operator.signIn()
  })

  afterAll(async () => {
    await browser?.close()
    await slow?.close()
    await house?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

  const field = (page: Page, name: string) =>
    page.getByRole("textbox", { name, exact: true }).or(page.getByRole("combobox", { name, exact: true }))

  /** A query parameter of the page's URL, which follows typing with a short delay. */
  const parameter = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name)

  const notUnderstood = (page: Page) => page.getByText("does not understand").count()

  describe("input", () => {
    it("MUST be rejected at its field, in a sentence, before it is sent: a new source", async () => {
      const { open, page, watch } = operator
      await open("/add-source")
      await title(page, "Add a source")
      await field(page, "Name").fill("Darmstadt DE")
      await field(page, "Countries").fill("germ")
      await page.keyboard.press("Enter")
      await field(page, "Location").fill("/nowhere.osm.pbf")
      for (const name of ["Test", "Add"]) {
        await page.getByRole("button", { name, exact: true }).click()
        await page.getByText("Must have up to 40 lower-case letters").waitFor()
        await page.getByText("“GERM” is not a country code").waitFor()
        assert.strictEqual(await field(page, "Name").getAttribute("aria-invalid"), "true")
      }
      await field(page, "Name").fill("darmstadt")
      await poll(() => page.getByText("Must have up to 40").count()).toBe(0)
      assert.strictEqual(await notUnderstood(page), 0)
      assert.include(page.url(), "/add-source")
      watch.assertClean()
    })

    it("MUST be reported as missing at every empty field", async () => {
      const { open, page, watch } = operator
      await open("/add-source")
      await page.getByRole("button", { name: "Add", exact: true }).click()
      await page.getByText("Must have up to 40 lower-case letters").waitFor()
      assert.strictEqual(await page.getByText("This is required.").count(), 2)
      watch.assertClean()
    })

    it("MUST be rejected at its field if only the service knows that it is wrong", async () => {
      const { follow, page, watch } = operator
      await follow("/sources/starter")
      await field(page, "Cron expression, in UTC").fill("1 2 3")
      await page.getByRole("button", { name: "Save schedule" }).click()
      await page.getByText("Must have five or six fields").waitFor()
      await field(page, "Cron expression, in UTC").fill("61 2 3 4 5")
      await page.getByRole("button", { name: "Save schedule" }).click()
      await page.getByText("is not a valid schedule").waitFor()
      assert.strictEqual(await field(page, "Cron expression, in UTC").getAttribute("aria-invalid"), "true")
      assert.strictEqual(await page.getByRole("alert").count(), 0)
      watch.assertClean()
    })

    it("MUST be rejected at its field: targets, and a token", async () => {
      const { follow, page, watch } = operator
      await follow("/pools/US")
      await page.getByRole("button", { name: "Edit targets" }).click()
      await field(page, "Total homes").fill("99999999999999")
      await field(page, "Regions with homes").fill("101")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Must be a whole number from 0 to 1,000,000,000.").waitFor()
      await page.getByText("Must be from 0 (none) to 1 (100 percent).").waitFor()
      await follow("/tokens")
      await page.getByRole("button", { name: "Create a token" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("textbox", { name: "Name" }).fill("x".repeat(101))
      await dialog.getByRole("textbox", { name: "Limit" }).fill("0")
      await dialog.getByRole("button", { name: "Create a token" }).click()
      await dialog.getByText("Must have 1 to 100 characters.").waitFor()
      await dialog.getByText("Must be a whole number of requests per minute, from 1 to 100,000,000.").waitFor()
      assert.strictEqual(await notUnderstood(page), 0)
      watch.assertClean()
    })

    it("MUST be rejected at its field: a password that breaks the rules", async () => {
      const visitor = await visit(browser, house.url)
      await visitor.open("/")
      await visitor.page.getByLabel("Administrator password").fill("x".repeat(2000))
      await visitor.page.getByRole("button", { name: "Sign in" }).click()
      await visitor.page.getByRole("alert").filter({ hasText: "Must have 1 to 1024 characters" }).waitFor()
      await visitor.close()
    })
  })

  describe("a URL", () => {
    // Each title differs from the one before, which would be found otherwise.
    const lost: ReadonlyArray<readonly [path: string, title: string, back: string]> = [
      ["/pools/ZZ", "Pool not found", "/console/pools"],
      ["/sources/nobody", "Source not found", "/console/sources"],
      ["/pools/germany", "Pool not found", "/console/pools"],
      ["/runs/abc", "Run not found", "/console/sources"],
      ["/sources/nobody/edit", "Source not found", "/console/sources"],
      ["/pools/AQ", "Pool not found", "/console/pools"],
      ["/runs/999999999", "Run not found", "/console/sources"]
    ]

    /** Those for which the service must answer with the console, too. */
    const opened: typeof lost = [
      ["/pools/%E0%A4%A", "Page not found", "/console"],
      ["/sources/%zz", "Page not found", "/console"],
      ["/nowhere/at/all", "Page not found", "/console"]
    ]

    it("MUST say what does not exist, and lead back", async () => {
      const { follow, open, page, watch } = operator
      const check = async ([path, name, back]: (typeof lost)[number]) => {
        await title(page, name)
        const link = page.locator("main").getByRole("link")
        assert.strictEqual((await link.getAttribute("href"))?.replace(/\/$/, ""), back, path)
        assert.strictEqual(await notUnderstood(page), 0, path)
      }
      for (const row of lost) {
        await follow(row[0])
        await check(row)
      }
      for (const row of opened) {
        await open(row[0])
        await check(row)
      }
      await page.locator("main").getByRole("link").click()
      await title(page, "Overview")
      watch.assertClean()
    })

    it("MUST ignore invalid parameters in a link to Try it", async () => {
      const { open, page, watch } = operator
      await open(`/try?country=ZZ&cityId=${"c".repeat(300)}&q=%20&seed=${"s".repeat(400)}&count=1e9`)
      await title(page, "Try it")
      await page.getByRole("button", { name: "Generate a home" }).click()
      await page.locator(".envelope").first().waitFor()
      assert.strictEqual(await notUnderstood(page), 0)
      assert.strictEqual(await page.getByText("The search failed").count(), 0)
      watch.assertClean()
    })
  })

  describe("the user's position", () => {
    it("MUST be in the URL: a place in a pool", async () => {
      const { follow, page, watch } = operator
      await follow("/pools")
      await page.getByRole("link", { name: "United States" }).click()
      await title(page, "United States")
      await page.getByText("Cities", { exact: true }).click()
      await poll(parameter(page, "list")).toBe("city")
      const city = page.getByRole("region", { name: "Places" }).getByRole("button").first()
      const name = await city.innerText()
      await city.click()
      const path = page.getByLabel("Breadcrumb")
      await path.getByRole("button", { name, exact: true }).waitFor()
      assert.strictEqual(parameter(page, "city")(), name)
      await page.reload()
      await path.getByRole("button", { name, exact: true }).waitFor()
      await page.goBack()
      await poll(parameter(page, "city")).toBe(null)
      await page.getByText(/^Cities \(/).waitFor()
      await page.goBack()
      await page.getByText(/^Regions \(/).waitFor()
      await page.goForward()
      await page.getByText(/^Cities \(/).waitFor()
      await page.getByRole("textbox", { name: "Find by name" }).fill("zzz")
      await poll(parameter(page, "find")).toBe("zzz")
      await page.getByText("No matching places").waitFor()
      await page.goBack()
      await page.goBack()
      await title(page, "Pools")
      watch.assertClean()
    })

    it("MUST be in the URL: a filter of the audit log, and which tokens are shown", async () => {
      const { follow, page, watch } = operator
      await follow("/audit")
      const filter = field(page, "Action")
      await filter.click()
      await page.getByRole("option").first().click()
      const action = await filter.inputValue()
      await poll(parameter(page, "action")).not.toBe(null)
      await page.reload()
      await poll(() => filter.inputValue()).toBe(action)
      await page.goBack()
      await poll(() => filter.inputValue()).toBe("")
      await follow("/tokens")
      await page.getByRole("switch").click()
      await poll(parameter(page, "all")).toBe("true")
      await page
        .getByRole("button", { name: /^Usage of/ })
        .first()
        .click()
      await page.getByRole("dialog").waitFor()
      await page.goBack()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      assert.strictEqual(await page.getByRole("switch", { checked: true }).count(), 1)
      watch.assertClean()
    })

    it("MUST be in the URL: the request of Try it", async () => {
      const { follow, page, watch } = operator
      await follow("/try")
      await poll(parameter(page, "country")).toBe("US")
      await field(page, "City").click()
      const option = page.getByRole("option").first()
      await option.waitFor()
      await option.click()
      await poll(parameter(page, "cityId")).not.toBe(null)
      const city = parameter(page, "city")()
      await field(page, "Seed").fill("100% %41")
      await poll(parameter(page, "seed")).toBe("100% %41")
      await page.reload()
      await poll(() => field(page, "City").inputValue()).toBe(city)
      assert.strictEqual(await field(page, "Seed").inputValue(), "100% %41")
      await page.goBack()
      await poll(() => field(page, "City").inputValue()).toBe("")
      assert.include(page.url(), "/try")
      watch.assertClean()
    })
  })

  it("MUST not report a cancelled run as a fault", async () => {
    const { follow, open, page, watch } = operator
    const options = JSON.stringify({ location: slow.url, country: "AT" })
    await page.evaluate(`fetch("/admin/api/sources", {
      method: "POST",
      headers: { "content-type": "application/json", "x-doorstep-console": "1" },
      body: JSON.stringify({ name: "wien", type: "openaddresses", options: ${options} })
    })`)
    await follow("/sources/wien")
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("button", { name: "Cancel wien · Austria" }).click()
    await page.getByRole("row").filter({ hasText: "Cancelled" }).waitFor()
    const answer = await fetch(`${house.url}/api/v1/data-health`, {
      headers: { authorization: `Bearer ${house.token}` }
    })
    assert.strictEqual(answer.status, 200)
    assert.notInclude(await answer.text(), "wien")
    await open("/")
    await title(page, "Overview")
    await page.getByRole("row").filter({ hasText: "Cancelled" }).waitFor()
    assert.strictEqual(await page.locator("main").getByText("SOURCE_RUN_FAILED").count(), 0)
    // What is left to do is shown, but not as a fault.
    await page.getByText("No source of Austria (AT) has been run yet").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "View source" }).count(), 1)
    watch.assertClean()
  })

  it("MUST keep the frame of a page whose files cannot be loaded, and show it once the service is back", async () => {
    const { open, page } = operator
    await open("/")
    await title(page, "Overview")
    const port = new URL(house.url).port
    await house.stop()
    await page.getByRole("link", { name: "Settings" }).click()
    await title(page, "This page could not be shown")
    await page.getByRole("alert").filter({ hasText: "Cannot reach the service" }).waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Tokens" }).count(), 1)
    assert.include(page.url(), "/console/settings")
    // A page visited before still opens.
    await page.getByRole("link", { name: "Overview" }).click()
    await title(page, "Overview")
    await page.getByRole("link", { name: "Settings" }).click()
    await title(page, "This page could not be shown")
    house = await install(dataDir, port)
    await page.getByRole("button", { name: "Try again" }).click()
    await title(page, "Settings")
  })

  it("MUST reload itself if its files belong to a former build", async () => {
    const { open, page } = operator
    await open("/")
    await title(page, "Overview")
    const gone = "**/console/assets/SourcesPage*.js"
    await page.route(gone, (route) => route.fulfill({ status: 404, body: "" }))
    await page.route("**/console", async (route) => {
      await page.unroute(gone)
      await route.fulfill({
        contentType: "text/html",
        body: '<script src="/console/assets/index-other.js"></script>'
      })
    })
    const loaded = page.waitForEvent("load")
    await page.getByRole("link", { name: "Sources" }).click()
    await loaded
    await title(page, "Sources")
    assert.include(page.url(), "/console/sources")
    await page.unroute("**/console")
  })
})
