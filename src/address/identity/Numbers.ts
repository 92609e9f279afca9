import { fold } from "../../../schemas/Fold.ts"

/** Numbers within street names: as words, as ordinals, in Roman numerals. */

const ordinalUnits = "zeroth first second third fourth fifth sixth seventh eighth ninth".split(" ")
const ordinalTeens =
  "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(" ")
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
const ordinalTens = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(" ")

const englishOrdinals: ReadonlyMap<string, number> = new Map([
  ...ordinalUnits.slice(1).map((word, i) => [word, i + 1] as const),
  ...ordinalTeens.map((word, i) => [word, i + 10] as const),
  ...ordinalTens.map((word, i) => [word, (i + 2) * 10] as const)
])

const englishTens: ReadonlyMap<string, number> = new Map(tens.map((word, i) => [word, (i + 2) * 10]))

/** Turns English ordinals into digits, whether or not they are words: "Forty-Second", "42nd" and "42" are 42. */
export const withEnglishOrdinals = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const made: Array<string> = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const ten = englishTens.get(word)
    const unit = ordinalUnits.indexOf(words[i + 1] ?? "")
    if (ten !== undefined && unit > 0) {
      made.push(`${ten + unit}`)
      i++
      continue
    }
    const number = englishOrdinals.get(word) ?? /^0*(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1]
    made.push(number === undefined ? word : `${number}`)
  }
  return made
}

interface DayWords {
  /**
   * Digits with the letters of an ordinal, and no other letters: Colombia has a Carrera 1, a Carrera 1A and a Carrera
   * 1E.
   */
  readonly ordinal: RegExp
  readonly numbers: ReadonlyArray<string>
  readonly firsts: ReadonlySet<string>
  readonly between: ReadonlySet<string>
  readonly months: ReadonlySet<string>
}

const list = (text: string): ReadonlyArray<string> => text.split(" ").map(fold)

/**
 * The numbers start with one. Those of several words are hyphenated here, whereas the words of a text have lost their
 * hyphens.
 */
const dayWords = (ordinal: RegExp, numbers: string, firsts: string, between: string, months: string): DayWords => ({
  ordinal,
  numbers: list(numbers),
  firsts: new Set(list(firsts)),
  between: new Set(list(between)),
  months: new Set(list(months))
})

export const frenchDays = dayWords(
  /^0*(\d+)(?:er|ere|re|ier|iere|e|eme|ieme|nd|nde)$/,
  "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente-et-un",
  "premier",
  "",
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
)
export const spanishDays = dayWords(
  /^0*(\d+)o$/,
  "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta treinta-y-uno",
  "primero",
  "de",
  "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre"
)
export const portugueseDays = dayWords(
  /^0*(\d+)o$/,
  "um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte vinte-e-um vinte-e-dois vinte-e-três vinte-e-quatro vinte-e-cinco vinte-e-seis vinte-e-sete vinte-e-oito vinte-e-nove trinta trinta-e-um",
  "primeiro",
  "de",
  "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
)
export const italianDays = dayWords(
  /^0*(\d+)o$/,
  "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitré ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno",
  "primo",
  "",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
)

const roman = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/
const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }

/** What a Roman numeral says, up to the numbers of days, kings and popes: "XXIII" is 23. */
export const valueOfRoman = (word: string): number | undefined => {
  if (!roman.test(word)) return undefined
  const values = Array.from(word, (letter) => digits[letter]!)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}

/** The same for those of two letters or more. A single letter may be a name. */
const romanNumber = (word: string): number | undefined => (word.length > 1 ? valueOfRoman(word) : undefined)

/** For phrases whose pattern captures a Roman numeral: the number in digits, with what stands before and after it. */
export const inDigits =
  (before: string, after = "") =>
  (found: string, numeral: string): string => {
    const number = /^\d/.test(numeral) ? numeral : valueOfRoman(numeral)
    return number === undefined ? found : `${before}${number}${after}`
  }

/**
 * Turns numbers in Romance languages into digits: a day before its month, as words ("huit mai"), as an ordinal ("1er
 * mai") or in Roman numerals ("XX settembre"); and the Roman numerals of kings and popes.
 */
export const withRomanceNumbers =
  (days: DayWords) =>
  (words: ReadonlyArray<string>): ReadonlyArray<string> => {
    const figures = words.map((word, i) => {
      const ordinal = days.ordinal.exec(word)?.[1]
      if (ordinal !== undefined) return ordinal
      const number = romanNumber(word)
      if (number !== undefined) return `${number}`
      const isBeforeMonth = word === "i" && days.months.has(words[i + 1] ?? "")
      return isBeforeMonth ? "1" : word
    })
    const month = figures.findIndex((word, i) => i > 0 && days.months.has(word))
    if (month < 0) return figures
    const end = days.between.has(figures[month - 1]!) ? month - 1 : month
    // Tries the longest reading first, because "vingt-deux" also ends with "deux".
    for (let length = Math.min(3, end); length > 0; length--) {
      const said = figures.slice(end - length, end).join("-")
      const day = days.firsts.has(said) ? 1 : days.numbers.indexOf(said) + 1
      if (day > 0) return [...figures.slice(0, end - length), `${day}`, ...figures.slice(month)]
    }
    return end === month ? figures : [...figures.slice(0, end), ...figures.slice(month)]
  }
