import type { Address } from "../../client/Contract.ts"

const address = (
  countryCode: string,
  components: Address["components"],
  lines: ReadonlyArray<string>,
  [latitude, longitude]: readonly [number, number]
): Address => ({
  id: `${countryCode.toLowerCase()}-${lines[0]}`,
  countryCode,
  formattedAddress: lines.join(", "),
  lines,
  components,
  locationIds: {},
  coordinates: { latitude, longitude },
  residential: { evidence: "register", detail: "For a test." },
  sources: [],
  language: { US: "en", DE: "de", GB: "en", JP: "ja", CZ: "cs", FR: "fr" }[countryCode] ?? "en",
  updatedAt: "2026-01-01T00:00:00.000Z"
})

export const savannah = address(
  "US",
  {
    houseNumber: "36",
    street: "Saint Ives Drive",
    unit: "Apt 4",
    city: "Savannah",
    region: "Georgia",
    regionCode: "US-GA",
    postcode: "31419",
    country: "United States"
  },
  ["36 Saint Ives Drive Apt 4", "Savannah, GA 31419", "United States"],
  [31.976984, -81.223991]
)

export const hanford = address(
  "US",
  {
    houseNumber: "2064",
    street: "West Columbia Way",
    city: "Hanford",
    region: "California",
    regionCode: "US-CA",
    postcode: "93230",
    country: "United States"
  },
  ["2064 West Columbia Way", "Hanford, CA 93230", "United States"],
  [36.3336245, -119.6799802]
)

export const karlsruhe = address(
  "DE",
  {
    houseNumber: "24a",
    street: "Forlenweg",
    district: "Neureut",
    city: "Karlsruhe",
    region: "Baden-Württemberg",
    regionCode: "DE-BW",
    postcode: "76149",
    country: "Germany"
  },
  ["Forlenweg 24a", "76149 Karlsruhe", "Germany"],
  [49.04, 8.38]
)

export const london = address(
  "GB",
  {
    houseNumber: "12",
    street: "Elm Row",
    building: "Rose Cottage",
    city: "London",
    region: "England",
    regionCode: "GB-ENG",
    postcode: "NW3 1AA",
    country: "United Kingdom"
  },
  ["Rose Cottage", "12 Elm Row", "London", "NW3 1AA", "United Kingdom"],
  [51.56, -0.17]
)

export const tokyo = address(
  "JP",
  {
    houseNumber: "1-2-3",
    district: "神宮前",
    city: "渋谷区",
    region: "東京都",
    regionCode: "JP-13",
    postcode: "150-0001",
    country: "Japan"
  },
  ["〒150-0001", "東京都渋谷区神宮前1-2-3", "Japan"],
  [35.67, 139.71]
)

export const village = address(
  "CZ",
  {
    houseNumber: "12",
    city: "Lhota",
    region: "Středočeský kraj",
    regionCode: "CZ-20",
    postcode: "250 63",
    country: "Czechia"
  },
  ["Lhota 12", "250 63 Lhota", "Czechia"],
  [50.24, 14.66]
)

export const paris = address(
  "FR",
  {
    houseNumber: "75",
    street: "Rue 75",
    city: "Paris",
    region: "Île-de-France",
    regionCode: "FR-IDF",
    postcode: "75011",
    country: "France"
  },
  ["75 Rue 75", "75011 Paris", "France"],
  [48.86, 2.38]
)

export const durban = address(
  "ZA",
  {
    houseNumber: "12",
    street: "Long Street",
    unit: "4",
    city: "Durban",
    region: "KwaZulu-Natal",
    regionCode: "ZA-KZN",
    postcode: "4001",
    country: "South Africa"
  },
  ["Unit 4", "12 Long Street", "Durban", "4001", "South Africa"],
  [-29.86, 31.02]
)

export const moscow = address(
  "RU",
  { houseNumber: "12 к2", street: "улица Арбат", unit: "45", city: "Москва", postcode: "119019", country: "Russia" },
  ["улица Арбат, 12 к2, кв. 45", "Москва", "119019", "Russia"],
  [55.75, 37.6]
)

export const beijing = address(
  "CN",
  {
    houseNumber: "12",
    street: "建国门外大街",
    unit: "3单元401室",
    city: "北京市",
    postcode: "100022",
    country: "China"
  },
  ["100022", "北京市建国门外大街12号", "3单元401室", "China"],
  [39.9, 116.4]
)

export const dublin = address(
  "IE",
  { houseNumber: "12", street: "Elm Row", unit: "1", city: "Dublin 1", postcode: "D01 F5P2", country: "Ireland" },
  ["Flat 1", "12 Elm Row", "Dublin 1", "D01 F5P2", "Ireland"],
  [53.35, -6.26]
)

export const warsaw = address(
  "PL",
  {
    houseNumber: "12",
    street: "Prosta",
    unit: "5",
    city: "Warszawa",
    region: "Mazowieckie",
    regionCode: "PL-14",
    postcode: "00-001",
    country: "Poland"
  },
  ["Prosta 12/5", "00-001 Warszawa", "Poland"],
  [52.2, 21]
)

export const addresses = [savannah, hanford, karlsruhe, london, tokyo, village, paris]
