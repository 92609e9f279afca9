import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Expression, Rule } from "../Expression.ts"
import type { Format, Mapping } from "../Mapping.ts"
import { inFull, ofLine, placesOfLine, restOfPostcode, unitOf } from "./Composed.ts"
import { digitsOf, haveLostZeros, leadingNumber, withoutFlat } from "./Contents.ts"
import { epsgColumn, type Place } from "./Coordinates.ts"
import { type Column, escaped, field, filledOf, most, valueOf } from "./Fields.ts"
import type { Assigned } from "./Parts.ts"
import { numberOf as numberIn } from "../Figures.ts"
import { byEpsg } from "../grids/Projections.ts"
import { usesOf } from "./UseWords.ts"

/** What only the publisher can know. */
export interface Terms {
  readonly license: string
  readonly attribution: string
  readonly homepage: string
}

type Fields = Mapping["fields"]

/** How a suffix follows a house number: directly, after a space, or after a hyphen. */
const suffixed = ({ column }: Assigned, country: string): string => {
  const { name } = column
  if (/toevoeging|toev\b/i.test(name)) return `[-${field(name)}]`
  const fraction = most(column, (value) => /^\d\/\d$/.test(value))
  const letter = most(column, (value) => /^\p{L}{1,2}$/u.test(value))
  if (letter && !fraction) return field(name)
  const word =
    fraction || most(column, (value) => /^\p{L}{3}/u.test(value)) || /frac|half|rep|suffixe|indice/i.test(name)
  const spaced = word || (column.contents.filled === 0 && ["US", "FR", "BE", "MC", "RE"].includes(country))
  return spaced ? `[ ${field(name)}]` : field(name)
}

/** In France, registers number places that have no house number from 5000 on. */
const frenchNumbers = (parts: ReadonlyArray<Assigned>, country: string): ReadonlyArray<Rule> => {
  const column = parts.find(({ part }) => part === "houseNumber")?.column
  return column !== undefined && ["FR", "GP", "MQ", "GF", "RE", "YT"].includes(country)
    ? [
        {
          value: field(column.name),
          below: 5000,
          because: "French registers number places that have no house number from 5000 on"
        }
      ]
    : []
}

/** The kind of number that Czech and Slovak registers name in a column of its own: that of a cottage is no home's. */
const kindOfNumber = (columns: ReadonlyArray<Column>, country: string): Column | undefined =>
  country === "CZ" || country === "SK"
    ? columns.find((column) => most(column, (value) => /^č\. ?(?:p|ev)\.$/i.test(value)))
    : undefined

/** Digits as wide as the letters of Taiwan and Japan, and plain ones. */
const wideDigit = /[０-９]/
const narrowed = Array.from("０１２３４５６７８９", (wide, digit): [string, string] => [wide, String(digit)])

const numberOf = (
  parts: ReadonlyArray<Assigned>,
  columns: ReadonlyArray<Column>,
  country: string
): Expression | undefined => {
  const of = (part: TablePart) =>
    parts.filter((one) => one.part === part).sort((one, other) => one.column.index - other.column.index)
  const [main] = of("houseNumber")
  if (main === undefined) return undefined
  const before = of("houseNumberPrefix").map(({ column }) =>
    country === "JP" ? `[${field(column.name)}-]` : field(column.name)
  )
  const suffixes = of("houseNumberSuffix")
  const behind = suffixes.map((one) => suffixed(one, country))
  const slash = country === "CZ" || country === "SK"
  const ends = of("houseNumberEnd")
    .filter(({ column }) => !areSame(main.column, column))
    .map(({ column }) => `[${slash ? "/" : "-"}${field(column.name)}]`)
  // In Czechia and Slovakia, the letter belongs to the second number: 604/13a.
  const kind = kindOfNumber(columns, country)
  const text = [
    ...(kind === undefined ? [] : [`[${field(kind.name)} ]`]),
    ...before,
    field(main.column.name),
    ...(slash ? [...ends, ...behind] : [...behind, ...ends])
  ].join("")
  const replace: Array<[string, string]> = kind === undefined ? [] : [["^[čČ]\\. ?[pP]\\. ", ""]]
  // A minor number of zero means none.
  if (of("houseNumberEnd").some(({ column }) => filledOf(column).includes("0"))) replace.push(["[-/]0$", ""])
  if (filledOf(main.column).some((value) => /^\d+[.,]0+$/.test(value))) replace.push(["^(\\d+)[.,]0+", "$1"])
  if (most(main.column, (value) => /\d號/.test(value.normalize("NFKC")))) replace.push(["號", ""])
  if (filledOf(main.column).some((value) => wideDigit.test(value))) replace.push(...narrowed)
  // Several leaves of a record in XML, as INSPIRE has them for a number and its extension.
  if (filledOf(main.column).some((value) => value.includes("|"))) replace.push(["\\|(\\p{L})", "$1"], ["\\|", "-"])
  for (const nothing of suffixes.flatMap(({ column }) => column.contents.nothings)) {
    if (/^\p{L}[\p{L}/]*$/u.test(nothing)) replace.push([`(\\d) ?${nothing}$`, "$1"])
  }
  return replace.length === 0 ? text : { of: text, replace }
}

/** Whether a column repeats the beginning or end of the street's name. */
const isRepeated = (street: Column, other: Column, end: boolean): boolean => {
  let rows = 0
  let same = 0
  other.contents.values.forEach((value, row) => {
    const name = (street.contents.values[row] ?? "").toLowerCase()
    if (value === "" || name === "") return
    rows += 1
    const word = value.toLowerCase()
    if (end ? name.endsWith(` ${word}`) : name.startsWith(`${word} `)) same += 1
  })
  return rows > 0 && same >= rows * 0.6
}

/**
 * What a register puts before a street's name and an address does not: the kind of street, or the name's first word
 * again.
 */
const unsaid: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  PL: [
    ["^(?:Ulica|ulica|ul\\.|Inny) ", ""],
    ["^Plac (?:Plac|pl\\.) ", "Plac "],
    ["^Aleja (?:Aleja|al\\.) ", "Aleja "],
    ["^Osiedle (?:Osiedle|os\\.) ", "Osiedle "],
    ["^Rynek Rynek$", "Rynek"]
  ]
}

/** Whether two columns say the same, as the kind of a street does beside that of its name on letters. */
const areSame = (one: Column, other: Column): boolean => {
  const rows = one.contents.values.map((value, row) => [value.toLowerCase(), other.contents.values[row]?.toLowerCase()])
  const both = rows.filter(([a, b]) => a !== "" && b !== "")
  return both.length > 0 && both.filter(([a, b]) => a === b).length >= both.length * 0.6
}

/** Between an article that has lost its vowel and the name: `Avenue de l'Opéra`. */
const elision = ["(['’]) ", "$1"] as const

/** Countries that write the parts of a street's name without spaces. */
const unspaced = new Set(["CN", "HK", "JP", "MO", "TW"])

const streetOf = (parts: ReadonlyArray<Assigned>, country: string): Expression | undefined => {
  const main = parts.find(({ part }) => part === "street")
  if (main === undefined) return undefined
  const around = (part: "streetPrefix" | "streetSuffix") =>
    parts
      .filter((one) => one.part === part && !isRepeated(main.column, one.column, part === "streetSuffix"))
      .sort((one, other) => one.column.index - other.column.index)
      .filter(({ column }, at, all) => !all.slice(0, at).some((before) => areSame(before.column, column)))
      .map(({ column }) => field(column.name))
  const between = unspaced.has(country) && most(main.column, (value) => /\p{Script=Han}/u.test(value)) ? "" : " "
  const text = [...around("streetPrefix"), field(main.column.name), ...around("streetSuffix")].join(between)
  const replace = unsaid[country] ?? []
  const said = replace.some(([word]) => filledOf(main.column).some((value) => new RegExp(word).test(value)))
  const elided = parts.some(
    ({ column, part }) => part === "streetPrefix" && filledOf(column).some((value) => /['’]$/.test(value))
  )
  return said || elided ? { of: text, replace: [...(said ? replace : []), ...(elided ? [elision] : [])] } : text
}

/** City states: cities that are their whole country. */
const cityStates: Readonly<Record<string, string>> = {
  GI: "Gibraltar",
  MC: "Monaco",
  SG: "Singapore",
  VA: "Vatican City"
}

type SimpleExpression = Exclude<Expression, { readonly firstOf: unknown }>

const simpleValueOf = (column: Column): SimpleExpression => valueOf(column) as SimpleExpression

/** A city followed by a comma and its state. */
const stateBehind = ", ?[A-Z]{2}$"

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

const placesOf = (parts: ReadonlyArray<Assigned>, columns: ReadonlyArray<Column>, country: string) => {
  const of = (part: TablePart) => parts.find((one) => one.part === part)?.column
  const both = of("postcodeAndCity")
  const city = of("city")
  const region = of("region")
  const postcode = of("postcode")
  const withState = city !== undefined && most(city, (value) => new RegExp(stateBehind).test(value))
  const others = columns
    .filter((column) => city !== undefined && column !== city && !parts.some((one) => one.column === column))
    .filter(
      ({ contents, named }) =>
        contents.letters >= 0.8 && named.some(({ part, score }) => part === "city" && score >= 0.8)
    )
    .slice(0, 2)
  const lacks = city !== undefined && city.contents.filled < 0.995
  const found: { -readonly [K in "city" | "region" | "postcode" | "district"]?: Expression } = {}
  if (both !== undefined) {
    // A postcode's place is what is written on letters; the municipality may have another name.
    found.city = { of: field(both.name), match: "^[A-Za-z]{0,2}-?\\d[\\d ]*[\\d-]\\s+([^,]+)" }
  } else if (city !== undefined) {
    const full = inFull(
      "city",
      parts.find((one) => one.part === "city")!,
      parts,
      columns,
      country
    )
    found.city = withState
      ? { of: field(city.name), match: "^[^,]+" }
      : lacks && others.length > 0
        ? { firstOf: [city, ...others].map(simpleValueOf) as [SimpleExpression, ...Array<SimpleExpression>] }
        : full === field(city.name)
          ? valueOf(city)
          : full
  } else if (cityStates[country] !== undefined) found.city = cityStates[country]
  if (region !== undefined) found.region = valueOf(region)
  else if (withState) found.region = { of: field(city.name), match: ", ?([A-Z]{2})$" }
  const rest = postcode === undefined ? undefined : restOfPostcode(parts, columns, country)
  if (postcode !== undefined && rest !== undefined) found.postcode = `${field(postcode.name)}[-${field(rest.name)}]`
  else if (postcode !== undefined) {
    const replace = postcodeRepairs(postcode, country)
    found.postcode = replace.length === 0 ? valueOf(postcode) : { of: field(postcode.name), replace }
  } else if (both !== undefined)
    found.postcode = { of: field(both.name), match: "^([A-Za-z]{0,2}-?\\d[\\d ]*[\\d-])\\s" }
  const district = parts.find((one) => one.part === "district")
  if (district !== undefined) {
    const full = inFull("district", district, parts, columns, country)
    found.district = full === field(district.column.name) ? valueOf(district.column) : full
  }
  return found
}

const positionOf = (place: Place | undefined, columns: ReadonlyArray<Column>): Partial<Pick<Mapping, "position">> => {
  if (place === undefined) return {}
  const { from } = place
  // Numbers of an unknown grid, read as degrees, would make every row an address off the earth.
  if (from.kind === "geometry" || place.projection === "unknown") return {}
  if (from.kind === "columns") {
    const sign = (axis: "x" | "y") => (from.negated === axis || from.negated === "both" ? "-" : "")
    const valuesOf = (axis: "x" | "y") => columns.find(({ name }) => name === from[axis])?.contents.values ?? []
    // The same whole number twice stands for no place: 0, 0 or -9999, -9999.
    const standIns = (axis: "x" | "y") => {
      const other = valuesOf(axis === "x" ? "y" : "x")
      const isStandIn = (value: string, row: number) =>
        Number.isInteger(numberIn(value)) && numberIn(value) === numberIn(other[row] ?? "")
      return Array.from(new Set(valuesOf(axis).filter(isStandIn)))
    }
    const written = (axis: "x" | "y"): Expression => {
      const number = `${sign(axis)}${field(from[axis])}`
      // An empty cell stays empty.
      const of = from.power === 0 ? number : `[${number}e-${from.power}]`
      const nothings = columns.find(({ name }) => name === from[axis])?.contents.nothings.concat(standIns(axis)) ?? []
      return nothings.length === 0
        ? of
        : { of, replace: [[`^-?(?:${nothings.map(escaped).join("|")})(?:e-\\d)?$`, ""]] }
    }
    return {
      position: {
        x: written("x"),
        y: written("y"),
        ...(from.decimalComma ? { decimalComma: true } : {})
      }
    }
  }
  const of = field(from.column)
  if (from.form === "wkb") return { position: { wkb: of } }
  const [first, second] =
    from.form === "wkt"
      ? ["\\(+\\s*(-?[\\d.]+)", "\\(+\\s*-?[\\d.]+\\s+(-?[\\d.]+)"]
      : ["(-?\\d+(?:\\.\\d+)?)", "-?\\d+(?:\\.\\d+)?\\s*[,;| ]\\s*(-?\\d+(?:\\.\\d+)?)"]
  const [x, y] = from.swapped ? [second, first] : [first, second]
  return { position: { x: { of, match: x! }, y: { of, match: y! } } }
}

const projectionOf = (
  place: Place | undefined,
  columns: ReadonlyArray<Column>
): Partial<Pick<Mapping, "projection">> => {
  if (place === undefined || place.projection === "degrees" || place.projection === "unknown") return {}
  const by = epsgColumn(columns)
  if (by !== undefined && by.codes.length > 1) {
    const definitions = by.values.flatMap((value, index) => {
      const known = byEpsg(by.codes[index]!)
      return known === undefined || known === "degrees" ? [] : [[value, known.definition] as const]
    })
    return { projection: { by: field(by.name), definitions: Object.fromEntries(definitions) } }
  }
  const { definition, epsg } = place.projection
  return { projection: { epsg, definition } }
}

const evidenceOf = (parts: ReadonlyArray<Assigned>): Mapping["evidence"] => {
  const assumed = { kind: "assumed" as const, detail: "Nothing in the table says which of its addresses are homes." }
  const column = parts.find(({ part }) => part === "use")?.column
  if (column === undefined) return [assumed]
  const { homes, others, yesNo } = usesOf(column.contents)
  const yes = filledOf(column).filter((value) => /^(?:y|yes|t|true|1)$/i.test(value))
  const no = filledOf(column).filter((value) => /^(?:n|no|f|false|0)$/i.test(value))
  const [first, second] =
    yesNo && homes.length === 0 ? [Array.from(new Set(yes)), Array.from(new Set(no))] : [homes, others]
  const rule = (
    kind: "register" | "register-against",
    detail: string,
    values: ReadonlyArray<string>
  ): Mapping["evidence"] =>
    values.length === 0
      ? []
      : [{ kind, detail, when: [{ value: field(column.name), is: values as [string, ...Array<string>] }] }]
  return [
    ...rule("register", `The table's column ${column.name} says that it is residential.`, first),
    ...rule("register-against", `The table's column ${column.name} says another use.`, second),
    {
      ...assumed,
      detail: `Nothing in the column ${column.name} says what it is.`,
      // Where the column tells homes, what it calls by another word is rather none.
      ...(first.length === 0 ? {} : { when: [{ value: field(column.name), empty: true }] })
    }
  ]
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
  const lined =
    line !== undefined && (number === undefined || street === undefined)
      ? ofLine(line, leads * 2 >= filledOf(line).length, country)
      : undefined
  const unit = unitOf(parts, columns, country) ?? lined?.unit
  const fields: Fields = {
    ...(number !== undefined ? { houseNumber: number } : lined !== undefined ? { houseNumber: lined.houseNumber } : {}),
    ...(street !== undefined && (number !== undefined || lined === undefined)
      ? { street }
      : lined !== undefined
        ? { street: lined.street }
        : {}),
    ...(unit === undefined ? {} : { unit }),
    ...simple("building"),
    ...(lined !== undefined && !parts.some(({ part }) => ["city", "postcode", "postcodeAndCity"].includes(part))
      ? placesOfLine(line!, country)
      : {}),
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
  const rules = [...keep, ...frenchNumbers(parts, country)]
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
    evidence: evidenceOf(parts)
  }
}
