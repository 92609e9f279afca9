import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import type { AddressComponents } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import cityNames from "../../src/address/identity/names/city-names.json" with { type: "json" }
import { identifyingForm, identityRules } from "../../src/address/identity/OneForm.ts"
import { addressId } from "../../src/address/Identity.ts"
import { extracts, readExtract } from "../sources/openstreetmap/OsmFiles.ts"
import { alike, postal } from "./fixtures/Streets.ts"
import { starterHomes } from "./StarterHomes.ts"
import { inPostalStyle } from "./PostalStyle.ts"

const streetForm = (country: string, street: string) => identifyingForm(country, { street: fold(street) }).street

const same = (country: string, one: Partial<AddressComponents>, other: Partial<AddressComponents>) =>
  addressId(country, one) === addressId(country, other)

const homes = await Effect.runPromise(starterHomes)

const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i))

/** Pairs of streets that share a name but are two streets in many towns of the United States. */
const generatedPairs = (names: ReadonlyArray<string>) => [
  ...letters.flatMap((letter) => [
    [`${letter} Street`, `${letter} Avenue`],
    [`Avenue ${letter}`, `${letter} Street`]
  ]),
  ...["N", "S", "E", "W"].map((letter, i) => [`${letter} Street`, `${["North", "South", "East", "West"][i]} Street`]),
  ...names.flatMap((name) => [
    [`${name} Street`, `${name} Avenue`],
    [`${name} Street`, `North ${name} Street`],
    [`N ${name} St`, `S ${name} St`],
    [`N ${name} St`, `NE ${name} St`],
    [`${name} Ct`, `${name} Cir`],
    [`${name} Hill Rd`, `${name} Hills Rd`],
    [`St ${name} Rd`, `${name} Rd`],
    [`${name} Pl`, `${name} Plz`]
  ])
]

describe("one form of an address", () => {
  it("MUST be the same however registers and post offices write a street", () => {
    const apart = postal.filter(([country, short, full]) => streetForm(country, short) !== streetForm(country, full))
    assert.deepStrictEqual(apart, [])
  })

  it("MUST be the same for every address of the starter and its form in the style of the United States Postal Service", () => {
    assert.isAbove(homes.length, 3_000)
    const apart = homes.filter((home) => !same("US", home, inPostalStyle(home)))
    assert.deepStrictEqual(apart, [])
  })

  it("MUST keep similar-looking streets apart", () => {
    const merged = alike.filter(([country, one, other]) => streetForm(country, one) === streetForm(country, other))
    assert.deepStrictEqual(merged, [])
    const names = Array.from(new Set(homes.map(({ street }) => street!.split(" ")[0]!)))
      .filter((name) => /^[A-Z][a-z]{4,}$/.test(name))
      .slice(0, 150)
    const pairs = generatedPairs(names)
    assert.isAbove(pairs.length, 1_000)
    assert.deepStrictEqual(
      pairs.filter(([one, other]) => streetForm("US", one!) === streetForm("US", other!)),
      []
    )
  })

  it("MUST not merge two addresses of the starter", () => {
    const forms = new Map<string, Set<string>>()
    for (const home of homes) {
      const id = addressId("US", home)
      const label = [home.houseNumber, home.street, home.unit ?? "", home.city, home.postcode]
        .map((part) => fold(part ?? ""))
        .join(", ")
      forms.set(id, (forms.get(id) ?? new Set()).add(label))
    }
    // Addresses of the starter that share an ID, with their spellings: there are none.
    const merged = Array.from(forms.values(), (labels) => [...labels].sort()).filter((labels) => labels.length > 1)
    assert.deepStrictEqual(merged, [])
  })

  it("MUST be idempotent: the form of a form is that form", () => {
    const unstable = postal.filter(([country, , full]) => {
      const form = streetForm(country, full)!
      return streetForm(country, form) !== form
    })
    assert.deepStrictEqual(unstable, [])
  })

  it("MUST not depend on case, hyphens, dots and runs of blanks", () => {
    const plain = postal.filter(([country, , full]) => !/\d/.test(full) && !["JP", "TW", "KR"].includes(country))
    const apart = plain.flatMap(([country, , full]) =>
      ["-", " - ", "  "]
        .map((between) => full.split(" ").join(between).toUpperCase())
        .filter((written) => streetForm(country, written) !== streetForm(country, full))
    )
    assert.deepStrictEqual(apart, [])
  })

  const parts: ReadonlyArray<readonly [string, keyof AddressComponents, string, string, boolean]> = [
    ["US", "houseNumber", "0012", "12", true],
    ["US", "houseNumber", "12½", "12 1/2", true],
    ["US", "houseNumber", "12½", "121/2", false],
    ["US", "houseNumber", "87-12", "8712", false],
    ["DE", "houseNumber", "12 A", "12a", true],
    ["DE", "houseNumber", "12–14", "12 - 14", true],
    ["DE", "houseNumber", "12-14", "1214", false],
    ["IT", "houseNumber", "76/b", "76B", true],
    ["PL", "houseNumber", "12/3", "123", false],
    ["FR", "houseNumber", "12 bis", "12BIS", true],
    ["FR", "houseNumber", "12 bis", "12", false],
    ["RU", "houseNumber", "д. 12 корп. 1", "12к1", true],
    ["RU", "houseNumber", "12 стр. 1", "12 корп. 1", false],
    ["CZ", "houseNumber", "č.p. 12", "12", true],
    ["JP", "houseNumber", "５番１２号", "5-12", true],
    ["JP", "houseNumber", "5番地の12", "5番12", true],
    ["TW", "houseNumber", "12之1號", "12-1", true],
    ["KR", "houseNumber", "12-3번지", "12-3", true],
    ["US", "unit", "Apt 5", "#5", true],
    ["US", "unit", "Unit 2-B", "2b", true],
    ["US", "unit", "Ste 5", "Suite 5", true],
    ["US", "unit", "Ste 5", "Apt 5", false],
    ["US", "unit", "Fl 2", "Apt 2", false],
    ["US", "unit", "0 D", "0 M", false],
    ["US", "unit", "3 D", "3", false],
    ["BR", "unit", "Apto 12 Bl B", "Apartamento 12 Bloco B", true],
    ["US", "postcode", "31406-1234", "31406", true],
    ["GB", "postcode", "SW1A 1AA", "sw1a1aa", true],
    ["PL", "postcode", "00-950", "00950", true],
    ["US", "city", "St. Louis", "Saint Louis", true],
    ["US", "city", "Ft. Worth", "Fort Worth", true],
    ["FR", "city", "SAINT DENIS", "St-Denis", true],
    ["FR", "city", "Saint-Denis", "Sainte-Denis", false],
    ["BR", "city", "S. José", "São José", true],
    ["BE", "city", "St-Niklaas", "Sint-Niklaas", true],
    ["US", "city", "North Bend", "South Bend", false],
    ["JP", "district", "神宮前一丁目", "神宮前１丁目", true],
    ["JP", "district", "神宮前十一丁目", "神宮前1丁目", false],
    ["JP", "city", "龍ケ崎市", "龍ヶ崎市", true],
    ["TW", "city", "臺北市", "台北市", true],
    ["DE", "city", "Frankfurt am Main", "Frankfurt/Main", true],
    ["DE", "city", "Frankfurt a. M.", "Frankfurt (Main)", true],
    ["DE", "city", "Frankfurt am Main", "Frankfurt (Oder)", false],
    ["DE", "city", "Mülheim an der Ruhr", "Mülheim a.d. Ruhr", true],
    ["AT", "city", "Berg am Au", "Berg an der Leitha", false],
    ["DE", "city", "Am See", "See", false],
    ["ES", "city", "Rozas de Madrid, Las", "LAS ROZAS DE MADRID", true],
    ["ES", "city", "CORUÑA (A)", "A Coruña", true],
    ["ES", "city", "Hospitalet de Llobregat, L'", "L'Hospitalet de Llobregat", true],
    ["ES", "city", "Villanueva (Burgos)", "Burgos Villanueva", false],
    ["RU", "city", "г. Орёл", "Орел", true],
    ["RU", "city", "г Москва", "город Москва", true],
    ["RU", "city", "с. Орёл", "Орёл", false],
    ["RU", "city", "Гурьевск", "Урьевск", false],
    ["UA", "city", "м. Київ", "Київ", true],
    ["UA", "city", "Мирноград", "ирноград", false],
    ["BG", "city", "гр. София", "София", true],
    ["US", "city", "O'Fallon", "O FALLON", true],
    ["US", "city", "McLean", "MC LEAN", true],
    ["US", "city", "Coeur d'Alene", "COEUR D ALENE", true],
    ["DE", "city", "KOELN", "Köln", true],
    ["DE", "city", "Aue", "Au", false],
    ["DK", "city", "Århus", "Aarhus", true],
    ["VN", "city", "TP. Hồ Chí Minh", "Thành phố Hồ Chí Minh", true],
    ["VN", "district", "Q.1", "Quận 1", true],
    ["VN", "district", "Phường 1", "Quận 1", false],
    // Letters that look and sound alike in two scripts are one; those that only look alike are two houses of a street.
    ["RU", "houseNumber", "12А", "12A", true],
    ["UA", "houseNumber", "12-к", "12K", true],
    ["BG", "houseNumber", "12М", "12M", true],
    ["GR", "houseNumber", "12Β", "12B", true],
    ["RU", "houseNumber", "12Б", "12B", false],
    ["RU", "houseNumber", "12В", "12B", false],
    ["GR", "houseNumber", "12Ρ", "12P", false],
    ["RU", "houseNumber", "12с1", "12c1", true],
    ["RU", "houseNumber", "12К1", "12k1", true],
    ["RU", "houseNumber", "12 корп. А", "12 к. А", true],
    ["RU", "houseNumber", "12КА", "12 к. А", false],
    ["RU", "houseNumber", "вл. 12", "владение 12", true],
    ["RU", "houseNumber", "вл. 12", "12", false],
    // Digits of each script, and numbers in characters.
    ["EG", "houseNumber", "١٢", "12", true],
    ["IR", "houseNumber", "پلاک ۱۲", "12", true],
    ["IN", "houseNumber", "१२", "12", true],
    ["TH", "houseNumber", "๑๒/๓ หมู่ที่ ๕", "12/3 ม.5", true],
    ["TH", "houseNumber", "12/3 หมู่ 5", "12/3 หมู่ 6", false],
    ["JP", "houseNumber", "一丁目二番三号", "1-2-3", true],
    ["JP", "houseNumber", "百二番地", "102", true],
    ["CN", "houseNumber", "十二号", "12", true],
    ["TW", "houseNumber", "12號3樓", "12号3楼", true],
    ["TW", "houseNumber", "12號2樓", "12號3樓", false],
    // Words that only say that a number follows, and those that say which.
    ["US", "houseNumber", "N1234", "1234", false],
    ["IT", "houseNumber", "n. 12", "12", true],
    ["UA", "houseNumber", "будинок 12", "12", true],
    ["MK", "houseNumber", "бр. 12", "12", true],
    ["RS", "houseNumber", "бр. 12", "12", true],
    ["SI", "houseNumber", "št. 12", "12", true],
    ["HU", "houseNumber", "12/A. sz.", "12/a", true],
    ["TR", "houseNumber", "Numara: 12", "12", true],
    ["GR", "houseNumber", "αρ. 12", "12", true],
    ["VN", "houseNumber", "Số nhà 12/34", "12/34", true],
    ["IN", "houseNumber", "H.No. 12-3", "12-3", true],
    ["IN", "houseNumber", "Plot No. 12", "Plot 12", true],
    ["IN", "houseNumber", "Flat No. 12", "Plot No. 12", false],
    ["PH", "houseNumber", "Lot 5 Blk 3", "Block 3 Lot 5", true],
    ["PH", "houseNumber", "Blk 5 Lot 3", "Blk 3 Lot 5", false],
    ["SG", "houseNumber", "Blk 12A", "12A", true],
    ["MX", "houseNumber", "Manzana 3 Lote 5", "Mz. 3 Lt. 5", true],
    ["SK", "houseNumber", "súp. č. 12", "12", true],
    ["CZ", "houseNumber", "č. ev. 12", "ev.12", true],
    ["CZ", "houseNumber", "E12", "č.e. 12", true],
    ["CZ", "houseNumber", "č. ev. 12", "12", false],
    ["NL", "houseNumber", "12-hs", "12 HS", true],
    ["NL", "houseNumber", "12-II", "12II", true],
    ["NL", "houseNumber", "12-2", "12-II", false],
    ["LV", "houseNumber", "12 k-1", "12k1", true],
    ["LV", "houseNumber", "12 k-1", "12-1", false],
    ["IT", "houseNumber", "12/bis", "12 bis", true],
    ["ES", "houseNumber", "Km. 4,5", "km 4.5", true],
    ["ES", "houseNumber", "km 4,05", "km 4,5", false],
    // Units in the words of each language.
    ["US", "unit", "Apt 5, Bldg 3", "Bldg 3 Apt 5", true],
    ["US", "unit", "Bldg 3 Apt 5", "Apt 3 Bldg 5", false],
    ["US", "unit", "2nd Fl", "Floor 2", true],
    ["GB", "unit", "First Floor Flat", "1st Flr Flat", true],
    ["GB", "unit", "First Floor Flat", "Flat 1", false],
    ["HK", "unit", "Flat A, 12/F", "12樓A室", true],
    ["TW", "unit", "三樓之2", "3楼-2", true],
    ["TW", "unit", "2樓", "2室", false],
    ["JP", "unit", "101号室", "101", true],
    ["KR", "unit", "제101동 제1203호", "101-1203", true],
    ["KR", "unit", "101동 1203호", "102동 1203호", false],
    ["CN", "unit", "3号楼2单元501室", "3幢2单元501", true],
    ["BR", "unit", "Ap. 12 Bl. B", "Bloco B Apto 12", true],
    ["BR", "unit", "Bloco 12 Apto 3", "Bloco 3 Apto 12", false],
    ["PT", "unit", "2.º Dt.º", "2 Direito", true],
    ["PT", "unit", "R/C Esq", "rés-do-chão esquerdo", true],
    ["PT", "unit", "R/C Esq", "R/C Dto", false],
    ["ES", "unit", "Piso 2 Puerta A", "2º A", true],
    ["ES", "unit", "Es:1 Pl:02 Pt:A", "Esc. 1, 2º A", true],
    ["ES", "unit", "P2 A", "2º A", false],
    ["AR", "unit", "Piso 3 Dto. A", "3º A", true],
    ["AR", "unit", "Piso 3", "Dto 3", false],
    ["FR", "unit", "Bât. B, Appt 5", "Appartement 5, bâtiment B", true],
    ["FR", "unit", "Bât B 5", "Bât A 5", false],
    ["FR", "unit", "2ème étage porte 3", "2e étage, 3", true],
    ["RO", "unit", "bl. A1, sc. B, et. 2, ap. 12", "bloc A1 scara B etaj 2 apartament 12", true],
    ["DE", "unit", "1. OG links", "1. Stock li. links", false],
    ["DE", "unit", "2. OG", "2. Obergeschoss", true],
    ["DE", "unit", "1. OG", "1", false],
    ["HU", "unit", "2. em. 3.", "2. emelet 3. ajtó", true],
    ["HU", "unit", "2. em. 3", "3. em. 2", false],
    ["PL", "unit", "m. 5", "lok. 5", true],
    ["PL", "unit", "klatka M 5", "5", false],
    ["CZ", "unit", "byt č. 5", "5", true],
    ["SE", "unit", "lgh 1001", "1001", true],
    ["NO", "unit", "Leil. H 0101", "H0101", true],
    ["NO", "unit", "H0101", "U0101", false],
    ["FI", "unit", "as. 5", "5", true],
    ["EE", "unit", "krt 5", "5", true],
    ["TR", "unit", "Kat:2 D:5", "Kat 2 Daire 5", true],
    ["TR", "unit", "D Blok D:5", "E Blok D:5", false],
    ["RU", "unit", "кв. 5, пом. 2", "квартира 5 помещение 2", true],
    ["RU", "unit", "кв. 5", "ком. 5", false],
    ["BG", "unit", "вх. A, ет. 2, ап. 5", "ап. 5, ет. 2, вх. А", true],
    ["IL", "unit", "דירה 5", "5", true],
    // Names with voiced sounds between two characters.
    ["JP", "district", "霞が関", "霞ヶ関", true],
    ["JP", "city", "つがる市", "つヶる市", false],
    // Cities by their names in two languages or scripts, and in labels with both.
    ["IT", "city", "Merano", "Meran", true],
    ["IT", "city", "Merano", "MERAN/MERANO", true],
    ["BE", "city", "Bruxelles", "Bruxelles - Brussel", true],
    ["BE", "city", "Brussel", "Brussels", true],
    ["BE", "city", "Mons", "Bergen", true],
    ["BE", "city", "Tournai", "Doornik", true],
    ["CH", "city", "Biel", "Biel/Bienne", true],
    ["FI", "city", "Helsinki", "Helsingfors", true],
    ["ES", "city", "Vitoria-Gasteiz", "Gasteiz", true],
    ["GB", "city", "Cardiff", "Caerdydd", true],
    ["FR", "city", "Lille", "Rijsel", true],
    ["RS", "city", "Београд", "Beograd", true],
    ["RS", "street", "Кнеза Милоша", "Kneza Miloša", true],
    ["RS", "street", "Улица Љубе Ненадовића", "Ljube Nenadovića", true],
    ["RS", "houseNumber", "5б", "5B", true],
    ["UA", "city", "м. Київ", "Kyiv", true],
    ["UA", "city", "Київ", "Киев", true],
    ["GR", "city", "Αθήνα", "Athina", true],
    ["EG", "city", "القاهرة", "Cairo", true],
    ["HK", "city", "中環 Central", "Central", true],
    ["HK", "district", "荃灣 Tsuen Wan", "荃灣", true],
    ["HK", "district", "灣仔區", "Wan Chai District", true],
    ["HK", "district", "灣仔區", "Wan Chai", false],
    ["TH", "city", "กรุงเทพมหานคร", "Bangkok", true],
    ["IN", "city", "Bengaluru", "Bangalore", true],
    // Streets in a label with their name in each language.
    ["BE", "street", "Rue Neuve - Nieuwstraat", "Rue Neuve", true],
    ["BE", "street", "Kroonlaan / Avenue de la Couronne", "AV. DE LA COURONNE", true],
    ["CH", "street", "Zentralstrasse/Rue Centrale", "Zentralstr.", true],
    ["IT", "street", "Via Museo - Museumstraße", "Via Museo", true],
    ["FI", "street", "Mannerheimintie - Mannerheimvägen", "Mannerheimintie", true],
    ["BE", "street", "Quai du Hainaut - Henegouwenkaai", "Quai du Hainaut", true],
    ["BE", "street", "Grand-Place - Grote Markt", "Grand-Place", true],
    ["BE", "street", "Petite Rue des Bouchers - Korte Beenhouwersstraat", "Petite Rue des Bouchers", true],
    ["CH", "street", "Mühlebrücke/Rue du Pont-du-Moulin", "Mühlebrücke", true],
    ["FI", "street", "Rantakuja - Strandgränden", "Rantakuja", true],
    ["IT", "street", "Viale Venezia - Venediger Straße", "Viale Venezia", true],
    ["BE", "street", "Rue Neuve - Nieuwstraat", "Rue Haute - Nieuwstraat", false],
    ["BE", "street", "Rue Neuve - Rue Haute", "Rue Neuve", false],
    ["BE", "street", "Nieuwstraat - Kerkstraat", "Nieuwstraat", false],
    ["DE", "street", "Rue Neuve - Neustraße", "Rue Neuve", false],
    // Those names elsewhere, or of two cities, and labels of more than one city.
    ["NL", "city", "Bergen", "Mons", false],
    ["BE", "city", "Lille", "Rijsel", false],
    ["DE", "city", "Meran", "Merano", false],
    ["AT", "city", "Neumarkt", "Egna", false],
    ["BE", "city", "Saint-Nicolas", "Sint-Niklaas", false],
    ["BE", "city", "Brussel", "Brussel Bergen", false],
    ["GB", "city", "Newport", "Casnewydd", false],
    ["FR", "city", "Mulhouse", "Mulhausen", false],
    ["GB", "city", "Holywell", "Treffynnon", false],
    ["FR", "city", "Saint-Denis", "Saint-Denis-en-Val", false],
    ["DE", "city", "Neustadt", "Neustadt in Sachsen", false],
    ["CH", "city", "Biel", "Biel VS", false],
    ["FI", "city", "Raasepori", "Ekenäs", false],
    ["IT", "building", "Merano", "Meran", false]
  ]
  for (const [country, name, one, other, isSame] of parts) {
    it(`MUST ${isSame ? "be one for" : "tell apart"} ${name} ${one} and ${other} in ${country}`, () => {
      const home = { houseNumber: "7", street: "Long Road", city: "Town", postcode: "1000" }
      assert.strictEqual(same(country, { ...home, [name]: one }, { ...home, [name]: other }), isSame)
    })
  }

  it("MUST know a 丁目 at the end of the district and at the beginning of the number", () => {
    const at = (district: string, houseNumber: string, more: Partial<AddressComponents> = {}) => ({
      region: "東京都",
      city: "渋谷区",
      district,
      houseNumber,
      ...more
    })
    const home = at("代々木四丁目", "58-6")
    for (const other of [at("代々木", "4-58-6"), at("代々木4丁目", "58番6号"), at("代々木", "四丁目58番6号")]) {
      assert.isTrue(same("JP", home, other), JSON.stringify(other))
    }
    for (const other of [
      at("代々木五丁目", "58-6"),
      at("代々木", "58-6"),
      at("代々木四丁目", "5-86"),
      at("代々木", "45-8-6")
    ]) {
      assert.isFalse(same("JP", home, other), JSON.stringify(other))
    }
    const posted = { postcode: "151-0053" }
    assert.isTrue(same("JP", at("代々木四丁目", "58-6", posted), at("代々木", "4-58-6", posted)))
    assert.isFalse(same("JP", at("代々木四丁目", "58-6", posted), home))
    assert.isFalse(same("TW", home, at("代々木", "4-58-6")))
  })

  it("MUST tell cities of one name apart by their regions, and know each by its other names there", () => {
    const inRegion = (regionCode: string, city: string) => ({ regionCode, city, houseNumber: "7", street: "Long Road" })
    const inMykolaiv = inRegion("UA-48", "Миколаїв")
    assert.isTrue(same("UA", inMykolaiv, inRegion("UA-48", "Mykolaiv")))
    assert.isTrue(same("UA", inMykolaiv, inRegion("UA-48", "Николаев")))
    // A town in another region has the names too, and elsewhere nobody knows which is meant.
    assert.isFalse(same("UA", inMykolaiv, inRegion("UA-46", "Mykolaiv")))
    assert.isFalse(same("UA", inRegion("UA-71", "Миколаїв"), inRegion("UA-71", "Николаев")))
    assert.isTrue(same("GB", inRegion("GB-WLS", "Barry"), inRegion("GB-WLS", "Y Barri")))
    assert.isFalse(same("GB", inRegion("GB-SCT", "Barry"), inRegion("GB-SCT", "Y Barri")))
    assert.isTrue(same("BE", inRegion("BE-BRU", "Forest"), inRegion("BE-BRU", "Vorst")))
    assert.isFalse(same("BE", inRegion("BE-VLG", "Forest"), inRegion("BE-VLG", "Vorst")))
  })

  it("MUST give each name in the table of cities to one city, which stands for itself", () => {
    const unlike = Object.entries(cityNames).flatMap(([where, lines]) => {
      const [code = ""] = where.split(" ")
      const country = code.slice(0, 2)
      const formIn = (name: string) =>
        identifyingForm(country, { ...(code === country ? {} : { regionCode: fold(code) }), city: fold(name) }).city
      return lines.filter((line) => {
        const names = line.split("|").map((name) => name.slice(name.indexOf(":") + 1))
        return new Set(names.map(formIn)).size !== 1
      })
    })
    assert.deepStrictEqual(unlike, [])
  })

  it("MUST not change without a new version of the rules", () => {
    // A changed form changes IDs: raise identityRules first, so that pools move to the new IDs, and only then update
    // this digest.
    const forms = postal.flatMap(([country, short, full]) => [streetForm(country, short), streetForm(country, full)])
    const numbers = parts.flatMap(([country, name, one, other]) =>
      [one, other].map((text) => Object.values(identifyingForm(country, { [name]: fold(text) })).join())
    )
    const digest = createHash("sha256")
      .update([...forms, ...numbers].join("\n"))
      .digest("hex")
      .slice(0, 16)
    assert.deepStrictEqual({ identityRules, digest }, { identityRules: 12, digest: "148c05025b057a4f" })
  })
})

/** For each extract, how many street names are another spelling of one beside them. Each was looked at. */
const cities: ReadonlyArray<readonly [extract: string, country: string, merged: number]> = [
  ["queens_village_ny", "US", 1],
  ["osr-karlsruhe-kirchfeld", "DE", 0],
  ["osr-rome-piazza-vittorio-emanuele", "IT", 2],
  ["liechtenstein-latest", "LI", 5],
  ["br-sao-paulo", "BR", 7]
]

describe("streets of real towns", () => {
  for (const [extract, country, merged] of cities) {
    const isThere = existsSync(new URL(`${extract}.osm.pbf`, extracts))
    if (!isThere) process.stdout.write(`Skipped: ../shared/data/osm/${extract}.osm.pbf is not on this machine.\n`)
    it.effect.skipIf(!isThere)(`MUST have one form if they are spelled in two ways, and only then: ${extract}`, () =>
      Effect.gen(function* () {
        const { nodes, relations, ways } = yield* readExtract(extract)
        const names = new Set<string>()
        for (const { tags } of [...nodes, ...ways, ...relations]) {
          const street = tags?.["addr:street"] ?? (tags?.["highway"] === undefined ? undefined : tags["name"])
          if (street !== undefined) names.add(fold(street))
        }
        assert.strictEqual(names.size - new Set(Array.from(names, (name) => streetForm(country, name))).size, merged)
      })
    )
  }
})
