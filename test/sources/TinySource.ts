import { Effect, Stream } from "effect"
import * as DataSource from "../../sources/DataSource.ts"

const homes = (count: number): ReadonlyArray<DataSource.RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `tiny:${3 * i + 5}`,
    houseNumber: String(i + 1),
    street: "Lilliput Lane",
    city: "Smallville",
    region: "KS",
    postcode: "66002",
    evidence: { kind: "register", detail: "Use code 01 of a register that was made up for tests." },
    language: "en"
  }))

/** A second source, as small as one can be: what a team writes to bring in its own data. */
export const tiny = DataSource.make({
  manifest: {
    name: "tiny",
    countries: ["US"],
    license: "CC0-1.0",
    attribution: "Made up for tests",
    homepage: "https://example.com/tiny",
    evidence: "Register: its use codes say which addresses are homes."
  },
  examples: [{ recordId: "tiny:5", houseNumber: "1", street: "Lilliput Lane", postcode: "66002" }],
  fingerprint: Effect.succeed("1"),
  records: (country) => (country === "US" ? Stream.fromIterable(homes(7)) : Stream.empty)
})
