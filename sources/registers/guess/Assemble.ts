import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Expression, Rule } from "../Expression.ts"
import type { Format } from "../Format.ts"
import type { Mapping } from "../Mapping.ts"
import { evidenceAgainst } from "./Against.ts"
import { otherUsesIn } from "./ByContents.ts"
import { inFull, kindsOfUnits, ofLine, ofWhole, placesOfLine, restOfPostcode, unitOf, withOnly } from "./Composed.ts"
import { digitsOf, haveLostZeros, leadingNumber, withoutFlat } from "./Contents.ts"
import type { Place } from "./Coordinates.ts"
import { codesOfStates } from "./Country.ts"
import { cityFirst, type Column, field, filledOf, isCalled, most, valueOf } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import type { Others } from "./OtherPlaces.ts"
import type { Assigned } from "./Assignments.ts"
import { regExpOf } from "./Modifiers.ts"
import { positionOf, projectionOf } from "./Positions.ts"
import { frenchNumbers, numberOf, streetOf } from "./StreetNumbers.ts"
import { saysNothing, usesOf } from "./UseWords.ts"

/** What only the publisher can know. */
export interface Terms {
  readonly license: string
  readonly attribution: string
  readonly homepage: string
}

type Fields = Mapping["fields"]

/** City states: cities that are their whole country. */
const cityStates: Readonly<Record<string, string>> = {
  GI: "Gibraltar",
  MC: "Monaco",
  SG: "Singapore",
  VA: "Vatican City"
}

type SimpleExpression = Exclude<Expression, { readonly firstOf: unknown }>

const simpleValueOf = (column: Column): SimpleExpression => valueOf(column) as SimpleExpression

/** A pattern for the state behind a city, if most have one: `CARSON, CA`, or in the United States `LOS ANGELES CA`. */
const stateBehindOf = (city: Column, country: string): string | undefined => {
  const codes = country === "US" ? Array.from(codesOfStates.get(country)!).join("|") : undefined
  return [", ?([A-Z]{2})$", ...(codes === undefined ? [] : [` (${codes})$`])].find((behind) =>
    most(city, (value) => new RegExp(`.${behind}`).test(value))
  )
}

/** What a table that stores postcodes as numbers has lost of them, and what it has added. */
const postcodeRepairs = (column: Column, country: string): ReadonlyArray<readonly [string, string]> => {
  const digits = digitsOf(country)
  const lost = digits !== undefined && haveLostZeros(column.contents, digits)
  return [
    ...(most(column, (value) => /^\d+\.0+$/.test(value)) ? [["^(\\d+)\\.0+$", "$1"] as const] : []),
    ...(lost ? [[`^(\\d{${digits - 1}})$`, "0$1"] as const] : []),
    ...(lost && digits > 4 ? [[`^(\\d{${digits - 2}})$`, "00$1"] as const] : [])
  ]
}

/** What municipalities of North America call themselves, and letters do not; two of California are called so. */
const corporate = "^(?i:(?:city|town|village|borough|township|municipality) of (?:the )?)"

const placesOf = (parts: ReadonlyArray<Assigned>, columns: ReadonlyArray<Column>, country: string) => {
  const of = (part: TablePart) => parts.find((one) => one.part === part)?.column
  const both = of("postcodeAndCity")
  const isCityFirst = both !== undefined && most(both, (value) => cityFirst.test(value))
  const city = of("city")
  const region = of("region")
  const postcode = of("postcode")
  const stateBehind = city === undefined ? undefined : stateBehindOf(city, country)
  const others = columns
    .filter((column) => city !== undefined && column !== city && !parts.some((one) => one.column === column))
    .filter((column) => column.contents.letters >= 0.8 && isCalled(column, "city", 0.8))
    .slice(0, 2)
  const lacks = city !== undefined && city.contents.filled < 0.995
  const found: { -readonly [K in "city" | "region" | "postcode" | "district"]?: Expression } = {}
  if (both !== undefined) {
    // A postcode's place is what is written on letters; the municipality may have another name.
    found.city = isCityFirst
      ? { of: field(both.name), match: withOnly(cityFirst.source, 0) }
      : { of: field(both.name), match: "^[A-Za-z]{0,2}-?\\d[\\d ]*[\\d-]\\s+([^,]+)" }
    if (isCityFirst && region === undefined)
      found.region = { of: field(both.name), match: withOnly(cityFirst.source, 1) }
  } else if (city !== undefined) {
    const full = inFull(
      "city",
      parts.find((one) => one.part === "city")!,
      parts,
      columns,
      country
    )
    found.city =
      stateBehind !== undefined
        ? { of: field(city.name), replace: [[stateBehind, ""]] }
        : most(city, (value) => regExpOf(corporate).test(value))
          ? { of: field(city.name), replace: [[corporate, ""]] }
          : lacks && others.length > 0
            ? { firstOf: [city, ...others].map(simpleValueOf) as [SimpleExpression, ...Array<SimpleExpression>] }
            : full === field(city.name)
              ? valueOf(city)
              : full
  } else if (cityStates[country] !== undefined) found.city = cityStates[country]
  if (region !== undefined) found.region = valueOf(region)
  else if (city !== undefined && stateBehind !== undefined) found.region = { of: field(city.name), match: stateBehind }
  const rest = postcode === undefined ? undefined : restOfPostcode(parts, columns, country)
  if (postcode !== undefined && rest !== undefined) found.postcode = `${field(postcode.name)}[-${field(rest.name)}]`
  else if (postcode !== undefined) {
    const replace = postcodeRepairs(postcode, country)
    found.postcode = replace.length === 0 ? valueOf(postcode) : { of: field(postcode.name), replace }
  } else if (both !== undefined)
    found.postcode = {
      of: field(both.name),
      match: isCityFirst ? withOnly(cityFirst.source, 2) : "^([A-Za-z]{0,2}-?\\d[\\d ]*[\\d-])\\s"
    }
  const district = parts.find((one) => one.part === "district")
  if (district !== undefined) {
    const full = inFull("district", district, parts, columns, country)
    found.district = full === field(district.column.name) ? valueOf(district.column) : full
  }
  return found
}

/** A use, without the words that say nothing of it. */
const useIn = (column: Column): Expression => {
  const value = valueOf(column)
  if (!filledOf(column).some((one) => saysNothing.test(one))) return value
  const { replace = [] } = typeof value === "string" || "firstOf" in value ? {} : value
  return { of: field(column.name), replace: [...replace, [saysNothing.source, ""]] }
}

/** A rule that a row names no business or the like. */
const unnamed = (others: ReadonlyArray<Column>): ReadonlyArray<Rule> =>
  others.length === 0 ? [] : [{ value: others.map(({ name }) => field(name)).join(""), empty: true }]

/** From this confidence on, all words of a column are uses. */
export const surelyUse = 0.55

const evidenceIn = (
  kind: "register" | "register-against",
  detail: string,
  { name }: Column,
  values: ReadonlyArray<string>
): Mapping["evidence"] =>
  values.length === 0
    ? []
    : [{ kind, detail, when: [{ value: field(name), is: values as [string, ...Array<string>] }] }]

const againstOf = (column: Column, values: ReadonlyArray<string>): Mapping["evidence"] =>
  evidenceIn("register-against", `The table's column ${column.name} says another use.`, column, values)

/** In how many columns of uses those of other uses are looked for, besides the one that tells homes. */
const mostFurther = 3

/** Kinds of what has a number of its own in a house or on its plot and is no flat, by G-NAF's list of flat types. */
const otherUnits =
  /^(?:antenna|atm|barbecue|boatshed|cage|car ?park|car ?space|club|cool ?room|factory|garage|kiosk|lobby|marine berth|office|parking(?: space)?|showroom|shed|shop|sign|stall|storage|store|strong ?room|substation|vault|warehouse|workshop)$/i

const kindsOfOthers = (column: Column): ReadonlyArray<string> =>
  kindsOfUnits.test(wordsOf(column.own ?? column.name).join(" "))
    ? Array.from(new Set(filledOf(column))).filter((value) => otherUnits.test(value))
    : []

const evidenceOf = (
  parts: ReadonlyArray<Assigned>,
  columns: ReadonlyArray<Column>,
  others: ReadonlyArray<Column>,
  country: string
): Mapping["evidence"] => {
  const rules = unnamed(others)
  const { always, unlessSaid } = evidenceAgainst(parts, columns, country)
  const assumed = {
    kind: "assumed" as const,
    detail: "Nothing in the table says which of its addresses are homes.",
    ...(rules.length === 0 ? {} : { when: rules })
  }
  const use = parts.find(({ part }) => part === "use")
  const ofUnits = [...columns.flatMap((column) => againstOf(column, kindsOfOthers(column))), ...always]
  if (use === undefined) return [...ofUnits, ...unlessSaid, assumed]
  const { column } = use
  const further = columns
    .filter((other) => !parts.some((one) => one.column === other && one.part !== "recordId"))
    .flatMap((other) => againstOf(other, otherUsesIn(other)))
    .slice(0, mostFurther)
  const isMixed = use.confidence < surelyUse
  const { homes, isNoneIfEmpty, others: otherUses, yesNo } = usesOf(column.contents, column.name)
  const yes = filledOf(column).filter((value) => /^(?:y|yes|t|true|1)$/i.test(value))
  const no = filledOf(column).filter((value) => /^(?:n|no|f|false|0)$/i.test(value))
  const [first, second] =
    yesNo && homes.length === 0 ? [Array.from(new Set(yes)), Array.from(new Set(no))] : [homes, otherUses]
  const unknown = {
    ...assumed,
    detail: `Nothing in the column ${column.name} says what it is.`,
    // Where the column tells homes, what it calls by another word is rather none.
    ...(first.length === 0 || isMixed ? {} : { when: [{ value: useIn(column), empty: true as const }, ...rules] })
  }
  return [
    ...ofUnits,
    ...evidenceIn("register", `The table's column ${column.name} says that it is residential.`, column, first),
    ...againstOf(column, second),
    ...further,
    ...(isNoneIfEmpty && first.length > 0 ? [] : [...unlessSaid, unknown])
  ]
}

/** Rows below the table, such as `Total`: they have a word in place of the number, and no street. */
const withoutFooters = (parts: ReadonlyArray<Assigned>): ReadonlyArray<Rule> => {
  const [number, street] = (["houseNumber", "street"] as const).map(
    (wanted) => parts.find(({ part }) => part === wanted)?.column
  )
  if (number === undefined || street === undefined) return []
  const isFooter = number.contents.values.some(
    (value, row) => value !== "" && !/\p{N}/u.test(value) && street.contents.values[row] === ""
  )
  const value = `[= {${street.name}} ]{${number.name}}`
  return isFooter && most(number, (one) => /\p{N}/u.test(one))
    ? [{ value, matches: "^=|\\p{N}", because: "it has neither a street nor a number" }]
    : []
}

/** The mapping for a table whose columns have been assigned. */
export const assemble = (given: {
  readonly country: string
  readonly format: Format
  readonly files: string | undefined
  readonly columns: ReadonlyArray<Column>
  readonly parts: ReadonlyArray<Assigned>
  readonly place: Place | undefined
  readonly terms: Terms
  /** For the rows that are addresses now. */
  readonly keep: ReadonlyArray<Rule>
  /** Which rows are places that are no homes. */
  readonly others: Others
}): Mapping => {
  const { columns, country, files, format, keep, place, terms } = given
  const [language] = Array.from(
    Map.groupBy(
      given.parts.filter(({ language, part }) => language !== undefined && ["street", "city"].includes(part)),
      (one) => one.language!
    ).keys()
  )
  const inLanguage = (wanted: string | undefined) =>
    given.parts.filter((one) => one.language === undefined || one.language === wanted || single(one))
  const single = (one: Assigned) => given.parts.filter(({ part }) => part === one.part).length === 1
  const parts = inLanguage(language)
  const simple = (part: TablePart): Partial<Record<string, Expression>> => {
    const found = parts.find((one) => one.part === part)
    return found === undefined ? {} : { [part]: valueOf(found.column) }
  }
  const number = numberOf(parts, columns, country)
  const line = parts.find(({ part }) => part === "streetAndNumber")?.column
  const street = streetOf(parts, country)
  const leads = line === undefined ? 0 : filledOf(line).filter((value) => leadingNumber.test(withoutFlat(value))).length
  const isLined = line !== undefined && (number === undefined || street === undefined)
  const whole = isLined ? ofWhole(line, country) : undefined
  const lined = isLined ? (whole ?? ofLine(line, leads * 2 >= filledOf(line).length, country)) : undefined
  const isPlaced = parts.some(({ part }) => ["city", "postcodeAndCity"].includes(part))
  const unit = unitOf(parts, columns, country)
  const fields: Fields = {
    ...lined,
    ...(line === undefined || !isLined || whole !== undefined || isPlaced ? {} : placesOfLine(line, country)),
    ...(number === undefined ? {} : { houseNumber: number }),
    ...(street === undefined || (number === undefined && lined !== undefined) ? {} : { street }),
    ...(unit === undefined ? {} : { unit }),
    ...simple("building"),
    ...placesOf(parts, columns, country)
  }
  const translated = Array.from(new Set(given.parts.flatMap(({ language }) => language ?? [])))
    .filter((one) => one !== language)
    .flatMap((one) => {
      const named = given.parts
        .filter((other) => other.language === one && !single(other))
        .filter(({ part }) => ["street", "building", "district", "city", "region"].includes(part))
        .map(({ column, part }) => [part, field(column.name)] as const)
      return named.length === 0 ? [] : [[one, Object.fromEntries(named)] as const]
    })
  const id = parts.find(({ part }) => part === "recordId")
  const rules = [...keep, ...withoutFooters(parts), ...frenchNumbers(parts, country)]
  return {
    country,
    ...terms,
    ...(language === undefined || language.startsWith("und") ? {} : { language }),
    format,
    ...(files === undefined ? {} : { files }),
    ...(rules.length === 0 ? {} : { keep: rules }),
    ...(id === undefined ? {} : { recordId: field(id.column.name) }),
    fields,
    ...(translated.length === 0 ? {} : { names: Object.fromEntries(translated) }),
    ...positionOf(place, columns),
    ...projectionOf(place, columns),
    evidence: given.others.all === undefined ? evidenceOf(parts, columns, given.others.some, country) : []
  }
}
