import { Array as Arr, Effect, Order, Result } from "effect"
import type { TablePart } from "../../../schemas/TableGuess.ts"
import { isRejected } from "../../DataSource.ts"
import type { Location } from "../../reading/Reader.ts"
import { completeWith, keySeparator, type Table } from "../Joins.ts"
import { Lookup } from "../Lookup.ts"
import type { Join } from "../Mapping.ts"
import type { Row } from "../Row.ts"
import { contentsOf } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { areParallel, areReadAlike, type Family, patternOf } from "./Families.ts"
import { isHelpful, namesIn, sayings, shared } from "./JoinedNames.ts"
import { bestOf, judge, type Reference, wayOf } from "./Judging.ts"
import { expressionOf, isNameable, keysOf, ownName, referencesOf } from "./Keys.ts"
import type { Named } from "./Names.ts"
import type { Allowance } from "./Sample.ts"
import { search, type Wanted } from "./Search.ts"

/** A table that completes the main one. */
export interface JoinedTable {
  readonly family: Family
  /** With all of its columns. */
  readonly join: Join
  /** Columns, as in templates, that its key is compared with. */
  readonly on: ReadonlyArray<string>
  readonly reason: string
}

/** Main rows with the fields of their matches in other tables. */
export interface Completed {
  readonly rows: ReadonlyArray<Row>
  /** Those of the main table first. */
  readonly columns: ReadonlyArray<Column>
  readonly tables: ReadonlyArray<JoinedTable>
}

/** How many tables lie between an address and its region, at most. */
const longestChain = 5

/** Columns of each table have numbers of their own, so that no two tables' columns lie side by side. */
const apart = 1000

interface Setting {
  readonly location: Location
  readonly main: Family
  /** The path of the main rows. */
  readonly path: string
  readonly allowed: Allowance
}

/** The files of a table that belong to the main rows. */
const filesFor = (family: Family, { main, path }: Setting): ReadonlySet<string> => {
  if (!areParallel(main, family)) return new Set(family.paths.values())
  const part = Array.from(main.paths).find(([, one]) => one === path)?.[0] ?? ""
  return new Set([family.paths.get(part) ?? ""])
}

const find = Effect.fnUntraced(function* (
  family: Family,
  columns: ReadonlyArray<Column>,
  setting: Setting,
  ways: ReadonlySet<string>
) {
  const keys = keysOf(family, columns)
  if (keys.length === 0) return undefined
  const wanted = keys.map((key): Wanted => ({
    columns: key.columns,
    plain: key.form.plain,
    values: new Set(key.from.flatMap((from) => referencesOf(from, key).flatMap((value) => value.split(keySeparator))))
  }))
  const paths = filesFor(family, setting)
  const samples = family.samples.filter(({ entry }) => paths.has(entry.path))
  const isKnown = samples.length === paths.size && samples.every(({ isWhole }) => isWhole)
  const known = isKnown ? samples.flatMap(({ rows }) => rows) : undefined
  const { format, present } = family
  const place = { location: setting.location, paths, format, keep: present.rules, known }
  const { hits, isWhole, varying } = yield* search(place, wanted, sayings(family), setting.allowed)
  const found = keys.flatMap((key, index) =>
    key.from.flatMap((from) => judge({ family, key, from, hits: hits[index]!, isWhole, ways }) ?? [])
  )
  return bestOf(family, found, varying)
})

/** A table under construction: it may be referred to from several columns, by rows of several kinds. */
interface Draft {
  readonly family: Family
  readonly references: Arr.NonEmptyReadonlyArray<Reference>
}

const tableOf = (
  { family, references }: Draft,
  setting: Setting,
  main: Family
): { table: Table; joined: JoinedTable } => {
  const [first] = references
  const { columns, form } = first.key
  const fields = family.columns.filter(isNameable) as [string, ...Array<string>]
  // A row's own reference is to what is nearest: what is referred to from there comes first.
  const from = Arr.map(references, (one) =>
    expressionOf(
      one.from.map(({ name }) => name),
      form
    )
  )
  const join: Join = {
    as: family.as,
    files: patternOf(family, areParallel(main, family)),
    ...(areReadAlike(family.format, main.format) ? {} : { format: family.format }),
    ...(family.present.rules.length === 0 ? {} : { keep: family.present.rules }),
    key: expressionOf(columns, form),
    on: from.length === 1 ? from[0] : { firstOf: from },
    fields
  }
  const rows = new Lookup()
  for (const { hits } of references) {
    for (const [key, row] of hits.rows)
      rows.add(
        key,
        fields.map((name) => row.get(name))
      )
  }
  const on = references.flatMap((one) => one.from.map(({ name }) => name))
  const said = references.map((one) => one.from.map(({ name }) => name).join(" and ")).join(", or ")
  const counted = references.reduce((sum, { matched }) => sum + matched, 0)
  const total = setting.main.samples.find(({ entry }) => entry.path === setting.path)?.rows.length ?? 0
  const reason = `${said} = its ${columns.join(" and ")}; ${Math.min(counted, total)} of ${total} rows have a match`
  return { table: { join, rows }, joined: { family, join, on, reason } }
}

/** What a list of kinds of streets tells, by the column that refers to it. */
const kindOf = ({ named }: Column): ReadonlyArray<TablePart> =>
  named.flatMap(({ part, score }) =>
    (part === "streetPrefix" || part === "streetSuffix") && score >= 0.8 ? [part] : []
  )

const columnsFor = (draft: Draft, index: number, rows: ReadonlyArray<Row>): ReadonlyArray<Column> => {
  const isOwn = draft.references.every((one) => one.isOwn)
  const kinds = draft.references.flatMap(({ from }) => from.flatMap(kindOf))
  const isTaken = ({ part }: Named) => (kinds.length > 0 ? kinds.includes(part) : isOwn || shared.has(part))
  return draft.family.columns.filter(isNameable).map((own, at) => {
    const name = `${draft.family.as}.${own}`
    return {
      name,
      own,
      index: (index + 1) * apart + at,
      contents: contentsOf(rows.map((row) => row.get(name))),
      named: namesIn(draft.family, own).filter(isTaken)
    }
  })
}

/**
 * Finds the tables that complete rows: which of their columns, or of those found so far, refer to a key of another
 * table.
 */
export const completed = Effect.fnUntraced(function* (
  given: ReadonlyArray<Row>,
  own: ReadonlyArray<Column>,
  families: ReadonlyArray<Family>,
  setting: Setting
) {
  const [rest, helpful] = Arr.partition(
    families.filter((family) => family !== setting.main),
    (family) => (isHelpful(family) ? Result.succeed(family) : Result.fail(family))
  )
  const others = [...helpful, ...rest]
  const drafts = new Map<Family, Draft>()
  const tried = new Map<Family, number>()
  let found: Completed = { rows: given, columns: own, tables: [] }
  for (let pass = 0; pass < longestChain; pass++) {
    let isNew = false
    for (const family of others) {
      const before = drafts.get(family)
      const share = before?.references.reduce((sum, one) => sum + one.share, 0) ?? 0
      if (share >= 0.95 || (before !== undefined && before.references[0].from.length > 1)) continue
      const usable = before === undefined ? found.columns : further(before, found.columns, drafts)
      if (usable.length <= (tried.get(family) ?? 0) || setting.allowed.left <= 0) continue
      tried.set(family, usable.length)
      const ways = new Set(
        Array.from(drafts.values()).flatMap(({ references }) => references.map(({ from, key }) => wayOf(from, key)))
      )
      const reference = yield* find(family, usable, setting, ways)
      if (reference === undefined) continue
      if (before !== undefined && reference.key.columns.join() !== before.references[0].key.columns.join()) continue
      const references = Arr.sortWith(
        Arr.append(before?.references ?? [], reference),
        ({ from }) => -depthOf(from[0]!, drafts),
        Order.Number
      )
      drafts.set(family, { family, references })
      tried.set(family, 0)
      isNew = true
    }
    if (!isNew) break
    found = completeAll(given, own, drafts, setting)
  }
  return found
})

/** Columns that are called as one that refers to this table already, and that are not found by way of it. */
const further = (
  { family, references }: Draft,
  columns: ReadonlyArray<Column>,
  drafts: ReadonlyMap<Family, Draft>
): ReadonlyArray<Column> => {
  const used = new Set(references.flatMap(({ from }) => from.map(({ name }) => name)))
  const names = new Set(references.flatMap(({ from }) => from.map(ownName)))
  return columns.filter((column) => {
    const table = tableOfColumn(column)
    return (
      names.has(ownName(column)) &&
      !used.has(column.name) &&
      (table === undefined || !needsTable(table, family.as, drafts))
    )
  })
}

/** The table of a joined column. */
const tableOfColumn = ({ name, own }: Column): string | undefined =>
  own === undefined ? undefined : name.split(".")[0]!

/** How many tables are read before a column is known. */
const depthOf = (column: Column, drafts: ReadonlyMap<Family, Draft>): number => {
  const table = tableOfColumn(column)
  const draft = Array.from(drafts.values()).find(({ family }) => family.as === table)
  return draft === undefined
    ? 0
    : 1 + Math.max(...draft.references.flatMap(({ from }) => from.map((one) => depthOf(one, drafts))))
}

/** Whether one table is found by way of another. */
const needsTable = (one: string, other: string, drafts: ReadonlyMap<Family, Draft>): boolean =>
  one === other ||
  Array.from(drafts.values()).some(
    ({ family, references }) =>
      family.as === one &&
      references.some(({ from }) =>
        from.some((column) => {
          const table = tableOfColumn(column)
          return table !== undefined && needsTable(table, other, drafts)
        })
      )
  )

const completeAll = (
  given: ReadonlyArray<Row>,
  own: ReadonlyArray<Column>,
  drafts: ReadonlyMap<Family, Draft>,
  setting: Setting
): Completed => {
  const made = inOrder(Array.from(drafts.values())).map((draft) => ({
    draft,
    ...tableOf(draft, setting, setting.main)
  }))
  const complete = completeWith(made.map(({ table }) => table))
  const rows = given.map((row) => {
    const done = complete(row)
    return isRejected(done) ? row : done
  })
  return {
    rows,
    columns: [...own, ...made.flatMap(({ draft }, index) => columnsFor(draft, index, rows))],
    tables: made.map(({ joined }) => joined)
  }
}

/** Tables after those from which they are referred to. */
const inOrder = (drafts: ReadonlyArray<Draft>): ReadonlyArray<Draft> => {
  const done: Array<Draft> = []
  const left = [...drafts]
  while (left.length > 0) {
    const needed = ({ references }: Draft) =>
      references.flatMap(({ from }) => from.flatMap((column) => tableOfColumn(column) ?? []))
    const at = left.findIndex((draft) => needed(draft).every((as) => done.some(({ family }) => family.as === as)))
    if (at < 0) return done
    done.push(...left.splice(at, 1))
  }
  return done
}
