import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { seriousFaultsInBoth, tooWide } from "./support/Axe.ts"
import { journey, settled } from "./support/ConsoleHouse.ts"

const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-test-"))
const header = "no;street;zip;town;region;lat;lon"
const cities = ["8001;Zürich;ZH;47.37;8.54", "3011;Bern;BE;46.95;7.44", "4051;Basel;BS;47.56;7.58"]

const write = (name: string, rows: ReadonlyArray<string>): string => {
  const path = Path.join(folder, name)
  writeFileSync(path, [header, ...rows, ""].join("\n"))
  return path
}

const swiss = (count: number) =>
  write(
    "swiss.csv",
    Array.from({ length: count }, (_, i) => `${Math.floor(i / 3) + 1};Lindenweg;${cities[i % 3]!}`)
  )

const mapping = (country: string, evidence: "declared" | "against") => ({
  country,
  license: "CC0-1.0",
  attribution: "A test",
  homepage: "https://example.com/",
  format: { type: "csv", delimiter: ";" },
  fields: { houseNumber: "{no}", street: "{street}", city: "{town}", postcode: "{zip}", region: "{region}" },
  position: { x: "{lon}", y: "{lat}" },
  evidence: [{ kind: evidence, detail: "Made up for tests." }]
})

/** The parts of the administrator API's responses that these tests use. */
interface Answered {
  readonly data: { readonly runs: ReadonlyArray<{ readonly id: string; readonly outcome: string }> }
}

/** Unsatisfactory results as an operator sees them. Each test builds on those before it. */
journey("results in the console", (house) => {
  const call = (path: string, body?: unknown) =>
    house.operator.page.evaluate(`fetch("/admin/api${path}", {
      method: ${body === undefined ? `"GET"` : `"POST"`},
      headers: { "content-type": "application/json", "x-doorstep-console": "1" }
      ${body === undefined ? "" : `, body: JSON.stringify(${JSON.stringify(body)})`}
    }).then((response) => response.json())`) as Promise<Answered>

  const add = (name: string, location: string, of: object) =>
    call("/sources", { name, type: "file", options: { location, mapping: of, derive: [] } })

  /** Runs a source to its end and returns the run's ID. */
  const run = async (name: string): Promise<string> => {
    const last = async () => (await call(`/runs?limit=20&source=${name}`)).data.runs[0]
    const before = (await last())?.id
    await expect.poll(async () => Object.hasOwn(await call(`/sources/${name}/runs`, {}), "data")).toBe(true)
    await expect
      .poll(async () => ((await last())?.id === before ? "" : (await last())?.outcome))
      .toMatch(/published|gated/)
    return (await last())!.id
  }

  beforeAll(() => house.operator.signIn())

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const paths: Array<string> = ["/"]

  it("MUST be amber if most records were rejected: on the run, the source, the pool and the overview", async () => {
    const { open, page } = house.operator
    const rows = Array.from({ length: 40 }, (_, i) => `${i + 1};Oak Street;62701;Springfield;${i < 2 ? "IL" : ""};;`)
    await add("regionless", write("us.csv", rows), { ...mapping("US", "declared"), position: undefined })
    const id = await run("regionless")
    const sentence = "95 percent of the records have no region."
    const said = page.getByTestId("explanations").filter({ hasText: sentence })
    for (const path of [`/runs/${id}`, "/sources/regionless", "/pools/US"]) {
      await open(path)
      await said.waitFor()
      assert.include(await said.innerText(), "mapping.fields.region")
    }
    await open("/")
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor()
    await page.getByText("Published, check it").first().waitFor()
    await open("/sources")
    await page
      .getByRole("row", { name: /regionless/ })
      .getByText("Needs attention")
      .waitFor()
    await open("/pools")
    await page
      .getByRole("row", { name: /United States/ })
      .getByText("Ready, check it")
      .waitFor()
  })

  it("MUST name a country without homes on the overview, and lead to the remedy", async () => {
    const { open, page } = house.operator
    const rows = Array.from({ length: 12 }, (_, i) => `${i + 1};Rue du Lac;75001;Paris;;48.86;2.34`)
    await add("boutiques", write("fr.csv", rows), mapping("FR", "against"))
    await run("boutiques")
    await open("/")
    const alert = page.getByRole("alert").filter({ hasText: "1 country is not ready" })
    await alert
      .getByText(/France/)
      .first()
      .waitFor()
    assert.match(await alert.innerText(), /All 12 kept records are known to be shops/)
    await alert.getByRole("listitem").filter({ hasText: "France" }).getByRole("link").first().click()
    await page.getByRole("heading", { level: 1, name: "boutiques" }).waitFor()
    paths.push("/pools/FR")
  })

  it("MUST show on a map what a held-back run would lose, and what a published one changed", async () => {
    const { open, page } = house.operator
    await add("swiss", swiss(60), mapping("CH", "declared"))
    const first = await run("swiss")
    await open(`/runs/${first}`)
    await page.getByText("Published", { exact: true }).first().waitFor()
    assert.strictEqual(await page.getByTestId("explanations").count(), 0)
    swiss(24)
    const held = await run("swiss")
    await open(`/runs/${held}`)
    const changes = page.getByTestId("changes")
    await changes.getByRole("heading", { name: "What it would change" }).waitFor()
    await changes.getByText("Withdrawn: 36").waitFor()
    await changes
      .getByRole("row", { name: /Zürich/ })
      .first()
      .waitFor()
    await changes.locator('[data-testid="map"][data-points="36"]').waitFor()
    await changes.getByRole("button", { name: "Withdrawn (36)" }).click()
    await changes
      .getByText(/Lindenweg 20/)
      .first()
      .waitFor()
    paths.push(`/runs/${held}`)
  })

  it("MUST have no serious fault that axe finds, light and dark, and fit a phone", async () => {
    const { open, page, watch } = house.operator
    const faults: Array<string> = []
    for (const path of paths) {
      await open(path)
      await settled(page)
      faults.push(...(await seriousFaultsInBoth(page, path)))
      faults.push(...(await tooWide(page, path)))
    }
    assert.deepStrictEqual(faults, [])
    watch.assertClean()
  })
})
