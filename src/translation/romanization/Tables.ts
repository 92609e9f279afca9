import { createRequire } from "node:module"
import type * as PinyinPro from "pinyin-pro"
import type * as Transliteration from "transliteration"

const require = createRequire(import.meta.url)

let mandarin: typeof PinyinPro | undefined
let letters: typeof Transliteration | undefined

/*
 * Tables of readings that most services never need: together they take 20 MB and a tenth of a second, so each is loaded by
 * the first who does.
 */

/** Readings of Chinese characters. */
export const pinyinTables = (): typeof PinyinPro => (mandarin ??= require("pinyin-pro") as typeof PinyinPro)

/** Latin letters for those of any script. */
export const transliterate = (text: string): string =>
  (letters ??= require("transliteration") as typeof Transliteration).transliterate(text)
