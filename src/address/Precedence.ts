import type { SqlClient, Statement } from "effect/sql"

/** What records of one address are sorted by, named as the columns that hold it. Smaller goes first. */
interface Sorted {
  readonly evidence_rank: number
  /** Of the record's source among those that are registered. */
  readonly place: number
  readonly source: string
  readonly record_id: string
  readonly digest: bigint
}

type Criterion = keyof Sorted

/** Which of several sources' records gives an address its words: the one with the strongest evidence. */
export const decides = ["evidence_rank", "place", "source"] as const satisfies ReadonlyArray<Criterion>

/** In which order an address names its sources. */
export const isNamed = ["place", "source"] as const satisfies ReadonlyArray<Criterion>

/** Which of a source's own records of one address stays, whatever order they come in. */
export const stays = ["evidence_rank", "record_id", "digest"] as const satisfies ReadonlyArray<Criterion>

const texts: ReadonlySet<Criterion> = new Set(["source", "record_id"])

/** As PostgreSQL's collation "C" compares: by the bytes of UTF-8. */
const compareTexts = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

const compareValues = <A extends number | bigint | string>(a: A, b: A): number =>
  typeof a === "string" && typeof b === "string" ? compareTexts(a, b) : a < b ? -1 : a > b ? 1 : 0

/** The order, for `Array.sort`. */
export const comparing =
  <C extends Criterion>(criteria: ReadonlyArray<C>) =>
  (a: Pick<Sorted, C>, b: Pick<Sorted, C>): number => {
    for (const criterion of criteria) {
      const order = compareValues(a[criterion], b[criterion])
      if (order !== 0) return order
    }
    return 0
  }

/** The same order, for `ORDER BY` over columns of these names. */
export const orderBy = (sql: SqlClient.SqlClient, criteria: ReadonlyArray<Criterion>): Statement.Fragment =>
  sql.literal(criteria.map((name) => (texts.has(name) ? `${name} COLLATE "C"` : name)).join(", "))
