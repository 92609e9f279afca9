import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import type { Faker } from "@faker-js/faker"
import { iso31661 } from "iso-3166"
import { japaneseReadings } from "../../src/profile/JapaneseReadings.ts"
import { asciiName, isLatin, latinName } from "../../src/profile/LatinNames.ts"
import { localeOf, type LocaleName } from "../../src/profile/Locales.ts"
import { isOwnLocale, namesOf as ownNamesOf, readingsOf } from "../../src/profile/OwnLocales.ts"

const require = createRequire(import.meta.url)
const namesOf = (locale: LocaleName) => {
  if (locale === "is") return { first: ["Þórunn", "Ragnheiður"], last: ["Sigurðardóttir"] }
  if (isOwnLocale(locale)) {
    const { first, last } = ownNamesOf(locale)
    return { first: [...first.female, ...first.male], last: [...last.female, ...last.male] }
  }
  const { faker } = require(`@faker-js/faker/locale/${locale}`) as { faker: Faker }
  const { first_name, last_name } = faker.rawDefinitions.person!
  const all = (names: object | null | undefined) => Object.values(names ?? {}).flat() as ReadonlyArray<string>
  return { first: all(first_name), last: all(last_name) }
}

describe("latinName", () => {
  it.each([
    ["ja", "佐藤", "last", "Sato"],
    ["ja", "さくら", "first", "Sakura"],
    ["zh_CN", "单", "last", "Shan"],
    ["zh_CN", "欧阳", "last", "Ouyang"],
    ["zh_TW", "建安", "first", "Jian'an"],
    ["ko", "김", "last", "Gim"],
    ["ko", "로운", "first", "Roun"],
    ["ru", "Щербакова", "last", "Shcherbakova"],
    ["bg", "Вълчев", "last", "Valchev"],
    ["mn", "Мөнхбатын", "last", "Mönkhbatyn"],
    ["uk", "Юлія", "first", "Yuliia"],
    ["el", "Βασιλικός", "last", "Vasilikos"],
    ["ka_GE", "დათუაშვილი", "last", "Datuashvili"],
    ["hy", "Հարություն", "first", "Harutyun"],
    ["th", "จันทรา", "first", "Chanthra"],
    ["ar", "عدنان", "first", "Adnan"],
    ["ar", "النجار", "last", "Al-Najjar"],
    ["fa", "محمدی", "last", "Mohammadi"],
    ["ur", "چوہدری", "last", "Chaudhry"],
    ["he", "שלמה", "first", "Shlomo"],
    ["kk", "Құсаинов", "last", "Qusainov"],
    ["ky", "Айжан", "first", "Ayjan"],
    ["tg", "Ҷӯраева", "last", "Jŭrayeva"],
    ["tr", "Işık", "last", "Işık"],
    ["vi", "Đặng", "last", "Đặng"]
  ] as const)("MUST write a name of %s, %s (%s), as %s", (locale, name, part, latin) =>
    assert.strictEqual(latinName(locale, name, part), latin)
  )

  it("MUST write every name of every country's locale with letters valid in an email address", () => {
    const faulty: Array<string> = []
    for (const locale of new Set(iso31661.map(({ alpha2 }) => localeOf(alpha2)))) {
      const names = namesOf(locale)
      for (const part of ["first", "last"] as const) {
        for (const name of names[part]) {
          const latin = latinName(locale, name.normalize("NFC"), part)
          if (!isLatin(latin) || !/^[a-z]{1,24}$/.test(asciiName(latin))) faulty.push(`${locale} ${name} ${latin}`)
        }
      }
    }
    assert.deepStrictEqual(faulty, [])
  })

  it("MUST know the reading of every name in scripts that hide it, so that none is guessed", () => {
    for (const locale of ["ar", "fa", "he", "ur"] as const) {
      const { first, last } = namesOf(locale)
      for (const name of [...first, ...last]) assert.isTrue(readingsOf(locale).has(name), `${locale} ${name}`)
    }
    const { first, last } = namesOf("ja")
    for (const name of [...first, ...last]) {
      assert.isTrue(/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(name) || japaneseReadings.has(name), name)
    }
  })
})

describe("asciiName", () => {
  it.each([
    ["O'Brien", "obrien"],
    ["Anne-Marie", "annemarie"],
    ["Łukasz", "lukasz"],
    ["Đặng", "dang"],
    ["Şükrü Işık", "sukruisik"],
    ["Sørensen", "sorensen"],
    ["Rəşidova", "residova"]
  ])("MUST write %s as %s", (name, ascii) => assert.strictEqual(asciiName(name), ascii))

  it("MUST write German umlauts with an e on request", () => {
    assert.strictEqual(asciiName("Jörg Größmüller", true), "joerggroessmueller")
    assert.strictEqual(asciiName("Björk"), "bjork")
  })
})
