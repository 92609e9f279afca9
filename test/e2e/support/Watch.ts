import type { Page } from "playwright-core"
import { assert } from "vitest"

/** Collects what a page must not do. */
export class Watch {
  readonly #faults: Array<string> = []

  constructor(page: Page, origin: string) {
    page.on("request", (request) => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) this.#faults.push(`asked ${url}`)
      if (/dst_/.test(url)) this.#faults.push(`sent a token in ${url}`)
    })
    page.on("pageerror", (error) => this.#faults.push(`failed: ${error.message}`))
    page.on("dialog", (dialog) => {
      // The browser asks whether to leave a form that is half filled in.
      if (dialog.type() === "beforeunload") return void dialog.accept()
      this.#faults.push(`opened a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on("console", (message) => {
      const text = message.text()
      // Some tests expect responses with an error status.
      if (message.type() === "error" && !text.startsWith("Failed to load resource")) this.#faults.push(text)
    })
  }

  /** Asserts that the page requested nothing from elsewhere, violated no policy, and had no errors. */
  assertClean(): void {
    assert.deepStrictEqual(this.#faults, [])
  }
}
