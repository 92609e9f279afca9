import type { Address } from "../../../schemas/Address.ts"
import type { HomePoint } from "./HomesMap.tsx"

/** Where an address is, by its evidence; nothing if it has no coordinates. */
export const pointsOf = ({ coordinates, residential }: Address): ReadonlyArray<HomePoint> =>
  coordinates === undefined ? [] : [[coordinates.longitude, coordinates.latitude, residential.evidence]]
