import { assert, it } from "@effect/vitest"
import { formatAddress } from "../../src/formatting/AddressFormat.ts"

/** The line with the street, and what stands above it, as locals write a unit with its word. */
const cases: ReadonlyArray<
  readonly [country: string, street: string, houseNumber: string, unit: string, line: string]
> = [
  ["PL", "Długa", "12", "m. 5", "Długa 12 m. 5"],
  ["PL", "Długa", "12", "5", "Długa 12/5"],
  ["BG", "ул. Раковски", "12", "вх. А, ап. 5", "ул. Раковски 12, вх. А, ап. 5"],
  ["HR", "Ilica", "12", "stan 5", "Ilica 12, stan 5"],
  ["IL", "הרצל", "12א", "דירה 5", "הרצל 12א, דירה 5"],
  ["LV", "Brīvības iela", "12", "dz. 5", "Brīvības iela 12, dz. 5"],
  ["NL", "Kerkstraat", "12", "II hoog", "Kerkstraat 12 II hoog"],
  ["TW", "中山路一段", "12", "3樓之2", "臺北市中山路一段12號3樓之2"],
  ["TW", "中山路一段", "12之1", "3樓", "臺北市中山路一段12之1號3樓"],
  ["MO", "新馬路", "12", "3樓A", "臺北市新馬路12號3樓A"],
  ["AT", "Mustergasse", "12", "Top 4", "Mustergasse 12/Top 4"],
  ["AT", "Mustergasse", "12", "3/45", "Mustergasse 12/3/45"],
  ["BR", "Rua Augusta", "100", "12", "Rua Augusta, 100, Apto 12"],
  ["BR", "Rua Augusta", "100", "Bloco B Apto 12", "Rua Augusta, 100, Bloco B Apto 12"],
  ["FI", "Mannerheimintie", "23 B", "12", "Mannerheimintie 23 B 12"],
  ["FI", "Mannerheimintie", "23", "12", "Mannerheimintie 23 as. 12"],
  ["FI", "Mannerheimintie", "23", "A 12", "Mannerheimintie 23 A 12"],
  ["GR", "Ερμού", "12", "5", "Ερμού 12, διαμ. 5"],
  ["UZ", "Navoiy ko‘chasi", "12", "5", "Navoiy ko‘chasi 12, 5-xonadon"],
  ["MN", "Их сургуулийн гудамж", "12", "5", "Их сургуулийн гудамж 12, 5 тоот"],
  ["VN", "Phố Huế", "12", "5", "Căn hộ 5"],
  ["CI", "Rue du Commerce", "12", "5", "Appartement 5"],
  ["CN", "中山路", "12", "502", "臺北市中山路12号502室"],
  ["CN", "中山路", "12", "3单元502室", "臺北市中山路12号3单元502室"],
  ["HK", "皇后大道中", "12", "3樓A室", "臺北市皇后大道中12號3樓A室"]
]

for (const [country, street, houseNumber, unit, line] of cases) {
  it(`MUST put a unit where ${country} writes it: ${line}`, () => {
    const city = /\p{Script=Han}/u.test(street) ? "臺北市" : "Town"
    const { lines } = formatAddress(country, { houseNumber, street, unit, city, country: "Country" })
    assert.strictEqual(lines[0], line)
  })
}
