import { type Use, type UseKind, useOfBuilding, useOfLand } from "../surroundings/Uses.ts"
import type { Levels } from "./AdminLevels.ts"
import { type BoundaryFacts, boundaryOf, readBoundary, writeBoundary } from "./Boundaries.ts"
import type { Tags } from "./PbfBlock.ts"
import type { TapeReader, TapeWriter } from "./Tape.ts"

/** What an area's tags say about the addresses in it. */
export interface Area {
  readonly building: Use | undefined
  /** Levels of the building; 0 if unknown. */
  readonly levels: number
  readonly land: Use | undefined
  readonly boundary: BoundaryFacts | undefined
}

const levelsOf = (tags: Tags): number => {
  const levels = tags.get("building:levels")
  return levels === undefined ? 0 : Math.max(0, Math.min(255, Math.round(Number.parseFloat(levels)) || 0))
}

/** Undefined if the area says nothing about the addresses in it. */
export const areaOf = (tags: Tags, levels: Levels, country: string): Area | undefined => {
  const building = useOfBuilding(tags)
  const land = building === undefined ? useOfLand(tags) : undefined
  const boundary = boundaryOf(tags, levels, country)
  if (building === undefined && land === undefined && boundary === undefined) return undefined
  return { building, levels: building === undefined ? 0 : levelsOf(tags), land, boundary }
}

const kinds: ReadonlyArray<UseKind | undefined> = [undefined, "open", "home", "other", "unclear"]
const bits = { land: 8, boundary: 64 } as const

export const writeArea = (tape: TapeWriter, ref: number, { boundary, building, land, levels }: Area): void => {
  tape.signed(ref)
  tape.number(
    kinds.indexOf(building?.kind) + kinds.indexOf(land?.kind) * bits.land + (boundary === undefined ? 0 : bits.boundary)
  )
  if (building !== undefined) {
    tape.text(building.tag)
    tape.number(levels)
  }
  if (land !== undefined) tape.text(land.tag)
  if (boundary !== undefined) writeBoundary(tape, boundary)
}

/** The head of an area on a tape; its nodes or members follow. */
export const readArea = (tape: TapeReader): Area & { readonly ref: number } => {
  const ref = tape.signed()
  const flags = tape.number()
  const building = kinds[flags % bits.land]
  const land = kinds[Math.floor(flags / bits.land) % bits.land]
  return {
    ref,
    building: building === undefined ? undefined : { kind: building, tag: tape.text() ?? "" },
    levels: building === undefined ? 0 : tape.number(),
    land: land === undefined ? undefined : { kind: land, tag: tape.text() ?? "" },
    boundary: flags < bits.boundary ? undefined : readBoundary(tape)
  }
}
