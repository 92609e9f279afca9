import type { Expression, Rule } from "../Expression.ts"
import type { Mapping } from "../Mapping.ts"
import type { Assigned } from "./Assignments.ts"
import { type Column, type Columns, field, filledOf } from "./Fields.ts"
import { regExpOf } from "./Modifiers.ts"
import { wordsOf } from "./Names.ts"
import { differs, isOfOwner, legalForm } from "./OtherPlaces.ts"
import { emptiness, isEmptiness } from "./Emptiness.ts"
import { isOfNoUse } from "./PartFits.ts"

/**
 * What speaks against a home, row by row, whatever the column is called. It is written as patterns, since the rows that
 * a guess does not read have other values of the same kind.
 */

type Rules = Mapping["evidence"]

const against = (detail: string, value: Expression, matches: string): Rules[number] => {
  const rule: Rule = { value, matches }
  return { kind: "register-against", detail, when: [rule] }
}

/** What takes it away: `not vacant`. */
const isNegated = /(?:^|[^\p{L}])(?:non?|not|never)[ _-]{1,3}(?:vacan|demol|condemn)/iu

/** How many different values a column of states and kinds may have. */
const mostKinds = 30

const hasKinds = ({ contents }: Column): boolean =>
  contents.distinct > 0 && contents.distinct <= mostKinds && contents.letters >= 0.5

/** Answers that say that it is as the column is called. */
const yes = "^(?i:y|yes|t|true|1|x|s|si|sí|ja|j|oui|o|sim|da|да|tak|ano)$"

const areAnswers = (column: Column): boolean =>
  column.contents.distinct > 0 && filledOf(column).every((value) => /^\p{L}{1,5}$|^[01]$/u.test(value))

const ofEmptiness = (column: Column): Rules => {
  if (isOfNoUse(column.name) || isOfOwner(column)) return []
  const values = filledOf(column)
  const isCalledSo = isEmptiness(wordsOf(column.own ?? column.name).join(" "))
  if (isCalledSo && areAnswers(column) && values.some((value) => regExpOf(yes).test(value)))
    return [against(`The table's column ${column.name} says that it is empty.`, field(column.name), yes)]
  if (!hasKinds(column) || values.some((value) => isNegated.test(value))) return []
  return values.some((value) => isEmptiness(value))
    ? [against(`The table's column ${column.name} says that it is empty.`, field(column.name), emptiness)]
    : []
}

/** What is exempt from taxes because nobody lives there: that of churches, schools and governments. */
const exempt =
  "(?i:exempt[^\\p{L}]*(?:gov|church|school|relig|charit|munic|county|city|state|federal|public|educ|cemet)|(?:gov|church|school|relig|charit|munic|county|city|state|federal|public|educ|cemet)\\p{L}*[^\\p{L}]+exempt)"

const ofExemption = (column: Column): Rules =>
  hasKinds(column) && filledOf(column).some((value) => regExpOf(exempt).test(value))
    ? [
        against(
          `The table's column ${column.name} says that its owner is exempt from taxes.`,
          field(column.name),
          exempt
        )
      ]
    : []

/** Words before the number of what belongs to a home, or is none, and has a number of its own in its house. */
const apart =
  "garage|gar|garaje|garaż|garagem|garatge|carport|parking(?: space)?|car ?space|parqueadero|estacionamiento|cochera|stellplatz|tiefgarage|box auto|posto auto|storage|locker|cellar|cave|bodega|trastero|cantina|keller|komórka|vaga|depósito|deposito|shop|kiosk|local|loja|office|oficina|негосподарськ|гараж|нежилое"

/** Colombia's cadastre abbreviates them: garages, parking spaces, stores, shops and offices. */
const apartIn: Readonly<Record<string, string>> = { CO: "|GJ|GA|PQ|DP|BG|LC|OF" }

const ofUnits = (parts: ReadonlyArray<Assigned>, country: string): Rules =>
  parts
    .filter(({ part }) => part === "unit" || part === "streetAndNumber")
    .flatMap(({ column, part }) => {
      const before = part === "unit" ? "^" : "\\d[^,]*?[ ,-]+"
      const pattern = `${before}(?i:${apart}${apartIn[country] ?? ""})\\.? ?(?:[nN][ºo°]\\.? ?)?\\d{1,4}[A-Za-z]?$`
      const test = regExpOf(pattern)
      return filledOf(column).some((value) => test.test(value))
        ? [against(`The table's column ${column.name} says that it is no flat.`, field(column.name), pattern)]
        : []
    })

/** Companies among the names of persons. */
const ofCompanies = (column: Column): Rules =>
  differs(column) &&
  !isOfOwner(column) &&
  column.contents.letters >= 0.9 &&
  filledOf(column).some((value) => regExpOf(legalForm).test(value))
    ? [against(`The table's column ${column.name} names a company.`, field(column.name), legalForm)]
    : []

/** Evidence against homes: what even a register of homes cannot outweigh, and what forbids to assume any. */
export const evidenceAgainst = (
  parts: ReadonlyArray<Assigned>,
  columns: Columns,
  country: string
): { readonly always: Rules; readonly unlessSaid: Rules } => {
  const free = columns.filter(
    ({ contents, name }) =>
      contents.filled > 0 && !parts.some(({ column, part }) => column.name === name && part !== "recordId")
  )
  return {
    always: ofUnits(parts, country),
    unlessSaid: free.flatMap((column) => [...ofEmptiness(column), ...ofExemption(column), ...ofCompanies(column)])
  }
}
