import type { SqlClient, Statement } from "effect/sql"
import type { EvidenceKind } from "../../schemas/Address.ts"
import { isForHome, isStrongEnough, StatedKind } from "../../schemas/StatedEvidence.ts"

/**
 * The number that each kind is stored as, so that sorting by the column puts the deciding kind first. The gaps leave
 * room for new kinds without changing stored numbers.
 */
const ranks: Readonly<Record<StatedKind, number>> = {
  register: 10,
  "register-against": 15,
  building: 20,
  against: 25,
  landuse: 30,
  declared: 40,
  probable: 50,
  assumed: 60
}
const none = 90

/** A smaller rank decides before a larger one. */
export const evidenceRank = (kind: StatedKind | undefined): number => (kind === undefined ? none : ranks[kind])

/** The kind that is stored as this rank; undefined for none. */
export const kindOfRank = (rank: number): StatedKind | undefined =>
  StatedKind.literals.find((kind) => ranks[kind] === rank)

/** Whether the deciding evidence makes a home, and is at least as strong as `weakest`. */
export const isHomeBy = (kind: StatedKind | undefined, weakest: EvidenceKind): boolean =>
  kind !== undefined && isForHome(kind) && isStrongEnough(kind, weakest)

/** The same in SQL, for a row's `evidence_rank`. */
export const isHome = (
  sql: SqlClient.SqlClient,
  weakest: EvidenceKind = "assumed",
  row: "" | "m." | "a." = ""
): Statement.Fragment => {
  const counting = StatedKind.literals.filter((kind) => isHomeBy(kind, weakest))
  return sql.literal(`${row}evidence_rank IN (${counting.map((kind) => ranks[kind]).join(", ")})`)
}
