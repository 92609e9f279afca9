/** Scripts of addresses. Japanese and Chinese share Han, and kana count with it. */
const scripts = (
  "Latin Cyrillic Greek Arabic Hebrew Thai Georgian Armenian Hangul Devanagari Bengali Tamil Sinhala Khmer Lao Myanmar " +
  "Ethiopic Thaana Tibetan Gujarati Gurmukhi Kannada Malayalam Telugu Mongolian"
)
  .split(" ")
  .map((script) => new RegExp(`\\p{Script=${script}}`, "u"))
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const [latin] = scripts

const counted = [eastAsian, ...scripts].map((script) => [script, new RegExp(script.source, "gu")] as const)

/** Blocks whose only letters are Latin. Most texts are of this kind, and need no counting. */
const latinAlone = /^[ -\u024f\u1e00-\u1eff\u2000-\u206f]*$/
const latinLetter = /[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/

/** The script of most letters in a text, as a pattern for its letters; undefined if there are no letters. */
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
