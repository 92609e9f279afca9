import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/**
 * The usual locations of Chromium; `CHROMIUM` overrides them. The headless shell is the same engine without the user
 * interface of a browser, and takes half the CPU time to start.
 */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome"
]

export const executable = [process.env["CHROMIUM"], ...places].find(
  (path) => path !== undefined && path !== "" && existsSync(path)
)

/** Why these tests cannot run. */
export const missing =
  "the console's tests need Chromium: install Debian's package chromium-headless-shell or chromium, or name one in CHROMIUM"

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable!,
    timeout: 600_000,
    // As in a container: no GPU, and root. Chromium must not contact any server on its own.
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--enable-unsafe-swiftshader",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // No page lives long enough to earn back what optimizing its code in the background takes.
      "--js-flags=--no-opt,--no-maglev"
    ]
  })
