import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import * as FixturePool from "../http/support/FixturePool.ts"
import * as Test from "../http/support/TestApi.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { Watch } from "./support/Watch.ts"

const { TestApi } = Test

const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

/** Visits a page in a browser and asserts that nothing fails or violates the content security policy. */
const visiting = (visit: (page: Page, url: string, token: string) => Promise<void>) =>
  Effect.gen(function* () {
    const { generateToken, url } = yield* TestApi
    const browser = yield* Effect.acquireRelease(Effect.promise(launch), (browser) =>
      Effect.promise(() => browser.close())
    )
    yield* Effect.promise(async () => {
      const page = await browser.newPage()
      const watch = new Watch(page, url)
      await visit(page, url, generateToken)
      watch.assertClean()
    })
  })

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })(`pages for readers${skipReason}`, (it) => {
  it.effect.skipIf(executable === undefined)(
    "MUST lead from / to the documentation, in which requests can be sent",
    () =>
      visiting(async (page, url, token) => {
        await page.goto(url)
        await page.getByRole("link", { name: "Documentation" }).click()
        await page.getByRole("button", { name: "Authorize", exact: true }).click()
        await page.getByLabel("auth-bearer-value").fill(token)
        await page.getByLabel("Apply credentials").click()
        await page.locator(".close-modal, .btn-done").first().click()
        const generate = page.locator("#operations-Generation-generateAddress")
        await generate.getByRole("button").first().click()
        await generate.getByRole("button", { name: "Execute" }).click()
        const shown = generate.locator(".live-responses-table .response-col_description code").first()
        await shown.waitFor()
        assert.include(await shown.innerText(), '"synthetic": true')
        // Without its style, which the policy might block, this element would be transparent.
        const colour = await generate.locator(".opblock-summary-method").evaluate((one) => {
          const style: unknown = one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor
          return style
        })
        assert.notStrictEqual(colour, "rgba(0, 0, 0, 0)")
      })
  )

  it.effect.skipIf(executable === undefined)("MUST be light or dark, according to the reader's preference", () =>
    visiting(async (page, url) => {
      const grounds: Array<unknown> = []
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(url)
        grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"))
      }
      assert.notStrictEqual(grounds[0], grounds[1])
    })
  )
})
