import { readdirSync, readFileSync, statSync } from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { built } from "./Build.ts"

/**
 * The most bytes, compressed, that a first visit may download. Maps and charts do not count: they are loaded when
 * needed.
 */
const BUDGET = 350 * 1024

/** The rules for the built console. They need no browser. */
export const builtConsole = (): void => {
  describe("the built console", () => {
    it("MUST cost a first visit less than 350 KB, even with gzip", () => {
      const page = readFileSync(Path.join(built, "index.html"), "utf8")
      const names = Array.from(page.matchAll(/\/console\/assets\/([\w.-]+)/g), ([, name]) => name!)
      assert.isAbove(names.length, 2)
      for (const ending of [".br", ".gz"]) {
        const bytes = names.map((name) => {
          const file = Path.join(built, "assets", name)
          return Math.min(
            statSync(file, { throwIfNoEntry: true }).size,
            statSync(file + ending, { throwIfNoEntry: false })?.size ?? Infinity
          )
        })
        assert.isBelow(
          bytes.reduce((total, size) => total + size, page.length),
          BUDGET,
          ending
        )
      }
    })

    it("MUST load maps and charts only after the first visit's page", () => {
      const page = readFileSync(Path.join(built, "index.html"), "utf8")
      assert.notMatch(page, /MapView|UseChart|maplibre|countries/)
      const names = readdirSync(Path.join(built, "assets"))
      for (const part of ["MapView", "UseChart", "maplibre-gl-worker", "countries-50m"]) {
        assert.isTrue(
          names.some((name) => name.startsWith(part)),
          part
        )
      }
    })

    it("MUST have no inline script, style or handler in its page", () => {
      const page = readFileSync(Path.join(built, "index.html"), "utf8")
      assert.notMatch(page, /<style|\son\w+=|style="/)
      for (const [script] of page.matchAll(/<script[^>]*>[^<]*<\/script>/g)) assert.match(script, /><\/script>$/)
    })
  })
}
