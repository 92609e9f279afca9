import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import { extracts } from "../../sources/openstreetmap/OsmFiles.ts"

const password = "correct horse battery staple"

/** A running service, started as an operator would. */
export interface Installation {
  readonly url: string
  /** The token that the first start printed. */
  readonly token: string
  readonly stop: () => Promise<void>
}

/**
 * @param port of an earlier installation that was stopped, to restart it
 * @param settings in addition to the usual ones, such as URLs of upstreams
 */
export const install = async (
  dataDir: string,
  port = "0",
  settings: Readonly<Record<string, string>> = {}
): Promise<Installation> => {
  const service = new DoorstepProcess(["serve"], {
    ...settings,
    DATA_DIR: dataDir,
    PORT: port,
    ADMIN_PASSWORD: password,
    // For uploaded files, files written by tests, and the real extracts beside the repository.
    SOURCE_FOLDERS: `${dataDir}/sources,${tmpdir()},${fileURLToPath(extracts)}`,
    SOURCE_HOSTS: "127.0.0.1, localhost"
  })
  const stop = async () => {
    await service.signal("SIGTERM")
  }
  try {
    const url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    await service.waitFor(/^Ready\./m)
    return { url, token: /Bearer (dst_[\w-]+)/.exec(service.stdout)?.[1] ?? "", stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface Visit {
  readonly page: Page
  /** Opens a page of the console. */
  readonly open: (path: string) => Promise<void>
  /** Goes to a page as a link does: loading the console anew would cost as much as most tests of a page. */
  readonly follow: (path: string) => Promise<void>
  readonly signIn: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a separate browser context. */
export const visit = async (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...options
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const open = async (path: string) => {
    await page.goto(`${url}/console${path}`)
  }
  return {
    page,
    open,
    follow: async (path) => {
      await page.evaluate(`history.pushState(null, "", "/console${path}")`)
    },
    signIn: async () => {
      await open("/")
      await page.getByLabel("Administrator password").fill(password)
      // Works without a mouse.
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Overview" }).waitFor()
    },
    close: () => context.close()
  }
}
