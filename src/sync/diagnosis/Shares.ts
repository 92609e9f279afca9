import { numberText } from "../../shared/Amounts.ts"

/** In whole percent, but never rounded to all or to nothing. */
const percent = (share: number): string => {
  if (share > 0.99) return "More than 99 percent"
  if (share < 0.01) return "Less than 1 percent"
  return `${Math.round(share * 100)} percent`
}

/** "99 percent", "more than 99 percent", within a sentence. */
export const percentWithin = (count: number, total: number): string => {
  if (count >= total) return "all"
  const text = percent(count / total)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** "99 percent of the records have no city." The verb is given in both forms: has/have no city. */
export const shareSentence = (
  count: number,
  total: number,
  { has, have }: { readonly has: string; readonly have: string },
  what = "record"
): string => {
  if (count < total) return `${percent(count / total)} of the ${what}s ${have}.`
  return total === 1 ? `The only ${what} ${has}.` : `All ${numberText(total)} ${what}s ${have}.`
}
