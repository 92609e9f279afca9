import { Effect, Exit, Scope } from "effect"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { extracts } from "../../sources/openstreetmap/OsmFiles.ts"
import { type StandIn, standIn } from "../../support/upstream/StandIn.ts"
import { buildConsole } from "../support/Build.ts"
import { executable, launch, missing } from "../support/Chromium.ts"
import { writeTown } from "../support/Files.ts"
import { install, visit } from "../support/Installation.ts"

// Makes the guide's screenshots of the console: `npm run screenshots`.

const folder = Path.resolve(import.meta.dirname, "../../../src/console/screenshots")

/** Extracts that make good screenshots; without them, a generated town is used. */
const sources: ReadonlyArray<{ name: string; file: string; country: string; region?: string }> = [
  { name: "karlsruhe", file: "osr-karlsruhe-kirchfeld", country: "DE", region: "DE-BW" },
  { name: "rome", file: "osr-rome-piazza-vittorio-emanuele", country: "IT", region: "IT-62" },
  { name: "vancouver", file: "vancouver_canada", country: "CA" },
  { name: "helsinki", file: "helsinki", country: "FI" }
]

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Saves a screenshot as WebP, which Playwright cannot write by itself. */
const shoot = async (page: Page, name: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 })
  writeFileSync(Path.join(folder, `${name}.webp`), Buffer.from(data, "base64"))
  await session.detach()
}

const isDrawn = (page: Page) => page.locator('[data-testid="map"][data-drawn="true"]').first().waitFor()

const settled = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" })
  // Charts are drawn only after their size is known.
  await page.waitForTimeout(500)
}

/** Calls the administrator API as the page would, with its session. */
const call = (page: Page, method: string, path: string, body: unknown) =>
  page.evaluate(`fetch("/admin/api${path}", {
    method: "${method}",
    headers: { "content-type": "application/json", "x-doorstep-console": "1" },
    body: JSON.stringify(${JSON.stringify(body)})
  }).then((response) => response.json())`)

const pictures = async (signedIn: Awaited<ReturnType<typeof visit>>, suffix: string): Promise<void> => {
  const { open, page } = signedIn
  const at = async (path: string, name: string, ready: () => Promise<unknown> = () => Promise.resolve()) => {
    await open(path)
    await settled(page)
    await ready()
    await shoot(page, name + suffix)
  }
  const draw = async () => {
    await page.getByRole("button", { name: /^Generate/ }).click()
    await page.locator(".envelope").nth(1).waitFor()
    await isDrawn(page)
  }
  await at("/", "overview")
  await at("/try?country=DE&seed=spring-42", "try", draw)
  await at("/pools", "pools", () => isDrawn(page))
  await at("/pools/DE", "pool", () => isDrawn(page))
  if (suffix !== "") return
  await at("/sources", "sources")
  await at("/sources/karlsruhe", "source")
  await at("/add-source", "add-source")
  await at("/runs/1", "run")
  await at("/tokens", "tokens")
  await at("/audit", "audit")
  await at("/settings", "settings")
  await page.context().clearCookies()
  await open("/")
  await page.getByLabel("Administrator password").waitFor()
  await shoot(page, "sign-in")
}

/** Adds a country, from choosing it to its first homes, as in the guide. */
const adding = async ({ open, page }: Awaited<ReturnType<typeof visit>>, upstream: StandIn): Promise<void> => {
  const extract = fileURLToPath(new URL("liechtenstein-latest.osm.pbf", extracts))
  if (!existsSync(extract)) return
  const bytes = readFileSync(extract)
  upstream.geofabrik()
  upstream.extract("europe/liechtenstein", bytes)
  await open("/add")
  await page.locator('[data-testid="countries-map"][data-drawn="true"]').waitFor()
  await shoot(page, "add-1-country")
  await open("/add/LI")
  await page.getByRole("radio", { name: /^OpenStreetMap/ }).click()
  await settled(page)
  await shoot(page, "add-2-source")
  // The download stalls halfway, so that its progress can be captured.
  upstream.bucket.breakAfter.push(Math.floor(bytes.length * 0.1))
  upstream.bucket.stallAfter.push(Math.floor(bytes.length * 0.6))
  await page.getByRole("button", { name: "Add Liechtenstein" }).click()
  await page.getByTestId("phase-amount").waitFor()
  await page.waitForTimeout(4000)
  await shoot(page, "add-3-progress")
  await page.getByRole("button", { name: /^Cancel / }).click()
  await page.getByTestId("run-progress").waitFor({ state: "detached" })
  await open("/add/LI")
  await page.getByRole("button", { name: "Add Liechtenstein" }).click()
  await page.getByTestId("ready").waitFor({ timeout: 120_000 })
  await isDrawn(page)
  await shoot(page, "add-4-ready")
}

/** The extracts that are here, or the generated town, which lies in Germany. */
const availableOf = (town: string) => {
  const all = sources.map((source) => ({
    ...source,
    extract: fileURLToPath(new URL(`${source.file}.osm.pbf`, extracts))
  }))
  const here = all.filter(({ extract }) => existsSync(extract))
  return here.length > 0 ? here : all.slice(0, 1).map((source) => ({ ...source, extract: town }))
}

if (executable === undefined) fail(`No screenshots: ${missing}.`)
await buildConsole()
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(Path.join(tmpdir(), "doorstep-screenshots-"))
const town = writeTown()
const available = availableOf(town.path)
const shown = mkdtempSync(Path.join(tmpdir(), "data-"))
const scope = Scope.makeUnsafe()
const upstream = await Effect.runPromise(Scope.provide(standIn, scope))
const house = await install(dataDir, "0", upstream.settings)
const browser = await launch()
try {
  const operator = await visit(browser, house.url)
  await operator.signIn()
  await adding(operator, upstream)
  for (const { country, extract, name, region } of available) {
    // Under a name that says nothing of this machine, because the picture of a source shows it.
    const location = Path.join(shown, `${name}.osm.pbf`)
    copyFileSync(extract, location)
    await call(operator.page, "POST", "/sources", {
      name,
      type: "openstreetmap",
      options: { location, countries: [country], ...(region !== undefined && { region }) }
    })
    await call(operator.page, "POST", `/sources/${name}/runs`, {})
  }
  await call(operator.page, "PUT", "/sources/karlsruhe/schedule", { cron: "0 3 * * 1", enabled: true })
  for (const name of ["nightly tests", "load test"]) {
    await call(operator.page, "POST", "/tokens", { name, scope: "generate", rateLimit: 600, expiresInDays: 90 })
  }
  // Gives the charts something to show.
  for (let request = 0; request < 150; request++) {
    await fetch(`${house.url}/api/v1/generate?seed=${request}`, { headers: { authorization: `Bearer ${house.token}` } })
  }
  await operator.open("/sources")
  await operator.page
    .getByRole("row")
    .filter({ hasText: `${available.at(-1)!.name} · ` })
    .filter({ hasText: "Published" })
    .waitFor({ timeout: 120_000 })
  await pictures(operator, "")
  const dark = await visit(browser, house.url, { colorScheme: "dark" })
  await dark.signIn()
  await pictures(dark, "-dark")
  const phone = await visit(browser, house.url, { viewport: { width: 390, height: 844 } })
  await phone.signIn()
  await pictures(phone, "-phone")
} finally {
  await browser.close()
  await house.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  town.remove()
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(shown, { recursive: true, force: true })
}
