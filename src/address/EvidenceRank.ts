import type { SqlClient, Statement } from "effect/sql"
import type { EvidenceKind } from "../../schemas/Address.ts"
import { isForHome, isStrongEnough, StatedKind } from "../../schemas/StatedEvidence.ts"

/**
 * What each kind is kept as: a column that sorts the kind that decides to the front. There is room between them, so that a
 * kind that is added one day changes nothing that is stored.
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

/** Smaller decides before larger. */
export const evidenceRank = (kind: StatedKind | undefined): number => (kind === undefined ? none : ranks[kind])

/** The kind that is kept as this rank; undefined for none. */
export const kindOfRank = (rank: number): StatedKind | undefined =>
  StatedKind.literals.find((kind) => ranks[kind] === rank)

/** Whether what decides makes a home, by evidence that is no weaker than asked for. */
export const isHomeBy = (kind: StatedKind | undefined, weakest: EvidenceKind): boolean =>
  kind !== undefined && isForHome(kind) && isStrongEnough(kind, weakest)

/** In SQL: whether a row's `evidence_rank` makes a home, by evidence that is no weaker than asked for. */
export const isHome = (
  sql: SqlClient.SqlClient,
  weakest: EvidenceKind = "assumed",
  row: "" | "m." | "a." = ""
): Statement.Fragment => {
  const counting = StatedKind.literals.filter((kind) => isHomeBy(kind, weakest))
  return sql.literal(`${row}evidence_rank IN (${counting.map((kind) => ranks[kind]).join(", ")})`)
}
