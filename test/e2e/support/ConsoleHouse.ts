import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect } from "vitest"
import { filledDataDir } from "../../support/FilledDataDir.ts"
import { buildConsole } from "./Build.ts"
import { executable, launch, missing } from "./Chromium.ts"
import { type Installation, install, type Visit, visit } from "./Installation.ts"
import { Watch } from "./Watch.ts"

/** A visit that is watched for what no page may do. */
interface WatchedVisit extends Visit {
  readonly watch: Watch
}

/** A service with the starter's pool, and a browser. What it has is there once the journey's tests run. */
export interface ConsoleHouse {
  readonly url: string
  /** The token that the first start printed. */
  readonly token: string
  /** The administrator, who goes through the whole journey. */
  readonly operator: WatchedVisit
  /** Somebody else, at a browser of their own. */
  readonly visitor: () => Promise<WatchedVisit>
}

/** Why journeys are skipped, in their title. */
const skipReason = executable === undefined ? ` (skipped: ${missing})` : ""

/**
 * A way through the console as somebody goes it, in a real browser. Its tests build on one another. Each journey has a
 * service of its own, so that it can be gone by itself.
 */
export const journey = (title: string, tests: (house: ConsoleHouse) => void): void => {
  beforeAll(buildConsole, 180_000)

  describe.skipIf(executable === undefined)(`${title}${skipReason}`, () => {
    const scope = Scope.makeUnsafe()
    let browser: Browser
    let house: Installation
    let operator: WatchedVisit

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

/** Whatever the page has asked for has come. */
export const settled = (page: Page) => expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0)

/** The field of a form in which something is chosen, whichever of the two roles the browser gives it. */
export const choice = (within: Pick<Page, "getByRole">, name: string) =>
  within.getByRole("combobox", { name }).or(within.getByRole("textbox", { name }))

interface AddedSource {
  readonly name: string
  readonly type: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Adds a source with the session of the page, without the form. */
export const addSource = async (page: Page, source: AddedSource): Promise<void> => {
  const status = await page.evaluate(`fetch("/admin/api/sources", {
    method: "POST",
    headers: { "content-type": "application/json", "x-doorstep-console": "1" },
    body: ${JSON.stringify(JSON.stringify(source))}
  }).then((response) => response.status)`)
  assert.strictEqual(status, 201)
}

/** Starts a run of the source whose page is open. */
export const runNow = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Run now" }).click()
  await page.getByRole("button", { name: "Start", exact: true }).click()
}

/** The runs of the source whose page is open that have published. The page learns of the end by itself. */
export const publishedRuns = (page: Page) => page.getByRole("row").filter({ hasText: "Published" })
