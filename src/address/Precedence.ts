import type { SqlClient, Statement } from "effect/sql"

/** What records of one address are sorted by, under the names of the columns. Smaller values go first. */
interface Sorted {
  readonly evidence_rank: number
  /** The rank of the record's source, by order of registration. */
  readonly place: number
  readonly source: string
  readonly record_id: string
  readonly digest: bigint
}

type Criterion = keyof Sorted

/** Decides which of several sources gives an address its words: the one with the strongest evidence. */
export const decides = ["evidence_rank", "place", "source"] as const satisfies ReadonlyArray<Criterion>

/** The order in which an address names its sources. */
export const isNamed = ["place", "source"] as const satisfies ReadonlyArray<Criterion>

/** Decides which of a source's own records of one address is kept, whatever order they come in. */
export const stays = ["evidence_rank", "record_id", "digest"] as const satisfies ReadonlyArray<Criterion>

const texts: ReadonlySet<Criterion> = new Set(["source", "record_id"])

/** Compares bytes of UTF-8, like PostgreSQL's collation "C". */
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

/** The same order, for `ORDER BY` over these columns. */
export const orderBy = (sql: SqlClient.SqlClient, criteria: ReadonlyArray<Criterion>): Statement.Fragment =>
  sql.literal(criteria.map((name) => (texts.has(name) ? `${name} COLLATE "C"` : name)).join(", "))
