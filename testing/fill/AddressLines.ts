import type { Address } from "../../client/Contract.ts"

interface Span {
  readonly from: number
  readonly to: number
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/**
 * Where a text occurs in a line as a whole word or number. In scripts without spaces, it may be part of a longer word.
 */
const occurrences = (line: string, text: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  const isSpaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(text)
  for (let from = line.indexOf(text); from !== -1; from = line.indexOf(text, from + 1)) {
    const to = from + text.length
    const isPart =
      isSpaced && (/\p{N}/u.test(text) ? /\p{N}/u.test(`${line[from - 1] ?? ""}${line[to] ?? ""}`) : isWord(line[to]))
    if (!isPart) spans.push({ from, to })
  }
  return spans
}

const gap = (one: Span, other: Span): number => Math.max(one.from - other.to, other.from - one.to)

const nearest = (spans: ReadonlyArray<Span>, to: Span | undefined): Span | undefined =>
  // A street name may contain the number.
  to === undefined
    ? spans[0]
    : spans.filter((span) => gap(span, to) >= 0).toSorted((one, other) => gap(one, to) - gap(other, to))[0]

const trimmed = (text: string): string => text.replace(/^[\s,;、，·-]+|[\s,;、，·]+$/gu, "")

const without = (line: string, ...texts: ReadonlyArray<string | undefined>): string =>
  trimmed(
    texts.reduce<string>((left, text) => {
      const span = text === undefined ? undefined : occurrences(left, text)[0]
      return span === undefined ? left : `${left.slice(0, span.from)}${left.slice(span.to)}`
    }, line)
  )

/** In a place without streets, the line of the house number stands for the street, with the place's own name. */
const lineWithoutStreet = (
  line: string,
  { city, houseNumber = "", postcode, region }: Address["components"]
): string => {
  const rest = without(line, postcode)
  const bare = without(rest, region, city)
  return bare.length > houseNumber.length ? bare : rest
}

/** The part of a line that locates the home within the street, in the country's order; empty if there is none. */
const streetPart = (line: string, components: Address["components"], isFull: boolean): string => {
  const { building, houseNumber, street, unit } = components
  const streetSpan = street === undefined ? undefined : occurrences(line, street)[0]
  const numbers = houseNumber === undefined ? [] : occurrences(line, houseNumber)
  if (street === undefined && numbers.length > 0) return lineWithoutStreet(line, components)
  const spans = [
    streetSpan,
    streetSpan === undefined ? undefined : nearest(numbers, streetSpan),
    ...(isFull ? [unit, building].map((text) => (text === undefined ? undefined : occurrences(line, text)[0])) : [])
  ].filter((span) => span !== undefined)
  if (spans.length === 0) return ""
  return line.slice(Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ to }) => to)))
}

const localLines = ({ components, lines }: Address): ReadonlyArray<string> =>
  lines.filter((line) => line !== components.country)

/** The address lines without city, region, postcode and country, in the country's order and words. */
export const streetLines = (address: Address): ReadonlyArray<string> => {
  const { building, unit } = address.components
  const lines = localLines(address)
    .map((line) => streetPart(line, address.components, true))
    .filter((line) => line !== "")
  const said = lines.join("\n")
  return [...lines, ...[unit, building].flatMap((text) => (text === undefined || said.includes(text) ? [] : text))]
}

/** House number and street on one line, in the country's order; `isFull` adds unit and building. */
export const streetLine = (address: Address, isFull = false): string => {
  if (isFull) return streetLines(address).join(", ")
  return (
    localLines(address)
      .map((line) => streetPart(line, address.components, false))
      .find((line) => line !== "") ?? ""
  )
}
