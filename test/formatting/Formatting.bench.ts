import { test } from "vitest"
import { formatAddress } from "../../src/formatting/AddressFormat.ts"
import { formatComponents } from "../../src/formatting/OpenCage.ts"

const savannah = {
  houseNumber: "203",
  street: "East Gwinnett Street",
  unit: "4",
  city: "Savannah",
  region: "Georgia",
  regionCode: "US-GA",
  postcode: "31401",
  country: "United States"
}
const karlsruhe = { houseNumber: "12", street: "Waldstraße", city: "Karlsruhe", postcode: "76133", country: "Germany" }
const chiyoda = {
  houseNumber: "1-1",
  district: "千代田",
  city: "千代田区",
  region: "東京都",
  postcode: "100-0001",
  country: "Japan"
}

test("one address", async ({ bench }) => {
  await bench.compare(
    bench("formatAddress, US", () => void formatAddress("US", savannah)),
    bench("formatAddress, DE", () => void formatAddress("DE", karlsruhe)),
    bench("formatAddress, JP", () => void formatAddress("JP", chiyoda)),
    bench("formatComponents, US", () =>
      void formatComponents({
        house_number: 203,
        road: "East Gwinnett Street",
        city: "Savannah",
        state: "Georgia",
        country_code: "us"
      }))
  )
})
