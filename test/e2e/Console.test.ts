import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import { fileURLToPath } from "node:url"
import { existsSync, readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { extracts } from "../sources/openstreetmap/OsmFiles.ts"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { seriousFaults, seriousFaultsInBoth, tooWide } from "./support/Axe.ts"
import { buildConsole } from "./support/Build.ts"
import { builtConsole } from "./support/BuiltConsole.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { hostileStreet, slowFile, writeTown } from "./support/Files.ts"
import { type Installation, install, type Visit, visit } from "./support/Installation.ts"
import { Watch } from "./support/Watch.ts"

const hasExtracts = existsSync(extracts)
const extractsReason = hasExtracts ? "" : " (skipped: the extracts are not there)"

/** Whatever the page has asked for has come. */
const settled = (page: Page) => expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0)

/** Why the tests below are skipped, in their title. */
const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

beforeAll(buildConsole, 180_000)

builtConsole()

/**
 * The console as its operator uses it, in a real browser. The tests build on one another, as a first day with an
 * installation does.
 */
describe.skipIf(executable === undefined)(`the console${skipReason}`, () => {
  let browser: Browser
  let house: Installation
  let operator: Visit & { readonly watch: Watch }
  const scope = Scope.makeUnsafe()
  const town = writeTown()
  let slow: Awaited<ReturnType<typeof slowFile>>

  beforeAll(async () => {
    slow = await slowFile(6000)
    const dataDir = await Effect.runPromise(
      filledDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer))
    )
    ;[browser, house] = await Promise.all([launch(), install(dataDir)])
    operator = await watched()
  })

  afterAll(async () => {
    await browser?.close()
    await slow?.close()
    await house?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    town.remove()
  })

  /** A visit that is watched for what no page may do. */
  const watched = async () => {
    const visitor = await visit(browser, house.url)
    return { ...visitor, watch: new Watch(visitor.page, house.url) }
  }

  const generate = (token: string) =>
    fetch(`${house.url}/api/v1/generate?country=US`, { headers: { authorization: `Bearer ${token}` } })

  it("MUST be served so that it is kept while it is the same, and in no other site's frame", async () => {
    const page = await fetch(`${house.url}/console`)
    assert.strictEqual(page.headers.get("cache-control"), "no-cache")
    assert.include(page.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
    const script = /src="([^"]+\.js)"/.exec(await page.text())![1]!
    const file = await fetch(`${house.url}${script}`, { headers: { "accept-encoding": "gzip, br" } })
    assert.strictEqual(file.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual(file.headers.get("content-encoding"), "br")
    assert.strictEqual((await fetch(`${house.url}/console`, { method: "HEAD" })).status, 200)
  })

  it("MUST let the administrator in, with the right password only", async () => {
    const { open, page, signIn, watch } = operator
    await open("/tokens")
    await page.getByLabel("Administrator password").fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page
      .getByRole("alert")
      .filter({ hasText: /password/i })
      .waitFor()
    await signIn()
    await expect.poll(() => page.title()).toBe("Overview · Doorstep")
    // No script can read the session.
    assert.strictEqual(await page.evaluate("document.cookie"), "")
    watch.assertClean()
  })

  it("MUST create a token that works, show it once, and have it refused within 5 seconds of its revocation", async () => {
    const { open, page, watch } = operator
    const name = "<script>alert(1)</script>"
    await open("/tokens")
    await page.getByRole("button", { name: "Create a token" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill(name)
    await page.getByRole("dialog").getByRole("button", { name: "Create a token" }).click()
    const token = await page.getByRole("dialog").locator("pre").first().innerText()
    assert.match(token, /^dst_[\w-]{43}$/)
    assert.strictEqual((await generate(token)).status, 200)
    await page.getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("rowheader", { name }).waitFor()
    assert.notInclude(await page.content(), token)

    await page.getByRole("button", { name: `Revoke ${name}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("rowheader", { name }).waitFor({ state: "detached" })
    await expect.poll(async () => (await generate(token)).status).toBe(401)
    watch.assertClean()
  })

  it("MUST add an OpenStreetMap source, try it out, run it, and publish its homes", async () => {
    const { open, page, watch } = operator
    await open("/sources")
    await page.getByRole("link", { name: "Add a source" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("karlsruhe")
    await page.getByRole("textbox", { name: "Location" }).fill(town.path)
    await page
      .getByRole("combobox", { name: "Countries" })
      .or(page.getByRole("textbox", { name: "Countries" }))
      .fill("DE")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Test" }).click()
    await page.getByText("Nothing was published").waitFor()
    assert.include(await page.locator(".examples").innerText(), "Karlsruhe")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "karlsruhe", exact: true }).waitFor()
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    // The page learns of the end by itself.
    await page.getByRole("row").filter({ hasText: "Published" }).waitFor()
    await page.getByRole("row").filter({ hasText: "Published" }).getByRole("link").click()
    await page.getByText("Homes now").waitFor()
    await page.getByText(String(town.homes), { exact: true }).first().waitFor()
    watch.assertClean()
  })

  it("MUST upload a table from this computer, propose its columns, and draw its homes", async () => {
    const { open, page, watch } = operator
    const rows = Array.from(
      { length: 30 },
      (_, i) => `${i};Bahnhofstrasse ${i + 1};9490 Vaduz;47,14${100 + i};9,52${100 + i}`
    )
    const table = ["id;Anschrift;PLZ Ort;Breite;Länge", ...rows].join("\r\n")
    await open("/add-source")
    await page
      .getByRole("combobox", { name: "Type" })
      .or(page.getByRole("textbox", { name: "Type" }))
      .click()
    await page.getByRole("option", { name: "file" }).click()
    const chooser = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Upload a file" }).click()
    await (await chooser).setFiles({ name: "Vaduz homes.csv", mimeType: "text/csv", buffer: Buffer.from(table) })
    await page.getByText("Vaduz homes.csv is uploaded.").waitFor()
    const card = page.getByRole("region", { name: "What the columns mean" })
    await card.getByText("1 Bahnhofstrasse, Vaduz, 9490 (47.14100, 9.52100)").waitFor()
    assert.strictEqual(await page.getByRole("textbox", { name: "Name" }).inputValue(), "vaduz-homes")

    // What is corrected is seen in the addresses at once.
    const holds = card
      .getByRole("combobox", { name: "What PLZ Ort contains" })
      .or(card.getByRole("textbox", { name: "What PLZ Ort contains" }))
    await holds.click()
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
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("row").filter({ hasText: "Published" }).waitFor()
    const drawn = await fetch(`${house.url}/api/v1/generate?country=LI`, {
      headers: { authorization: `Bearer ${house.token}` }
    })
    const home = await drawn.text()
    assert.strictEqual(drawn.status, 200, home)
    assert.include(home, "Bahnhofstrasse")
    watch.assertClean()
  })

  it("MUST show a run's progress, and cancel it on request", async () => {
    const { open, page, watch } = operator
    const options = JSON.stringify({ location: slow.url, country: "AT" })
    const added = await page.evaluate(`fetch("/admin/api/sources", {
      method: "POST",
      headers: { "content-type": "application/json", "x-doorstep-console": "1" },
      body: JSON.stringify({ name: "wien", type: "openaddresses", options: ${options} })
    }).then((response) => response.status)`)
    assert.strictEqual(added, 201)
    await open("/sources")
    await page.getByRole("button", { name: "Run now: wien" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    const progress = page.getByTestId("run-progress")
    await progress.filter({ hasText: "wien · Austria" }).waitFor()
    // What has come of the file is counted while the rest is still to come.
    await progress.getByTestId("phase-amount").filter({ hasText: /[1-9]/ }).waitFor()
    await page.getByRole("button", { name: "Cancel wien · Austria" }).click()
    await progress.waitFor({ state: "detached" })
    await page.getByRole("row").filter({ hasText: "wien · Austria" }).filter({ hasText: "Cancelled" }).waitFor()
    watch.assertClean()
  })

  it("MUST show the homes on a map and in their places", async () => {
    const { open, page, watch } = operator
    await open("/pools")
    await page.getByRole("link", { name: "Germany" }).click()
    await page.locator(`[data-testid="map"][data-drawn="true"][data-points="${town.homes}"]`).waitFor()
    await page.getByText("Cities", { exact: true }).click()
    await page.getByRole("button", { name: "Neureut" }).click()
    await page.locator(`[data-testid="map"][data-drawn="true"][data-points="${town.homes / 2}"]`).waitFor()
    watch.assertClean()
  })

  it("MUST measure coverage against a target as soon as it is set", async () => {
    const { open, page, watch } = operator
    await open("/pools/DE")
    await page.getByRole("img", { name: `Total: ${town.homes} of 10,000, not met` }).waitFor()
    await page.getByRole("button", { name: "Edit targets" }).click()
    await page.getByRole("textbox", { name: "Total homes" }).fill("100")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("img", { name: `Total: ${town.homes} of 100, met` }).waitFor()
    watch.assertClean()
  })

  it("MUST draw a home by filters that are found while they are typed, the same one for the same seed", async () => {
    const { open, page, watch } = operator
    await open("/try?country=DE")
    await page
      .getByRole("combobox", { name: "City" })
      .or(page.getByRole("textbox", { name: "City" }))
      .fill("neur")
    await page.getByRole("option", { name: /Neureut/ }).click()
    await page.getByRole("textbox", { name: "Seed" }).fill("e2e")
    await page.getByRole("button", { name: "Generate a home" }).click()
    const address = page.locator(".envelope").first()
    await address.waitFor()
    assert.include(await address.innerText(), "76131 Neureut")
    assert.strictEqual(await page.getByTestId("eligible").innerText(), String(town.homes / 2))
    const first = await address.innerText()
    // The command that is shown answers the same.
    const command = await page.locator("pre").first().innerText()
    const answer = await fetch(/"(http[^"]+)"/.exec(command)![1]!, {
      headers: { authorization: `Bearer ${house.token}` }
    })
    const { data } = (await answer.json()) as {
      readonly data: { readonly result: { readonly address: { readonly lines: ReadonlyArray<string> } } }
    }
    assert.strictEqual(data.result.address.lines.join("\n"), first)
    await page.getByRole("tab", { name: "Japanese" }).click()
    await page.locator("address[lang=ja]").waitFor()
    watch.assertClean()
  })

  it("MUST keep drawing in one tab after another has replaced its token", async () => {
    const { open, page, watch } = operator
    await open("/try?country=US")
    await page.getByRole("button", { name: "Generate a home" }).click()
    await page.locator(".envelope").first().waitFor()
    const taken = await page.evaluate(
      `fetch("/admin/api/session/token", { method: "POST", headers: { "x-doorstep-console": "1" } }).then((answer) => answer.status)`
    )
    assert.strictEqual(taken, 200)
    const first = await page.getByTestId("seed").innerText()
    await page.getByRole("button", { name: "Generate a home" }).click()
    await expect.poll(() => page.getByTestId("seed").innerText()).not.toBe(first)
    watch.assertClean()
  })

  it("MUST show scripts in an address as text", async () => {
    const { open, page, watch } = operator
    await open("/try?country=DE&q=Rosen&count=5&seed=x")
    await page.getByRole("button", { name: "Generate 5 homes" }).click()
    await page
      .getByRole("cell", { name: hostileStreet.slice(0, 10) })
      .first()
      .waitFor()
    assert.include(await page.locator("table").last().innerText(), "<img src=x onerror=alert(1)>")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click()
    ])
    assert.match(readFileSync(await download.path(), "utf8"), /^\ufeffid,countryCode,/)
    watch.assertClean()
  })

  it.skipIf(!hasExtracts)(`MUST publish a real extract, and show and draw its homes${extractsReason}`, async () => {
    const { open, page, watch } = operator
    const location = JSON.stringify(fileURLToPath(new URL("monaco-latest.osm.pbf", extracts)))
    await page.evaluate(`fetch("/admin/api/sources", {
      method: "POST",
      headers: { "content-type": "application/json", "x-doorstep-console": "1" },
      body: JSON.stringify({ name: "monaco", type: "openstreetmap", options: { location: ${location}, countries: ["MC"] } })
    })`)
    await open("/sources/monaco")
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("row").filter({ hasText: "Published" }).waitFor()
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

  it("MUST hold back a run that lost too much, and publish it only after confirmation", async () => {
    const { open, page, watch } = operator
    const left = town.shrink()
    await open("/sources/karlsruhe")
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("row").filter({ hasText: "Held back" }).getByRole("link").click()
    await page.getByText("the published pool is unchanged").waitFor()
    await page.getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).last().click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Publish anyway" }).click()
    await page.getByRole("heading", { level: 1, name: "karlsruhe", exact: true }).waitFor()
    await expect.poll(() => page.getByRole("row").filter({ hasText: "Published" }).count()).toBe(2)
    await open("/pools/DE")
    await page.getByRole("img", { name: `Total: ${left} of 100` }).waitFor()
    watch.assertClean()
  })

  it("MUST let visitors try it with a token, and see nothing else", async () => {
    const visitor = await watched()
    await visitor.open("/try")
    await visitor.page.getByRole("textbox", { name: "API token" }).fill(house.token)
    await visitor.page.getByRole("button", { name: "Use this token" }).click()
    await visitor.page.getByRole("button", { name: "Generate a home" }).click()
    await visitor.page.locator(".envelope").first().waitFor()
    assert.notInclude(visitor.page.url(), "dst_")
    await visitor.open("/sources")
    await visitor.page.getByLabel("Administrator password").waitFor()
    visitor.watch.assertClean()
    await visitor.close()
  })

  const pages: Readonly<Record<string, string>> = {
    "/": "Overview",
    "/try?country=US&seed=abc": "Try it",
    "/pools": "Pools",
    "/pools/DE": "Germany",
    "/sources": "Sources",
    "/sources/karlsruhe": "karlsruhe",
    "/sources/karlsruhe/edit": "Edit karlsruhe",
    "/add": "Add a country",
    "/add?find=nowhere": "Add a country",
    "/add/CH": "Switzerland",
    "/add-source": "Add a source",
    "/runs/1": "starter · United States",
    "/tokens": "Tokens",
    "/suppressions": "Suppressions",
    "/machines": "Machines",
    "/audit": "Audit",
    "/settings": "Settings",
    "/nowhere": "Page not found"
  }

  it("MUST have no serious fault that axe finds on any page in light and dark, and fit a telephone", async () => {
    const { open, page, watch } = operator
    const faults: Array<string> = []
    for (const [path, title] of Object.entries(pages)) {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
      await open(path)
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      await settled(page)
      if (path.startsWith("/try")) {
        await page.getByRole("button", { name: "Generate a home" }).click()
        await page.locator(".envelope").nth(1).waitFor()
      }
      faults.push(...(await seriousFaultsInBoth(page, path)))
      faults.push(...(await tooWide(page, path)))
    }
    assert.deepStrictEqual(faults, [])
    watch.assertClean()
  })

  it("MUST show the machine that serves, what it has of the work, and that nothing waits", async () => {
    const { open, page, watch } = operator
    await open("/")
    await page.getByRole("link", { name: "Machines" }).click()
    await expect.poll(() => page.title()).toBe("Machines · Doorstep")
    const port = new URL(house.url).port
    const serving = page.getByRole("row").filter({ hasText: `:${port}` })
    await serving.getByText("alive").waitFor()
    await serving.getByText(/requests, .+ homes a second/).waitFor()
    await page.getByRole("row").filter({ hasText: "120 of 120" }).getByText("nothing").waitFor({ timeout: 30_000 })
    await page.getByText("none is waiting for a runner").waitFor()
    assert.deepStrictEqual(await seriousFaultsInBoth(page, "/machines"), [])
    assert.deepStrictEqual(await tooWide(page, "/machines"), [])
    watch.assertClean()
  })

  it("MUST sign out for good", async () => {
    const { open, page, watch } = operator
    await open("/")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Administrator password").waitFor()
    await open("/tokens")
    await page.getByLabel("Administrator password").waitFor()
    watch.assertClean()
  })

  it("MUST have no serious fault that axe finds on the form to sign in", async () => {
    const visitor = await watched()
    await visitor.open("/")
    await visitor.page.getByLabel("Administrator password").waitFor()
    assert.deepStrictEqual(await seriousFaultsInBoth(visitor.page, "sign-in"), [])
    visitor.watch.assertClean()
    await visitor.close()
  })

  it("MUST lock out a client that keeps guessing, and say for how long", async () => {
    const guesser = await watched()
    await guesser.open("/")
    const message = guesser.page.getByRole("alert")
    await expect
      .poll(
        async () => {
          await guesser.page.getByLabel("Administrator password").fill("guess")
          const answered = guesser.page.waitForResponse(/\/admin\/api\/session$/)
          await guesser.page.getByRole("button", { name: "Sign in" }).click()
          await answered
          return (await message.count()) === 0 ? "" : message.innerText()
        },
        { interval: 20 }
      )
      .toMatch(/too many|try again in/i)
    guesser.watch.assertClean()
    await guesser.close()
  })
})
