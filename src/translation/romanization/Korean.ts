import { String as Text } from "effect"
import type { ComponentKind } from "./ComponentKind.ts"
import { romanizeHangul } from "./Hangul.ts"

/** Endings of road names, and of administrative units: they are set off by a hyphen, and do not change with their neighbours. */
const roadEndings: ReadonlyArray<readonly [string, string]> = [
  ["대로", "daero"],
  ["번길", "beon-gil"],
  ["로", "ro"],
  ["길", "gil"],
  ["가", "ga"]
]
const placeEndings: ReadonlyArray<readonly [string, string]> = [
  ["특별자치도", "teukbyeoljachido"],
  ["특별자치시", "teukbyeoljachisi"],
  ["특별시", "teukbyeolsi"],
  ["광역시", "gwangyeoksi"],
  ["시", "si"],
  ["군", "gun"],
  ["구", "gu"],
  ["읍", "eup"],
  ["면", "myeon"],
  ["동", "dong"],
  ["리", "ri"],
  ["가", "ga"],
  ["도", "do"]
]

const hangul = /[가-힣]+|[^가-힣]+/gu

/** One word: runs of Hangul, each with the ending it has, and what stands between them. */
const word = (text: string, endings: ReadonlyArray<readonly [string, string]>): string => {
  let result = ""
  for (const run of text.match(hangul) ?? []) {
    const before = result.at(-1) ?? ""
    if (!/^[가-힣]/u.test(run)) {
      result += /[\p{L}]/u.test(before) && /^\p{Nd}/u.test(run) ? ` ${run}` : run
      continue
    }
    const ending = endings.find(([korean]) => run.endsWith(korean))
    const stem = ending === undefined ? run : run.slice(0, -ending[0].length)
    if (stem === "") {
      // An ending behind a number: 86길 is 86-gil, 12번길 is 12beon-gil.
      result += /\p{Nd}$/u.test(before) && ending![0] !== "번길" ? `-${ending![1]}` : ending![1]
    } else {
      // The order of a street that branches off behind a number: 12가길 is 12ga-gil.
      const isOrder = /\p{Nd}/u.test(before) && /^[가나다라마바사]$/u.test(stem)
      const name = romanizeHangul(stem)
      result += isOrder ? name : (before === "" || /[\s-]/.test(before) ? "" : " ") + Text.capitalize(name)
      if (ending !== undefined) result += `-${ending[1]}`
    }
  }
  return result
}

/**
 * The Revised Romanization of 2000, as the road name address system has it: sound changes are written within a name, not
 * across the hyphen before -ro, -gil, -gu, -dong (Jongno-gu, but Jong-ro).
 */
export const romanizeKorean = (text: string, kind: ComponentKind): string => {
  const endings = kind === "street" ? roadEndings : kind === "place" ? placeEndings : []
  return text
    .split(" ")
    .map((part) => word(part, endings))
    .join(" ")
}

/** 101동 502호 as 101-dong 502-ho, and 3층 as 3F: what the road name address system writes for building, room and floor. */
export const koreanUnit = (text: string): string =>
  text
    .replaceAll(/지하 ?(?=\p{Nd}+ ?층)/gu, "B")
    .replaceAll(/(?<=\p{Nd}) ?층/gu, "F")
    .replaceAll(/(?<=[\p{Nd}\p{Script=Latin}])동/gu, "-dong")
    .replaceAll(/(?<=[\p{Nd}\p{Script=Latin}])호/gu, "-ho")
