import type { Page } from "playwright-core"
import { afterEach } from "vitest"

/** Prints, after each failed test of a group, what the page shows: a locator that was not found says nothing of it. */
export const showAfterFailure = (page: () => Page | undefined): void => {
  afterEach(async ({ task }) => {
    const shown = page()
    if (task.result?.state !== "fail" || shown === undefined || shown.isClosed()) return
    const text = await shown.locator("body").innerText({ timeout: 10_000 }).catch(String)
    process.stderr.write(`After "${task.name}", ${shown.url()} shows:\n${text}\n`)
  })
}
