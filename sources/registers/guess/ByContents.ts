import { type Assignments, percent } from "./Assignments.ts"
import { postcodeShare, streetShare, tellingPostcodes, share } from "./Contents.ts"
import { type Column, filledOf, isCalled } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import { keysOfOthers } from "./OtherPlaces.ts"
import { isOfNoUse } from "./PartFits.ts"
import { areKindsOrDirections } from "./StreetKinds.ts"
import { usesOf } from "./UseWords.ts"

/** Endings of place names in Korea, Japan and Taiwan. */
const endings: ReadonlyArray<readonly [RegExp, "region" | "city" | "district"]> = [
  [/(?:특별시|광역시|자치시|자치도|[남북]도|경기도|강원도|제주도|[都道府県]|縣)$/u, "region"],
  [/(?:\p{Script=Hangul}[시군구]|[市区區])$/u, "city"],
  [/(?:\p{Script=Hangul}[동읍면리가]|[町村鄉鎮])$/u, "district"]
]

/** Names of columns with the addresses of those who own a place, which may be anywhere. */
const ofOwners = /^(?:own(?:er)?s?|taxpayer|grantee|grantor|billing|agent)\b/

/** Assigns the column with the most street words. */
export const takeStreet = (to: Assignments, country: string | undefined): void => {
  if (to.first("street", "streetAndNumber") !== undefined) return
  // In Japan, what looks like a street is the rest of the district's name.
  if (country === "JP" && to.first("district") !== undefined) return
  const best = to.free
    .filter(({ contents, name }) => !areKindsOrDirections(contents) && !ofOwners.test(wordsOf(name).join(" ")))
    .map((column) => ({ column, share: streetShare(column.contents) * column.contents.filled }))
    .sort((one, other) => other.share - one.share)[0]
  if (best === undefined || best.share < 0.35 || best.column.contents.distinct <= 1) return
  const line = Math.max(best.column.contents.leading, best.column.contents.trailing) >= 0.7
  to.takeAs(best.column, line ? "streetAndNumber" : "street", `${percent(best.share)} have words of streets`, 0.6)
}

/** Whether a line has a number among its words, in whatever case. */
const hasNumber = (line: string, number: string): boolean =>
  ` ${line.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(
    ` ${number
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `
  )

/** The share of rows whose line has the number in a column, of those that have both. */
export const shareInLines = (number: Column, line: Column): number => {
  const both = number.contents.values
    .map((value, row) => [value, line.contents.values[row] ?? ""] as const)
    .filter(([value, whole]) => value !== "" && whole !== "")
  return both.filter(([value, whole]) => hasNumber(whole, value)).length / Math.max(1, both.length)
}

/**
 * A number that is not in the line of its row is that of something else, such as of the row or of a licence. Another
 * street in a column of its own has its own number.
 */
export const takeNumberOfLine = (to: Assignments): void => {
  const [line, number, street] = [to.first("streetAndNumber"), to.first("houseNumber"), to.first("street")]
  if (line === undefined || number === undefined || number.reason === "chosen") return
  const { column } = line
  if (Math.max(column.contents.leading, column.contents.trailing) < 0.5) return
  if (street !== undefined && shareInLines(street.column, column) < 0.5) return
  if (shareInLines(number.column, column) >= 0.5) return
  to.drop(number)
  const other = to.free.find(
    (free) =>
      isCalled(free, "houseNumber", 0.6) && free.contents.houseNumber >= 0.6 && shareInLines(free, column) >= 0.5
  )
  if (other !== undefined) return to.takeAs(other, "houseNumber", "a number in the line of its row", 0.8)
  // What continues it is that of something else, too, as the second number of a plot.
  const ends = to.all.filter(({ part, reason }) => part === "houseNumberEnd" && reason !== "chosen")
  for (const end of ends) to.drop(end)
}

/** A line whose streets have their kinds is better than a column of names alone: `4910 San Francisco Av`. */
export const takeStreetOfLine = (to: Assignments): void => {
  const [line, street] = [to.first("streetAndNumber"), to.first("street")]
  if (line === undefined || street === undefined || street.reason === "chosen") return
  if (to.first("streetPrefix", "streetSuffix") !== undefined || shareInLines(street.column, line.column) < 0.5) return
  if (streetShare(line.column.contents) >= 0.5 && streetShare(street.column.contents) < 0.15) to.drop(street)
}

/** A street's column that repeats the house number of its row is a line. */
export const splitLine = (to: Assignments): void => {
  const [street, number] = [to.first("street"), to.first("houseNumber")]
  if (street === undefined || number === undefined || street.reason === "chosen") return
  const rows = street.column.contents.values.map(
    (line, row) => [line, number.column.contents.values[row] ?? ""] as const
  )
  const both = rows.filter(([line, own]) => line !== "" && own !== "")
  const lines = both.filter(([line, own]) => line.endsWith(` ${own}`) || line.startsWith(`${own} `))
  if (both.length === 0 || lines.length < both.length * 0.6) return
  to.replace(street, { ...street, part: "streetAndNumber", reason: `${street.reason}; with numbers` })
}

/** The end of a range is the number itself if there is no other; if it has letters alone, these belong to the number. */
export const takeNumberFromEnd = (to: Assignments): void => {
  const end = to.first("houseNumberEnd")
  const letters = end === undefined ? [] : filledOf(end.column)
  if (
    end !== undefined &&
    end.reason !== "chosen" &&
    to.first("houseNumberSuffix") === undefined &&
    letters.length > 0 &&
    letters.every((value) => /^\p{L}{1,2}$/u.test(value))
  )
    return to.replace(end, { ...end, part: "houseNumberSuffix" })
  if (end !== undefined && to.first("houseNumber") === undefined) to.replace(end, { ...end, part: "houseNumber" })
}

export const takePostcode = (to: Assignments, country: string | undefined, isNamed: boolean): void => {
  if (to.first("postcode", "postcodeAndCity") !== undefined) return
  const found = to.free.filter(({ contents, index }) => {
    if (contents.filled < 0.5 || contents.distinct === 0) return false
    const filled = contents.values.filter((value) => value !== "")
    const telling = tellingPostcodes.some(
      ([pattern, code]) => (country === undefined || code === country) && filled.every((value) => pattern.test(value))
    )
    const known = country === undefined ? undefined : postcodeShare(contents, country)
    const beside = to.all.some(
      ({ column, part }) =>
        (part === "city" && Math.abs(column.index - index) <= 1) ||
        ((part === "street" || part === "streetAndNumber") && index > column.index)
    )
    return (
      telling ||
      (!isNamed && known !== undefined && known >= 0.98 && beside && filled.some((value) => value.length >= 4))
    )
  })
  // A year is a postcode that has lost its zero; a whole postcode, and one that differs between rows, is more likely.
  const rank = ({ contents }: Column) => {
    const filled = contents.values.filter((value) => value !== "")
    const longest = Math.max(...filled.map((value) => value.length))
    return (
      (country !== undefined && filled.every((value) => value.length === longest && longest !== 4) ? 2 : 0) +
      (contents.distinct > 1 ? 1 : 0)
    )
  }
  const best = found.toSorted((one, other) => rank(other) - rank(one))[0]
  const whose = country === undefined ? "" : ` of ${country}`
  if (best !== undefined) to.takeAs(best, "postcode", `values like postcodes${whose}`, 0.55)
}

/** Assigns regions, cities, districts and uses whose values are unmistakable. */
export const takeTelling = (to: Assignments): void => {
  for (const column of to.free) {
    const filled = column.contents.values.filter((value) => value !== "")
    const part = endings.find(([pattern]) => filled.length > 0 && filled.every((value) => pattern.test(value)))?.[1]
    if (part !== undefined && to.first(part) === undefined) to.takeAs(column, part, "values end as its names do", 0.6)
    const { homes, others, unknown } = usesOf(column.contents, column.name)
    // Names of buildings may have words for homes, too, but hardly anything else.
    const areUses =
      homes.some((value) => value.length > 1) && others.length > 0 && unknown.length * 2 <= homes.length + others.length
    if (part === undefined && to.first("use") === undefined && areUses) {
      to.takeAs(column, "use", `values such as "${homes[0]}"`, 0.6)
    }
  }
}

/** Names of what is rarely a use. A column called a use may have some of them, too. */
const ofSomethingElse = /\bplan|\bunit|\bowner|\bdistrict\b|\bname\b/

/** Names of columns with kinds of what stands there, of which a few may have no words that are known. */
const ofUses =
  /\b(?:us[eo]s?|usage|utili|type?|typo|tip[oi]?|.*(?:nutz|anvend|art\b|funkt|funkc|tyyppi|typ\b|type\b)|kind|cla(?:ss|ss?e)|categ|desc|function|functie|destin|modali|zweck|kayttot|rodzaj|druh|nature|libelle|occ|purpose|yapi|тип|вид|назнач)|用途|種別|용도|نوع|استخدام|סוג|שימוש|ייעוד|ประเภท|उपयोग|प्रकार|χρηση|ειδος/

/** Words for whoever owns or maintains something, which some columns of kinds have. */
const ofOwnership = /municip|public|govern|privat|state|federal|county/i

/** Whether most rows have kinds of what is no home, and none those of homes: a list of shops and offices. */
const hasNoHomes = (column: Column): boolean => {
  const { contents, name } = column
  const { homes, others } = usesOf(contents, name)
  // Letters alone are kinds of something else as often.
  const telling = new Set(others.filter((value) => /\p{L}{3}|\p{Lo}{2}/u.test(value) && !ofOwnership.test(value)))
  const least = telling.size > 1 ? 0.6 : 0.9
  return (
    homes.length === 0 &&
    telling.size > 0 &&
    ofUses.test(wordsOf(name).join(" ")) &&
    !areKindsOrDirections(contents) &&
    contents.values.filter((value) => telling.has(value)).length >= contents.values.length * least
  )
}

/** Whether a column is called a use among other words: `TIPO DE USO DO IMOVEL` says more than the kind of construction. */
const isOfUse = ({ named }: Column): boolean =>
  isCalled({ named }, "use", 0.5) && named.some(({ as, part }) => part === "use" && /us[oe]/.test(as))

/**
 * Words in another column of uses for what is no home: where the first column says nothing, it may be the one of homes
 * alone. A column of which most words are unknown is of something else.
 */
export const otherUsesIn = (column: Column): ReadonlyArray<string> => {
  const { contents, name, named } = column
  const words = wordsOf(name).join(" ")
  if (isOfNoUse(name) || ofSomethingElse.test(words) || areKindsOrDirections(contents)) return []
  if (!ofUses.test(words) && !isCalled({ named }, "use", 0.6)) return []
  const { homes, others, unknown } = usesOf(contents, name)
  const telling = others.filter((value) => /\p{L}{3}|\p{Lo}{2}/u.test(value) && !ofOwnership.test(value))
  return homes.length === 0 || unknown.length > homes.length + others.length ? [] : telling
}

/** So many different values of a column are kinds of what stands there if a third of the rows has those of homes. */
const fewKinds = 12

/** Assigns a column in which words tell homes from other uses, whatever it is called. */
export const takeUse = (to: Assignments): void => {
  if (to.first("use") !== undefined) return
  const [best] = to.free
    .filter(
      ({ name }) => !isOfNoUse(name) && !ofSomethingElse.test(wordsOf(name).join(" ")) && !keysOfOthers.test(name)
    )
    .map((column) => {
      const { areCodes, homes, others, unknown } = usesOf(column.contents, column.name)
      const words = areCodes ? homes : homes.filter((value) => value.length > 3 || /\p{Lo}{2}/u.test(value))
      return { column, homes: words, known: homes.length + others.length, others, unknown }
    })
    .filter(({ column, homes, known, others }) => {
      const { distinct, filled, values } = column.contents
      if (homes.length === 0) return hasNoHomes(column)
      // Names of buildings have such words, too, and each its own.
      const count = Math.round(values.length * filled)
      const isRepeated = distinct < Math.max(2, count) && distinct * 2 <= count + 1
      if (others.length > 0) return isRepeated || known === distinct
      // In a column of kinds, words that are unknown are rather none of the homes that others name.
      const saysHomes = share(filledOf(column), (value) => homes.includes(value)) >= 0.3
      const areKinds = ofUses.test(wordsOf(column.name).join(" ")) || (saysHomes && distinct <= fewKinds)
      return isRepeated && (known === distinct || areKinds)
    })
    .map((one) => ({ ...one, rank: one.known / one.column.contents.distinct + (isOfUse(one.column) ? 0.5 : 0) }))
    .toSorted((one, other) => other.rank - one.rank)
  if (best === undefined) return
  const isNamed = ofUses.test(wordsOf(best.column.name).join(" "))
  const isAll =
    best.others.length === 0 ||
    best.unknown.length * 2 <= best.known ||
    (isNamed && best.others.length > 0 && best.unknown.length <= best.known * 2)
  to.takeAs(
    best.column,
    "use",
    `values such as "${[...best.homes.slice(0, 1), ...best.others.slice(0, 1)].join('" and "')}"`,
    isAll ? 0.6 : 0.5
  )
}

/** The share of a column's rows whose use is known. */
const knownShare = ({ contents, name }: Column): number => {
  const { homes, others } = usesOf(contents, name)
  const known = new Set([...homes, ...others])
  return contents.values.filter((value) => known.has(value)).length / Math.max(1, contents.values.length)
}

/** Whether uses are told by a list of codes or by words, rather than by the single letters that many lists have. */
const isTelling = ({ contents, name }: Column): boolean =>
  contents.meanLength > 3 || (contents.meanLength > 1 && usesOf(contents, name).areCodes)

/**
 * Of several columns of uses, the one that says most: `R` is the class of vacant land, too, whose code is another, and
 * abbreviations of which a few are known leave the others out.
 */
export const takeBetterUse = (to: Assignments): void => {
  const use = to.first("use")
  if (use === undefined || use.reason === "chosen") return
  const before = knownShare(use.column)
  const [better] = to.free
    .filter(
      ({ contents, name, named }) =>
        !isOfNoUse(name) &&
        contents.distinct * 2 <= Math.max(20, contents.values.length * contents.filled) &&
        (isCalled({ named }, "use", 0.6) || ofUses.test(wordsOf(name).join(" "))) &&
        usesOf(contents, name).homes.length > 0
    )
    .map((column) => ({ column, share: knownShare(column) }))
    .filter(
      ({ column, share }) =>
        share >= 0.95 && (before < 0.95 || (isTelling(column) && use.column.contents.meanLength < 2))
    )
    .toSorted((one, other) => other.share - one.share)
  if (better === undefined) return
  to.replace(use, { ...use, column: better.column, confidence: 0.7, reason: `says more than ${use.column.name}` })
}

/** Assigns the column of words next to the postcode or the street. */
export const takeCity = (to: Assignments): void => {
  if (to.first("city", "postcodeAndCity") !== undefined) return
  const anchor = to.first("postcode", "street", "streetAndNumber")
  if (anchor === undefined) return
  const away = ({ index }: Column) => Math.abs(index - anchor.column.index)
  const best = to.free
    .filter(({ contents }) => contents.filled > 0.8 && contents.letters >= 0.9 && contents.meanLength > 2)
    .filter(({ contents }) => !contents.values.some((value) => /\d/.test(value)) && streetShare(contents) < 0.35)
    .sort((one, other) => away(one) - away(other))[0]
  if (best !== undefined) to.takeAs(best, "city", "words beside the street, without numbers", 0.35)
}

/** Further lines of an address: `ADDRESS2`, `addr_line_3`. */
const furtherLine = /^(?:site )?(?:addr(?:ess)?|add|adr)(?: ?line)? ?[2-4]$|^line ?[2-4]$/

/** A flat alone, as a second line has it: `UNIT 3`, `#12`. */
const flatAlone = /^(?:#|(?:apt|apartment|unit|ste|suite|flat|lot|spc|space|trlr|rm|room)\b)[ .#]*[\dA-Z][\dA-Z-]*$/i

/** A second line of the address that has flats is the unit: all flats of a house were one. */
export const takeUnitLine = (to: Assignments): void => {
  const line = to.first("streetAndNumber", "street")
  if (line === undefined || to.first("unit") !== undefined) return
  const column = to.free.find(({ contents, index, name }) => {
    const words = wordsOf(name).join(" ")
    const filled = contents.values.filter((value) => value !== "")
    return (
      index > line.column.index &&
      secondLine.test(words) &&
      !ofOthersAddress.test(words) &&
      filled.filter((value) => flatAlone.test(value)).length > filled.length * 0.6
    )
  })
  if (column !== undefined) to.takeAs(column, "unit", "a second line with flats", 0.6)
}

const secondLine = /(?:^| )(?:addr(?:ess)?|add|adr|line)(?: ?line)? ?[23]$/
const ofOthersAddress = /\b(?:own(?:er)?|mail(?:ing)?|tax(?:payer)?|bill(?:ing)?|contact|agent)/

/** In tables of whole lines, the last line that most rows have is the city, and what stands before it a part of it. */
export const takeLines = (to: Assignments): void => {
  if (to.first("city", "postcodeAndCity") !== undefined || to.first("streetAndNumber", "street") === undefined) return
  const lines = to.free.filter(
    ({ contents, name }) =>
      furtherLine.test(wordsOf(name).join(" ")) &&
      contents.filled >= 0.6 &&
      contents.letters >= 0.9 &&
      contents.values.filter((value) => /\d/.test(value)).length <= contents.values.length * 0.1
  )
  const [city, ...before] = lines.toReversed()
  if (city === undefined) return
  to.takeAs(city, "city", "the last line of the address", 0.5)
  const [district] = before
  if (district !== undefined && to.first("district") === undefined)
    to.takeAs(district, "district", "a line before the city", 0.5)
}

/** Codes of municipalities, which statistical offices give. */
const townCodes = /\b(?:istat|insee|siruta|teryt|ibge|ekatte|koatuu|katottg|dane|divipola|ubigeo|lau)\b/

/** A column that is only called a name. */
const onlyName = /^(?:name|nom|nome|nombre|naziv|nazwa|nazev|nazov|denumire|navn|назва|наименование)$/

/** The name beside the code of a municipality is the city, if nothing else is. */
export const takeTownOfCode = (to: Assignments, columns: ReadonlyArray<Column>): void => {
  if (to.first("city", "postcodeAndCity") !== undefined) return
  const column = to.free.find(
    ({ contents, index, name }) =>
      onlyName.test(wordsOf(name).join(" ")) &&
      contents.filled >= 0.9 &&
      contents.letters >= 0.9 &&
      streetShare(contents) < 0.35 &&
      columns.some((other) => Math.abs(other.index - index) === 1 && townCodes.test(wordsOf(other.name).join(" ")))
  )
  if (column !== undefined) to.takeAs(column, "city", "a name beside the code of a municipality", 0.6)
}

/** A locality beside the city is a part of it. */
export const takeLocality = (to: Assignments): void => {
  const city = to.first("city")
  if (city === undefined || to.first("district") !== undefined) return
  const column = to.free.find(
    ({ contents, named }) =>
      contents.filled >= 0.5 &&
      contents.letters >= 0.8 &&
      named.some(({ as, part, score }) => part === "city" && score >= 0.8 && as.startsWith("localit")) &&
      contents.values.some((value, row) => value !== "" && value !== city.column.contents.values[row])
  )
  if (column !== undefined) to.takeAs(column, "district", "a locality beside the city", 0.6)
}
