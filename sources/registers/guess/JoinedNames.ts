import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Family } from "./Families.ts"
import { type Named, namesOf } from "./Names.ts"
import { isIdentifying, isNaming } from "./References.ts"

/** Parts that rows share with others, as the houses of a street do. */
export const shared: ReadonlySet<TablePart> = new Set([
  "street",
  "streetPrefix",
  "streetSuffix",
  "district",
  "city",
  "region",
  "postcode",
  "postcodeAndCity",
  "country"
])

/** The name of a postcode is that of its place. */
const ofPlaces = (one: Named): Named => (one.part === "postcode" ? { ...one, part: "city" } : one)

/**
 * What tables of several things are called after one of them: `streets`, `cities`, `Orte`, `Gemeinden`, `municipios`,
 * `naselja`, `ulice`.
 */
const singularsOf = (word: string): ReadonlyArray<string> => [
  word,
  word.replace(/ies$/, "y"),
  word.replace(/a$/, "e"),
  word.replace(/e$/, "a"),
  ...["s", "es", "e", "n", "en", "er"].flatMap((ending) =>
    word.endsWith(ending) ? [word.slice(0, -ending.length)] : []
  )
]

/** What a joined column's name says, also by its table: `NAME` in a table of streets. */
export const namesIn = (family: Family, name: string): ReadonlyArray<Named> => {
  const found = new Map<TablePart, Named>()
  const consider = (all: ReadonlyArray<Named>, weight: number) => {
    for (const one of all) {
      const score = one.score * weight
      if (score > (found.get(one.part)?.score ?? 0)) found.set(one.part, { ...one, score })
    }
  }
  consider(namesOf(name), 1)
  if (isIdentifying(name) && !isNaming(name)) return Array.from(found.values())
  const last = family.words.at(-1)
  if (last === undefined || !isNaming(name)) return Array.from(found.values())
  const table = family.words.join(" ")
  consider(namesOf(`${table} ${name}`).map(ofPlaces), 0.95)
  consider(namesOf(table).map(ofPlaces), 0.92)
  for (const one of singularsOf(last))
    consider(
      namesOf(one)
        .filter(({ score }) => score >= 0.95)
        .map(ofPlaces),
      0.9
    )
  return Array.from(found.values())
}

/** Columns in which all rows of one key have to say the same. */
export const sayings = (family: Family): ReadonlyArray<string> =>
  family.columns.filter((name) => namesIn(family, name).some(({ part, score }) => shared.has(part) && score >= 0.6))

/** Whether a table seems to say something about addresses, rather than about codes. */
export const isHelpful = (family: Family): boolean =>
  sayings(family).length > 0 ||
  family.columns.some((name) =>
    namesOf(name).some(({ part, score }) => ["x", "y", "point"].includes(part) && score >= 0.8)
  )
