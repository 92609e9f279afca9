import { codesOfStates } from "./Country.ts"
import { type Columns, filledOf, isCalled } from "./Fields.ts"

/** The first three digits of ZIP codes, up to which each state's go from the end of those before (USPS, L002). */
const zips =
  "004 -,005 NY,009 PR,027 MA,029 RI,038 NH,049 ME,054 VT,055 MA,059 VT,062 CT,063 NY,069 CT,089 NJ,099 -,149 NY,196 PA,199 DE,200 DC,201 VA,205 DC,219 MD,246 VA,268 WV,289 NC,299 SC,319 GA,349 FL,369 AL,385 TN,397 MS,399 GA,427 KY,459 OH,479 IN,499 MI,528 IA,549 WI,567 MN,569 DC,577 SD,588 ND,599 MT,629 IL,658 MO,679 KS,693 NE,714 LA,729 AR,749 OK,799 TX,816 CO,831 WY,838 ID,847 UT,865 AZ,884 NM,885 TX,898 NV,961 CA,966 -,968 HI,969 GU,979 OR,994 WA,999 AK"
    .split(",")
    .map((entry) => entry.split(" ") as [upTo: string, state: string])

const ofZip = (zip: string): string | undefined => zips.find(([upTo]) => zip.slice(0, 3) <= upTo)?.[1]

const codes = codesOfStates.get("US")!

/** What nearly all of these are; undefined if they differ. */
const commonOf = (found: ReadonlyArray<string | undefined>): string | undefined => {
  const [first] = Array.from(Map.groupBy(found, (one) => one)).sort(([, one], [, other]) => other.length - one.length)
  return first !== undefined && first[1].length >= found.length * 0.9 ? first[0] : undefined
}

/** The state of the United States that all rows are in, by their postcodes, or by a column of states. */
const stateOf = (columns: Columns): string | undefined => {
  for (const column of columns) {
    const values = isCalled(column, "postcode", 0.6) && /zip/i.test(column.name) ? filledOf(column) : []
    if (values.length === 0 || !values.every((value) => /^\d{3,5}(?:-?\d{4})?(?:\.0+)?$/.test(value))) continue
    const state = commonOf(values.map((value) => ofZip(value.replace(/\D.*$/, "").padStart(5, "0"))))
    if (state !== undefined && codes.has(state)) return state
  }
  const column = columns.find((one) => isCalled(one, "region", 0.6) && filledOf(one).every((value) => codes.has(value)))
  const state = column === undefined ? undefined : commonOf(filledOf(column))
  return state !== undefined && codes.has(state) ? state : undefined
}

/** The columns, with the state that all of their rows are in. */
export const withState = (columns: Columns): Columns => {
  const state = stateOf(columns)
  return state === undefined
    ? columns
    : columns.map((column) => ({ ...column, contents: { ...column.contents, state } }))
}
