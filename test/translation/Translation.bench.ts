import { test } from "vitest"
import { translateOffline } from "../../src/translation/Offline.ts"

const savannah = {
  countryCode: "US",
  components: {
    houseNumber: "203",
    street: "East Gwinnett Street",
    city: "Savannah",
    region: "Georgia",
    regionCode: "US-GA",
    postcode: "31401",
    country: "United States"
  }
}
const shanghai = {
  countryCode: "CN",
  components: { houseNumber: "99", street: "南京东路", district: "黄浦区", city: "上海市", country: "China" }
}
const seoul = {
  countryCode: "KR",
  components: { houseNumber: "152", street: "테헤란로", city: "강남구", region: "서울특별시", country: "South Korea" }
}

test("one address", async ({ bench }) => {
  await bench.compare(
    bench("US in German", () => void translateOffline({ address: savannah, targetLocale: "de" })),
    bench("US in Japanese", () => void translateOffline({ address: savannah, targetLocale: "ja" })),
    bench("CN in English", () => void translateOffline({ address: shanghai, targetLocale: "en" })),
    bench("KR in Japanese", () => void translateOffline({ address: seoul, targetLocale: "ja" }))
  )
})
