import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/** Where Chromium usually lies; `CHROMIUM` names another place. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

export const executable = [process.env["CHROMIUM"], ...places].find(
  (path) => path !== undefined && path !== "" && existsSync(path)
)

/** Why there is nothing to test with. */
export const missing = "the console's tests need Chromium: install Debian's package chromium, or name one in CHROMIUM"

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable!,
    timeout: 600_000,
    // Without a GPU and as root, as in a container; and it talks to nobody of its own accord.
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--enable-unsafe-swiftshader",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })
