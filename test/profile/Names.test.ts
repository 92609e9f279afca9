import { assert, describe, it } from "@effect/vitest"
import { english } from "./English.ts"
import { makeFakerLocales } from "../../src/profile/FakerLocale.ts"
import { familyNames } from "../../src/profile/FamilyNames.ts"
import { jobTitles } from "../../src/profile/JobTitles.ts"
import { localeOf } from "../../src/profile/Locales.ts"
import { SeededRandom } from "../../src/profile/SeededRandom.ts"

const localeFor = (country: string, language?: string) => {
  const random = new SeededRandom()
  random.reseed(country)
  return makeFakerLocales(random)(localeOf(country, language))
}

/** Country, endings that no woman's family name has, and endings that no man's has. */
const forms: ReadonlyArray<readonly [country: string, man: RegExp, woman: RegExp]> = [
  ["AZ", /(ov|yev|ev)$/, /ova$|eva$/],
  ["BG", /(ов|ев|ски)$/u, /(ова|ева|ска)$/u],
  ["BY", /(ов|ев|ин|ский)$/u, /(ова|ева|ина|ская)$/u],
  ["CZ", /(ský|cký|ov|ec)$/, /(ová|ská|cká)$/],
  ["GR", /ς$|οι$/u, /(ίδου|άδου|οπούλου|[ηή]|οι)$/u],
  ["IS", /son$/, /dóttir$/],
  ["LV", /(s|š)$/, /(one|iņa)$/],
  ["MK", /(ов|ев|ски)$/u, /(ова|ева|ска)$/u],
  ["PL", /(ski|cki|dzki|ny|hy)$/, /(ska|cka|dzka)$/],
  ["RU", /(ов|ев|ин|ский)$/u, /(ова|ева|ина|ская)$/u],
  ["SK", /(ský|cký|ov|ec)$/, /(ová|ská|cká)$/],
  ["UA", /(ський|цький)$/u, /(ська|цька)$/u],
  ["UZ", /(ov|ev)$/, /(ova|eva)$/]
]

describe("family names", () => {
  it.each(forms)("MUST have the gender's form in %s", (country, man, woman) => {
    const locale = localeFor(country)
    const [women, men] = [new Set<string>(), new Set<string>()]
    for (let i = 0; i < 2000; i++) {
      women.add(locale.lastName("female"))
      men.add(locale.lastName("male"))
    }
    assert.deepStrictEqual(
      Array.from(women).filter((name) => man.test(name)),
      []
    )
    assert.deepStrictEqual(
      Array.from(men).filter((name) => woman.test(name)),
      []
    )
    assert.isAbove(Array.from(women).filter((name) => woman.test(name)).length, 4)
    assert.isAbove(Array.from(men).filter((name) => man.test(name)).length, 4)
  })

  it.each([
    ["pl", "Kowalski", "Kowalska"],
    ["pl", "Zawadzki", "Zawadzka"],
    ["pl", "Nawrocki", "Nawrocka"],
    ["pl", "Konieczny", "Konieczna"],
    ["pl", "Nowak", "Nowak"],
    ["pl", "Zaręba", "Zaręba"],
    ["el", "Αγγελίδης", "Αγγελίδου"],
    ["el", "Αντωνόπουλος", "Αντωνοπούλου"],
    ["el", "Γαλάνης", "Γαλάνη"],
    ["el", "Παππάς", "Παππά"],
    ["el", "Λάμπρος", "Λάμπρου"],
    ["el", "Γεωργίου", "Γεωργίου"]
  ] as const)("MUST be in %s for a daughter of %s: %s", (locale, man, woman) => {
    assert.deepStrictEqual(familyNames(locale, [man], "female"), [woman])
    assert.deepStrictEqual(familyNames(locale, [man], "male"), [man])
  })

  it("MUST be those of the country, in its own spelling", () => {
    const namesIn = (country: string, language?: string) => {
      const locale = localeFor(country, language)
      const draws = Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? "female" : "male"))
      return {
        first: new Set(draws.map((gender) => locale.firstName(gender))),
        last: new Set(draws.map((gender) => locale.lastName(gender)))
      }
    }
    const croats = namesIn("HR").last
    assert.isTrue(croats.has("Balog-Šandor"))
    assert.isFalse(Array.from(croats).some((name) => /\p{Ll}\p{Lu}/u.test(name)))
    const taiwanese = namesIn("TW").last
    for (const [name, other] of ["于於", "余餘", "周週", "范範", "鍾鐘"])
      assert.isTrue(taiwanese.has(name!) && !taiwanese.has(other!))
    const greeks = namesIn("GR").first
    assert.includeMembers(Array.from(greeks), ["Άννα", "Δήμητρα", "Ελένη"])
    assert.deepStrictEqual(
      Array.from(greeks).filter((name) => !/[άέήίόύώΆΈΉΊΌΎΏ]/u.test(name)),
      []
    )
    const french = namesIn("FR").last
    assert.isTrue(french.has("Le Gall") && french.has("Da Silva"))
    const belgians = namesIn("BE", "fr").last
    assert.isTrue(belgians.has("Dubois") && belgians.has("Le Roux") && belgians.size > 100)
    assert.isFalse(belgians.has("Altenwerth"))
    for (const [country, first, last] of [
      ["GB", "Gemma", "Llewellyn"],
      ["IE", "Siobhán", "O'Sullivan"],
      ["NZ", "Aroha", "Ngata"],
      ["US", "Violette", "Hernandez"],
      ["CA", "Violette", "MacLeod"],
      ["AU", "Claire", "Papadopoulos"],
      ["TZ", "Neema", "Mollel"],
      ["MY", "Siti Aminah", "binti Ismail"],
      ["KZ", "Айгүл", "Құсаинов"]
    ] as const) {
      const names = namesIn(country)
      assert.isTrue(names.first.has(first) && names.last.has(last) && !names.last.has("Lueilwitz"), country)
    }
  })

  it("MUST leave locales without such forms to Faker", () => {
    for (const locale of ["de", "fi", "hr", "ja"] as const) assert.isUndefined(familyNames(locale, ["A"], "female"))
  })
})

describe("job titles", () => {
  it("MUST be in the profile's language, or absent", () => {
    for (const country of "AE AT BR CH CN CZ DE DK ES FI FR GE GR HR HU ID IL IN IS IT JP KR LV MK NL NO PL PT RO RS RU SE SI SK TH TR TW UA VN ZA".split(
      " "
    )) {
      const name = localeOf(country)
      const locale = localeFor(country)
      if (name.startsWith("en") || locale.jobTitle === undefined) continue
      for (let i = 0; i < 100; i++) assert.notMatch(locale.jobTitle("male"), english, `${country} ${name}`)
    }
  })

  it("MUST exist in the most common languages", () => {
    for (const country of "AE AL AM AT AZ BG BR CH CN CZ DE DK EE ES FI FR GE GR HU IL IR IS IT JP KG KR KZ LT MK MN MY NL NO NP PK PL PT RO RU SE SI SK TH TJ TM TR TW UA US UZ VN".split(
      " "
    ))
      assert.isDefined(localeFor(country).jobTitle, country)
    for (const country of ["MV", "SO"]) assert.isUndefined(localeFor(country).jobTitle, country)
  })

  it("MUST have a capital only where the script has capitals in the middle of a text", () => {
    assert.isTrue(jobTitles("ka_GE")!.female.includes("მასწავლებელი"))
    assert.isTrue(jobTitles("el")!.female.includes("Δασκάλα"))
  })

  it("MUST fit the gender if the language distinguishes them", () => {
    const { female, male } = jobTitles("de")!
    assert.include(female, "Lehrerin")
    assert.include(male, "Lehrer")
    assert.strictEqual(female.length, male.length)
    for (const name of ["es", "es_MX", "fr", "fr_CA", "pt_BR", "hr", "lt", "lv", "mk", "sl_SI", "sq", "uk"] as const) {
      const { female, male } = jobTitles(name)!
      assert.strictEqual(female.length, male.length, name)
      assert.isAtLeast(female.filter((title, i) => title !== male[i]).length, 8, name)
    }
    assert.deepStrictEqual(jobTitles("de_AT"), jobTitles("de"))
  })
})

describe("companies", () => {
  it("MUST have a form of the country, and its commas", () => {
    const [swiss, iranian] = [localeFor("CH"), localeFor("IR")]
    for (let i = 0; i < 500; i++) {
      assert.notMatch(swiss.company(), /\b(?:Inc|LLC)\b/)
      assert.notInclude(iranian.company(), ",")
    }
  })
})
