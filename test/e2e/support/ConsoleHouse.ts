import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect } from "vitest"
import { filledDataDir } from "../../support/FilledDataDir.ts"
import { buildConsole } from "./Build.ts"
import { executable, launch, missing } from "./Chromium.ts"
import { type Installation, install, type Visit, visit } from "./Installation.ts"
import { showAfterFailure } from "./Shown.ts"
import { Watch } from "./Watch.ts"

/** A visit watched for anything that a page must not do. */
interface WatchedVisit extends Visit {
  readonly watch: Watch
}

/** A service with the starter's pool, and a browser. Its members are available only while the journey's tests run. */
export interface ConsoleHouse {
  readonly url: string
  /** The token that the first start printed. */
  readonly token: string
  /** The administrator, who makes the whole journey. */
  readonly operator: WatchedVisit
  /** Another user with a separate browser context. */
  readonly visitor: () => Promise<WatchedVisit>
}

/** The reason why journeys are skipped, for their title. */
const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

/**
 * A way through the console in a real browser. Its tests build on one another, but each journey has its own service and
 * can run alone.
 */
export const journey = (title: string, tests: (house: ConsoleHouse) => void): void => {
  beforeAll(buildConsole, 180_000)

  describe.skipIf(executable === undefined)(`${title}${skipReason}`, () => {
    const scope = Scope.makeUnsafe()
    let browser: Browser
    let house: Installation
    let operator: WatchedVisit

    showAfterFailure(() => operator?.page)

    const visitor = async (): Promise<WatchedVisit> => {
      const somebody = await visit(browser, house.url)
      return { ...somebody, watch: new Watch(somebody.page, house.url) }
    }

    beforeAll(async () => {
      const dataDir = await Effect.runPromise(
        filledDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer))
      )
      ;[browser, house] = await Promise.all([launch(), install(dataDir)])
      operator = await visitor()
    })

    afterAll(async () => {
      await browser?.close()
      await house?.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    tests({
      get url() {
        return house.url
      },
      get token() {
        return house.token
      },
      get operator() {
        return operator
      },
      visitor
    })
  })
}

/** Waits until everything that the page requested has arrived. */
export const settled = (page: Page) => expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0)

/** A select field, in either of the two roles that it may have. */
export const choice = (within: Pick<Page, "getByRole">, name: string) =>
  within.getByRole("combobox", { name }).or(within.getByRole("textbox", { name }))

interface AddedSource {
  readonly name: string
  readonly type: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Adds a source through the API, with the page's session, bypassing the form. */
export const addSource = async (page: Page, source: AddedSource): Promise<void> => {
  const status = await page.evaluate(`fetch("/admin/api/sources", {
    method: "POST",
    headers: { "content-type": "application/json", "x-doorstep-console": "1" },
    body: ${JSON.stringify(JSON.stringify(source))}
  }).then((response) => response.status)`)
  assert.strictEqual(status, 201)
}

/** Starts a run of the source shown. */
export const runNow = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Run now" }).click()
  await page.getByRole("button", { name: "Start", exact: true }).click()
}

/** The published runs of the source shown; the page updates by itself when a run ends. */
export const publishedRuns = (page: Page) => page.getByRole("row").filter({ hasText: "Published" })
