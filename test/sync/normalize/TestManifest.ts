import type { Manifest } from "../../../sources/DataSource.ts"

/** The manifest of a source whose records are made up for tests. */
export const manifestOf = (country: string): Manifest => ({
  name: "test",
  countries: [country],
  license: "CC0-1.0",
  attribution: "Made up for tests",
  homepage: "https://example.com/",
  evidence: "Declared."
})
