import { createRequire } from "node:module"
import type * as PinyinPro from "pinyin-pro"
import type * as Transliteration from "transliteration"
import { onFirstUse } from "../../../schemas/Memoized.ts"

const require = createRequire(import.meta.url)

/*
 * Tables of readings that most services never need: together they take 20 MB and a tenth of a second, so each is loaded by
 * the first who does.
 */

/** Readings of Chinese characters. */
export const pinyinTables: () => typeof PinyinPro = onFirstUse(() => require("pinyin-pro"))

const letters: () => typeof Transliteration = onFirstUse(() => require("transliteration"))

/** Latin letters for those of any script. */
export const transliterate = (text: string): string => letters().transliterate(text)
