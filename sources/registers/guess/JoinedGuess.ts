import { Effect } from "effect"
import type { Location } from "../../reading/Reader.ts"
import type { Mapping } from "../Mapping.ts"
import { selectionOf } from "../Selection.ts"
import type { Column } from "./Coordinates.ts"
import { areParallel, areReadAlike, type Family, familiesOf, patternOf } from "./Families.ts"
import { columnsOf } from "./Fields.ts"
import { type Completed, completed } from "./Joining.ts"
import { type GuessOptions, type Outcome, outcomeOf } from "./Outcome.ts"
import { completedBy } from "./Preview.ts"
import { isNaming } from "./References.ts"
import type { Sample } from "./Sample.ts"
import { searchAllowance } from "./Search.ts"

/** How many tables are tried as the one whose rows are addresses. */
const mostMains = 4

/** How complete an address is that lacks nothing but a region, a district or a flat. */
const complete = 16

/** A table that may hold the addresses. */
interface Candidate {
  readonly family: Family
  readonly sample: Sample
  readonly columns: ReadonlyArray<Column>
  readonly likelihood: number
}

/** How much speaks for a table's rows being addresses: house numbers first of all. */
const likelihoodOf = (columns: ReadonlyArray<Column>): number => {
  const best = (wanted: string) =>
    Math.max(
      0,
      ...columns.map(({ contents, named }) => {
        const score = named.find(({ part }) => part === wanted)?.score ?? 0
        return contents.filled > 0 && score >= 0.6 ? score * (wanted === "houseNumber" ? contents.houseNumber : 1) : 0
      })
    )
  const numbers = Math.max(best("houseNumber"), best("streetAndNumber") * 0.9)
  const likeNumbers = columns.some(
    ({ contents, name }) => isNaming(name) && contents.houseNumber >= 0.5 && contents.distinct > 1
  )
  return numbers > 0 ? 2 + numbers + best("unit") * 0.1 : likeNumbers ? 1 : 0
}

const candidatesOf = (families: ReadonlyArray<Family>): ReadonlyArray<Candidate> =>
  families
    .flatMap((family): ReadonlyArray<Candidate> => {
      const [sample] = family.samples
      const columns = columnsOf(sample!)
      const likelihood = likelihoodOf(columns)
      return likelihood === 0 ? [] : [{ family, sample: sample!, columns, likelihood }]
    })
    .toSorted((one, other) => other.likelihood - one.likelihood)
    .slice(0, mostMains)

/** The files whose rows are addresses: of several tables with the same columns, those that complete none. */
const mainFiles = (main: Family, families: ReadonlyArray<Family>, used: ReadonlyArray<Family>): string => {
  const isAlike = ({ columns, format }: Family) =>
    areReadAlike(format, main.format) &&
    columns.length === main.columns.length &&
    columns.every((name, at) => name === main.columns[at])
  const alike = families.filter((family) => family === main || (!used.includes(family) && isAlike(family)))
  if (alike.length === 1)
    return patternOf(
      main,
      used.some((family) => areParallel(main, family))
    )
  return alike.map((family) => patternOf(family, false)).join("|")
}

const outcomeWith = Effect.fnUntraced(function* (
  { family, sample }: Candidate,
  families: ReadonlyArray<Family>,
  options: GuessOptions,
  tables: Completed
) {
  const first = yield* outcomeOf(sample, mainFiles(family, families, []), options, tables)
  const used = first.guess.joins.map(({ as }) => as)
  return yield* outcomeOf(
    sample,
    mainFiles(
      family,
      families,
      families.filter((one) => used.includes(one.as))
    ),
    options,
    {
      ...tables,
      columns: tables.columns.filter(({ name, own }) => own === undefined || used.includes(name.split(".")[0]!))
    }
  )
})

/** A sample that a mapping reads. */
const readBy = (mapping: Mapping, samples: ReadonlyArray<Sample>): Sample | undefined => {
  const { files } = selectionOf(mapping)
  const wanted = samples.filter(({ entry }) => files.test(entry.path))
  return wanted.find(({ layout }) => areReadAlike(layout.format, mapping.format)) ?? wanted[0]
}

/** What a mapping with joins gives; nothing if it has none, or reads none of the tables. */
const tried = Effect.fnUntraced(function* (
  location: Location,
  mapping: Mapping,
  samples: ReadonlyArray<Sample>,
  options: GuessOptions
) {
  const sample = (mapping.joins ?? []).length === 0 ? undefined : readBy(mapping, samples)
  if (sample === undefined) return undefined
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const rows = yield* completedBy(mapping, sample, yield* location.held, searchAllowance())
      return (yield* outcomeOf({ ...sample, rows }, undefined, options)).guess
    })
  )
})

/**
 * A guess that completes the rows of one table with those of others, if this gives more of an address than any table on
 * its own.
 */
export const withJoins = Effect.fnUntraced(function* (
  location: Location,
  samples: ReadonlyArray<Sample>,
  alone: Outcome | undefined,
  options: GuessOptions
) {
  const families = familiesOf(samples)
  const isComplete = (outcome: Outcome | undefined) => outcome !== undefined && outcome.completeness >= complete
  if (options.mapping !== undefined) return yield* tried(location, options.mapping, samples, options)
  if (families.length < 2 || isComplete(alone)) return undefined
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const held = yield* location.held
      const allowed = searchAllowance()
      let best: Outcome | undefined
      for (const candidate of candidatesOf(families)) {
        if (isComplete(best)) break
        const { columns, family, sample } = candidate
        const setting = { location: held, main: family, path: sample.entry.path, allowed }
        const found = yield* completed(sample.rows, columns, families, setting)
        if (found.tables.length === 0) continue
        const outcome = yield* outcomeWith(candidate, families, options, found)
        const isBetter = outcome.completeness > ((best ?? alone)?.completeness ?? 0)
        if (outcome.guess.joins.length > 0 && outcome.guess.mapping !== null && isBetter) best = outcome
      }
      return best?.guess
    })
  )
})
