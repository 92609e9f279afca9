import { readdirSync, readFileSync, statSync } from "node:fs"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { faultsOfColors, seriousFaults, seriousFaultsInBoth, tooWide } from "../support/Axe.ts"
import { built } from "../support/Build.ts"
import { addSource, choice, journey, publishedRuns, runNow, settled } from "../support/ConsoleHouse.ts"
import { hostileStreet, writeTown } from "../support/Files.ts"

/** A source with the longest name that one may have, in one word. */
const longName = "karlsruhe".padEnd(40, "e")

/** The title of each page. */
const pages: Readonly<Record<string, string>> = {
  "/": "Overview",
  "/try?country=DE&q=Rosen&seed=abc": "Try it",
  "/pools": "Pools",
  "/pools/DE": "Germany",
  "/sources": "Sources",
  [`/sources/${longName}`]: longName,
  [`/sources/${longName}/edit`]: `Edit ${longName}`,
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

/**
 * The most bytes, compressed, that a first visit may download. Maps and charts do not count: they are loaded when
 * needed.
 */
const BUDGET = 350 * 1024

/** A world without countries: axe sees none of them, and each map would prepare them all. */
const noCountries = {
  type: "Topology",
  objects: { countries: { type: "GeometryCollection", geometries: [] } },
  arcs: []
}

journey("a console with two countries", (house) => {
  const town = writeTown()

  beforeAll(async () => {
    const { open, page, signIn } = house.operator
    await signIn()
    await addSource(page, {
      name: longName,
      type: "openstreetmap",
      options: { location: town.path, countries: ["DE"] }
    })
    await open(`/sources/${longName}`)
    await runNow(page)
    await publishedRuns(page).waitFor()
  })

  afterAll(() => town.remove())

  it("MUST draw a home with filters found while typing, and the same one for the same seed", async () => {
    const { open, page, watch } = house.operator
    await open("/try?country=DE")
    await choice(page, "City").fill("neur")
    await page.getByRole("option", { name: /Neureut/ }).click()
    await page.getByRole("textbox", { name: "Seed" }).fill("e2e")
    await page.getByRole("button", { name: "Generate a home" }).click()
    const address = page.locator(".envelope").first()
    await address.waitFor()
    assert.include(await address.innerText(), "76131 Neureut")
    assert.strictEqual(await page.getByTestId("eligible").innerText(), String(town.homes / 2))
    const first = await address.innerText()
    // The command shown returns the same draw.
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
    const { open, page, watch } = house.operator
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
    const { open, page, watch } = house.operator
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

  it("MUST let visitors with a token try the API, and see nothing else", async () => {
    const visitor = await house.visitor()
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

  it("MUST show the requests of the documentation as code for this address, dark where the browser is, on a phone too", async () => {
    const { close, page, watch } = await house.visitor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: "dark" })
    await page.goto(`${house.url}/docs`)
    await page.locator("html.dark-mode").waitFor()
    await page.locator('[data-path="/api/v1/generate"]').click()
    const samples = page.locator(".code-samples")
    await samples.getByText(`curl -s "${house.url}/api/v1/generate?`).waitFor()
    assert.deepStrictEqual(await faultsOfColors(page, "dark /docs"), [])
    await samples.getByText("Python").click()
    await samples.getByText("from urllib.request import").waitFor()
    assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 390)
    await page.emulateMedia({ colorScheme: "light" })
    await page.locator("html:not(.dark-mode)").waitFor()
    assert.deepStrictEqual(await seriousFaults(page, "/docs"), [])
    watch.assertClean()
    await close()
  })

  it("MUST pass axe without serious violations on every page, in light and dark, and fit a phone", async () => {
    const { follow, open, page, watch } = house.operator
    const faults: Array<string> = []
    await page.route("**/countries-50m*.json", (route) => route.fulfill({ json: noCountries }))
    await open("/")
    for (const [path, title] of Object.entries(pages)) {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
      await follow(path)
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      await settled(page)
      if (path.startsWith("/try")) {
        await page.getByRole("button", { name: "Generate a home" }).click()
        await page.locator(".envelope").nth(1).waitFor()
      }
      // What is said of fields, and the ground of a row under the pointer, are of other colors than the rest.
      if (path === "/add-source") await page.getByRole("button", { name: "Add", exact: true }).click()
      if (path === "/audit") await page.getByRole("row").nth(1).hover()
      faults.push(...(await seriousFaultsInBoth(page, path)))
      faults.push(...(await tooWide(page, path)))
    }
    assert.deepStrictEqual(faults, [])
    watch.assertClean()
  })

  it("MUST show wide tables in full on a laptop and on paper, and a chart's legend above its bars on a phone", async () => {
    const { follow, page, watch } = house.operator
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const path of ["/sources", "/audit"]) {
      await follow(path)
      await page.getByRole("heading", { level: 1, name: pages[path]! }).waitFor()
      await page.getByRole("table").first().waitFor()
      await settled(page)
      const hidden =
        "Array.from(document.querySelectorAll('table'), (one) => one.closest('[class*=\"viewport\"]') ?? one.parentElement).filter((one) => one.scrollWidth > one.clientWidth).length"
      await expect.poll(() => page.evaluate(hidden), { message: path }).toBe(0)
      // The width of A4 without its margins.
      await page.setViewportSize({ width: 700, height: 900 })
      await page.emulateMedia({ media: "print" })
      await expect.poll(() => page.evaluate(hidden), { message: `${path} on paper` }).toBe(0)
      await page.emulateMedia({ media: "screen" })
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await follow("/try?country=US&seed=abc")
    await page.getByRole("button", { name: "Generate a home" }).click()
    await page.locator(".envelope").nth(1).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await follow("/")
    const [legend, bars] = [".mantine-ChartLegend-legendItem", ".recharts-cartesian-grid"]
    await page.locator(legend).last().waitFor()
    const above =
      `Math.max(...Array.from(document.querySelectorAll("${legend}"), (one) => one.getBoundingClientRect().bottom)) <= ` +
      `document.querySelector("${bars}").getBoundingClientRect().top`
    await expect.poll(() => page.evaluate(above)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    watch.assertClean()
  })

  it("MUST keep the colors that mean something where a system sets all others, and print no navigation", async () => {
    const { page, watch } = house.operator
    const color = "getComputedStyle(document.querySelector('.dot')).backgroundColor"
    const before = await page.evaluate(color)
    await page.emulateMedia({ forcedColors: "active" })
    assert.strictEqual(await page.evaluate(color), before)
    await page.emulateMedia({ forcedColors: "none", media: "print" })
    await page.getByRole("navigation").waitFor({ state: "hidden" })
    await page.emulateMedia({ media: "screen" })
    watch.assertClean()
  })

  it("MUST show the serving machine, its share of the work, and that nothing is waiting", async () => {
    const { open, page, watch } = house.operator
    await open("/")
    await page.getByRole("link", { name: "Machines" }).click()
    await expect.poll(() => page.title()).toBe("Machines · Doorstep")
    const port = new URL(house.url).port
    const serving = page.getByRole("row").filter({ hasText: `:${port}` })
    await serving.getByText("alive").waitFor()
    await serving.getByText(/requests?, .+ homes? per second/).waitFor()
    await page.getByRole("row").filter({ hasText: "120 of 120" }).getByText("nothing").waitFor({ timeout: 30_000 })
    await page.getByText("none is waiting for a runner").waitFor()
    watch.assertClean()
  })
})

/** The rules for the built console. They need no browser. */
describe("the built console", () => {
  it("MUST cost a first visit less than 350 KB, even with gzip", () => {
    const page = readFileSync(Path.join(built, "index.html"), "utf8")
    const names = Array.from(page.matchAll(/\/console\/assets\/([\w.-]+)/g), ([, name]) => name!)
    assert.isAbove(names.length, 2)
    for (const ending of [".br", ".gz"]) {
      const bytes = names.map((name) => {
        const file = Path.join(built, "assets", name)
        const { size } = statSync(file + ending, { throwIfNoEntry: false }) ?? statSync(file)
        return size
      })
      assert.isBelow(
        bytes.reduce((total, size) => total + size, page.length),
        BUDGET,
        ending
      )
    }
  })

  it("MUST load maps and charts only after the first visit's page", () => {
    const page = readFileSync(Path.join(built, "index.html"), "utf8")
    assert.notMatch(page, /MapView|UseChart|maplibre|countries/)
    const names = readdirSync(Path.join(built, "assets"))
    for (const part of ["MapView", "UseChart", "maplibre-gl-worker", "countries-50m"]) {
      assert.isTrue(
        names.some((name) => name.startsWith(part)),
        part
      )
    }
  })

  it("MUST have no inline script, style or handler in its page", () => {
    const page = readFileSync(Path.join(built, "index.html"), "utf8")
    assert.notMatch(page, /<style|\son\w+=|style="/)
    for (const [script] of page.matchAll(/<script[^>]*>[^<]*<\/script>/g)) assert.match(script, /><\/script>$/)
  })
})
