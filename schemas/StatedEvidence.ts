import { Schema } from "effect"
import { EvidenceKind } from "./Address.ts"

/**
 * What a source's record can say of an address, the one that decides first: kinds of evidence that it is a home, and two
 * kinds that it is none.
 *
 * - `register-against`: an official register gives it another use, such as an office
 * - `against`: it is something else, such as a restaurant, a school or an empty plot
 *
 * Of all that the sources say of one address, the first in this order holds. So a home above a shop stays one where the
 * building says so, and a list that knows nothing of uses makes no home of a church.
 */
export const StatedKind = Schema.Literals([
  "register",
  "register-against",
  "building",
  "against",
  "landuse",
  "declared",
  "probable",
  "assumed"
]).annotate({ identifier: "StatedKind" })
export type StatedKind = typeof StatedKind.Type

const homeKinds: ReadonlySet<string> = new Set(EvidenceKind.literals)

/** Whether it is evidence of a home, and not against one. */
export const isForHome = (kind: StatedKind): kind is EvidenceKind => homeKinds.has(kind)

/** Whether evidence is at least as strong as the weakest kind that is asked for. */
export const isStrongEnough = (kind: EvidenceKind, weakest: EvidenceKind): boolean =>
  EvidenceKind.literals.indexOf(kind) <= EvidenceKind.literals.indexOf(weakest)
