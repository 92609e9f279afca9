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

const overlaps = (one: Span, other: Span | undefined): boolean => other !== undefined && gap(one, other) < 0

/** The house number next to the street, with the word for number that is written to it in Chinese: 12号. */
const numberSpan = (line: string, houseNumber: string | undefined, street: Span | undefined): Span | undefined => {
  const span = houseNumber === undefined ? undefined : nearest(occurrences(line, houseNumber), street)
  return span !== undefined && /[号號]/.test(line[span.to] ?? "") ? { from: span.from, to: span.to + 1 } : span
}

/** A word or sign for a dwelling, at the end of what is before its number: `Int. `, `D: `, `#`. */
const designator = /(?:#|\p{L}[\p{L}\p{M}]*[.:]?)\s*$/u

/** The unit as the line writes it; undefined if the line is not that of the street or of the unit alone. */
const unitIn = (
  line: string,
  { city, district, houseNumber, postcode, region, street, unit }: Address["components"]
) => {
  if (unit === undefined) return undefined
  const streetSpan = street === undefined ? undefined : occurrences(line, street)[0]
  const number = streetSpan === undefined ? undefined : numberSpan(line, houseNumber, streetSpan)
  const isOther = [city, district, postcode, region].some((name) => name !== undefined && line.includes(name))
  if (streetSpan === undefined && isOther) return undefined
  const span = occurrences(line, unit).findLast((one) => !overlaps(one, streetSpan) && !overlaps(one, number))
  if (span === undefined) return undefined
  const before = Math.max(
    0,
    ...[streetSpan, number].map((one) => (one === undefined || one.to > span.from ? 0 : one.to))
  )
  return `${designator.exec(line.slice(before, span.from))?.[0] ?? ""}${unit}`
}

/** The unit with the word or sign that its country's addresses have for it: `Flat 3`, `#1203`, `кв. 45`. */
export const unitLine = ({ components, lines }: Address): string | undefined => {
  for (const line of lines) {
    const unit = unitIn(line, components)
    if (unit !== undefined) return unit
  }
  return components.unit
}

/** The part of a line that locates the home within the street, in the country's order; empty if there is none. */
const streetPart = (line: string, components: Address["components"], isFull: boolean): string => {
  const { building, houseNumber, street, unit } = components
  const streetSpan = street === undefined ? undefined : occurrences(line, street)[0]
  const numbers = houseNumber === undefined ? [] : occurrences(line, houseNumber)
  if (street === undefined && numbers.length > 0) return lineWithoutStreet(line, components)
  const buildingSpan = building === undefined || !isFull ? undefined : occurrences(line, building)[0]
  if (isFull && streetSpan === undefined && buildingSpan === undefined) return unitIn(line, components) ?? ""
  const spans = [
    streetSpan,
    streetSpan === undefined ? undefined : numberSpan(line, houseNumber, streetSpan),
    buildingSpan,
    unit === undefined || !isFull ? undefined : occurrences(line, unit)[0]
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
