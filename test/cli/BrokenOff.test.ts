import { assert, describe, it } from "vitest"
import { formatBrokenOff } from "../../src/cli/sync/BrokenOff.ts"

const publication = { added: 5, changed: 0, withdrawn: 0, poolVersion: 7, residential: 1_234 }
const broken = { source: "a", country: "US", read: 5_000, finished: 0, phases: [] }
const recorded = (source: string, country: string, outcome: "published" | "interrupted" | "unchanged") => ({
  source,
  country,
  outcome,
  publication: outcome === "published" ? publication : undefined
})

describe("an interrupted synchronization", () => {
  it("MUST name the current pool version, whichever process published it", () => {
    const text = formatBrokenOff(broken, [
      recorded("a", "US", "interrupted"),
      recorded("b", "FR", "published"),
      recorded("c", "US", "published")
    ])
    assert.include(text, "a US: stopped after 5,000 records.")
    assert.include(text, "The pool of US is still at version 7, with 1,234 residential addresses.")
    assert.include(text, "the next synchronization starts over")
  })

  it("MUST say so if nothing is published yet", () => {
    assert.include(formatBrokenOff(broken, [recorded("b", "FR", "published")]), "Nothing of US is published yet.")
  })

  it("MUST say what is kept for the next run", () => {
    const text = formatBrokenOff({ ...broken, finished: 4_000 }, [])
    assert.include(text, "4,000 records in completed parts are kept")
  })

  it("MUST not call a run interrupted that published before it ended", () => {
    const text = formatBrokenOff(broken, [recorded("a", "US", "published")])
    assert.strictEqual(text, "a US: published. The pool of US is still at version 7, with 1,234 residential addresses.")
  })
})
