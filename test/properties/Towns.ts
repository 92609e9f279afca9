import type { RawRecord } from "../../sources/DataSource.ts"
import { village } from "./Village.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

/** The village and sixty towns of two homes around it: lists of places take more than one page. */
export const towns: ReadonlyArray<RawRecord> = [
  ...village,
  ...Array.from({ length: 120 }, (_, i) => ({
    recordId: `town ${i}`,
    houseNumber: String(100 + i),
    street: "Station Road",
    city: `Town ${String(Math.floor(i / 2)).padStart(2, "0")}`,
    region: "IL",
    postcode: String(60000 + Math.floor(i / 2)),
    evidence
  }))
]
