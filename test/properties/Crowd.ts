import type { Filters } from "../../properties/Subject.ts"
import type { RawRecord } from "../../sources/DataSource.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

const homes = (prefix: string, count: number, place: Partial<RawRecord>): ReadonlyArray<RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `${prefix} ${i}`,
    houseNumber: String(i + 1),
    street: "Elm Street",
    evidence,
    ...place
  }))

const crowdville = { city: "Crowdville", region: "IL", district: "Old Town", postcode: "62701" }

/**
 * Addresses in the United States, of which every kind of selection has n: a region, a city, a district and a postcode
 * that are not alone, a combination that no single place equals, a text that all of them contain, and a name that two
 * cities share.
 */
export const crowd = (n: number): ReadonlyArray<RawRecord> => {
  const some = Math.ceil(n / 10)
  return [
    ...homes("members", n, { ...crowdville, street: "Oak Alley" }),
    // The city, the district and the postcode each extend beyond their intersection.
    ...homes("other postcode", some, { ...crowdville, postcode: "62702", district: undefined }),
    ...homes("other city", some, { ...crowdville, city: "Nextville", district: undefined }),
    ...homes("one twin", Math.ceil(n / 2), { city: "Twinton", region: "MO", postcode: "65801" }),
    ...homes("other twin", Math.floor(n / 2), { city: "Twinton", region: "CA", postcode: "91011" })
  ]
}

/** Twenty addresses with a text that no other has, to be hidden in a crowd. */
export const rare = homes("rare", 20, { ...crowdville, street: "Quince Court" })

/** A selection of every kind, each with about n addresses of `crowd(n)`. */
export const selections: Readonly<Record<string, Filters>> = {
  country: {},
  region: { region: "Illinois" },
  city: { city: "Crowdville" },
  district: { district: "Old Town" },
  postcode: { postcode: "62701" },
  combination: { city: "Crowdville", postcode: "62701" },
  text: { q: "oak al" },
  "name of two cities": { city: "Twinton" }
}
