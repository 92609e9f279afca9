import type { RawRecord } from "../../sources/DataSource.ts"
import { village } from "./Village.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

/** The village, and sixty towns with two homes each: their lists need more than one page. */
export const towns: ReadonlyArray<RawRecord> = [
  ...village,
  ...Array.from({ length: 120 }, (_, i) => ({
    recordId: `town ${i}`,
    houseNumber: String(100 + i),
    street: "Station Road",
    city: `Town ${String(Math.floor(i / 2)).padStart(2, "0")}`,
    region: "IL",
    postcode: String(60000 + Math.floor(i / 2)),
    coordinates: { latitude: 39.5 + i / 1000, longitude: -89.5 },
    evidence
  }))
]

/**
 * Forty villages with four homes each, each village on a street of its own. Uniformity needs a number of draws per
 * address, so these need about a hundred draws where a place with a dozen homes needs hundreds.
 */
export const hamlets: ReadonlyArray<RawRecord> = Array.from({ length: 160 }, (_, i) => {
  const hamlet = String(Math.floor(i / 4)).padStart(2, "0")
  return {
    recordId: `hamlet ${i}`,
    houseNumber: String(1 + (i % 4)),
    street: `Lane of Hamlet ${hamlet}`,
    city: `Hamlet ${hamlet}`,
    region: "VT",
    postcode: `050${hamlet}`,
    evidence
  }
})
