import { postcodeForms } from "../../../schemas/PostcodeForms.ts"
import type { Expression } from "../Expression.ts"
import { type Column, type Columns, escaped, field, filledOf, most } from "./Fields.ts"
import { beforeUnits, cyrillic, isCyrillicLine, unitsBehind, withoutFlat } from "./Contents.ts"
import { codesOfStates, countryAtEnd } from "./Country.ts"
import { regExpOf } from "./Modifiers.ts"
import { floorBehind, hasPlates, narrowed } from "./StreetNumbers.ts"
import { wordsOf } from "./Names.ts"
import type { Assigned } from "./Assignments.ts"
import { wholeFormOf, type WholePart } from "./WholeAddresses.ts"

type SimpleExpression = Exclude<Expression, { readonly firstOf: unknown }>

const named = (columns: Columns, parts: ReadonlyArray<Assigned>, names: RegExp): Column | undefined =>
  columns.find(
    (column) =>
      column.contents.filled > 0 &&
      !parts.some((one) => one.column === column) &&
      names.test(wordsOf(column.own ?? column.name).join(" "))
  )

/** Floors that are part of a flat's number, as in `1. tv`. In English, the number of a flat is enough. */
const floors = /^(?:etage|etasje|etg|piso|planta|andar|piano|emelet|szint|kat|kat no|patro|pietro)$/
/** British gazetteers (BS 7666) have a flat's description, or else its number. */
const numberedUnits = /^sao start (?:number|num|no)$/
const lettersOfUnits = /^sao start suffix$/
export const kindsOfUnits = /^(?:unit ?type|unit ?desc|flat type|sub ?address type|occupancy type|apt type)$/

/** Blocks and staircases, in whose flats the numbers begin anew, and how they are written before a flat. */
const containers: ReadonlyArray<readonly [countries: string, names: RegExp, word: string]> = [
  ["RO MD", /^(?:bloc|bl)$/, "bl. "],
  ["RO MD", /^(?:scara|sc)$/, "sc. "],
  ["RO MD", /^(?:etaj|et)$/, "et. "],
  ["TR", /^(?:blok|blok adi|blok no)$/, "Blok "],
  ["ES", /^(?:bloque|blq)$/, "Bl. "],
  ["ES", /^(?:escalera|esc)$/, "Esc. "],
  ["IT SM", /^scala$/, "scala "],
  ["AT", /^(?:stiege|stg)$/, "Stiege "]
]

/** How many characters a block's or staircase's number has at most, on average, which has no word of its own. */
const shortName = 4

/** A flat, with what contains it before it, where the table has these in columns of their own. */
export const unitOf = (parts: ReadonlyArray<Assigned>, columns: Columns, country: string): Expression | undefined => {
  const flat = flatOf(parts, columns, country)
  const within = containers.flatMap(([countries, names, word]) => {
    const column = countries.split(" ").includes(country) ? named(columns, parts, names) : undefined
    return column === undefined || column.contents.meanLength > shortName ? [] : [`[, ${word}${field(column.name)}]`]
  })
  if (within.length === 0 || (flat !== undefined && typeof flat !== "string")) return flat
  const word = country === "RO" || country === "MD" ? "ap. " : ""
  const last = flat === undefined ? "" : flat.startsWith("[") ? `, ${flat}` : `[, ${word}${flat}]`
  const replace: Array<readonly [string, string]> = [["^, ", ""]]
  if (last !== "") replace.push([", ?$", ""])
  return { of: `${within.join("")}${last}`, replace }
}

/** The floor behind the number on a plate in Taiwan: each is an address of its own. */
const floorOfPlate = (parts: ReadonlyArray<Assigned>): Expression | undefined => {
  const plate = parts.find(({ part }) => part === "houseNumber")?.column
  return plate !== undefined && hasPlates(plate) && filledOf(plate).some((value) => /號.*[樓層]/.test(value))
    ? { of: field(plate.name), match: `號${floorBehind}`, replace: narrowed }
    : undefined
}

/** A flat, with its floor or its kind before it, where the table has these in columns of their own. */
const flatOf = (parts: ReadonlyArray<Assigned>, columns: Columns, country: string): Expression | undefined => {
  const unit = parts.find(({ part }) => part === "unit")?.column
  const floor = named(columns, parts, floors)
  if (floor !== undefined && floor.contents.meanLength <= 6) {
    const dot = ["DK", "GL", "FO"].includes(country) ? "." : ""
    return unit === undefined ? field(floor.name) : `[${field(floor.name)}${dot}][ ${field(unit.name)}]`
  }
  if (unit === undefined) return floorOfPlate(parts)
  const numbered = named(columns, parts, numberedUnits)
  if (numbered !== undefined) {
    const letter = named(columns, parts, lettersOfUnits)
    const suffix = letter === undefined ? "" : field(letter.name)
    return { firstOf: [field(unit.name), `[${field(numbered.name)}]${suffix}`] }
  }
  const kind = named(columns, parts, kindsOfUnits)
  if (kind !== undefined) return `[${field(kind.name)} ]${field(unit.name)}`
  // Where flats are numbers, zero is none.
  return filledOf(unit).includes("0") ? { of: field(unit.name), replace: [["^0$", ""]] } : field(unit.name)
}

/**
 * Names of places that Japanese registers split: the 丁目 and 小字 after the district, and the ward after the city.
 * Without them, a block's number is that of several blocks.
 */
const continued: Readonly<Record<"city" | "district", ReadonlyArray<RegExp>>> = {
  city: [/^(?:ward|区|区名|政令市区名|政令市区)$/],
  district: [/^(?:chome|丁目|丁目名)$/, /^(?:koaza|小字|小字名|小字 通称名|字)$/]
}

export const inFull = (
  part: "city" | "district",
  { column }: Assigned,
  parts: ReadonlyArray<Assigned>,
  columns: Columns,
  country: string
): string => {
  if (country !== "JP") return field(column.name)
  const others = continued[part].flatMap((names) => named(columns, parts, names) ?? [])
  return [column, ...others].map(({ name }) => field(name)).join("")
}

/** The column with the last three digits of Portuguese postcodes. */
export const restOfPostcode = (parts: ReadonlyArray<Assigned>, columns: Columns, country: string): Column | undefined =>
  country === "PT"
    ? columns.find(
        (column) =>
          /^(?:cp|cod(?:igo)? ?postal|ext(?:ensao)?(?: cod)?(?: postal)?) ?3$|^cpalf$/.test(
            wordsOf(column.name).join(" ")
          ) &&
          most(column, (value) => /^\d{3}$/.test(value)) &&
          !parts.some((one) => one.column === column)
      )
    : undefined

/** Marks between a street and its number: `Calle 26 # 57-83`, `Calle Mayor, nº 5`. */
const mark = "(?:(?:#|№|[nN](?:[º°oOrR]|[úÚuU][mM])[.:]?|[дД](?:\\.|ом)) ?)?"
const number = "\\d+ ?(?:[A-Za-z]|bis|ter|quater)?(?: ?[-/+] ?(?:\\d+ ?[A-Za-z]?|[A-Za-z]))*"
/** In Colombia, a number is that of the crossing street and the distance from it: `CL 26 57 83`, not `AP 301`. */
const crossing = "\\d+ ?(?:[A-Za-z]|[A-Ha-h]{2}|BIS|bis)?(?: (?:SUR|ESTE|Sur|Este))?(?: ?- ?| )\\d+"
/** Patterns have no flags. */
const cased = (words: ReadonlyArray<string>): string =>
  words.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]).join("|")
const units = `(?:${cased(["apt", "apartment", "unit", "ste", "suite", "flat", "lot", "spc", "trlr", "bldg", "rm"])}|#)\\.?`
/** In Hungary, a full stop is behind a number, and the floor and door behind that: `Váci utca 19-21. 3. em. 2.` */
const floor = "\\.(?: ?(?:\\d|em|fszt|fsz|lph|ajtó)[^,]*)?"
/** A flat before the number of its house: `Flat 3, 14 High Street`. */
const flats = `(?:(?:${cased(["flat", "apartment", "apt", "unit", "studio", "room", "suite"])})\\.? |#)[0-9A-Za-z/-]{1,8}`

/** The name of a house before its number: `The Coach House, 4 Royal Park`, but not `Land behind, 4 Royal Park`. */
const houseName =
  "[^,\\d]*(?i:house|cottage|lodge|court|villa|barn|mill|farm|hall|manor|grange|rectory|vicarage|bungalow|apartments|annexe|chambers|mansions|heights|tower|building|residence)"
const namedHouse = regExpOf(`^${houseName}, +\\d`)

/** Behind a flat, any name is that of its building: `Apt 5, The Willows, 14 Oak Road`. */
const namedFlat = `${flats}, +[^,\\d]{2,40}, +`
const hasNamedFlat = regExpOf(`^${namedFlat}\\d`)

/** Patterns for what stands before the numbers of lines: flats, and buildings by their names. */
const beforeNumbers = (lines: ReadonlyArray<string>) => {
  const hasFlats = lines.some((line) => withoutFlat(line) !== line)
  const hasNames = lines.some((line) => namedHouse.test(withoutFlat(line)))
  const hasBoth = lines.some((line) => hasNamedFlat.test(line))
  const alone = hasFlats ? `(?:${flats},? +)?` : ""
  return {
    before: `${hasBoth ? `(?:${namedFlat}|${flats},? +)?` : alone}${hasNames ? `(?:${houseName}, +)?` : ""}`,
    flat: hasBoth ? `^(${flats})(?:, +[^,\\d]{2,40},)?,? +\\d` : hasFlats ? `^(${flats}),? +\\d` : undefined,
    buildings: [
      ...(hasBoth ? [`^${flats}, +([^,\\d]{2,40}), +\\d`] : []),
      ...(hasNames ? [`^${alone}(${houseName}), +\\d`] : [])
    ]
  }
}

/** Parts of lines in Cyrillic. */
const ofCyrillic = (column: Column) => {
  const of = field(column.name)
  const { house, number, street } = cyrillic
  const flat = "(?:^|, ?)(?i:кв|квартира)\\.? ?(\\d+\\p{L}?)(?:,|$)"
  const hasFlats = filledOf(column).some((value) => regExpOf(flat).test(value))
  return {
    houseNumber: {
      of,
      match: `(?:^|, ?)${street}${house}(${number})(?:,|$)`,
      replace: [[", ?", " "]] satisfies ReadonlyArray<readonly [string, string]>
    },
    street: { of, match: `(?:^|, ?)(${street})${house}${number}(?:,|$)` },
    ...(hasFlats ? { unit: { of, match: flat } } : {})
  }
}

interface LineParts {
  readonly houseNumber: Expression
  readonly street: Expression
  readonly unit?: Expression
  readonly building?: Expression
}

/** A pattern for addresses on one line, for those whose lines end where these have commas. */
const overLines = (pattern: string): string =>
  pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\{\d*,\d*\}|,\?? ?[+?*]?/gsu, (piece) => {
    if (piece.startsWith("[") && piece.includes(",")) return `${piece.slice(0, -1)}\\r\\n]`
    if (!piece.startsWith(",")) return piece
    if (!piece.startsWith(",?")) return "(?: *(?:,|\\r?\\n)\\s*)"
    return /[ +]$/.test(piece) ? "[\\s,]+" : "[\\s,]*"
  })

const eachOverLines = (expression: Expression): Expression => {
  if (typeof expression === "string") return expression
  if ("firstOf" in expression) {
    const [first, ...others] = expression.firstOf.map((one) => eachOverLines(one) as SimpleExpression)
    return { firstOf: [first!, ...others] }
  }
  const { match, replace } = expression
  return {
    ...expression,
    ...(match === undefined ? {} : { match: overLines(match) }),
    ...(replace === undefined ? {} : { replace: replace.map(([pattern, by]) => [overLines(pattern), by]) })
  }
}

/** Expressions for the parts of a line, whose column may have several lines in a cell. */
const acrossLines = <A extends object>(column: Column, parts: A): A =>
  column.contents.hasLines
    ? (Object.fromEntries(
        Object.entries(parts).map(([part, expression]) => [part, eachOverLines(expression as Expression)])
      ) as A)
    : parts

/** Parts of an address line, in the order of most rows; anything after a comma is left out. */
export const ofLine = (column: Column, leads: boolean, country: string): LineParts =>
  acrossLines(column, partsOfLine(column, leads, country))

const partsOfLine = (column: Column, leads: boolean, country: string): LineParts => {
  const of = field(column.name)
  if (most(column, isCyrillicLine)) return ofCyrillic(column)
  if (leads) {
    const start = "\\d[0-9A-Za-z/-]*(?: \\d/\\d| (?i:bis|ter|quater)\\b)?"
    const unit = `[ ,](${units}(?: ?[0-9A-Za-z-]*\\d[0-9A-Za-z-]*| [A-Za-z]))(?:,|$)`
    const hasUnits = column.contents.values.some((value) => new RegExp(unit).test(value))
    const { before, buildings, flat } = beforeNumbers(filledOf(column))
    const found = [...(flat === undefined ? [] : [{ of, match: flat }]), ...(hasUnits ? [{ of, match: unit }] : [])]
    const [building, ...furtherBuildings] = buildings.map((match) => ({ of, match }))
    const [first, ...others] = found
    return {
      houseNumber: { of, match: `^${before}(${start})[ ,]` },
      ...(building === undefined
        ? {}
        : { building: furtherBuildings.length === 0 ? building : { firstOf: [building, ...furtherBuildings] } }),
      street: {
        of,
        match: `^${before}${start}[ ,]+([^,]+)`,
        ...(hasUnits ? { replace: [[unit, ""] as const] } : {})
      },
      ...(first === undefined ? {} : { unit: others.length === 0 ? first : { firstOf: [first, ...others] } })
    }
  }
  const behind = unitsBehind(filledOf(column))
  const crossed = regExpOf(`${crossing}(?:${behind === undefined ? "" : `${beforeUnits}${behind}`})?(?:,|$)`)
  const isCrossing = country === "CO" && most(column, (value) => crossed.test(value))
  const numbered = isCrossing ? crossing : number
  const further = [...(behind === undefined ? [] : [`${beforeUnits}${behind}`]), ...(country === "HU" ? [floor] : [])]
  const end = further.length === 0 ? "(?:,|$)" : `(?:${further.join("|")})?(?:,|$)`
  return {
    houseNumber: {
      of,
      match: `^[^,\\d][^,]*?[ ,]+${mark}(${numbered})${end}`,
      ...(isCrossing ? { replace: [["(\\d[A-Za-z]{0,2}(?: [A-Za-z]+)?) ?-? ?(\\d+)$", "$1-$2"] as const] } : {})
    },
    street: { of, match: `^([^,\\d][^,]*?)[ ,]+${mark}${numbered}${end}` },
    ...(behind === undefined
      ? {}
      : { unit: { of, match: `^[^,\\d][^,]*?[ ,]+${mark}${numbered}${beforeUnits}(${behind})(?:,|$)` } })
  }
}

/** Shapes of postcodes within a line; in most countries, digits. */
const postcodeShapes: Readonly<Record<string, string>> = {
  BR: "\\d{5}-?\\d{3}",
  CA: "[A-Z]\\d[A-Z] ?\\d[A-Z]\\d",
  CZ: "\\d{3} ?\\d{2}",
  GB: "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}",
  GR: "\\d{3} ?\\d{2}",
  IE: "[A-Z]\\d[\\dW] ?[A-Z\\d]{4}",
  JP: "\\d{3}-?\\d{4}",
  NL: "\\d{4} ?[A-Z]{2}",
  PL: "\\d{2}-\\d{3}",
  PT: "\\d{4}(?:-\\d{3})?",
  SE: "\\d{3} ?\\d{2}",
  SK: "\\d{3} ?\\d{2}",
  US: "\\d{5}(?:-\\d{4})?"
}
const anyShape = "(?:[A-Z]{1,2}-)?\\d{4,6}"

/** Counties of Great Britain, between town and postcode. */
const county =
  "(?:(?i:[a-z ]*shire|(?:east|west) sussex|[a-z ]*glamorgan|(?:greater|city of) [a-z]+|county durham|co durham|merseyside|tyne (?:and|&) wear|west midlands|isle of wight|kent|essex|surrey|norfolk|suffolk|devon|cornwall|dorset|somerset|cumbria|rutland|northumberland|middlesex|avon|cleveland|humberside|berks|bucks|cambs|glos|hants|herts|lancs|leics|lincs|northants|notts|oxon|staffs|wilts|worcs|powys|gwynedd|clwyd|dyfed|gwent|fife|highland),? +)?"

/** Countries in which a county or state stands between city and country. */
const beforeCountry: ReadonlySet<string> = new Set(["AU", "BR", "CA", "GB", "IE", "IN", "MX", "MY", "US"])

/** The parts of a whole address in one column, if most of its values are of one form; undefined otherwise. */
export const ofWhole = (
  column: Column,
  country: string
): Readonly<Partial<Record<WholePart, Expression>>> | undefined => {
  const form = wholeFormOf(country, filledOf(column))
  if (form === undefined) return undefined
  const of = field(column.name)
  const groups = form.groups.map((part, at) => ({ part, match: withOnly(form.text, at) }))
  return acrossLines(
    column,
    Object.fromEntries(
      Array.from(
        Map.groupBy(groups, ({ part }) => part),
        ([part, all]) => {
          const [first, ...others] = all.map(({ match }) => ({ of, match }))
          return [part, others.length === 0 ? first! : { firstOf: [first!, ...others] }]
        }
      )
    )
  )
}

type Places = Partial<Readonly<Record<"city" | "region" | "postcode", Expression>>>

/** City, region and postcode behind the comma of a whole address in one column, if most of its values have them. */
export const placesOfLine = (column: Column, country: string): Places => {
  const shape = postcodeShapes[country] ?? anyShape
  const valid = postcodeForms.get(country)
  const codes = codesOfStates.get(country)
  const all = filledOf(column)
  const ending = countryAtEnd(all)?.name
  const forms: ReadonlyArray<readonly [text: string, groups: ReadonlyArray<keyof Places>]> = [
    // 12 Main St, Springfield, IL 62701
    [`, ?([^,]+?),? +([A-Z]{2,3}),? +(${shape})(?:,|$)`, ["city", "region", "postcode"]],
    // Hauptstr. 12, 69117 Heidelberg
    [`, ?(${shape}),? +([^,\\d][^,]*)(?:,|$)`, ["postcode", "city"]],
    // Brīvības iela 12, Rīga, LV-1010
    [`, ?([^,\\d][^,]*?),? +${country === "GB" ? county : ""}(${shape})(?:,|$)`, ["city", "postcode"]],
    // 12 Main St, Springfield, IL
    ...(codes === undefined
      ? []
      : ([[`, ?([^,\\d][^,]*?),? +(${Array.from(codes).join("|")})(?:,|$)`, ["city", "region"]]] as const)),
    // 12 Main Street, Blackrock, Co Dublin
    ...(country === "IE" ? ([[`, ?([^,\\d]+?)(?:,? +(?i:co\\.?|county) [^,\\d]+)?$`, ["city"]]] as const) : []),
    // г. Москва, ул. Тверская, д. 12
    ["(?:^|, ?)(?i:г|город|м|місто|пос|пгт|с|село|дер)(?:\\. ?| )(\\p{Lu}[^,]*)", ["city"]],
    [`^([^,\\d]+), ?${cyrillic.street},`, ["city"]],
    // Ulmer Straße 160, Augsburg, Germany
    ...(ending === undefined || beforeCountry.has(country)
      ? []
      : ([[`, ?([^,\\d]+), ?${escaped(ending)}$`, ["city"]]] as const))
  ]
  const found = forms.find(([text, groups]) => {
    const form = regExpOf(text)
    const at = groups.indexOf("postcode") + 1
    const fits = all.filter((value) => {
      const found = form.exec(value)
      return found !== null && (at === 0 || valid === undefined || valid.test(found[at]!))
    })
    return all.length > 0 && fits.length >= all.length * 0.6
  })
  if (found === undefined) return {}
  const [text, groups] = found
  return acrossLines(
    column,
    Object.fromEntries(groups.map((part, index) => [part, { of: field(column.name), match: withOnly(text, index) }]))
  )
}

/** The pattern with its group of this number, and no other. */
export const withOnly = (text: string, wanted: number): string => {
  let group = -1
  return text.replaceAll(/\\.|\((?!\?)/g, (part) => {
    if (part !== "(") return part
    group += 1
    return group === wanted ? "(" : "(?:"
  })
}
