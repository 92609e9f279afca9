import { assert, describe, it } from "@effect/vitest"
import { translateOffline, type TranslationInput } from "../../src/translation/Offline.ts"
import { TargetLocale } from "../../schemas/Translation.ts"
import { names, type Pair, places } from "./Pairs.ts"

const translate = ({ component, country, language, names, regionCode, text }: Pair, targetLocale: TargetLocale) =>
  translateOffline({
    address: {
      countryCode: country,
      components: { [component]: text, ...(regionCode === undefined ? {} : { regionCode }), country },
      ...(language === undefined ? {} : { language })
    },
    names,
    targetLocale
  })

const pairs = [...places, ...names]

describe("pairs checked by hand", () => {
  it.each(pairs)("MUST translate $country $text ($source)", (pair) => {
    for (const [locale, [text, method]] of Object.entries(pair.expected)) {
      const { components, methods } = translate(pair, locale as TargetLocale)
      assert.deepStrictEqual([locale, components[pair.component], methods[pair.component]], [locale, text, method])
    }
  })

  it.each(TargetLocale.literals)("MUST be at least 20 from 12 countries for %s", (locale) => {
    const covered = pairs.filter(({ expected }) => expected[locale] !== undefined)
    assert.isAtLeast(covered.length, 20)
    assert.isAtLeast(new Set(covered.map(({ country }) => country)).size, 12)
  })
})

describe("a city that is also something larger", () => {
  const linesFor = (
    targetLocale: TargetLocale,
    countryCode: string,
    components: Record<string, string>,
    names?: TranslationInput["names"]
  ) =>
    translateOffline({
      address: { countryCode, components: { country: countryCode, ...components } },
      names,
      targetLocale
    }).lines
  const inAll = (countryCode: string, components: Record<string, string>, names?: TranslationInput["names"]) =>
    Object.fromEntries(
      TargetLocale.literals.map((locale) => [locale, linesFor(locale, countryCode, components, names)])
    )

  it("MUST have its region's name if it is the region", () => {
    const lines = inAll("TH", { houseNumber: "10", city: "กรุงเทพมหานคร", region: "กรุงเทพมหานคร", postcode: "10110" })
    assert.include(lines["ja"]!.join(), "バンコク")
    assert.include(lines["ko"]!.join(), "방콕")
    assert.include(lines["zh-TW"]!.join(), "曼谷")
  })

  it.each([
    ["UZ", "Toshkent", "UZ-TK", "ja", "タシケント"],
    ["TM", "Aşgabat", "TM-S", "ja", "アシガバード"],
    ["LI", "Vaduz", "LI-11", "zh-CN", "瓦杜兹"],
    ["EE", "Tartu", "EE-793", "ko", "타르투 Xax 7"],
    ["CH", "Zürich", "CH-ZH", "ja", "チューリヒ州チューリッヒ"],
    ["BR", "São Paulo", "BR-SP", "zh-CN", "圣保罗州圣保罗"],
    ["CA", "Québec", "CA-QC", "zh-CN", "魁北克市"],
    // The country of the same name is not the city.
    ["GT", "Guatemala", "GT-01", "ja", "グアテマラ県グアテマラシティ"]
  ] as const)(
    "MUST have its region's name once, unless that says what it is: %s, %s",
    (country, city, regionCode, locale, area) => {
      const lines = linesFor(locale, country, {
        street: "Xax",
        houseNumber: "7",
        city,
        region: city,
        regionCode,
        country: "X"
      })
      assert.include(lines.join(), `,${area}`)
    }
  )

  it("MUST be translated down to the house, even where names stay in Latin letters", () => {
    const home = { houseNumber: "7", street: "Xax", city: "Xox", postcode: "31401", country: "Japan" }
    assert.deepStrictEqual(inAll("JP", home)["ja"]!.slice(0, 3), ["日本", "〒31401", "Xox"])
  })

  it("MUST have its country's name, once, if it is the country", () => {
    const home = { houseNumber: "9", street: "Rue Grimaldi", city: "Monaco", postcode: "98000", country: "Monaco" }
    const lines = inAll("MC", home, { pt: { city: "Mónaco" } })
    assert.deepStrictEqual(lines["pt"], ["9 Rue Grimaldi", "98000 Mônaco", "Mônaco"])
    assert.deepStrictEqual(lines["ja"], ["モナコ", "98000", "9 Rue Grimaldi"])
    assert.deepStrictEqual(lines["zh-CN"], ["摩纳哥", "98000", "9 Rue Grimaldi"])
  })
})

it("MUST NOT repeat a region that its city begins with", () => {
  const components = {
    country: "China",
    region: "上海市",
    city: "上海市浦东新区",
    street: "世纪大道",
    houseNumber: "8"
  }
  const { lines } = translateOffline({
    address: { countryCode: "CN", components },
    names: undefined,
    targetLocale: "ja"
  })
  assert.deepStrictEqual(lines, ["中国", "上海市浦東新区世紀大道8号"])
})

describe("names that could mislead", () => {
  const inLocale = (
    countryCode: string,
    components: Record<string, string>,
    targetLocale: TargetLocale,
    names?: TranslationInput["names"]
  ) =>
    translateOffline({
      address: { countryCode, components: { country: countryCode, ...components } },
      names,
      targetLocale
    })

  it("MUST stay unchanged if several places share a Latin name", () => {
    // One place, then two, then three: 中山区 and 钟山区 are both Zhongshan; 义县, 易县 and 黟县 are all Yi.
    const known = inLocale("CN", { district: "Jing'an Qu" }, "zh-CN")
    assert.deepStrictEqual([known.components.district, known.methods.district], ["静安区", "gazetteer"])
    for (const district of ["Zhongshan Qu", "Yi Xian"]) {
      const { components, methods } = inLocale("CN", { district }, "zh-CN")
      assert.deepStrictEqual([components.district, methods.district], [district, "original"])
    }
  })

  it("MUST NOT be read as Japanese if the data says that they are Japanese in Latin letters", () => {
    const names = { "ja-Latn": { city: "Ueno" } }
    assert.strictEqual(inLocale("JP", { city: "上野" }, "ja", names).components.city, "上野")
    assert.strictEqual(inLocale("US", { city: "Xox" }, "ja", names).components.city, "Xox")
    assert.strictEqual(inLocale("JP", { city: "上野" }, "en", names).components.city, "Ueno")
    const all = { ...names, "ja-Jpan": { city: "上野町" } }
    assert.strictEqual(inLocale("US", { city: "Xox" }, "ja", all).components.city, "上野町")
  })

  it("MUST be those of the most specific tag, however the tag is written", () => {
    const nameOf = (names: Record<string, string>, locale: TargetLocale) =>
      inLocale(
        "US",
        { city: "Xox" },
        locale,
        Object.fromEntries(Object.entries(names).map(([tag, city]) => [tag, { city }]))
      ).components.city
    assert.strictEqual(nameOf({ zh: "丙", "zh-CN": "甲", "zh-Hans-CN": "乙" }, "zh-CN"), "乙")
    assert.strictEqual(nameOf({ zh: "丙", "zh-Hans": "甲", "zh-CN": "乙" }, "zh-CN"), "乙")
    assert.strictEqual(nameOf({ zh: "丙", zh_Hant_TW: "甲", "zh-TW": "乙" }, "zh-TW"), "甲")
    assert.strictEqual(nameOf({ fr_CA: "Ville" }, "fr"), "Ville")
  })

  it("MUST be found under both characters that Taiwan writes 台 with", () => {
    const english = (city: string) => inLocale("TW", { city }, "en").components.city
    assert.deepStrictEqual(["臺北市", "台北市"].map(english), ["Taipei", "Taipei"])
    assert.deepStrictEqual(["臺中市", "台中市"].map(english), ["Taichung City", "Taichung City"])
  })

  it("MUST have the word for number after one or two numbers, and after nothing else", () => {
    const line = (countryCode: string, houseNumber: string, locale: TargetLocale) =>
      inLocale(countryCode, { houseNumber, street: "中山路", city: "Xox" }, locale).lines.at(-1)!
    assert.match(line("CN", "12", "zh-CN"), /12号$/)
    assert.match(line("CN", "12-3", "zh-CN"), /12-3号$/)
    assert.match(line("TW", "12-3", "zh-CN"), /12-3号$/)
    assert.match(line("HK", "12-3", "zh-TW"), /12-3號$/)
    assert.match(line("CN", "12A", "zh-CN"), /12A$/)
    assert.match(line("CN", "12-3-4", "zh-CN"), /12-3-4$/)
    assert.match(line("JP", "12-3", "zh-CN"), /12-3$/)
  })
})

describe("numbers that readers cannot read", () => {
  const english = (countryCode: string, components: Record<string, string>) =>
    translateOffline({
      address: { countryCode, components: { country: countryCode, ...components } },
      targetLocale: "en"
    })

  it.each([
    ["EG", "٢٦", "26"],
    ["IR", "۴۵", "45"],
    ["NP", "१२", "12"],
    ["BD", "১২", "12"],
    ["TH", "๑๒/๓", "12/3"],
    ["JP", "１２番", "12"],
    ["JP", "3番地5", "3-5"],
    ["JP", "3番5号", "3-5"]
  ])("MUST be in ASCII digits: %s %s is %s", (country, published, shown) => {
    const { components, methods, singleLine } = english(country, { houseNumber: published, street: "Xax", city: "Xox" })
    assert.deepStrictEqual([components.houseNumber, methods.houseNumber], [shown, "transliteration"])
    assert.include(singleLine, shown)
  })

  it.each([
    ["RU", "ru", "12 к2", "12 k2"],
    ["RU", "ru", "12А", "12A"],
    ["UA", "uk", "10-Г", "10-H"],
    ["BG", "bg", "бл. 12, вх. А, ап. 5", "bl. 12, vh. A, ap. 5"],
    ["GR", "el", "12Β", "12B"],
    ["GR", "el", "12 Γ", "12 G"],
    ["IL", "he", "12א", "12A"],
    ["IL", "he", "12 ב", "12 B"],
    ["GE", "ka", "12ა", "12A"],
    ["AM", "hy", "12ա", "12a"],
    ["EG", "ar", "12 أ", "12 A"],
    ["EG", "ar", "شقة 5 الدور 3", "Shaqqah 5 Al-Dawr 3"],
    ["IL", "he", "כניסה ב דירה 5", "Knisa B Dira 5"],
    ["IR", "fa", "طبقه 2 واحد 5", "Tabaqeh 2 Vahed 5"],
    ["KR", "ko", "101동 502호", "101-dong 502-ho"],
    ["KR", "ko", "지하 1층", "B1F"],
    ["JP", "ja", "A棟101号室", "A-101"],
    ["JP", "ja", "地下2階", "B2F"],
    ["CN", "zh", "5号楼3单元502室", "Rm. 502, Unit 3, Bldg. 5"],
    ["CN", "zh", "12幢3层", "3F., Bldg. 12"],
    ["HK", "zh", "12號", "12"],
    ["HK", "zh", "5樓A室", "Flat A, 5/F"]
  ])("MUST be in letters that they know: %s %s %s is %s", (countryCode, language, published, shown) => {
    for (const targetLocale of ["en", "fr"] as const) {
      for (const component of ["houseNumber", "unit"] as const) {
        const { components, singleLine } = translateOffline({
          address: {
            countryCode,
            language,
            components: { country: countryCode, [component]: published, street: "Xax", city: "Xox" }
          },
          targetLocale
        })
        assert.strictEqual(components[component], shown)
        assert.include(singleLine, shown)
      }
    }
  })

  it("MUST be those of the reader's own script as published", () => {
    const inKorean = translateOffline({
      address: { countryCode: "KR", components: { country: "KR", unit: "101동 502호", city: "서울" } },
      targetLocale: "ko"
    })
    assert.deepStrictEqual([inKorean.components.unit, inKorean.methods.unit], ["101동 502호", "original"])
  })

  it.each(["RU", "UA", "KZ"])("MUST have the word for a flat in Latin letters, too: %s", (countryCode) => {
    const { lines } = translateOffline({
      address: {
        countryCode,
        components: { country: "X", houseNumber: "1", unit: "5", street: "улица Мира", city: "Ц" }
      },
      targetLocale: "en"
    })
    assert.match(lines[0]!, /^[A-Za-z ]+, 1, kv\. 5$/)
  })

  it("MUST be marked as changed in every component", () => {
    const { components, methods } = english("JP", { street: "青山通り１", postcode: "１０７", city: "Xox" })
    assert.deepStrictEqual([components.street, methods.street], ["青山通り1", "transliteration"])
    assert.deepStrictEqual([components.postcode, methods.postcode], ["107", "transliteration"])
  })
})

it("MUST prefer names compiled by hand to those of time zones", () => {
  const kyiv = (targetLocale: TargetLocale) =>
    translateOffline({
      address: { countryCode: "UA", components: { city: "Київ", country: "Ukraine" } },
      targetLocale
    }).components.city
  assert.deepStrictEqual([kyiv("en"), kyiv("de"), kyiv("ko")], ["Kyiv", "Kiew", "키이우"])
  for (const [countryCode, city, english] of [
    ["MM", "ရန်ကုန်", "Yangon"],
    ["AL", "Tiranë", "Tirana"],
    ["GL", "Godthåb", "Nuuk"],
    ["ER", "ኣስመራ", "Asmara"]
  ] as const) {
    const { components } = translateOffline({
      address: { countryCode, components: { city, country: "X" } },
      targetLocale: "en"
    })
    assert.strictEqual(components.city, english)
  }
})
