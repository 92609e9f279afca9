/** Scripts that addresses are written in. Japanese and Chinese share Han, which kana stand beside. */
const scripts = (
  "Latin Cyrillic Greek Arabic Hebrew Thai Georgian Armenian Hangul Devanagari Bengali Tamil Sinhala Khmer Lao Myanmar " +
  "Ethiopic Thaana Tibetan Gujarati Gurmukhi Kannada Malayalam Telugu Mongolian"
)
  .split(" ")
  .map((script) => new RegExp(`\\p{Script=${script}}`, "u"))
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const [latin] = scripts

const counted = [eastAsian, ...scripts].map((script) => [script, new RegExp(script.source, "gu")] as const)

/** Blocks that hold no letters but Latin ones, which most texts are in: nothing of them has to be counted. */
const latinAlone = /^[ -\u024f\u1e00-\u1eff\u2000-\u206f]*$/
const latinLetter = /[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/

/** The script that most letters of a text are in, as what finds a letter of it; undefined without letters. */
export const scriptOf = (text: string): RegExp | undefined => {
  if (latinAlone.test(text)) return latinLetter.test(text) ? latin : undefined
  let most: RegExp | undefined
  let count = 0
  for (const [script, letters] of counted) {
    const found = text.match(letters)?.length ?? 0
    if (found > count) [most, count] = [script, found]
  }
  return most
}
