import { type Named, namesOf, wordsOf } from "./Names.ts"

/** Whose address it is, if not that of the place. */
const ofOthers =
  /^(?:own|propri|titular|besitz|eigent|vlastn|tulaj|contact|applicant|bill|tax|agent|landlord|seller|buyer|grant|compan|employ|office|work|business|emp|firm)/

/** How many columns of one address begin with the same word. */
const fewest = 3

const isOfLine = ({ part, score }: Named): boolean => (part === "street" || part === "streetAndNumber") && score >= 0.6

/** The names without the word that they begin with, by their whole names. */
const restsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    names.flatMap((name) => {
      const rest = wordsOf(name).slice(1).join(" ")
      return rest === "" || /[.:@]/.test(name) ? [] : [[name, rest] as const]
    })
  )

/**
 * What the names of a table's columns say. The word with which those of one address begin says nothing of each of them:
 * `PremisesSuburb` beside `PremisesAddress1` and `PremisesState` is a suburb.
 */
export const namedTogether = (names: ReadonlyArray<string>): ((name: string) => ReadonlyArray<Named>) => {
  const rests = restsOf(names)
  const groups = Array.from(Map.groupBy(rests.keys(), (name) => wordsOf(name)[0]!)).filter(
    ([word, all]) =>
      all.length >= fewest &&
      !ofOthers.test(word) &&
      all.some((name) => namesOf(rests.get(name)!).some((one) => isOfLine(one) && one.score >= 0.84)) &&
      new Set(
        all.flatMap((name) => namesOf(rests.get(name)!).flatMap(({ part, score }) => (score >= 0.84 ? part : [])))
      ).size >= fewest
  )
  const [only, ...others] = groups
  const within = new Set(others.length === 0 ? only?.[1] : [])
  // Beside an address of their own, they are of another place.
  const isOnly = !names.some(
    (name) => !within.has(name) && namesOf(name).some((one) => isOfLine(one) && one.score >= 0.8)
  )
  return (name) => {
    const whole = namesOf(name)
    if (!isOnly || !within.has(name)) return whole
    const rest = namesOf(rests.get(name)!).map((one) => ({ ...one, score: one.score * 0.97 }))
    const better = new Map(whole.map((one) => [one.part, one]))
    for (const one of rest) if (one.score > (better.get(one.part)?.score ?? 0)) better.set(one.part, one)
    return Array.from(better.values())
  }
}
