import type { RawRecord } from "../../sources/DataSource.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

const homes = (count: number, street: string, place: Partial<RawRecord>): ReadonlyArray<RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `${place.city}/${place.region}/${place.postcode}/${street}/${i + 1}`,
    houseNumber: String(i + 1),
    street,
    evidence,
    ...place
  }))

/** Twelve homes: few enough for a batch of 50 to return the whole city. */
export const springfieldIllinois = homes(12, "Main Street", { city: "Springfield", region: "IL", postcode: "62701" })

export const businesses = homes(3, "Market Square", {
  city: "Springfield",
  region: "IL",
  postcode: "62701",
  evidence: undefined
})

/**
 * 52 homes, and 3 addresses that no evidence calls a home, in the United States. Golden draws depend on every word of
 * it.
 */
export const village: ReadonlyArray<RawRecord> = [
  ...springfieldIllinois,
  ...homes(8, "Oak Street", { city: "Springfield", region: "Missouri", postcode: "65801" }),
  ...homes(5, "Main Street", { city: "Springfield", region: "US-MA", postcode: "01103", district: "South End" }),
  ...homes(10, "North Clark Street", { city: "Chicago", region: "IL", postcode: "60614", district: "Lincoln Park" }),
  ...homes(10, "Calle Peñasco", { city: "La Cañada Flintridge", region: "CA", postcode: "91011" }),
  ...homes(4, "Oak Street", { city: "Pasadena", region: "California", postcode: "91011" }),
  ...homes(3, "Oak Street", { city: "Pasadena", region: "California", postcode: "91101", district: "South End" }),
  ...businesses
]
