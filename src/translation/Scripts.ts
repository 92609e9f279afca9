/** Scripts that addresses are written in. Japanese and Chinese share Han, which kana stand beside. */
const scripts = (
  "Latin Cyrillic Greek Arabic Hebrew Thai Georgian Armenian Hangul Devanagari Bengali Tamil Sinhala Khmer Lao Myanmar " +
  "Ethiopic Thaana Tibetan Gujarati Gurmukhi Kannada Malayalam Telugu Mongolian"
)
  .split(" ")
  .map((script) => new RegExp(`\\p{Script=${script}}`, "u"))
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The script that most letters of a text are in, as what finds a letter of it; undefined without letters. */
export const scriptOf = (text: string): RegExp | undefined => {
  let most: RegExp | undefined
  let count = 0
  for (const script of [eastAsian, ...scripts]) {
    const found = Array.from(text.matchAll(new RegExp(script.source, "gu"))).length
    if (found > count) [most, count] = [script, found]
  }
  return most
}
