import type { Page, Request } from "@playwright/test"

/** Milliseconds without a change after which a page counts as drawn, and the limit for waiting. */
const quiet = 100
const longest = 3_000

/** Resolves in the page when nothing has changed for a while. */
const untilQuiet = `new Promise((resolve) => {
  const done = () => { observer.disconnect(); clearTimeout(end); resolve() }
  let timer = setTimeout(done, ${quiet})
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, ${quiet}) })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  const end = setTimeout(done, ${longest})
})`

/** Watches the page's requests from now on, and waits until their responses have arrived and been drawn. */
export const watchPage = (page: Page): { readonly settled: () => Promise<void>; readonly stop: () => void } => {
  const under = new Set<Request>()
  let wake = () => {}
  const begins = (request: Request) => void (/^(fetch|xhr|script)$/.test(request.resourceType()) && under.add(request))
  const ends = (request: Request) => {
    under.delete(request)
    if (under.size === 0) wake()
  }
  page.on("request", begins)
  page.on("requestfinished", ends)
  page.on("requestfailed", ends)

  const fetched = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, longest)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (under.size === 0) wake()
    })

  return {
    settled: async () => {
      // A page that navigates meanwhile starts again.
      await page.evaluate(untilQuiet).catch(() => undefined)
      if (under.size === 0) return
      await fetched()
      await page.evaluate(untilQuiet).catch(() => undefined)
    },
    stop: () => {
      page.off("request", begins)
      page.off("requestfinished", ends)
      page.off("requestfailed", ends)
    }
  }
}
