import type { EvidenceKind } from "../../../schemas/Address.ts"

/** From Okabe and Ito's palette, which people with any colour vision can distinguish; strongest evidence first. */
export const evidenceColors: Readonly<Record<EvidenceKind, string>> = {
  register: "#0072b2",
  building: "#009e73",
  landuse: "#56b4e9",
  declared: "#e69f00",
  probable: "#cc79a7",
  assumed: "#6f7780"
}

export const evidenceKinds = Object.keys(evidenceColors) as ReadonlyArray<EvidenceKind>
