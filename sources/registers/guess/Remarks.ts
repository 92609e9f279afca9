import type { TablePart } from "../../../schemas/TableGuess.ts"
import { surelyUse, type Terms } from "./Assemble.ts"
import { evidenceAgainst } from "./Against.ts"
import { type Column, epsgColumn, type Place } from "./Coordinates.ts"
import { isOfPersons, ofPersons, type Others } from "./OtherPlaces.ts"
import type { Assigned } from "./Assignments.ts"
import { isPosted } from "./Parts.ts"
import { isOfNoUse } from "./PartFits.ts"
import { filledOf, isCalled } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import type { Sample } from "./Sample.ts"
import { usesOf } from "./UseWords.ts"

interface Remarks {
  readonly columns: ReadonlyArray<Column>
  readonly parts: ReadonlyArray<Assigned>
  readonly place: Place | undefined
  readonly country: string | undefined
  readonly isTable: boolean
  /** Which rows are places that are no homes. */
  readonly others: Others
  /** What the mapping gives. */
  readonly fields: ReadonlyArray<string>
  readonly rows: number
  readonly sample: Sample
  readonly terms: Partial<Terms> | undefined
  readonly result: { readonly full: number; readonly placed: number; readonly rejected: ReadonlyArray<string> }
}

const has = (parts: ReadonlyArray<Assigned>, ...wanted: ReadonlyArray<TablePart>): boolean =>
  parts.some(({ column, part }) => wanted.includes(part) && column.contents.filled > 0)

/** The rows in which a column with one of the parts is filled. */
const rowsWith = (parts: ReadonlyArray<Assigned>, ...wanted: ReadonlyArray<TablePart>): ReadonlySet<number> =>
  new Set(
    parts
      .filter(({ part }) => wanted.includes(part))
      .flatMap(({ column }) => column.contents.values.flatMap((value, row) => (value === "" ? [] : [row])))
  )

/** Whether the columns form addresses: house numbers, and what they belong to, in the same rows. */
export const isAddresses = (parts: ReadonlyArray<Assigned>, rows: number): boolean => {
  const numbers = rowsWith(parts, "houseNumber", "streetAndNumber")
  const places = rowsWith(parts, "street", "streetAndNumber", "district", "city")
  return rows > 0 && !numbers.isDisjointFrom(places)
}

const isUnnamed = ({ layout: { format } }: Sample): boolean =>
  "columns" in format && format.columns?.every((name, at) => name === `column${at + 1}`) === true

/** Lines of an address that is somebody's, and not that of a place: nothing is taken from it unless somebody says so. */
const ofOthers = ({ columns }: Remarks): ReadonlyArray<string> => {
  const lines = columns
    .filter(({ contents }) => Math.max(contents.leading, contents.trailing) >= 0.5)
    .filter(({ name, own }) => /\b(?:own(?:er)?|bill(?:ing)?|contact|applicant)\b/.test(wordsOf(own ?? name).join(" ")))
    .map(({ name }) => name)
  return lines.length === 0
    ? []
    : [
        `The addresses in ${lines.join(" and ")} are taken for those of owners, contacts or bills. If they are those of the homes, say what each of their columns is.`
      ]
}

/** What no column contains, and the consequences. */
export const missingOf = (remarks: Remarks): ReadonlyArray<string> => {
  const { country, fields, isTable, others, parts, place, sample, terms } = remarks
  const found: Array<string> = []
  if (!isTable) found.push(...ofOthers(remarks))
  if (!has(parts, "houseNumber", "streetAndNumber")) {
    found.push(
      has(parts, "street")
        ? "No column holds house numbers: this is a table of streets, not of addresses."
        : has(parts, "postcode")
          ? "No column holds house numbers or streets: this is a table of postcodes or places, not of addresses."
          : "No column holds house numbers: without them, there are no addresses."
    )
  } else if (!has(parts, "street", "streetAndNumber")) {
    found.push(
      has(parts, "district", "city")
        ? "No column holds streets: house numbers belong to places, or the streets are in another table that a mapping can join."
        : "No column holds streets. They may be in another table or element, which a mapping can join."
    )
  }
  if (!isTable && isUnnamed(sample)) {
    found.push(
      "The file does not name its columns, and what they hold does not tell enough: put a line with names before its first one, such as number, street, postcode and city, and guess again."
    )
  }
  if (country === undefined) found.push("Nothing shows which country it is: name it.")
  if (place === undefined) {
    found.push("No column holds coordinates: homes have no position, and missing components cannot be derived from it.")
  } else if (place.projection === "unknown") {
    found.push(
      "The coordinates are not degrees, and their grid is unknown: name the country, or set the mapping's projection."
    )
  }
  if (isTable) {
    const derived = place === undefined ? "" : ": they are derived from the coordinates where the gazetteer knows them"
    if (!has(parts, "city", "postcodeAndCity") && !fields.includes("city"))
      found.push(`No column holds cities${derived}.`)
    if (!has(parts, "postcode", "postcodeAndCity") && !fields.includes("postcode"))
      found.push(`No column holds postcodes${derived}.`)
    if (!has(parts, "recordId")) {
      found.push("No column identifies rows permanently: each record is identified by its content.")
    }
    if (!has(parts, "use") && others.all === undefined)
      found.push(
        againstDoubts(remarks).length === 0
          ? "No column says which addresses are homes: all of them count as assumed homes."
          : "No column says which addresses are homes: those that no other column speaks against count as assumed homes."
      )
    if (terms?.license === undefined)
      found.push("A table does not state its licence, attribution and homepage: add them.")
  }
  return found
}

const onePage = "It is one page of a server's answer"

/** Whether a doubt is that the table is only a page of another. */
export const isPageDoubt = (doubt: string): boolean => doubt.startsWith(onePage)

/** A page of a server's answer is taken for the whole table, unless somebody notices. */
const pageDoubt = ({ isWhole, layout: { page } }: Sample, rows: number): ReadonlyArray<string> => {
  if (page === undefined) return []
  const has = page.returned ?? (isWhole ? rows : Infinity)
  if (!page.hasMore && page.pages <= 1 && (page.total ?? 0) <= has) return []
  const of = page.total === undefined ? "" : `, with ${Math.min(has, page.total)} of ${page.total} records`
  return [`${onePage}${of}: get the others, too, or its publisher's whole file.`]
}

/** What its rows are besides addresses. */
const subjectDoubts = ({ columns, isTable, others: { all, some } }: Remarks): ReadonlyArray<string> => {
  const persons = isTable ? ofPersons(columns) : []
  const names = persons.map(({ name }) => name).slice(0, 3)
  return [
    ...(all !== undefined
      ? [
          `Its rows are businesses, stops, persons or the like, as ${all}: none of them is drawn as a home. If they are homes, say so under the mapping's evidence.`
        ]
      : []),
    ...(some.length > 0
      ? [
          `Rows with ${some.map(({ name }) => name).join(" or ")} are businesses or the like: they are not taken for homes, unless another column says that they are.`
        ]
      : []),
    ...(names.length === 0
      ? []
      : [
          `It lists persons (${names.join(", ")}). These columns are not read, but the pool would say where they live: use the table only if you may publish that.`
        ])
  ]
}

/** Rows that another column speaks against, although nothing says which addresses are homes. */
const againstDoubts = ({ columns, country, isTable, others, parts }: Remarks): ReadonlyArray<string> => {
  if (!isTable || others.all !== undefined || country === undefined) return []
  const { always, unlessSaid } = evidenceAgainst(parts, columns, country)
  return [
    ...always.map((one) => `Rows are never taken for homes where this holds: ${one.detail}`),
    ...unlessSaid.map((one) => `Rows are not taken for homes where this holds, unless a use says so: ${one.detail}`)
  ]
}

/** Names of columns that have uses, whether their values are words or codes. */
const isOfUses = (column: Column): boolean => !isOfNoUse(column.name) && isCalled(column, "use", 0.6)

/** Codes in a column of uses that no list explains: some of them are hardly those of homes. */
const codeDoubts = ({ columns, isTable, others, parts }: Remarks): ReadonlyArray<string> => {
  if (!isTable || others.all !== undefined || has(parts, "use")) return []
  const column = columns.find((one) => {
    const { contents } = one
    const isCoded = contents.letters < 0.5 && contents.meanLength <= 6 && contents.filled >= 0.3
    const isFew =
      contents.distinct >= 2 && contents.distinct * 2 <= Math.max(12, contents.values.length * contents.filled)
    return isCoded && isFew && isOfUses(one) && !parts.some((part) => part.column === one)
  })
  if (column === undefined) return []
  const some = Array.from(new Set(filledOf(column))).slice(0, 5)
  return [
    `Nothing shows which of the codes in ${column.name} mean homes (${some.join(", ")} …): all addresses count as assumed homes, those of shops and offices, too. List the codes of homes under the mapping's evidence.`
  ]
}

/** Whether a column has a value in the first row and lacks it below others: cells of a sheet that were merged. */
const isMerged = ({ contents: { distinct, filled, values } }: Column): boolean =>
  filled < 0.8 && values[0] !== "" && distinct === values.filter((value) => value !== "").length

/** Streets and cities that stand only in the first of the rows that have them. */
const mergedDoubts = (parts: ReadonlyArray<Assigned>): ReadonlyArray<string> => {
  const merged = parts
    .filter(({ column, part }) => (part === "city" || part === "street") && isMerged(column))
    .map(({ column }) => column.name)
  return merged.length === 0
    ? []
    : [
        `In many rows, ${merged.join(" and ")} ${merged.length === 1 ? "is" : "are"} empty: if the cells of a sheet were merged, fill their values down, and save it again.`
      ]
}

/** What may be wrong. */
export const doubtsOf = (remarks: Remarks): ReadonlyArray<string> => {
  const { columns, parts, place, result, rows, sample } = remarks
  const found = [
    ...pageDoubt(sample, rows),
    ...subjectDoubts(remarks),
    ...againstDoubts(remarks),
    ...codeDoubts(remarks)
  ]
  if (isUnnamed(sample)) {
    found.push(
      "The file does not name its columns: compare what each was taken for with its publisher's description of them."
    )
  }
  for (const { column, confidence, part } of parts) {
    if (confidence < 0.6 && column.contents.filled > 0 && part !== "x" && part !== "y") {
      found.push(`The column ${column.name} may not be the ${part}.`)
    }
  }
  for (const part of ["houseNumber", "street", "city", "postcode"] as const) {
    const taken = parts.find((one) => one.part === part)
    if (taken === undefined || taken.reason === "chosen") continue
    const others = columns
      .filter(({ contents, name }) => contents.filled > 0.2 && !parts.some(({ column }) => column.name === name))
      .filter((column) => isCalled(column, part, 0.85) && !isPosted(column) && !isOfPersons(column))
      .map(({ name }) => name)
      .slice(0, 3)
    if (others.length > 0) found.push(`Besides ${taken.column.name}, ${others.join(" and ")} could be the ${part}.`)
  }
  found.push(...mergedDoubts(parts))
  const use = parts.find(({ part }) => part === "use")?.column
  const isMixed = parts.some(({ confidence, part }) => part === "use" && confidence < surelyUse)
  const { homes = [], unknown = [] } = use === undefined ? {} : usesOf(use.contents, use.name)
  if (use !== undefined && homes.length > 0 && unknown.length > 0) {
    const some = `${unknown.slice(0, 5).join(", ")}${unknown.length > 5 ? " …" : ""}`
    found.push(
      isMixed
        ? `Nothing shows whether these values of ${use.name} mean homes: ${some}. Their addresses count as assumed homes.`
        : `Nothing shows whether these values of ${use.name} mean homes: ${some}. Their addresses are never drawn, unless the mapping's evidence lists them.`
    )
  }
  if (place !== undefined && place.otherwise.length > 0 && epsgColumn(columns) === undefined) {
    found.push(
      `The coordinates could also be in ${place.otherwise.join(", or in ")}: check where the addresses are on a map.`
    )
  }
  if (place !== undefined && place.countries.size > 1) {
    const all = Array.from(place.countries.keys()).join(", ")
    found.push(`The rows lie in several countries (${all}): a mapping is for one.`)
  }
  if (place?.from.kind === "columns" && (place.from.negated === "x" || place.from.negated === "y")) {
    const column = place.from[place.from.negated]
    found.push(`The numbers of ${column} lack their minus sign, which the mapping adds.`)
  }
  if (place?.from.kind === "geometry" && place.from.swapped) {
    found.push("The points have their two numbers in the other order, which the mapping corrects.")
  }
  if (sample.unreadable.length > 0) {
    found.push(`${sample.unreadable.length} of the first ${rows + sample.unreadable.length} rows could not be read.`)
  }
  if (result.rejected.length > 0) found.push(`${result.rejected.length} of ${rows} rows gave no record.`)
  return found
}
