import { assert, describe, it } from "vitest"
import type { AddressComponents } from "../../schemas/Address.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"
import { formatAddress } from "../../src/formatting/AddressFormat.ts"
import { hasPostcodes } from "../../src/formatting/Postcodes.ts"
import wellKnown from "../../src/gazetteer/names/well-known-cities.json" with { type: "json" }
import { translateOffline } from "../../src/translation/Offline.ts"
import { canRead } from "../../src/translation/Readers.ts"
import { mandarinInKorean } from "../../src/translation/romanization/MandarinInKorean.ts"

const locales = ["en", "de", "fr", "es", "pt", "ja", "ko", "zh-CN", "zh-TW"] as const

const translated = (countryCode: string, components: AddressComponents, targetLocale: TargetLocale) =>
  translateOffline({ address: { countryCode, components }, targetLocale })

const marunouchi = {
  district: "丸の内",
  houseNumber: "1-2-3",
  city: "千代田区",
  region: "東京都",
  regionCode: "JP-13",
  country: "Japan"
}

const taipei = {
  houseNumber: "5",
  street: "忠孝東路四段１００巷",
  district: "信義區",
  city: "臺北市",
  postcode: "110",
  country: "Taiwan"
}

describe("addresses of Taiwan", () => {
  it.each([
    ["忠孝東路四段１００巷", "Ln. 100, Sec. 4, Zhongxiao E. Rd."],
    ["學府路三十巷", "Ln. 30, Xuefu Rd."],
    ["仁愛巷", "Ren'ai Ln."],
    ["仁愛巷12弄", "Aly. 12, Ren'ai Ln."],
    ["和平街二十巷五弄", "Aly. 5, Ln. 20, Heping St."]
  ])("MUST write the lane %s as %s", (street, latin) => {
    assert.strictEqual(translated("TW", { ...taipei, street }, "en").components.street, latin)
  })

  it.each([
    ["5", "No. 5"],
    ["5號", "No. 5"],
    ["5號之1", "No. 5-1"],
    ["5之1號", "No. 5-1"],
    ["１２號", "No. 12"]
  ])("MUST write the number %s as %s in Latin letters, as its post requires", (houseNumber, latin) => {
    for (const locale of ["en", "de", "fr", "es", "pt"] as const) {
      assert.include(translated("TW", { ...taipei, houseNumber }, locale).singleLine, `${latin}, `)
    }
  })

  it("MUST have floors and rooms in Latin letters", () => {
    const { components } = translated("TW", { ...taipei, unit: "3樓之2" }, "en")
    assert.strictEqual(components.unit, "3F.-2")
  })

  it("MUST have 号 in Japanese, 号 and 號 in Chinese, 호 in Korean", () => {
    for (const [locale, end] of [
      ["ja", "100巷5号"],
      ["zh-CN", "100巷5号"],
      ["zh-TW", "１００巷5號"],
      ["ko", "100항 5호"]
    ] as const) {
      for (const houseNumber of ["5", "5號"]) {
        const { singleLine } = translated("TW", { ...taipei, houseNumber }, locale)
        assert.include(singleLine, end, singleLine)
      }
    }
  })

  it("MUST have no Latin letters in Korean, nor must addresses of the mainland", () => {
    for (const [country, components] of [
      ["TW", taipei],
      ["TW", { ...taipei, city: "高雄市", district: "三民區", street: "九如一路12巷3弄" }],
      ["TW", { ...taipei, city: "新北市", district: "三峽區", street: "仁愛巷", houseNumber: "5號之1", unit: "3樓" }],
      ["CN", { houseNumber: "88", street: "中山北路", district: "鼓楼区", city: "南京市", country: "China" }]
    ] as const) {
      const { lines, singleLine } = translated(country, components, "ko")
      assert.strictEqual(singleLine, lines.join(", "))
      assert.notMatch(singleLine, /[A-Za-z\p{Script=Han}]/u, singleLine)
    }
  })
})

describe("Mandarin in Korean", () => {
  // Examples by the National Institute of Korean Language (외래어 표기 용례).
  it.each([
    ["北京", "베이징"],
    ["上海", "상하이"],
    ["南京", "난징"],
    ["重庆", "충칭"],
    ["青岛", "칭다오"],
    ["深圳", "선전"],
    ["西安", "시안"],
    ["哈尔滨", "하얼빈"],
    ["台北", "타이베이"],
    ["高雄", "가오슝"],
    ["新竹", "신주"],
    ["四川", "쓰촨"],
    ["云南", "윈난"],
    ["吕梁", "뤼량"]
  ])("MUST write %s as %s", (han, korean) => {
    assert.strictEqual(mandarinInKorean(han), korean)
  })
})

describe("lines for readers abroad", () => {
  it.each([
    ["TW", { ...taipei, region: "臺北市" }, "zh-CN", "台湾 110 台北市信义区忠孝东路四段100巷5号"],
    ["TW", { ...taipei, region: "臺北市" }, "ja", "台湾 110 台北市信義区忠孝東路四段100巷5号"],
    [
      "DE",
      {
        street: "Q7",
        houseNumber: "5",
        city: "Mannheim",
        region: "Baden-Württemberg",
        regionCode: "DE-BW",
        country: "Germany"
      },
      "ja",
      "ドイツ バーデン＝ヴュルテンベルク州マンハイム Q7 5"
    ],
    [
      "GB",
      {
        street: "Heol y Bont",
        houseNumber: "4",
        city: "Caerdydd",
        region: "Wales",
        regionCode: "GB-WLS",
        country: "United Kingdom"
      },
      "ko",
      "영국, 웨일즈 카디프 4 Heol y Bont"
    ],
    [
      "AT",
      { street: "Ring", houseNumber: "1", city: "Wien", region: "Wien", regionCode: "AT-9", country: "Austria" },
      "ko",
      "오스트리아, 빈 Ring 1"
    ],
    [
      "MX",
      {
        street: "Sur",
        houseNumber: "1",
        city: "Ciudad de México",
        region: "Ciudad de México",
        regionCode: "MX-CMX",
        country: "Mexico"
      },
      "en",
      "Sur 1, Mexico City, Mexico"
    ],
    [
      "AM",
      {
        street: "Աբովյան փողոց",
        houseNumber: "12",
        unit: "5",
        city: "Երևան",
        region: "Երևան",
        postcode: "0010",
        country: "Armenia"
      },
      "en",
      "Apt. 5, 12 Abovyan poghots, 0010, Yerevan, Armenia"
    ],
    // A transliteration of its Arabic name would be "Amarah Dbi".
    [
      "AE",
      {
        street: "شارع حمدان",
        houseNumber: "7",
        city: "جبل علي",
        region: "امارة دبي",
        regionCode: "AE-DU",
        country: "United Arab Emirates"
      },
      "pt",
      "7 Shari' Hamdan, Jabal Ali, Dubai, Emirados Árabes Unidos"
    ],
    [
      "VN",
      { street: "Nguyễn Huệ", houseNumber: "12", city: "Thành phố Hồ Chí Minh", country: "Vietnam" },
      "zh-TW",
      "越南 胡志明市 12 Nguyễn Huệ"
    ],
    [
      "ZA",
      { street: "Long Street", houseNumber: "12", city: "Cape Town", country: "South Africa" },
      "zh-CN",
      "南非 开普敦 12 Long Street"
    ],
    [
      "HK",
      { street: "皇后大道中", houseNumber: "12", district: "中環", city: "香港", country: "Hong Kong" },
      "en",
      "12 皇后大道中, Central, Hong Kong, Hong Kong SAR China"
    ],
    ["JP", marunouchi, "ko", "일본, 도쿄 도 지요다구 丸の内1-2-3"],
    ["JP", marunouchi, "en", "1-2-3 丸の内, Chiyoda-ku, Tokyo, Japan"]
  ] as const)("MUST name the places of %s %j in %s", (country, components, locale, line) => {
    assert.strictEqual(translated(country, components, locale).singleLine, line)
  })
})

describe("well-known cities", () => {
  it("MUST have their names in all nine languages, in scripts that their readers read", () => {
    for (const row of wellKnown) {
      const [country = "", english = "", ...names] = row.split("\t")
      assert.strictEqual(names.length, 9, row)
      const city = (names[8] ?? "").split("|").find((name) => name !== "") ?? english
      for (const locale of locales) {
        const { components } = translated(country, { city, country: "X" }, locale)
        assert.isTrue(canRead(locale, components.city!), `${row} ${locale}`)
        if (locale === "ko" && country !== "KR") assert.match(components.city!, /\p{Script=Hangul}/u, row)
        if (locale === "ja" || locale.startsWith("zh"))
          assert.match(components.city!, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, row)
      }
    }
  })

  it.each([
    [
      "JP",
      "福島市",
      ["Fukushima", "Fukushima", "Fukushima", "Fukushima", "Fukushima", "福島市", "후쿠시마", "福岛市", "福島市"]
    ],
    ["FR", "Paris", ["Paris", "Paris", "Paris", "París", "Paris", "パリ", "파리", "巴黎", "巴黎"]],
    [
      "UA",
      "Харків",
      ["Kharkiv", "Charkiw", "Kharkiv", "Járkov", "Carcóvia", "ハルキウ", "하르키우", "哈尔科夫", "哈爾科夫"]
    ],
    [
      "MT",
      "Valletta",
      ["Valletta", "Valletta", "La Valette", "La Valeta", "Valletta", "バレッタ", "발레타", "瓦莱塔", "瓦勒他"]
    ],
    ["JO", "عمان", ["Amman", "Amman", "Amman", "Amán", "Amã", "アンマン", "암만", "安曼", "安曼"]],
    [
      "IL",
      "ירושלים",
      [
        "Jerusalem",
        "Jerusalem",
        "Jérusalem",
        "Jerusalén",
        "Jerusalém",
        "エルサレム",
        "예루살렘",
        "耶路撒冷",
        "耶路撒冷"
      ]
    ],
    ["DE", "München", ["Munich", "München", "Munich", "Múnich", "Munique", "ミュンヘン", "뮌헨", "慕尼黑", "慕尼黑"]]
  ] as const)("MUST be right in %s for %s", (country, city, names) => {
    assert.deepStrictEqual(
      locales.map((locale) => translated(country, { city, country: "X" }, locale).components.city),
      [...names]
    )
  })
})

describe("full width characters", () => {
  it("MUST become half width except for Japanese readers", () => {
    const components = {
      houseNumber: "１２－３",
      district: "栄町１丁目",
      city: "福島市",
      postcode: "９６０-８０３１",
      country: "Japan"
    }
    for (const locale of locales) {
      const { singleLine } = translated("JP", components, locale)
      assert.strictEqual(/[\uff01-\uff5e]/.test(singleLine), locale === "ja", singleLine)
    }
  })
})

describe("a region", () => {
  it.each([
    ["RU", { street: "улица Арбат", city: "Москва", region: "Moskva", regionCode: "RU-MOW" }, undefined],
    ["RU", { street: "улица Баумана", city: "Казань", region: "Tatarstan", regionCode: "RU-TA" }, "Татарстан"],
    [
      "UA",
      { street: "Сумська", city: "Харків", region: "Kharkivska oblast", regionCode: "UA-63" },
      "Харківська область"
    ],
    ["BG", { street: "Витоша", city: "Пловдив", region: "Plovdiv", regionCode: "BG-16" }, "Пловдив"],
    ["EG", { street: "شارع التحرير", city: "الجيزة", region: "Al Jīzah", regionCode: "EG-GZ" }, "الجيزة"],
    ["TH", { street: "ถนนสุขุมวิท", city: "พัทยา", region: "Chon Buri", regionCode: "TH-20" }, "ชลบุรี"],
    ["RU", { street: "Arbat Street", city: "Kazan", region: "Татарстан", regionCode: "RU-TA" }, "Tatarstan"]
  ] as const)("MUST be in the script of its address: %s %j", (country, place, native) => {
    const { lines } = formatAddress(country, { houseNumber: "5", ...place, country: "X" })
    const text = lines.slice(0, -1).join(" ")
    const isLatin = /[A-Za-z]/.test(place.street)
    assert.strictEqual(/\p{Script=Latin}/u.test(text), isLatin, text)
    if (native !== undefined) assert.include(text, native)
  })
})

it("MUST NOT have the code of a territory behind its streets, where addresses begin with the country", () => {
  for (const country of ["AS", "GU", "MP", "PR", "UM", "VI"]) {
    const home = { houseNumber: "5", street: "Main Street", city: "Town", postcode: "96913", country: "X" }
    for (const locale of locales) {
      const isBigEndian = /^(?:ja|ko|zh)/.test(locale)
      assert.strictEqual(translated(country, home, locale).singleLine.includes(country), !isBigEndian, locale)
    }
  }
})

describe("postcodes", () => {
  it("MUST be absent if the country has none, abroad too, and present if it has", () => {
    const without = ["AE", "AO", "CW", "FJ", "HK", "QA", "SR", "UG", "ZW"]
    for (const country of [...without, "AD", "CO", "GI", "PA", "US", "VN"]) {
      const components = { houseNumber: "5", street: "Main", city: "Town", postcode: "10101", country: "X" }
      const isPrinted = !without.includes(country)
      assert.strictEqual(hasPostcodes(country), isPrinted, country)
      assert.strictEqual(formatAddress(country, components).formattedAddress.includes("10101"), isPrinted, country)
      for (const locale of locales)
        assert.strictEqual(translated(country, components, locale).singleLine.includes("10101"), isPrinted, country)
    }
  })
})
