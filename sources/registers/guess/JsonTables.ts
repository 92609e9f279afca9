import { jsonIn } from "../../reading/Json.ts"

/** Strings, of which the text's end may cut off the last, and the marks between values. */
export const jsonToken = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|[{}[\]:,]/g

/** How many characters of a list are looked at. */
const longest = 64 * 1024

/** The first list after a position of a text; undefined if it does not end in it. */
const listAfter = (text: string, from: number): ReadonlyArray<unknown> | undefined => {
  const some = text.slice(text.indexOf("[", from)).slice(0, longest)
  let depth = 0
  for (const { 0: token, index } of some.matchAll(jsonToken)) {
    if (token === "[" || token === "{") depth += 1
    if (token === "]" || token === "}") depth -= 1
    if (depth > 0) continue
    const list = jsonIn(some.slice(0, index + 1))
    return Array.isArray(list) ? list : undefined
  }
  return undefined
}

const areNames = (list: ReadonlyArray<unknown>): list is ReadonlyArray<string> =>
  list.length > 1 &&
  list.every((name) => typeof name === "string" && name.trim() !== "") &&
  new Set(list).size === list.length

/** What programs call the columns of records that are lists: pandas, CKAN. */
const headings = /"(?:columns|fields|header|headers)"\s*:\s*\[/g

/** What Socrata calls them, once for each column. */
const socrata = /"fieldName"\s*:\s*"([^"]+)"/g

/**
 * Names of the values in records that are lists: those that the document states, or else the first record.
 *
 * @param first where the first record begins
 */
export const namesOfLists = (
  text: string,
  first: number,
  isHeader: (record: ReadonlyArray<string>) => boolean
): ReadonlyArray<string> | undefined => {
  const record = listAfter(text, first)
  if (record === undefined) return undefined
  const before = text.slice(0, first)
  const stated = Array.from(before.matchAll(headings), ({ index }) =>
    (listAfter(before, index) ?? []).map((one) =>
      typeof one === "object" && one !== null ? (Reflect.get(one, "id") ?? Reflect.get(one, "name")) : one
    )
  )
  const candidates = [Array.from(before.matchAll(socrata), ([, name]) => name), ...stated]
  const names = candidates.filter(areNames).find(({ length }) => length === record.length)
  return names ?? (areNames(record) && isHeader(record) ? record : undefined)
}
