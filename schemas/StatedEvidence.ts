import { Schema } from "effect"
import { EvidenceKind } from "./Address.ts"

/**
 * What a source's record can say about an address, in the order in which it decides: kinds of evidence for a home, and
 * two kinds against.
 *
 * - `register-against`: an official register gives it another use, such as an office
 * - `against`: it is something else, such as a restaurant, a school or an empty plot
 *
 * If sources disagree on an address, the first kind in this order decides. So a home above a shop stays a home if the
 * building says so, and a list that knows nothing of uses cannot turn a church into a home.
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

/** Whether it is evidence for a home, not against. */
export const isForHome = (kind: StatedKind): kind is EvidenceKind => homeKinds.has(kind)

/** Whether evidence is at least as strong as the weakest accepted kind. */
export const isStrongEnough = (kind: EvidenceKind, weakest: EvidenceKind): boolean =>
  EvidenceKind.literals.indexOf(kind) <= EvidenceKind.literals.indexOf(weakest)
