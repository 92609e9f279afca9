import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { scaffold } from "../../src/cli/scaffold/Scaffold.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { Watch } from "./support/Watch.ts"

const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

/** The page of `doorstep source watch` in a real browser. */
describe.skipIf(executable === undefined)(`the page of a watched source${skipReason}`, () => {
  let folder: string
  let module: string
  let browser: Browser
  let page: Page
  let guard: Watch
  let watching: DoorstepProcess

  const change = async (from: string, to: string) =>
    writeFile(
      module,
      (await readFile(module, "utf8")).replaceAll(from, () => to)
    )

  beforeAll(async () => {
    folder = await mkdtemp(Path.join(tmpdir(), "doorstep-test-watch-page-"))
    const made = await scaffold({ name: "my-register", country: "DE", into: folder }).pipe(
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
    module = Path.resolve(made.module)
    watching = new DoorstepProcess(["source", "watch", module, "--port", "0"], {})
    const [, url] = await watching.waitFor(/(http:\/\/127\.0\.0\.1:\d+)\//)
    browser = await launch()
    page = await browser.newPage()
    page.setDefaultTimeout(150_000)
    guard = new Watch(page, url!)
    await page.goto(`${url}/`)
  })

  afterAll(async () => {
    await browser?.close()
    await watching?.signal("SIGKILL")
    await rm(folder, { recursive: true })
  })

  it("MUST show addresses, rejected records, records as read, and laws", async () => {
    await page.getByRole("heading", { name: "my-register, DE" }).waitFor()
    await page.getByRole("cell", { name: "Example Street 3a, 11111 Exampletown, Germany" }).waitFor()
    await page.getByText("6 kept, 2 rejected").waitFor()
    await page.getByText("1 × missing-house-number").waitFor()
    await page.getByText("as read").first().click()
    await page.getByText('"recordId": "A-1041"').waitFor()
    await page.getByText(/^\d+ kept, 0 broken, 0 with a warning$/).waitFor()
    await page.getByRole("status").getByText("Done in").waitFor()
  })

  it("MUST show a change automatically, with the law that it breaks, and data only as text", async () => {
    const markup = `<img src=x onerror="document.title='broken into'">`
    await change('row.get("town")', `${JSON.stringify(markup)} + crypto.randomUUID()`)
    await page.getByRole("cell", { name: "<img src=x" }).first().waitFor()
    await page.getByText("✗ MUST give the same records with the same IDs").waitFor()
    assert.strictEqual(await page.locator("img").count(), 0)
    assert.notInclude(await page.title(), "broken")
  })

  it("MUST show an error with its line in the file, and records again once it is fixed", async () => {
    await change("export const layer", "enum Use {}\nexport const layer")
    const failure = page.locator("#failure")
    await failure.getByRole("heading", { name: "enum is not supported" }).waitFor()
    await failure.getByText(/MyRegister\.ts:\d+$/).waitFor()
    await failure.getByText("enum Use {}", { exact: true }).waitFor()
    await change("enum Use {}\n", "")
    await page.getByRole("cell", { name: "<img src=x" }).first().waitFor()
    assert.isFalse(await failure.isVisible())
  })

  it("MUST have contacted no other server, nor violated its policy", () => guard.assertClean())
})
